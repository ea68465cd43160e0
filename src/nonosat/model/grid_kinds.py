"""The registry of grids: their headers, and the words and indents of each kind.

A new kind of grid is a class that fulfils the protocol `Grid`, an entry in `GRIDS`, and a layout in
`drawing.layouts.LAYOUTS`, which has the same keys. Solvers, encodings, clue files and text pictures need nothing else;
the other file formats say which kinds they can hold.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from importlib import import_module
from typing import Any, NamedTuple, cast

from nonosat.core.errors import PuzzleError, shown
from nonosat.core.registries import registry
from nonosat.model.grid import MAX_CELLS, Grid
from nonosat.model.nouns import count, joined


class GridSize(NamedTuple):
    """One number in the header of a grid.

    Attributes:
        name: its name in messages: `height`.
        singular, plural: the noun behind it in a description: `row`, `rows`.
        least: its smallest value.
    """

    name: str
    singular: str
    plural: str
    least: int = 1


def centred_rows(grid: Grid) -> list[int]:
    """Indents of rows that stand centred: for each, the distance of its first cell from the leftmost cell of all rows.

    The unit is half the distance between two cells of a row.
    """
    lengths = [len(grid.line(row)) for row in grid.families[0]]
    longest = max(lengths)
    return [longest - length for length in lengths]


class GridKind(NamedTuple):
    """A kind of grid.

    Attributes:
        name: the first word of the header.
        module: it has `of_sizes`, which makes the grid from the numbers in its header, and may have `of_rows`, which
            finds the one whose rows have some lengths, or returns None.
        cells: the noun for its cells, in the plural: `squares`.
        sizes: the numbers in the header, in their order.
        row_indents: the indents of the rows in a picture made of text, in the unit of `centred_rows`.
        columns: the width of a cell of a coloured picture made of text, in characters, if there is room.
    """

    name: str
    module: str
    cells: str
    sizes: tuple[GridSize, ...]
    row_indents: Callable[[Any], Sequence[int]] = centred_rows
    columns: int = 2

    def grid(self, *numbers: int) -> Grid:
        """The grid with these numbers in its header; raises PuzzleError for numbers that cannot be."""
        return cast(Grid, import_module(self.module).of_sizes(*numbers))

    def of_rows(self, lengths: Sequence[int]) -> Grid | None:
        """The grid whose rows have these lengths, or None if they do not make it known.

        Raises:
            PuzzleError: the grid would have too many cells.
        """
        find = getattr(import_module(self.module), "of_rows", None)
        return cast("Grid | None", find and find(lengths))

    def describe(self, grid: Grid, term: Callable[[str], str] = str) -> str:
        """The sizes of a grid in words: `4 rows, 5 columns`; `term` translates each noun."""
        numbers = map(int, grid.header.split()[1:])
        parts = zip(numbers, self.sizes, strict=True)
        return ", ".join(f"{number} {term(size.singular if number == 1 else size.plural)}" for number, size in parts)

    def extent(self, grid: Grid, term: Callable[[str], str] = str) -> str:
        """The size of a grid in few words: its sizes, or if these are many the cells: `128 triangles`."""
        return self.describe(grid, term) if len(self.sizes) <= 2 else f"{grid.n_cells} {term(self.cells)}"

    def find_described(self, text: str) -> Grid | None:
        """The grid whose description a text contains; inverse of `describe`.

        Raises:
            PuzzleError: there can be no grid of these sizes.
        """
        parts = (rf"(\d{{1,9}}) (?:{re.escape(size.singular)}|{re.escape(size.plural)})" for size in self.sizes)
        match = re.search(rf"\b{', '.join(parts)}\b", text)
        return self.grid(*map(int, match.groups())) if match else None


GRIDS = registry(
    GridKind(
        "rect",
        "nonosat.model.rect_grid",
        "squares",
        (GridSize("height", "row", "rows"), GridSize("width", "column", "columns")),
    ),
    GridKind(
        "hex",
        "nonosat.model.hex_grid",
        "hexagons",
        (GridSize("size", "cell along each side", "cells along each side"),),
    ),
    GridKind(
        "tri",
        "nonosat.model.tri_grid",
        "triangles",
        (
            GridSize("top-left", "triangle along the top left side", "triangles along the top left side", 0),
            GridSize("bottom-left", "along the bottom left", "along the bottom left", 0),
            GridSize("bottom", "along the bottom", "along the bottom", 0),
            GridSize("bottom-right", "along the bottom right", "along the bottom right", 0),
            GridSize("top-right", "along the top right", "along the top right", 0),
            GridSize("top", "along the top", "along the top", 0),
        ),
        row_indents=lambda grid: [2 * start for start in grid.row_starts],
        columns=1,
    ),
)


class HeaderError(PuzzleError):
    """An error for a header that does not name a grid.

    Attributes:
        word: the number of the wrong word in the header, from 0; one more than the last where a word is missing.
    """

    def __init__(self, message: str, word: int) -> None:
        super().__init__(message)
        self.word = word


def kind_of(grid: Grid) -> GridKind:
    """The entry of a grid in `GRIDS`."""
    return GRIDS[grid.kind]


def read_header(text: str) -> Grid:
    """The grid that a header describes, such as `rect 4 5`.

    Raises:
        HeaderError: there is no such grid; the message says what was expected.
    """
    name, *sizes = text.split() or [""]
    if name not in GRIDS:
        found = f"grid {shown(name)}" if name else "no grid"
        raise HeaderError(f"{found}, expected {header_usage()}", 0)
    kind = GRIDS[name]
    if len(sizes) != len(kind.sizes):
        message = f"{count(len(sizes), 'word')} after `{name}`, expected {header_usage()}"
        raise HeaderError(message, min(len(sizes), len(kind.sizes)) + 1)
    numbers = [_size(word, kind.sizes[i].least, i + 1) for i, word in enumerate(sizes)]
    try:
        return kind.grid(*numbers)
    except PuzzleError as error:
        raise HeaderError(error.message, 1) from None


def begins_with_header(text: str) -> bool:
    """True if the first word of a text is a kind of grid; quick, since nothing else is read."""
    return re.match(rf"\s*(?:{'|'.join(GRIDS)})\b", text) is not None


def find_described(text: str) -> Grid | None:
    """The grid of any kind whose sizes a text contains in words, as `GridKind.describe` writes them; or None.

    Raises:
        PuzzleError: there can be no grid of these sizes.
    """
    found = (kind.find_described(text) for kind in GRIDS.values())
    return next((grid for grid in found if grid is not None), None)


def grid_of_rows(lengths: Sequence[int]) -> Grid | None:
    """The grid of any kind that its rows alone make known, from their lengths; or None.

    Raises:
        PuzzleError: the grid would have too many cells.
    """
    found = (kind.of_rows(lengths) for kind in GRIDS.values())
    return next((grid for grid in found if grid is not None), None)


def header_usage() -> str:
    """The forms of the headers of all kinds, for error messages."""
    forms = [f"`{' '.join([name, *(f'<{size.name}>' for size in kind.sizes)])}`" for name, kind in GRIDS.items()]
    return joined(forms, "or")


def _size(word: str, least: int, place: int) -> int:
    """The number that a word of a header stands for."""
    digits = word.lstrip("0")
    if not (word.isascii() and word.isdecimal()) or (len(digits) <= 9 and int(word) < least):
        raise HeaderError(f"size {shown(word)}, expected a whole number of at least {least}", place)
    if len(digits) > 9:
        raise HeaderError(f"size {shown(word)}, expected at most {MAX_CELLS:,} cells", place)
    return int(digits or "0")
