"""Rung SUPPOSITION: the supposition that is easiest to refute.

A supposition can be refuted by lines if line solving from it finds a line without placement. That is found out for all
candidates with bit sets, fast; for those that can be refuted the chain is followed line by line, round after round, as
far as it is needed to find one that is short. What was found out is remembered, as long as nothing changes on the lines
that took part.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from functools import reduce
from operator import or_

from nonosat.explaining.known_cells import KnownCells, LineMasks
from nonosat.explaining.line_implications import LineImplications
from nonosat.explaining.solution_colors import SolutionColors
from nonosat.explaining.step import Supposition
from nonosat.explaining.supposition_trace import Chain, SuppositionTrace, easiest_chain, shortened
from nonosat.lines.domains import bit_positions
from nonosat.lines.fixpoint import PropagationState
from nonosat.system.deadline import NEVER, Deadline

#: After so many rounds, more or less, a supposition is looked at again.
_ROUNDS: tuple[int, int, int, int, None] = (3, 4, 6, 9, None)

#: Sweeps that may be spent in all on looking for something easier than what is found, and at least in each search.
_ALLOWANCE, _LEAST_ALLOWANCE = 12_000, 400

#: So many refuted suppositions are collected when there are few; after the allowance is spent they come first.
_STOCK = 20

#: After so many sweeps it pays to search for the solutions, as no supposition that holds has to be followed then.
_SOLVE_AFTER = 10_000


class _Record:
    """What is known of a supposition, some of it with a bit set of the lines that took part in finding it out.

    Attributes:
        chain: a chain that refutes it, once one was found; it does so as long as knowledge grows.
        is_fresh: whether nothing has changed since on the lines of the chain, so that it cannot have become shorter.
        n_rounds: no line is without placement after fewer rounds.
        is_refutable: whether lines refute it; None if that is not known.
    """

    __slots__ = ("chain", "is_fresh", "is_refutable", "n_rounds", "probe_lines", "round_lines")

    def __init__(self) -> None:
        self.chain: Chain | None = None
        self.is_fresh = False
        self.n_rounds, self.round_lines = 0, 0
        self.is_refutable: bool | None = None
        self.probe_lines = 0

    def forget(self, changed: int) -> None:
        """Forget what may be different after changes on some lines, a bit set."""
        if self.chain is not None:
            self.is_fresh = self.is_fresh and not any(changed >> line & 1 for line in self.chain.lines)
            return
        if self.round_lines & changed:
            self.n_rounds = self.round_lines = 0
        if self.is_refutable is False and self.probe_lines & changed:
            self.is_refutable, self.probe_lines = None, 0


class SuppositionSearch:
    """Searches for suppositions that lines refute; what it remembers holds as long as knowledge only grows."""

    def __init__(
        self, known: KnownCells, lines: LineImplications, solutions: SolutionColors, deadline: Deadline = NEVER
    ) -> None:
        """
        Args:
            known: what is known; it may grow between searches.
            lines: what follows from it by single lines; up to date whenever a search begins.
            solutions: the colours that cannot be refuted.
        """
        self.known = known
        self.lines = lines
        self.solutions = solutions
        self.deadline = deadline
        self._records: dict[Supposition, _Record] = {}
        self._state = PropagationState(known.lines.puzzle)
        #: For each literal of a cell the lines through it, as a bit set.
        self._literal_lines = {
            literal: sum(1 << line for line, _ in known.lines.places[pair.cell])
            for literal, pair in lines.pairs.items()
        }
        #: Traces that have come to no end yet, of what is known now.
        self._traces: dict[Supposition, SuppositionTrace] = {}
        self._masks: list[LineMasks] = [()] * len(known.masks)
        #: Sweeps that may be spent on looking for something easier than what is found.
        self._allowance = _ALLOWANCE
        self._n_sweeps = self._n_before = 0

    def easiest(self, near: Collection[int] = ()) -> Chain | None:
        """The chain with the fewest lines, then the fewest links, then nearest to some cells.

        In a large puzzle it is the easiest of those that are found soon.

        Args:
            near: the cells of the last step.

        Returns:
            None if lines refute no supposition.

        Raises:
            GaveUp: the deadline has passed.
        """
        self._refresh()
        distance = self._distances(near)
        candidates = sorted(
            [each for each, record in self._records.items() if record.is_refutable is not False],
            key=lambda each: (distance(each.cell), each),
        )
        least = self.known.lines.shortest_cycle
        best: Chain | None = None
        best_key: tuple[int, ...] = ()
        self._n_sweeps = 0
        limit = max(_LEAST_ALLOWANCE, self._allowance // 8)
        n_known, to_know = 0, 0
        for most_rounds in (0, *_ROUNDS):  # 0: those that are known
            for supposition in candidates:
                if best is not None and most_rounds != 0 and n_known >= to_know and self._n_sweeps >= limit:
                    break
                is_new = self._records[supposition].chain is None
                chain = self._follow(supposition, most_rounds)
                if chain is None:
                    continue
                n_known += is_new or most_rounds == 0
                n_lines, n_links, n_cells = chain.size
                key = (n_lines, n_links, distance(supposition.cell), n_cells, *supposition)
                if best is None or key < best_key:
                    best, best_key = chain, key
                    if n_lines <= least and n_links < least:
                        return self._chosen(best)
            candidates = [each for each in candidates if self._records[each].is_refutable is not False]
            if most_rounds == 0:
                to_know = 0 if n_known >= _STOCK // 4 else _STOCK
            elif best is not None:
                is_deep_enough = best_key[0] - least <= (most_rounds or 0) - _ROUNDS[0]
                if is_deep_enough or (n_known >= to_know and self._n_sweeps >= limit):
                    break
        return self._chosen(best)

    def _chosen(self, chain: Chain | None) -> Chain | None:
        """Count what was spent on a chain."""
        self._n_before += self._n_sweeps
        self._allowance -= min(self._allowance, self._n_sweeps)
        return chain

    def _refresh(self) -> None:
        """Bring all up to date with what is known."""
        known, state = self.known, self._state
        changed = 0
        for line, (old, new) in enumerate(zip(self._masks, known.masks, strict=True)):
            if old != new:
                changed |= 1 << line
        if not changed:
            return
        self._traces.clear()
        self._masks = known.masks[:]
        for row in known.lines.puzzle.grid.families[0]:
            if changed >> row & 1:
                cells = known.lines.cells[row]
                for color, (mask, kept) in enumerate(zip(state.masks, known.masks[row], strict=True)):
                    for position in bit_positions(mask[row] & ~kept):
                        state.forbid(cells[position], color)
        is_possible = state.run()
        assert is_possible, "single lines find no contradiction"
        records: dict[Supposition, _Record] = {}
        for cell in known.open_cells():
            for color in bit_positions(known.colors[cell]):
                supposition = Supposition(cell, color)
                record = records[supposition] = self._records.get(supposition) or _Record()
                record.forget(changed)
        self._records = records

    def _follow(self, supposition: Supposition, most_rounds: int | None) -> Chain | None:
        """The easiest chain within some rounds.

        Args:
            supposition: what is supposed.
            most_rounds: leave out what needs more rounds; 0 for chains that are known.

        Returns:
            None if there is none.
        """
        record = self._records[supposition]
        if record.chain is not None:
            if not record.is_fresh:
                self._n_sweeps += len(record.chain.lines)
                record.chain, record.is_fresh = shortened(self.known, record.chain), True
            return record.chain
        if most_rounds == 0 or record.is_refutable is False:
            return None
        if self._n_before + self._n_sweeps > _SOLVE_AFTER:
            shown = self.solutions.find()
            if shown is not None and shown[supposition.cell] >> supposition.color & 1:
                return None
        self.deadline.check()
        if most_rounds is not None and record.n_rounds > most_rounds:
            return None
        if record.is_refutable is None:
            record.is_refutable = self._probe(supposition, record)
            if record.is_refutable is None and most_rounds != _ROUNDS[0]:
                self._solve_lines(supposition, record)
            if record.is_refutable is False:
                return None
        trace = self._traces.pop(supposition, None)
        if trace is None:
            trace = SuppositionTrace(self.known, supposition, most_rounds=most_rounds)
            n_before = 0
        else:
            n_before = trace.n_sweeps
            trace.follow(most_rounds)
        lines = 0
        for line in trace.swept:
            lines |= 1 << line
        self._n_sweeps += trace.n_sweeps - n_before
        record.n_rounds, record.round_lines = trace.n_rounds + 1, lines
        if trace.is_refuted:
            record.chain, record.is_fresh, record.is_refutable = easiest_chain(trace), True, True
        elif trace.is_complete:
            record.is_refutable, record.probe_lines = False, lines
        else:
            self._traces[supposition] = trace
        return record.chain

    def _probe(self, supposition: Supposition, record: _Record) -> bool | None:
        """Whether lines refute a supposition, by unit propagation; None if that cannot tell."""
        literal = self.lines.literals[supposition]
        self._n_sweeps += 1
        follows = self.lines.follow([literal])
        if follows is None:
            return True
        if not self.lines.is_exact:
            return None
        bits = self._literal_lines
        record.probe_lines = reduce(or_, map(bits.__getitem__, filter(bits.__contains__, follows)))
        return False

    def _solve_lines(self, supposition: Supposition, record: _Record) -> None:
        """Find out by line solving whether lines refute a supposition."""
        trial = self._state.copy()
        trial.fix(*supposition)
        record.is_refutable = not trial.run()
        if not record.is_refutable:
            lines = 0
            for now, before in zip(trial.masks, self._state.masks, strict=True):
                for line, (new, old) in enumerate(zip(now, before, strict=True)):
                    if new != old:
                        lines |= 1 << line
            record.probe_lines = lines
            self._n_sweeps += lines.bit_count()

    def _distances(self, near: Collection[int]) -> Callable[[int], int]:
        """How far cells are from the cells of the last step: 0 on a line of one, else 1."""
        lines = {line for cell in near for line, _ in self.known.lines.places[cell]}
        cells = {cell for line in lines for cell in self.known.lines.cells[line]}
        return lambda cell: 0 if cell in cells else 1
