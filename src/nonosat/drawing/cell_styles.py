"""The colour number that each cell is drawn in, in SVG and in text."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.errors import PuzzleError
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: In place of a colour: an unknown cell of a puzzle without picture.
OPEN = -1


def cells_to_draw(puzzle: Puzzle, picture: Picture | None) -> Sequence[int]:
    """Colour number of every cell; without a picture the givens, and `OPEN` for all other cells.

    Raises:
        PuzzleError: the picture is on another grid, or has colours that the palette lacks.
    """
    if picture is None:
        cells = [OPEN] * puzzle.grid.n_cells
        for cell, color in puzzle.givens:
            cells[cell] = color
        return cells
    if picture.grid != puzzle.grid:
        raise PuzzleError(f"picture on the grid {picture.grid.header!r}, expected {puzzle.grid.header!r}")
    if min(picture.cells) < 0 or max(picture.cells) > puzzle.n_colors:
        raise PuzzleError(f"picture with a colour outside 0 to {puzzle.n_colors}, expected colours of the palette")
    return picture.cells
