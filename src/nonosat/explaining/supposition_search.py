"""Rung SUPPOSITION: the supposition that is easiest to refute.

Lines refute a supposition if line solving from it finds a line without placement. Each candidate is tested by that
first, which is fast; if it is refuted, the chain is followed line by line, pass after pass, as far as is needed to find
a short one. Results are remembered as long as nothing changes on the lines that took part.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from math import inf

from nonosat.core.deadline import NEVER, Deadline
from nonosat.explaining.known_cells import KnownCells
from nonosat.explaining.line_implications import SolutionColors, state_of
from nonosat.explaining.line_steps import line_deduction
from nonosat.explaining.step import Rung, Step, Supposition
from nonosat.explaining.supposition_trace import Chain, SuppositionTrace, easiest_chain, shortened
from nonosat.lines.domains import bit_positions

#: Chains of at most this number of passes are searched for; then longer ones, if that is worth while.
_PASSES = (3, 4, 6, 9, inf)

#: The sweeps that may be spent on looking for an easier chain than the best one found: in all, and at least in each
#: search.
_ALLOWANCE, _LEAST_ALLOWANCE = 12_000, 400

#: The number of refuted suppositions to collect when few are known; once the allowance is spent, these come first.
_STOCK = 20

#: After this number of sweeps it pays to search for the solutions: suppositions that hold need not be followed then.
_SOLVE_AFTER = 10_000


@dataclass(slots=True)
class _Record:
    """The results for a supposition, some of them with the lines that took part.

    Attributes:
        chain: a chain that refutes it, once one was found; it still does when more is known.
        is_fresh: whether nothing has changed since on the lines of the chain, so that it cannot have become shorter.
        n_passes: a lower bound of the passes that a refutation takes.
        pass_lines: the lines on which `n_passes` depends.
        is_refutable: whether lines refute it; None if that is not known.
        probe_lines: the lines on which `is_refutable` depends if it is False.
    """

    chain: Chain | None = None
    is_fresh: bool = False
    n_passes: int = 0
    pass_lines: Collection[int] = ()
    is_refutable: bool | None = None
    probe_lines: Collection[int] = ()

    def is_worth(self, most_passes: float) -> bool:
        """True if it pays to follow the supposition for some passes; for 0 passes, if a chain is known."""
        return self.chain is not None if most_passes == 0 else self.chain is None and self.is_refutable is not False

    def forget(self, changed: set[int]) -> None:
        """Forget the results that changes on some lines may have altered."""
        if self.chain is not None:
            self.is_fresh = self.is_fresh and changed.isdisjoint(self.chain.lines)
            return
        if not changed.isdisjoint(self.pass_lines):
            self.n_passes, self.pass_lines = 0, ()
        if self.is_refutable is False and not changed.isdisjoint(self.probe_lines):
            self.is_refutable, self.probe_lines = None, ()


class SuppositionSearch:
    """Searches for suppositions that lines refute; the results that it remembers hold while knowledge only grows.

    Attributes:
        state: of line solving, with the knowledge at the last step; single lines conclude nothing more from it.
    """

    def __init__(self, known: KnownCells, solutions: SolutionColors, deadline: Deadline = NEVER) -> None:
        """Search from what is `known`, which may grow if single lines conclude nothing when a search begins."""
        self.known = known
        self.solutions = solutions
        self.deadline = deadline
        self.state = state_of(known)
        #: What the state knows of the cells.
        self._colors = known.colors[:]
        #: By suppositions, ascending.
        self._records = {
            Supposition(cell, color): _Record()
            for cell in known.open_cells()
            for color in bit_positions(known.colors[cell])
        }
        #: Traces from what is known now that are not complete.
        self._traces: dict[Supposition, SuppositionTrace] = {}
        self._allowance = _ALLOWANCE
        self._n_sweeps = self._n_before = 0

    def next_step(self, near: Collection[int] = ()) -> Step | None:
        """The step with the fewest lines, then the fewest links, then near the cells of the last step.

        In a large puzzle it is the easiest of those that are found soon; None if lines refute no supposition. After the
        deadline `GaveUp` is raised.
        """
        self._refresh()
        self._n_sweeps = 0
        chain = self._easiest(near)
        self._n_before += self._n_sweeps
        self._allowance -= min(self._allowance, self._n_sweeps)
        return None if chain is None else step_of_chain(self.known, chain)

    def _easiest(self, near: Collection[int]) -> Chain | None:
        lines, records = self.known.lines, self._records
        close = {cell for line in lines.through(near) for cell in lines.cells[line]}
        by_nearness = sorted(records, key=lambda each: each.cell not in close)
        least = lines.shortest_cycle
        best: Chain | None = None
        best_key: tuple[int, ...] = ()
        limit = max(_LEAST_ALLOWANCE, self._allowance // 8)
        n_known, to_know = 0, 0
        for most_passes in (0, *_PASSES):  # 0: chains that are known
            for supposition in [each for each in by_nearness if records[each].is_worth(most_passes)]:
                if best is not None and most_passes != 0 and n_known >= to_know and self._n_sweeps >= limit:
                    break
                chain = self._follow(supposition, most_passes)
                if chain is None:
                    continue
                n_known += 1
                n_lines, n_links, n_cells = chain.size
                key = (n_lines, n_links, supposition.cell not in close, n_cells, *supposition)
                if best is None or key < best_key:
                    best, best_key = chain, key
                    if n_lines <= least and n_links < least:
                        return best
            if most_passes == 0:
                to_know = 0 if n_known >= _STOCK // 4 else _STOCK
            elif best is not None:
                is_deep_enough = best_key[0] - least <= most_passes - _PASSES[0]
                if is_deep_enough or (n_known >= to_know and self._n_sweeps >= limit):
                    break
        return best

    def _refresh(self) -> None:
        """Bring the results up to date with what is known."""
        known = self.known
        pairs = zip(self._colors, known.colors, strict=True)
        changed = [cell for cell, (old, new) in enumerate(pairs) if old != new]
        for cell in changed:
            left = known.colors[cell]
            for color in bit_positions(self._colors[cell]):
                if not left >> color & 1:
                    self.state.cells.forbid(cell, color)
                if not left >> color & 1 or not left & (left - 1):
                    self._records.pop(Supposition(cell, color), None)
        is_possible = self.state.run()
        assert is_possible, "single lines find no contradiction"
        self._colors = known.colors[:]
        self._traces.clear()
        lines = known.lines.through(changed)
        for record in self._records.values():
            record.forget(lines)

    def _follow(self, supposition: Supposition, most_passes: float) -> Chain | None:
        """The easiest chain of at most `most_passes` passes, 0 for a chain that is known; None if there is none."""
        record = self._records[supposition]
        if record.chain is not None:
            if not record.is_fresh:
                self._n_sweeps += len(record.chain.lines)
                record.chain, record.is_fresh = shortened(self.known, record.chain), True
            return record.chain
        if self._n_before + self._n_sweeps > _SOLVE_AFTER and self.solutions.shows(supposition):
            return None
        self.deadline.check()
        if record.n_passes > most_passes:
            return None
        if record.is_refutable is None:
            self._probe(supposition, record, is_short=most_passes == _PASSES[0])
        if record.is_refutable is False:
            return None
        trace = self._traces.pop(supposition, None)
        if trace is None:
            trace = SuppositionTrace(self.known, supposition, most_passes=most_passes)
            n_before = 0
        else:
            n_before = trace.n_sweeps
            trace.follow(most_passes)
        self._n_sweeps += trace.n_sweeps - n_before
        record.n_passes, record.pass_lines = trace.n_passes + 1, trace.swept
        if trace.is_refuted:
            record.chain, record.is_fresh, record.is_refutable = easiest_chain(trace), True, True
        elif trace.is_complete:
            record.is_refutable, record.probe_lines = False, trace.swept
        else:
            self._traces[supposition] = trace
        return record.chain

    def _probe(self, supposition: Supposition, record: _Record, is_short: bool) -> None:
        """Find out by line solving whether lines refute a supposition.

        Where cells have several colours, and only a short chain is asked for, one that they do not refute stays open,
        so that it is followed, too.
        """
        self._n_sweeps += 1
        trial, swept = self.state.copy(), list[int]()
        trial.cells.fix(*supposition)
        if not trial.run(swept=swept):
            record.is_refutable = True
        elif self.known.lines.puzzle.n_colors == 1:
            record.is_refutable, record.probe_lines = False, set(swept)
        elif not is_short:
            record.is_refutable, record.probe_lines = False, set(swept)
            self._n_sweeps += len(record.probe_lines)


def step_of_chain(known: KnownCells, chain: Chain) -> Step:
    """The step of a supposition that a chain refutes; `known` is the knowledge before it."""
    cell, color = chain.supposition
    within = known.supposing(cell, color)
    deductions = []
    for line, removed in chain.links:
        deductions.append(line_deduction(within, line, removed))
        within.apply(deductions[-1].narrowed)
    return Step(
        rung=Rung.SUPPOSITION,
        lines=tuple(sorted(chain.lines)),
        conclusions=(known.narrowing(cell, ~(1 << color)),),
        deductions=tuple(deductions),
        supposed=chain.supposition,
        contradiction=chain.contradiction,
    )
