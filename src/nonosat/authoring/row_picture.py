"""Pictures as rows of cells: lists or arrays of numbers, of colours, or of texts."""

from __future__ import annotations

import operator
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from typing import Any, SupportsIndex

from nonosat.authoring.picture_options import PictureOptions, TracedPicture
from nonosat.authoring.text_picture import trace_letters
from nonosat.core.errors import PuzzleError, UsageError, argument, shown
from nonosat.formats.color_syntax import EXPECTED
from nonosat.formats.color_syntax import rgb as read_rgb
from nonosat.model.colors import lighter_grey, name_of_rgb, rgb, unused_gray
from nonosat.model.grid import Grid
from nonosat.model.grid_kinds import grid_of_rows
from nonosat.model.palette import Palette, default_palette
from nonosat.model.picture import Picture
from nonosat.model.rect_grid import RectGrid


def trace_rows(value: Any, palette: Palette | None, options: PictureOptions) -> TracedPicture:
    """A picture from rows of cells."""
    to_list: Callable[[], Any] | None = getattr(value, "tolist", None)
    try:
        rows = list(value if to_list is None else to_list())
        if rows and all(isinstance(row, str) for row in rows):
            return trace_letters("\n".join(rows), "picture", options)
        rows = [list(row) for row in rows]
    except TypeError:
        raise PuzzleError("expected an image, an array, or a list of rows, each a list of cells") from None
    if not rows or not rows[0]:
        raise PuzzleError("no cells, expected a picture of at least one")
    lengths = [len(row) for row in rows]
    grid: Grid | None = RectGrid(len(rows), lengths[0]) if len(set(lengths)) == 1 else grid_of_rows(lengths)
    if grid is None:
        number = next(i for i, length in enumerate(lengths) if length != lengths[0])
        others = "or the rows of a hexagon or of triangles"
        raise PuzzleError(f"row {number + 1} has {lengths[number]} cells, expected {lengths[0]} as in row 1, {others}")
    cells = [cell for row in rows for cell in row]
    if all(isinstance(cell, SupportsIndex) for cell in cells):
        picture = Picture(grid, tuple(map(operator.index, cells)))
        return trace_numbers(picture, palette, options.get("background"))
    if palette is not None:
        message = f"{argument('colors')} is for cells that are numbers or letters; use {argument('background')}"
        raise UsageError(message)
    return _colored(grid, [_cell_rgb(cell) for cell in cells], options.get("background"))


def trace_numbers(picture: Picture, palette: Palette | None, background: str | None) -> TracedPicture:
    """A picture of numbers with the palette, or with default colours."""
    low, high = min(picture.cells), max(picture.cells)
    if low < 0:
        raise PuzzleError(f"cell of colour {low}, expected 0 for the background or more")
    if palette is not None and background is not None:
        raise UsageError(f"{argument('colors')} cannot be combined with {argument('background')}")
    if palette is None:
        palette = _palette_of_numbers(high)
        if background is not None:
            palette = Palette((background, *palette.colors[1:]))
    if high > palette.n_colors:
        raise PuzzleError(f"cell of colour {high}, expected at most {palette.n_colors} (the palette has no more)")
    return TracedPicture(picture, palette)


def _palette_of_numbers(n_colors: int) -> Palette:
    """Colours for a picture of numbers: those of letters, and as many other hues as are needed."""
    if n_colors > 1000:
        raise PuzzleError(f"cell of colour {n_colors}, expected numbers of at most 1000, or an image for levels")
    return default_palette(n_colors)


def _colored(grid: Grid, cells: Sequence[str | None], background: str | None) -> TracedPicture:
    """A picture from the colours of its cells, None where transparent; they are numbered by their first cells."""
    paper = background or _border_color(grid, cells)
    colors = [paper, *dict.fromkeys(cell for cell in cells if cell not in (None, paper))]
    if len(colors) == 1:  # a palette needs another colour, though no cell has it
        colors.append("#000000" if paper != "#000000" else "#ffffff")
    number = {color: i for i, color in enumerate(colors)}
    numbers = tuple(0 if cell is None else number[cell] for cell in cells)
    return TracedPicture(Picture(grid, numbers), Palette(tuple(color for color in colors if color is not None)))


def _border_color(grid: Grid, cells: Sequence[str | None]) -> str:
    """The background of cells that are colours.

    A grey that no cell has if some cell is transparent; else the lighter one of two greys; else the most common colour
    of the ends of all lines, the lighter one of equals.
    """
    colors = [rgb(color) for color in dict.fromkeys(cells) if color is not None]
    if None in cells:
        return name_of_rgb(unused_gray(colors))
    if grey := lighter_grey(colors):
        return name_of_rgb(grey)
    ends = (cells[end] for index in range(grid.n_lines) for end in (grid.line(index)[0], grid.line(index)[-1]))
    counts = Counter(color for color in ends if color is not None)
    return max(counts, key=lambda color: (counts[color], sum(rgb(color))))


def _cell_rgb(cell: Any) -> str | None:
    """The colour of a cell as `#rrggbb`; None if it is transparent."""
    if isinstance(cell, str):
        return color_value(cell)
    levels: list[int] = []
    if isinstance(cell, Iterable):
        levels = [operator.index(level) for level in cell if isinstance(level, SupportsIndex)]
    if len(levels) not in (3, 4) or not all(0 <= level <= 255 for level in levels):
        raise PuzzleError(f"cell {shown(str(cell))}, expected a number, a colour, or red, green and blue from 0 to 255")
    if levels[3:] and levels[3] < 128:
        return None
    return name_of_rgb((levels[0], levels[1], levels[2]))


def color_value(text: str) -> str:
    """A colour in any form that files have, as `#rrggbb`; PuzzleError if it is none."""
    color = read_rgb(text)
    if color is None:
        raise PuzzleError(f"colour {shown(text)}, expected {EXPECTED}")
    return color
