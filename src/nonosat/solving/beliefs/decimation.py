"""Decimation: a solution found by fixing the surest cells first.

The surest cells get their likeliest colour, lines are propagated, the messages are refreshed, and so on, until little
is left; that goes to a SAT solver, or whatever else `complete` is. In the manner of survey propagation (A. Braunstein,
M. Mezard, R. Zecchina, "Survey propagation: an algorithm for satisfiability", Random Structures & Algorithms 2005),
with four additions. Messages settle before anything is fixed: on large grids that takes hundreds of rounds, in which
order spreads inward from the borders, and cells fixed earlier are often wrong. A cell counts as sure only if it was so
twice in a row, since messages that still swing can be very sure of either colour in turn. Fixing a cell that lines
contradict at once rules its colour out instead. And when a branch turns out to be dead, the latest state on the way to
it that still has a solution is looked for by bisection, and completed.

This finds solutions or nothing. It says nothing about whether there are others, or any at all.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Protocol

import numpy as np

from nonosat.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.beliefs.lattice import Floats
from nonosat.solving.beliefs.messages import Beliefs
from nonosat.solving.beliefs.stretches import Ints
from nonosat.system.deadline import NEVER, Deadline

#: Rounds of messages between two looks at the clock.
_ROUNDS = 20


class Completer(Protocol):
    """A complete search for what decimation leaves."""

    def __call__(self, state: PropagationState, beliefs: Beliefs, conflicts: int) -> Picture | None:
        """A solution that the state allows, or None if there is none.

        Args:
            state: what is known; consistent.
            beliefs: of this state, as first values for the search.
            conflicts: how much work it is worth.

        Raises:
            GaveUp: that was not enough, or the time is over.
        """
        ...


class Temper(NamedTuple):
    """How an attempt goes about it.

    Attributes:
        damping: of the messages.
        rounds: of messages between steps, at most.
        share: of the open cells to fix in one step.
        first: rounds of messages at the beginning, at most.
        settled: messages that change less on average have settled.
    """

    damping: float
    rounds: int
    share: float
    first: int = 300
    settled: float = 1e-3


@dataclass(frozen=True)
class DecimationEffort:
    """How decimation goes about it; the size of steps is measured by `benchmarks/decimation.py`, the rest by trials.

    Attributes:
        attempts: descents from the start, each but the first with noise.
        noise: see `Beliefs`. A tenth of a unit leads elsewhere; half a unit, and nothing is found any more.
        tempers: of one attempt after the other: the first is bold, and the later ones are patient.
        least: how many cells to fix in one step, at least.
        few: a state with at most so many open cells is given to the completer, and again after it has lost
            `less` of them if the completer gave up.
        many: after a dead end, states with at most so many open cells are given to it.
        patience: after a dead end, how often it may give up.
        conflicts: for one call of it at the first attempt; at the second three times as many, then five times, and so
            on, since what beliefs cannot decide is sometimes not too hard for a longer search.
    """

    attempts: int = 50
    noise: float = 0.05
    tempers: tuple[Temper, ...] = (
        Temper(0.3, 10, 0.08, settled=1e-2),
        Temper(0.5, 20, 0.04),
        Temper(0.2, 10, 0.01),
        Temper(0.4, 20, 0.02),
    )
    least: int = 8
    few: int = 1500
    less: float = 0.3
    many: int = 4000
    patience: int = 2
    conflicts: int = 20_000


def effort_for(puzzle: Puzzle) -> DecimationEffort:
    """The default for a puzzle.

    Where there are several colours, a cell tells more of its neighbours: messages settle sooner, and an open cell
    leaves more to the completer.
    """
    if puzzle.n_colors == 1:
        return DecimationEffort()
    few = 3000 // (puzzle.n_colors + 1)
    return DecimationEffort(
        tempers=(
            Temper(0.3, 4, 0.1, first=24, settled=1e-2),
            Temper(0.3, 10, 0.05),
            Temper(0.5, 20, 0.05),
            Temper(0.2, 10, 0.02),
        ),
        least=16,
        few=few,
        many=2 * few,
    )


def decimate(
    state: PropagationState,
    complete: Completer,
    *,
    deadline: Deadline = NEVER,
    seed: int = 0,
    effort: DecimationEffort | None = None,
) -> Picture | None:
    """A solution of a puzzle, if one can be found in this way.

    Args:
        state: what is known of the puzzle; consistent. It is copied, not changed.
        complete: solves what is left when few cells are open.
        deadline: when to end.
        seed: of the noise; another one than 0 has noise from the first attempt on.

    Returns:
        A picture that all lines agree to, or what `complete` returned; None says nothing.
    """
    decimation = _Decimation(complete, deadline, effort or effort_for(state.puzzle))
    try:
        for attempt in range(decimation.effort.attempts):
            picture = decimation.descend(state.copy(), seed, attempt)
            if picture is not None:
                return picture
            if decimation.hopeless:
                break
    except GaveUp:
        pass
    return None


class _Decimation:
    """Descents for one puzzle; every method raises `GaveUp` when the deadline has passed."""

    def __init__(self, complete: Completer, deadline: Deadline, effort: DecimationEffort) -> None:
        self.complete, self.deadline, self.effort = complete, deadline, effort
        #: The completer says that there is nothing to be found.
        self.hopeless = False
        self.temper = self.effort.tempers[0]
        self.conflicts = self.effort.conflicts

    def descend(self, state: PropagationState, seed: int, attempt: int) -> Picture | None:
        """Fix cells until a solution or a dead end is found."""
        effort = self.effort
        seed += attempt
        self.temper = effort.tempers[seed % len(effort.tempers)]
        self.conflicts = effort.conflicts * (2 * attempt + 1)
        beliefs = Beliefs(state, effort.noise if seed else 0.0, seed)
        self._talk(beliefs, self.temper.first)
        few, built = effort.few, beliefs.n_open
        trail: list[PropagationState] = []
        while n_open := state.n_open:
            trail.append(state)
            if n_open <= few:
                beliefs.rebuild(state)
                built = n_open
                try:
                    picture = self._complete(state, beliefs)
                except GaveUp:
                    few = int(n_open * (1 - effort.less))
                else:
                    if picture is None:
                        self.hopeless = len(trail) == 1
                        trail.pop()
                        break
                    return picture
            after = self._step(state.copy(), beliefs)
            if after is None:
                break
            state = after
            if state.n_open < 0.85 * built:
                beliefs.rebuild(state)
                built = beliefs.n_open
            else:
                beliefs.refresh(state)
        else:
            return state.domains().picture()
        return self._retreat(trail, beliefs)

    def _step(self, state: PropagationState, beliefs: Beliefs) -> PropagationState | None:
        """The state after the surest cells are fixed; None in a dead end."""
        colors, leads = self._sureness(beliefs)
        count = min(beliefs.n_open, max(self.effort.least, int(beliefs.n_open * self.temper.share)))
        surest = np.argpartition(-leads, count - 1)[:count]
        surest = surest[np.argsort(-leads[surest], kind="stable")]
        return self._fix(state, [(cell, int(colors[cell])) for cell in surest.tolist()])

    def _sureness(self, beliefs: Beliefs) -> tuple[Ints, Floats]:
        """The likeliest colour of each cell, and the least lead that it has had in two looks at it."""
        half = self.temper.rounds // 2
        self._talk(beliefs, half)
        before, lead = beliefs.margins()
        self._talk(beliefs, half)
        colors, leads = beliefs.margins()
        np.minimum(leads, lead, out=leads)
        leads[before != colors] = 0.0
        leads[~beliefs.open] = -np.inf
        return colors, leads

    def _fix(self, state: PropagationState, cells: list[tuple[int, int]]) -> PropagationState | None:
        """The state with these cells fixed, but for those that lines contradict; None in a dead end."""
        cells = [(cell, color) for cell, color in cells if len(options := state.colors(cell)) > 1 and color in options]
        if not cells:
            return state
        after = state.copy()
        for cell, color in cells:
            after.fix(cell, color)
        if after.run(self.deadline):
            return after
        if len(cells) == 1:
            state.forbid(*cells[0])
            return state if state.run(self.deadline) else None
        half = len(cells) // 2
        middle = self._fix(state, cells[:half])
        return None if middle is None else self._fix(middle, cells[half:])

    def _retreat(self, trail: list[PropagationState], beliefs: Beliefs) -> Picture | None:
        """Complete one of the states on the way to a dead end, the latest that can be completed."""
        # What has a solution is followed by what has none, so bisect; the early states are too large to tell.
        dead, stride, patience = len(trail), 1, self.effort.patience
        large = sum(state.n_open > self.effort.many for state in trail) - 1
        while dead - large > 1 and patience:
            number = max(dead - stride, (large + dead) // 2)
            beliefs.rebuild(trail[number])
            self._talk(beliefs, self.temper.rounds)
            try:
                picture = self._complete(trail[number], beliefs)
            except GaveUp:
                large, patience = number, patience - 1
            else:
                if picture is not None:
                    return picture
                dead, stride = number, 2 * stride
                self.hopeless = not number
        return None

    def _talk(self, beliefs: Beliefs, rounds: int) -> None:
        """Exchange messages; looks at the clock now and then."""
        for begin in range(0, rounds, _ROUNDS):
            self.deadline.check()
            some = min(_ROUNDS, rounds - begin)
            if beliefs.run(some, self.temper.damping, self.temper.settled) <= self.temper.settled:
                break

    def _complete(self, state: PropagationState, beliefs: Beliefs) -> Picture | None:
        self.deadline.check()
        try:
            return self.complete(state, beliefs, self.conflicts)
        except GaveUp:
            self.deadline.check()
            raise
