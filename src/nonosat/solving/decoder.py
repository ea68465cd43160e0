"""From a model to the picture it stands for."""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.errors import SolverError
from nonosat.lines.domains import Domains, decided_colors, open_cells
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle


def decode(puzzle: Puzzle, model: Iterable[int], domains: Domains | None = None) -> Picture:
    """The picture that a model of an encoding describes; it is not checked against the clues.

    Args:
        puzzle: what was encoded.
        model: literals, in any order; a cell variable that is not mentioned counts as false.
        domains: given exactly if the formula was the residual one of these domains; they tell the decided cells, and
            thus the numbers of the others.

    Raises:
        SolverError: a cell has two colours, so this is no model of any encoding of the puzzle.
    """
    n = puzzle.n_colors
    if domains is None:
        colors, cells, seen = [0] * puzzle.grid.n_cells, None, puzzle.grid.n_cells * n
    else:
        colors, cells = decided_colors(domains), open_cells(domains)
        seen = len(cells) * n
    for literal in model:
        if 0 < literal <= seen:
            number, color = divmod(literal - 1, n)
            cell = number if cells is None else cells[number]
            if colors[cell]:
                raise SolverError(f"the model gives cell {cell} two colours, expected at most one")
            colors[cell] = color + 1
    return Picture(puzzle.grid, tuple(colors))
