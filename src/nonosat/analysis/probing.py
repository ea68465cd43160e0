"""Probing: suppose that a cell has a colour, and follow lines; if they contradict each other, it has another one.

This proves colours of cells impossible without a search, and needs no solver. It decides nothing in some puzzles, and a
large part of others.

Source: as failed literals, J. W. Freeman, "Improvements to propositional satisfiability search algorithms", 1995, with
line solving in the place of unit propagation.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.lines.fixpoint import PropagationState
from nonosat.system.deadline import NEVER, Deadline


def impossible_colors(state: PropagationState, deadline: Deadline = NEVER) -> Iterator[tuple[int, int]]:
    """Colours of cells that lead to a contradiction of lines, until no more are found or the deadline comes.

    Args:
        state: what is possible; line consistent, and there is a solution. What is found is removed from it, with all
            that follows from single lines.
        deadline: when to end.

    Yields:
        The cell and its impossible colour.
    """
    n_cells = state.puzzle.grid.n_cells
    last, cell = 0, 0  # all cells from `last` on to `cell` have been tried since something was found
    while cell < last + n_cells and not deadline.has_passed:
        for color in state.colors(cell % n_cells):
            if len(state.colors(cell % n_cells)) == 1:
                break
            supposed = state.copy()
            supposed.fix(cell % n_cells, color)
            if not supposed.run():
                state.forbid(cell % n_cells, color)
                state.run()
                last = cell
                yield cell % n_cells, color
        cell += 1
