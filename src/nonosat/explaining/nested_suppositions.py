"""Rung NESTED: a supposition within which further suppositions are refuted.

A candidate is followed by line solving first: lines from the supposition, then every colour of an open cell that lines
refute there, round after round, until the lines contradict each other. The refutations that led to that are followed
again line by line. Events that the contradiction does not need are left out, from the last to the first.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable
from math import inf
from operator import or_
from typing import NamedTuple

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.minimal_subset import minimal_subset
from nonosat.explaining.known_cells import KnownCells, removed_colors
from nonosat.explaining.line_implications import LineImplications, SolutionColors
from nonosat.explaining.line_steps import line_step
from nonosat.explaining.lookahead import suppositions
from nonosat.explaining.step import Rung, Step, Supposition
from nonosat.explaining.supposition_search import step_of_chain
from nonosat.explaining.supposition_trace import ChainLink, SuppositionTrace, easiest_chain
from nonosat.lines.domains import undecided_positions
from nonosat.lines.fixpoint import PropagationState

#: For each turn the rounds over the open cells within a supposition, and the number of candidates that have this turn,
#: the most promising ones.
_TURNS = ((1, 40), (3, 40), (sys.maxsize, sys.maxsize))

#: When this share of the open cells has been decided, turns are short again.
_DECIDED = 0.1


class _InnerEvent(NamedTuple):
    """A supposition that is refuted within another one, and the lines that suffice for that."""

    supposition: Supposition
    lines: frozenset[int]

    @property
    def removed(self) -> dict[int, int]:
        """From the cell to its colour that is refuted, as a bit set."""
        return {self.supposition.cell: 1 << self.supposition.color}


#: An event within a supposition.
_Event = ChainLink | _InnerEvent


class NestedSearch:
    """Searches for suppositions that are refuted by suppositions within them.

    Candidates take turns, those first that decide the most cells by lines; a search resumes with the candidate after
    the last success. When each candidate had its turn, the next turns are longer if none was refuted. After the
    deadline a search raises `GaveUp`.
    """

    def __init__(
        self,
        known: KnownCells,
        state: PropagationState,
        solutions: SolutionColors,
        deadline: Deadline = NEVER,
        *,
        most_followed: float = inf,
    ) -> None:
        """Search from what is `known`.

        Args:
            state: of line solving; it knows as much when a search begins, and lines refute no supposition then.
            most_followed: a search ends when lines have decided this number of cells in it.
        """
        self.known = known
        self.state = state
        self.most_followed = most_followed
        self.solutions = solutions
        self.deadline = deadline
        self._queue: list[Supposition] = []
        self._level, self._n_followed = -1, 0
        self._has_found = False
        #: The number of cells that were open when turns were last short.
        self._n_open = known.n_open

    def next_step(self, lines: LineImplications) -> Step | None:
        """The step of the next candidate that is refuted; None if there is none within the limit.

        Args:
            lines: compares candidates; the same each time.
        """
        self._n_followed = 0
        while True:
            while self._queue:
                if self._n_followed > self.most_followed:
                    return None
                supposition = self._queue.pop()
                if supposition in suppositions(self.state):
                    inner = self._refuted_within(supposition, _TURNS[self._level][0])
                    if inner is not None:
                        self._has_found = True
                        return _step(self.known, supposition, inner, self.deadline)
            if self.known.n_open <= (1 - _DECIDED) * self._n_open:
                self._level, self._n_open = 0, self.known.n_open
            elif not self._has_found:
                self._level += 1
                if self._level == len(_TURNS):
                    self._level = -1
                    return None
            self._has_found = False
            self._queue = self._candidates(lines)[-_TURNS[self._level][1] :]

    def _candidates(self, lines: LineImplications) -> list[Supposition]:
        """The suppositions that may be refutable, the one that decides most last."""
        lines.update(self.known)
        pairs = [pair for pair in suppositions(self.state) if not self.solutions.shows(pair)]
        return sorted(pairs, key=lambda pair: (lines.count(pair), -pair.cell, pair.color))

    def _refuted_within(self, supposition: Supposition, rounds: int) -> list[Supposition] | None:
        """The suppositions that are refuted one after the other, until lines contradict each other.

        None if they do not within some rounds over the open cells, and the limit.
        """
        first = self.state.supposing(*supposition)
        assert first is not None, "lines refute no supposition"
        state, found = first.copy(), list[Supposition]()
        n_rounds, has_changed = 0, True
        while has_changed and n_rounds != rounds:
            n_rounds, has_changed = n_rounds + 1, False
            # Colours that follow from one that is not refuted are not refuted either.
            possible = _decided(state)
            for pair in suppositions(state):
                cell, color = pair
                if possible[color] >> cell & 1 or color not in state.cells.colors(cell):
                    continue
                self.deadline.check()
                if self._n_followed > self.most_followed:
                    return None
                trial = state.supposing(cell, color)
                if trial is not None:
                    self._n_followed += state.n_open - trial.n_open
                    possible = list(map(or_, possible, _decided(trial)))
                    continue
                has_changed = True
                if _without(first, pair) is None and first.supposing(cell, color) is None:
                    return [pair]
                found.append(pair)
                state.cells.forbid(cell, color)
                if not state.run():
                    return _fewer(first, found)
                possible = list(map(or_, possible, _decided(state)))
        return None


def _decided(state: PropagationState) -> list[int]:
    """For each colour from 0 (background) the cells that can have no other, as bit sets."""
    sets = state.cells.sets()
    width = len(sets) // (state.puzzle.n_colors + 1)
    colors = [int.from_bytes(sets[start : start + width], "little") for start in range(0, len(sets), width)]
    is_open = undecided_positions(colors)
    return [cells & ~is_open for cells in colors]


def _without(state: PropagationState, pair: Supposition) -> PropagationState | None:
    """A copy in which a cell cannot have a colour, after line solving; None if that leaves no solution."""
    rest = state.copy()
    rest.cells.forbid(*pair)
    return rest if rest.run() else None


def _fewer(first: PropagationState, found: list[Supposition]) -> list[Supposition]:
    """The suppositions `found` within another one, from its state `first`, without those that it can do without."""

    def refuting(pairs: list[Supposition]) -> list[Supposition] | None:
        state = first.copy()
        for pair in pairs:
            if state.supposing(*pair) is not None:
                break
            state.cells.forbid(*pair)
            if not state.run():
                return pairs
        return None

    return minimal_subset(found, refuting, reversed(found))


def _step(known: KnownCells, supposition: Supposition, inner: Iterable[Supposition], deadline: Deadline) -> Step:
    """The step of a supposition in which others are refuted, without events that it does not need."""
    within = known.supposing(*supposition)
    events, contradiction = _followed(within.copy(), supposition.cell, inner)
    events = _needed(within, events, contradiction, deadline)
    steps: list[Step] = []
    for event in events:
        if isinstance(event, ChainLink):
            steps.append(line_step(within, *event))
        else:
            trace = SuppositionTrace(within, event.supposition, allowed=event.lines)
            steps.append(step_of_chain(within, easiest_chain(trace)))
        within.apply(steps[-1].conclusions)
    return Step(
        rung=Rung.NESTED,
        lines=tuple(sorted({contradiction, *(line for step in steps for line in step.lines)})),
        conclusions=(known.narrowing(supposition.cell, ~(1 << supposition.color)),),
        supposed=supposition,
        contradiction=contradiction,
        inner=tuple(steps),
    )


def _followed(within: KnownCells, cell: int, inner: Iterable[Supposition]) -> tuple[list[_Event], int]:
    """Follow lines, and refute `inner` suppositions where lines end, until a line has no placement; return that, too.

    The knowledge `within` the outer supposition, about `cell`, is changed in place.
    """
    lines = within.lines
    events: list[_Event] = []
    waiting = deque(line for line, _ in lines.places[cell])
    remaining = iter(inner)
    while True:
        while waiting:
            line = waiting.popleft()
            before = within.masks[line]
            after = lines.narrow(line, before)
            if after is None:
                return events, line
            if after != before:
                events.append(ChainLink(line, removed_colors(lines.cells[line], before, after)))
                waiting.extend(_changed(within, events[-1], {*waiting, line}))
        each = next(remaining)
        if within.colors[each.cell] >> each.color & 1:
            chain = easiest_chain(SuppositionTrace(within, each), most=1)
            events.append(_InnerEvent(each, chain.lines))
            waiting.extend(_changed(within, events[-1], {*waiting}))


def _changed(within: KnownCells, event: _Event, others: set[int]) -> list[int]:
    """Remove the colours of an event, and return the lines through its cells but for some `others`."""
    _apply(within, event)
    found = (line for cell in event.removed for line, _ in within.lines.places[cell] if line not in others)
    return list(dict.fromkeys(found))


def _needed(start: KnownCells, events: list[_Event], contradiction: int, deadline: Deadline) -> list[_Event]:
    """The events, in order, that a contradiction needs, each with the cells that are needed later."""
    states = [start.copy()]
    for event in events:
        states.append(states[-1].copy())
        _apply(states[-1], event)
    kept: list[_Event] = []
    for event, state in zip(reversed(events), reversed(states[:-1]), strict=True):
        deadline.check()
        if _leads_to(state, kept, contradiction):
            continue
        if isinstance(event, ChainLink) and len(event.removed) > 1:
            removed = dict(event.removed)
            for cell in list(removed):
                rest = {each: colors for each, colors in removed.items() if each != cell}
                if _leads_to(state, [ChainLink(event.line, rest), *kept], contradiction):
                    removed = rest
            event = ChainLink(event.line, removed)
        kept.insert(0, event)
    return kept


def _apply(within: KnownCells, event: _Event) -> None:
    for cell, colors in event.removed.items():
        within.remove(cell, colors)


def _leads_to(start: KnownCells, events: Iterable[_Event], contradiction: int) -> bool:
    """True if each event follows from those before it, and the last one leaves a line without placement."""
    within = start.copy()
    for event in events:
        if isinstance(event, ChainLink):
            after = within.lines.narrow(event.line, within.masks[event.line])
            if after is None:
                return False
            concluded = removed_colors(within.lines.cells[event.line], within.masks[event.line], after)
            for cell, colors in event.removed.items():
                if colors & within.colors[cell] & ~concluded.get(cell, 0):
                    return False
        elif not SuppositionTrace(within, event.supposition, allowed=event.lines).is_refuted:
            return False
        _apply(within, event)
    return within.lines.narrow(contradiction, within.masks[contradiction]) is None
