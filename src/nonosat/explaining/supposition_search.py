"""Rung SUPPOSITION: the supposition that is easiest to refute.

A supposition can be refuted by lines if line solving from it finds a line without placement. That is found out for all
candidates with bit sets, fast; for those that can be refuted the chain is followed line by line, round after round, as
far as it is needed to find one that is short. What was found out is remembered, as long as nothing changes on the lines
that took part.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass

from nonosat.explaining.known_cells import KnownCells, LineMasks
from nonosat.explaining.line_reasons import deduction
from nonosat.explaining.step import LineDeduction, Rung, Step, Supposition
from nonosat.explaining.supposition_trace import Chain, SuppositionTrace, easiest_chain
from nonosat.lines.domains import bit_positions
from nonosat.lines.fixpoint import PropagationState
from nonosat.system.deadline import NEVER, Deadline

#: After so many rounds, more or less, a supposition is looked at again.
_ROUNDS = (3, 4, 6, 9, None)


@dataclass
class _Found:
    """What is known of a supposition.

    Attributes:
        is_refuted: whether lines refute it.
        lines: a bit set of the lines that took part in finding out.
        n_rounds: so many rounds, at least, are needed for a line without placement.
        chain: the chain that refutes it, once it was followed so far.
        chain_lines: a bit set of the lines that took part in making it.
    """

    is_refuted: bool
    lines: int
    n_rounds: int = 0
    rounds_lines: int = 0
    chain: Chain | None = None


class SuppositionSearch:
    """Searches for suppositions that lines refute; what it remembers holds as long as knowledge only grows."""

    def __init__(self, known: KnownCells, deadline: Deadline = NEVER) -> None:
        """
        Args:
            known: what is known; it may grow between searches.
            deadline: when to give up.
        """
        self.known = known
        self.deadline = deadline
        self._found: dict[Supposition, _Found] = {}
        self._state = PropagationState(known.lines.puzzle)
        self._masks: list[LineMasks] = [()] * len(known.masks)

    def easiest(self, near: Collection[int] = ()) -> Chain | None:
        """The chain with the fewest lines, then the fewest links, then nearest to some cells.

        Args:
            near: the cells of the last step.

        Returns:
            None if lines refute no supposition.

        Raises:
            GaveUp: the deadline has passed.
        """
        if not self._refresh():
            return None
        distance = self._distances(near)
        candidates = sorted(
            (each for each, found in self._found.items() if found.is_refuted),
            key=lambda each: (distance(each.cell), each),
        )
        if not candidates:
            return None
        least = self.known.lines.shortest_cycle
        best: Chain | None = None
        best_key: tuple[int, ...] = ()
        for most_rounds in _ROUNDS:
            for supposition in candidates:
                self.deadline.check()
                chain = self._follow(supposition, most_rounds)
                if chain is None:
                    continue
                n_lines, n_links, n_cells = chain.size
                key = (n_lines, n_links, distance(supposition.cell), n_cells, *supposition)
                if best is None or key < best_key:
                    best, best_key = chain, key
                    if n_lines <= least and n_links <= least - 1:
                        return best
            if best is not None and best_key[0] <= least + (most_rounds or 99) - 3:
                return best
        return best

    def _refresh(self) -> bool:
        """Bring all up to date with what is known; False if the lines contradict each other."""
        known, state = self.known, self._state
        changed = 0
        for line, (old, new) in enumerate(zip(self._masks, known.masks, strict=True)):
            if old != new:
                changed |= 1 << line
        self._masks = known.masks[:]
        grid = known.lines.puzzle.grid
        for row in grid.families[0]:
            if changed >> row & 1:
                for position, cell in enumerate(known.lines.cells[row]):
                    for color, mask in enumerate(state.masks):
                        if mask[row] >> position & 1 and not known.colors[cell] >> color & 1:
                            state.forbid(cell, color)
        if not state.run():
            return False
        for each, found in list(self._found.items()):
            if (
                known.colors[each.cell] & (known.colors[each.cell] - 1) == 0
                or not known.colors[each.cell] >> each.color & 1
            ) or (not found.is_refuted and found.lines & changed):
                del self._found[each]
            else:
                if found.rounds_lines & changed:
                    found.n_rounds = found.rounds_lines = 0
                if found.chain is not None and any(changed >> line & 1 for line in found.chain.lines):
                    found.chain = None
        for cell in known.open_cells():
            for color in bit_positions(known.colors[cell]):
                supposition = Supposition(cell, color)
                if supposition not in self._found:
                    self.deadline.check()
                    self._found[supposition] = self._probe(supposition)
        return True

    def _probe(self, supposition: Supposition) -> _Found:
        """Whether lines refute a supposition."""
        trial = self._state.copy()
        trial.fix(*supposition)
        if not trial.run():
            return _Found(is_refuted=True, lines=0)
        lines = 0
        for now, before in zip(trial.masks, self._state.masks, strict=True):
            for line, (new, old) in enumerate(zip(now, before, strict=True)):
                if new != old:
                    lines |= 1 << line
        return _Found(is_refuted=False, lines=lines)

    def _follow(self, supposition: Supposition, most_rounds: int | None) -> Chain | None:
        """The shortest chain within some rounds."""
        found = self._found[supposition]
        if found.chain is not None:
            return found.chain
        if most_rounds is not None and found.n_rounds > most_rounds:
            return None
        trace = SuppositionTrace(self.known, supposition, most_rounds=most_rounds)
        found.rounds_lines = sum(1 << line for line in trace.swept)
        if not trace.is_refuted:
            found.n_rounds = trace.n_rounds + 1
            return None
        found.n_rounds = trace.n_rounds
        found.chain = easiest_chain(trace)
        return found.chain

    def _distances(self, near: Collection[int]) -> Callable[[int], int]:
        """How far cells are from the cells of the last step: 0 on a line of one, else 1."""
        lines = {line for cell in near for line, _ in self.known.lines.places[cell]}
        return lambda cell: 0 if any(line in lines for line, _ in self.known.lines.places[cell]) else 1


def step_of_chain(known: KnownCells, chain: Chain) -> Step:
    """The step that a refuted supposition is.

    Args:
        known: what is known before; it is not changed.
        chain: the chain that refutes it.
    """
    cell, color = chain.supposition
    return Step(
        rung=Rung.SUPPOSITION,
        lines=tuple(sorted(chain.lines)),
        conclusions=(known.narrowing(cell, ~(1 << color)),),
        deductions=chain_deductions(known, chain),
        supposed=chain.supposition,
        contradiction=chain.contradiction,
    )


def chain_deductions(known: KnownCells, chain: Chain) -> tuple[LineDeduction, ...]:
    """What the lines of a chain conclude one after the other, with the arguments."""
    within = known.copy()
    cell, color = chain.supposition
    within.remove(cell, ~(1 << color))
    made = []
    for line, removed in chain.links:
        left: dict[int, int] = {}
        masks = within.masks[line]
        for color, mask in enumerate(removed):
            for position in bit_positions(mask & masks[color]) if mask & masks[color] else ():
                left[position] = left.get(position, within.colors[known.lines.cells[line][position]]) & ~(1 << color)
        if left:
            made.append(deduction(within, line, left))
            within.apply(made[-1].narrowed)
    return tuple(made)
