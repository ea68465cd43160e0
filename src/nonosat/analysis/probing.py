"""Probing: suppose that a cell has a colour, and solve lines; if they contradict each other, it has another colour.

Probing proves colours of cells impossible without a search, and needs no solver. It decides nothing in some puzzles,
and a large part of others.

Source: as failed literals, J. W. Freeman, "Improvements to propositional satisfiability search algorithms", 1995, with
line solving in the place of unit propagation.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.lines.fixpoint import PropagationState
from nonosat.system.deadline import NEVER, Deadline


def impossible_colors(state: PropagationState, deadline: Deadline = NEVER) -> Iterator[tuple[int, int]]:
    """Yield cells with an impossible colour, until none is found any more or the deadline comes.

    Args:
        state: line consistent, and it has a solution. The colours that are found are removed from it, with all that
            follows from single lines.
    """
    n_cells = state.puzzle.grid.n_cells
    n_tried, cell = 0, 0  # n_tried: cells that were tried since the last colour was found, with the cell of that one
    while n_tried < n_cells and not deadline.has_passed:
        n_tried += 1
        for color in state.colors(cell):
            if len(state.colors(cell)) == 1:
                break
            if state.supposing(cell, color) is None:
                state.forbid(cell, color)
                state.run()
                n_tried = 1
                yield cell, color
        cell = (cell + 1) % n_cells
