"""The forms in which the functions of the library take pictures."""

from __future__ import annotations

import operator
from collections.abc import Sequence
from typing import Any

from nonosat.core.errors import PuzzleError, UsageError
from nonosat.model.grid import cell_name
from nonosat.model.nouns import count
from nonosat.model.picture import READERS, Picture
from nonosat.model.puzzle import Puzzle

#: A picture; or its rows, each a sequence of colour numbers or a text as `nonosat.text` writes it; or the whole text.
PictureLike = Picture | Sequence[Sequence[int]] | Sequence[str] | str
#: The same with open cells: None in a row, `?` in a text; or one sequence with the colour of each cell.
PartialPicture = PictureLike | Sequence[int | None] | Sequence[Sequence[int | None]]


def as_picture(puzzle: Puzzle, value: PictureLike) -> Picture:
    """The picture that a value is for a puzzle; a `Picture` is returned as it is.

    Raises:
        InputError: the text has other rows or colours than the puzzle.
        PuzzleError: the rows have.
        UsageError: it is no picture in any form.
    """
    if isinstance(value, Picture):
        return value
    cells = tuple(color for color in as_cells(puzzle, value) if color is not None)
    if len(cells) < puzzle.grid.n_cells:
        raise PuzzleError(f"{count(puzzle.grid.n_cells - len(cells), 'open cell')}, expected a whole picture")
    return Picture(puzzle.grid, cells)


def as_cells(puzzle: Puzzle, value: PartialPicture) -> tuple[int | None, ...]:
    """For each cell its colour in a picture, None where it is open.

    Raises:
        InputError, PuzzleError, UsageError: as for `as_picture`, and PuzzleError for a `Picture` of another grid.
    """
    if isinstance(value, Picture):
        if value.grid != puzzle.grid:
            raise PuzzleError(f"picture of {value.grid.header}, expected {puzzle.grid.header}")
        return value.cells
    if isinstance(value, str):
        return READERS["text"](value, puzzle)
    try:
        rows = list(value)
    except TypeError:
        raise _no_picture(value) from None
    if rows and all(isinstance(row, str) for row in rows):
        return READERS["text"]("\n".join(map(str, rows)), puzzle)
    if all(row is None or hasattr(row, "__index__") for row in rows):
        cells: list[Any] = rows
        if len(cells) != puzzle.grid.n_cells:
            raise PuzzleError(f"{count(len(cells), 'cell')}, expected {puzzle.grid.n_cells}")
    else:
        cells = _joined(puzzle, rows)
    return tuple(_color(puzzle, cell, color) for cell, color in enumerate(cells))


def _joined(puzzle: Puzzle, rows: list[Any]) -> list[Any]:
    """The cells of rows, in the order of the grid."""
    grid = puzzle.grid
    if len(rows) != len(grid.families[0]):
        raise PuzzleError(f"{count(len(rows), 'row')}, expected {len(grid.families[0])}")
    cells: list[Any] = [None] * grid.n_cells
    for number, (row, index) in enumerate(zip(rows, grid.families[0], strict=True), 1):
        try:
            colors = list(row)
        except TypeError:
            raise _no_picture(row) from None
        line = grid.line(index)
        if len(colors) != len(line):
            raise PuzzleError(f"row {number} has {count(len(colors), 'cell')}, expected {len(line)}")
        for cell, color in zip(line, colors, strict=True):
            cells[cell] = color
    return cells


def _color(puzzle: Puzzle, cell: int, value: Any) -> int | None:
    if value is None:
        return None
    try:
        color = operator.index(value)
    except TypeError:
        raise _no_picture(value) from None
    if not 0 <= color <= puzzle.n_colors:
        name = cell_name(puzzle.grid, cell)
        raise PuzzleError(f"{name} has colour {color}, expected 0 to {puzzle.n_colors}")
    return color


def _no_picture(value: object) -> UsageError:
    message = f"an instance of {type(value).__name__}, expected a Picture, rows of colour numbers, or a text"
    return UsageError(message)
