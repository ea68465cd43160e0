"""Puzzles from clues as lists of Python."""

from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import SupportsIndex

from nonosat.core.errors import PuzzleError, argument, shown
from nonosat.formats.color_syntax import EXPECTED, rgb
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block, Clue
from nonosat.model.grid import Grid, line_name
from nonosat.model.grid_kinds import read_header
from nonosat.model.hex_grid import HexGrid
from nonosat.model.nouns import count, joined
from nonosat.model.palette import BLACK_ON_WHITE, Palette, color_number, known_letters
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid

#: A block as the caller writes it: a length, a text such as `2a`, or a length with a colour.
BlockValue = SupportsIndex | str | tuple[SupportsIndex, SupportsIndex | str]
#: A clue: its blocks, or a text such as `2a 1b`.
ClueValue = Iterable[BlockValue] | str


def puzzle(
    rows: Sequence[ClueValue],
    columns: Sequence[ClueValue] | None = None,
    *,
    up_left: Sequence[ClueValue] | None = None,
    down_left: Sequence[ClueValue] | None = None,
    grid: str | None = None,
    colors: Sequence[str] | None = None,
) -> Puzzle:
    """A puzzle from lists of numbers.

    A block is its length; where there are several colours it is a pair of length and colour, such as `(2, "a")`, or
    both in one text, such as `"2a"`. A colour is a letter (`a` is the first one besides the background), its number
    from 1, or one of the texts in `colors`; `?` is a block whose colour the clue leaves open. `"_"` instead of a
    length, as in `"_a"`, is a block of unknown length. A line without blocks is `[]` or `[0]`.

    Args:
        rows: the clues of the rows from top to bottom, each a list of blocks or a text such as `"2a 1b"`.
        columns: the clues of the columns from left to right.
        up_left: instead of `columns`, with `down_left`, for a hexagonal or triangular grid: the clues of the lines to
            the upper left, in the order of `HexGrid` or `TriGrid`.
        down_left: the clues of the lines to the lower left.
        grid: the grid as the first line of clue files names it; needed for triangles only: `tri 2 1 2 2 1 2`.
        colors: the background and then the other colours, as `#rrggbb`, `#rgb` or common names; black on white by
            default.

    Raises:
        PuzzleError: a clue or a colour is wrong, or the clues contradict each other; names the line.
    """
    palette = read_palette(colors) if colors is not None else BLACK_ON_WHITE
    if columns is not None and up_left is None and down_left is None:
        families: tuple[Sequence[ClueValue], ...] = rows, columns
    elif columns is None and up_left is not None and down_left is not None:
        families = rows, up_left, down_left
    else:
        raise PuzzleError("expected rows and columns, or rows, up_left and down_left")
    shape = _grid_of_families(families) if grid is None else _named_grid(grid, families)
    names = {text: number for number, text in enumerate(colors or ()) if number}
    values = [value for family in families for value in family]
    clues = tuple(read_clue(value, line_name(shape, index), palette, names) for index, value in enumerate(values))
    try:
        return Puzzle(shape, palette, clues)
    except PuzzleError as error:
        if error.line is None or line_name(shape, error.line) in error.message:
            raise
        message = f"{line_name(shape, error.line)}: {error.message}"
        raise PuzzleError(message, line=error.line, block=error.block) from None


def read_palette(colors: Sequence[str]) -> Palette:
    """A palette from `colors` in any form that files have, the background first.

    Raises:
        PuzzleError: one of them is not a colour, or there are fewer than two.
    """
    if isinstance(colors, str):
        raise PuzzleError(f"colors {shown(colors)}, expected a list of colours, the background first")
    found = []
    for color in colors:
        value = rgb(color) if isinstance(color, str) else None
        if value is None:
            raise PuzzleError(f"colour {shown(str(color))}, expected {EXPECTED}")
        found.append(value)
    return Palette(tuple(found))


def _grid_of_families(families: Sequence[Sequence[ClueValue]]) -> Grid:
    rows, *others = map(len, families)
    if len(others) == 1:
        return RectGrid(rows, *others)
    if others != [rows, rows] or rows % 2 == 0:
        raise PuzzleError(
            f"{rows} rows, {others[0]} up-left lines and {others[1]} down-left lines, expected the same odd number of "
            f"each, or {argument('grid')}"
        )
    return HexGrid((rows + 1) // 2)


def _named_grid(header: str, families: Sequence[Sequence[ClueValue]]) -> Grid:
    """The grid of a header, checked to have a line for each clue of its families."""
    grid = read_header(header)
    numbers, expected = list(map(len, families)), list(map(len, grid.families))
    if numbers != expected:
        wanted = joined([count(number, name) for number, (name, _) in zip(expected, grid.family_names, strict=True)])
        raise PuzzleError(f"{joined(list(map(str, numbers)))} clues, expected {wanted} for {grid.header}")
    return grid


def read_clue(value: ClueValue, line: str, palette: Palette, names: Mapping[str, int] = MappingProxyType({})) -> Clue:
    """The clue of a line; `line` is its name in messages."""
    try:
        blocks = value.split() if isinstance(value, str) else list(value)
    except TypeError:
        raise PuzzleError(f"{line}: {shown(str(value))}, expected a list of blocks") from None
    if len(blocks) == 1 and _is_zero(blocks[0]):
        return ()
    return tuple(_block(block, f"{line}, block {i}", palette, names) for i, block in enumerate(blocks, 1))


def _is_zero(block: BlockValue) -> bool:
    """True for the number 0, which many lists have for a line without blocks."""
    return block == "0" or (isinstance(block, SupportsIndex) and operator.index(block) == 0)


def _block(value: BlockValue, place: str, palette: Palette, names: Mapping[str, int]) -> Block:
    """The block that a caller wrote; `place` is its line and number in messages."""
    color: SupportsIndex | str
    if isinstance(value, str):
        match = re.fullmatch(r"([0-9]{1,9}|_)\s*([a-z]*|\?)", value.strip())
        if match is None:
            raise PuzzleError(f"{place}: {shown(value)}, expected a length and a colour such as '2a'")
        if match[1] == "_":
            return Block(ANY_LENGTH, _color(match[2], place, palette, names))
        length, color = int(match[1]), match[2]
    elif isinstance(value, SupportsIndex):
        length, color = operator.index(value), ""
    else:
        try:
            first, color = value
            length = operator.index(first)
        except (TypeError, ValueError):
            message = f"{place}: {shown(str(value))}, expected a length, or a pair of length and colour"
            raise PuzzleError(message) from None
    if length < 1:
        raise PuzzleError(f"{place}: block of length {length}, expected at least 1")
    return Block(length, _color(color, place, palette, names))


def _color(value: SupportsIndex | str, place: str, palette: Palette, names: Mapping[str, int]) -> int:
    """The number of a colour; an empty text stands for the only one."""
    if value == "?":
        return ANY_COLOR
    if value == "":
        if palette.n_colors > 1:
            raise PuzzleError(f"{place}: no colour, expected one such as 'a', since the palette has {palette.n_colors}")
        return 1
    number = 0
    if isinstance(value, str):
        if value in names:
            return names[value]
        if re.fullmatch("[a-z]{1,4}", value):
            number = color_number(value)
    elif isinstance(value, SupportsIndex):
        number = operator.index(value)
    if not 1 <= number <= palette.n_colors:
        expected = f"{known_letters(palette.n_colors)} or ?"
        raise PuzzleError(f"{place}: colour {shown(str(value))}, expected {expected} (the palette has no more)")
    return number
