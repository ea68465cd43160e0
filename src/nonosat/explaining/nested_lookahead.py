"""Suppositions within suppositions: a test of whether two at a time are enough to solve a puzzle.

The operators are monotone, so one refutation never hinders another, and the order in which suppositions are tried does
not matter. So refuted colours are removed at once.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.lines.domains import open_cells
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.system.deadline import NEVER, Deadline


def solves_nested(state: PropagationState, solution: Picture | None = None, deadline: Deadline = NEVER) -> bool:
    """Tell whether line solving, suppositions, and suppositions within suppositions decide all cells.

    Args:
        state: at the fixpoint of line solving; changed in place.
        solution: a solution of the puzzle, if one is known. Its colours are not supposed.

    Raises:
        GaveUp: the deadline has passed.
    """
    while _refute_all(state, solution, deadline) and state.n_open:
        if not _refute_one(state, solution, deadline):
            return False
    return True


def _refute_all(state: PropagationState, solution: Picture | None, deadline: Deadline) -> bool:
    """Refute suppositions about one cell by line solving until none is left; False if there is no solution."""
    is_new = True
    while is_new:
        is_new = False
        for cell, color in _pairs(state, solution):
            if color not in state.colors(cell):
                continue
            deadline.check("no rating")
            if state.supposing(cell, color) is None:
                state.forbid(cell, color)
                if not state.run():
                    return False
                is_new = True
    return True


def _refute_one(state: PropagationState, solution: Picture | None, deadline: Deadline) -> bool:
    """Refute one supposition by suppositions within it; False if none can be refuted in this way."""
    supposed = []
    for number, (cell, color) in enumerate(_pairs(state, solution)):
        inner = state.supposing(cell, color)
        assert inner is not None, "lines alone refute no supposition"
        supposed.append((inner.n_open, number, cell, color, inner))
    supposed.sort(key=lambda each: each[:2])  # the fewer cells are open, the sooner it is known
    for _, _, cell, color, inner in supposed:
        if not _refute_all(inner, None, deadline):
            state.forbid(cell, color)
            state.run()
            return True
    return False


def _pairs(state: PropagationState, solution: Picture | None) -> Iterator[tuple[int, int]]:
    """The open cells with their possible colours, without those of the solution."""
    for cell in open_cells(state.domains()):
        for color in state.colors(cell):
            if solution is None or solution.cells[cell] != color:
                yield cell, color
