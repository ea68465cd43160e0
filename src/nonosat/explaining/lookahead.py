"""Suppositions about one cell each that line solving refutes, with the number of passes.

A supposition gives one cell one of its possible colours. Passes of line solving follow, each of all changed lines from
the same state, until a line has no placement: the supposition is refuted in that pass. All suppositions of a state
are followed side by side, a pass of each before the next pass of any. So the first refutations depend on the state
alone, not on an order of cells or lines, and more knowledge never makes a refutation longer.

Suppositions within suppositions are tried in any order: the operators are monotone, so one refutation never hinders
another, and refuted colours are removed at once.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from nonosat.core.deadline import NEVER, Deadline
from nonosat.explaining.step import Supposition
from nonosat.lines.domains import open_cells
from nonosat.lines.fixpoint import PropagationState, refute_colors
from nonosat.model.picture import Picture

#: The states of suppositions are kept from one pass to the next if they have at most this number of lines together;
#: otherwise the passes are repeated, since memory is limited.
_MAX_KEPT = 2_000_000

#: Work of a line in a pass, in units.
_LINE_WORK = 3e-3


class Refutation(NamedTuple):
    """The suppositions that are refuted in the fewest passes of line solving, ascending."""

    passes: int
    pairs: tuple[Supposition, ...]


class _Trial(NamedTuple):
    """Passes of line solving that do not refute a supposition, while nothing changes on the lines swept in them.

    Attributes:
        passes: infinite if line solving ends without a contradiction.
        lines: as a bit set.
    """

    passes: float
    lines: int


class Lookahead:
    """The suppositions of a state that `apply` narrows; after the deadline methods raise `GaveUp`."""

    def __init__(self, state: PropagationState, solution: Picture | None = None, deadline: Deadline = NEVER) -> None:
        """
        Args:
            state: at the fixpoint of line solving; changed in place.
            solution: if one is known. Its colours are never refuted, so never supposed.
        """
        self.state = state
        self._deadline = deadline
        self._solution = solution
        self._trials: dict[Supposition, _Trial] = {}

    def shortest(self, limit: float = math.inf) -> Refutation | None:
        """The suppositions that are refuted in the fewest passes; None if none is within `limit` passes."""
        pairs, trials = suppositions(self.state, self._solution), self._trials
        running: dict[Supposition, PropagationState] = {}
        swept: dict[Supposition, int] = {}
        is_small = len(pairs) * self.state.puzzle.grid.n_lines <= _MAX_KEPT
        passes = 0
        while passes < limit:
            passes += 1
            refuted: list[Supposition] = []
            is_left = False
            for pair in pairs:
                trial = trials.get(pair)
                if trial is not None and trial.passes >= passes:
                    is_left |= trial.passes < math.inf
                    continue
                state = running.get(pair)
                if state is None:
                    state, swept[pair] = self._supposed(pair, passes - 1)
                    if is_small:
                        running[pair] = state
                lines = state.cells.changed_lines()
                swept[pair] |= sum([1 << line for line in lines])
                self._deadline.spend(_LINE_WORK * len(lines))
                self._deadline.check("no rating")
                if state.cells.run_round() is None:
                    refuted.append(pair)
                elif state.cells.changed_lines():
                    trials[pair] = _Trial(passes, swept[pair])
                    is_left = True
                else:
                    trials[pair] = _Trial(math.inf, swept[pair])
                    running.pop(pair, None)
            if refuted:
                return Refutation(passes, tuple(refuted))
            if not is_left:
                return None
        return None

    def apply(self, refutation: Refutation) -> bool:
        """Remove the refuted colours, and solve lines to the fixpoint; False if there is no solution."""
        state = self.state
        before = [masks[:] for masks in state.cells.masks()]
        for cell, color in refutation.pairs:
            state.cells.forbid(cell, color)
        if not state.run(self._deadline):
            return False
        changed = 0
        for old, new in zip(before, state.cells.masks(), strict=True):
            changed |= sum([1 << line for line, mask in enumerate(old) if mask != new[line]])
        self._trials = {pair: trial for pair, trial in self._trials.items() if not trial.lines & changed}
        return True

    def _supposed(self, pair: Supposition, passes: int) -> tuple[PropagationState, int]:
        """The state under a supposition after some passes, which do not refute it, and the lines swept in them."""
        state, swept = self.state.copy(), 0
        state.cells.fix(*pair)
        for _ in range(passes):
            swept |= sum([1 << line for line in state.cells.changed_lines()])
            state.cells.run_round()
        return state, swept


def solves_nested(state: PropagationState, solution: Picture | None = None, deadline: Deadline = NEVER) -> bool:
    """Tell whether line solving, suppositions, and suppositions within suppositions decide all cells.

    Args:
        state: as that of `Lookahead`.
        solution: one of the puzzle, if known.

    Raises:
        GaveUp: the deadline has passed.
    """
    while refute_colors(state, solution, deadline) and state.n_open:
        if not _refute_one(state, solution, deadline):
            return False
    return True


def _refute_one(state: PropagationState, solution: Picture | None, deadline: Deadline) -> bool:
    """Refute one supposition by suppositions within it; False if none can be refuted in this way."""
    supposed = []
    for number, (cell, color) in enumerate(suppositions(state, solution)):
        inner = state.supposing(cell, color)
        assert inner is not None, "lines alone refute no supposition"
        supposed.append((inner.n_open, number, cell, color, inner))
    supposed.sort(key=lambda each: each[:2])  # the fewer cells are open, the sooner it is known
    for _, _, cell, color, inner in supposed:
        if not refute_colors(inner, deadline=deadline):
            state.cells.forbid(cell, color)
            state.run()
            return True
    return False


def suppositions(state: PropagationState, solution: Picture | None = None) -> list[Supposition]:
    """All suppositions, ascending: open cells with their possible colours, but for those of a solution."""
    return [
        Supposition(cell, color)
        for cell in open_cells(state.domains())
        for color in state.cells.colors(cell)
        if solution is None or solution.cells[cell] != color
    ]
