"""Pictures as text: one line for each row, one character for each cell, whose colours `sign_colors` has.

Rows of 2, 3, 2 or 3, 4, 5, 4, 3 characters and so on are a hexagon, and rows of 5, 7, 7, 5 characters an outline of
triangles, with any indentation. Any other outline of triangles is named in the first line, as in clue files:
`tri 2 1 2 2 1 2`. A line of colours above the rows, such as `#ffffff #1d1d1d #c1272d`, is the palette. The output of
`nonosat solve` can be read without a change: letters, or shapes that are two characters wide.

The rows can also be texts in JSON, as in records of nonosat; the "colors" of a record are the palette.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from nonosat.authoring.picture_options import PictureOptions, TracedPicture
from nonosat.authoring.sign_colors import EMPTY, colors_of_signs, number_of_name, x_is_filled
from nonosat.core.errors import InputError, PuzzleError, UsageError, shown
from nonosat.formats.color_syntax import rgb
from nonosat.formats.json import json_content
from nonosat.model.cell_shapes import VARIATION_SELECTOR, letters_of_shapes
from nonosat.model.grid import Grid
from nonosat.model.grid_kinds import GRIDS, HeaderError, grid_of_rows, read_header
from nonosat.model.nouns import count
from nonosat.model.palette import BACKGROUND, BLACK_ON_WHITE, COLORS, Palette, known_letters
from nonosat.model.picture import Picture
from nonosat.model.rect_grid import RectGrid

#: A line that is a palette: two colours or more.
_PALETTE = re.compile(r"\s*#[0-9a-fA-F]{6}(?:\s+#[0-9a-fA-F]{6})+\s*")
#: Names of cells have several letters if a palette has more colours than this besides the background.
_LETTERS = 26


class PictureText(NamedTuple):
    """A text, and the palette that it names; `line` is that of the palette, and None if there is no palette."""

    text: str
    palette: tuple[str, ...] = ()
    line: int | None = None

    @property
    def cell(self) -> str:
        """The pattern of the name of a cell."""
        return r"\S+" if len(self.palette) > 1 + _LETTERS else r"\S"


class PictureRecord(NamedTuple):
    """The rows of a picture in JSON, all of them texts or all of them lists, and its palette, if it names one."""

    rows: list[Any]
    palette: tuple[str, ...] = ()


def trace_letters(text: str, file: str, options: PictureOptions, palette: Sequence[str] = ()) -> TracedPicture:
    """Read a picture from a text; the options of images are ignored.

    Args:
        palette: the colours of a text that names none, background first.

    Raises:
        InputError: the rows are neither a rectangle nor a hexagon nor triangles, or contain an unknown character.
        UsageError: the palette has too few colours.
    """
    named = without_palette(picture_text(text))
    lines = letters_of_shapes(named.text).split("\n")
    numbered = [(i, line.rstrip()) for i, line in enumerate(lines, 1) if line.strip()]
    grid, rows, remarks = _grid_and_rows(numbered, named.cell, file)
    names = [name for _, row in rows for _, name in row]
    signs = colors_of_signs("".join(names))
    given = options.get("colors") or named.palette or palette
    colors = given or signs.palette
    filled_x = x_is_filled(set(names), len(colors) - 1)
    known: dict[str, int] = {}
    cells: list[int] = []
    for number, row in rows:
        for column, name in row:
            if name not in known:
                color = signs.number(name)
                if color is None:
                    color = BACKGROUND if name in EMPTY or name == " " else number_of_name(name, x_is_filled=filled_x)
                if color is None:
                    expected = "a letter a to z for a colour, # for the first, or - for background"
                    raise InputError(f"{name[:24]!r}, expected {expected}", file=file, line=number, column=column)
                if color >= len(colors):
                    expected = f"{known_letters(len(colors) - 1)}, or a longer palette"
                    message = f"{name[:24]!r} is colour {color}, expected {expected}"
                    if options.get("colors"):
                        raise UsageError(f"{file}: {message}")
                    raise InputError(message, file=file, line=number, column=column)
                known[name] = color
            cells.append(known[name])
    chosen = [*colors[: max(1, *cells) + 1]]
    if background := options.get("background"):
        chosen[0] = background
    said = () if given else signs.remarks()
    return TracedPicture(Picture(grid, tuple(cells)), Palette(tuple(chosen)), (*remarks, *said))


def picture_text(text: str) -> str:
    """A text without the sentence below a picture of `nonosat solve`, and without selectors of variants of signs."""
    lines = ("" if ": solved" in line else line for line in text.split("\n"))
    return "\n".join(lines).replace(VARIATION_SELECTOR, "")


def without_palette(text: str) -> PictureText:
    """A text with a blank line in place of its palette, one of its first two lines."""
    lines = text.split("\n")
    first_two = [number for number, line in enumerate(lines) if line.strip()][:2]
    for number in first_two:
        if _PALETTE.fullmatch(lines[number]):
            palette, lines[number] = tuple(lines[number].lower().split()), ""
            return PictureText("\n".join(lines), palette, number + 1)
    return PictureText(text)


def palette_line(palette: Palette) -> str | None:
    """The line that names a palette above rows of letters; None if the letters have these colours without it."""
    colors = palette.colors
    return None if palette == BLACK_ON_WHITE or colors == COLORS[: len(colors)] else " ".join(colors)


def is_record(text: str) -> bool:
    """True if a text begins like JSON."""
    return text.lstrip()[:1] in ("{", "[")


def read_record(text: str, file: str) -> PictureRecord:
    """The picture in JSON: a list of rows, or an object that has one as "picture" or "goal", and perhaps "colors"."""
    content = json_content(text, "rows of cells", file)
    values = (content.get("picture"), content.get("goal")) if isinstance(content, dict) else (content,)
    rows = next((value for value in values if isinstance(value, list)), None)
    if not rows or not (all(isinstance(row, str) for row in rows) or all(isinstance(row, list) for row in rows)):
        raise InputError('no "picture", expected a list of rows, each a text or a list of numbers', file=file)
    for number, row in enumerate(rows):
        if isinstance(row, str) and (not row.strip() or "\n" in row):
            raise InputError(f"picture[{number}]: {shown(row)}, expected the cells of a row", file=file)
    colors = content.get("colors") if isinstance(content, dict) else None
    if not isinstance(colors, list):  # in other records it is their number
        return PictureRecord(rows)
    palette = [rgb(str(color)) for color in colors]
    if len(palette) < 2 or None in palette:
        raise InputError(f'"colors" {shown(str(colors))}, expected a list of two colours or more', file=file)
    return PictureRecord(rows, tuple(filter(None, palette)))


#: A row: its line number, and the names of its cells with their columns.
_TextRow = tuple[int, list[tuple[int, str]]]


def _grid_and_rows(lines: list[tuple[int, str]], cell: str, file: str) -> tuple[Grid, list[_TextRow], tuple[str, ...]]:
    """The grid of the lines that are not blank; its rows, with the `cell` pattern for names of cells; and remarks."""
    named = _named_grid(lines[0], file) if lines else None
    if named is not None:
        del lines[0]
    if not lines:
        raise InputError("no rows, expected a picture", file=file)
    # A grid with rows of several lengths is known by them; blanks have no meaning there.
    rows = [(number, [(m.start() + 1, m[0]) for m in re.finditer(cell, line)]) for number, line in lines]
    lengths = [len(characters) for _, characters in rows]
    if named is not None:
        _check_lengths(named, rows, file)
        return named, rows, ()
    try:
        grid = grid_of_rows(lengths) if len(set(lengths)) > 1 else None
        if grid is None and cell != r"\S":
            grid = RectGrid(len(rows), max(lengths))
            _check_lengths(grid, rows, file)
        if grid is not None:
            return grid, rows, ()
        # In a rectangle blanks are cells, unless every second column is blank.
        indent = min(len(line) - len(line.lstrip()) for _, line in lines)
        width = max(len(line) for _, line in lines) - indent
        step = 2 if width > 1 and all(not line[indent + 1 :: 2].strip() for _, line in lines) else 1
        n_cells = -(-width // step)
        # A long line makes all rows long: the size is checked before there are cells.
        grid = RectGrid(len(lines), n_cells)
    except PuzzleError as error:
        raise InputError(str(error), file=file, line=lines[0][0]) from None
    end = indent + n_cells * step
    padded = [(number, line.ljust(end)) for number, line in lines]
    rows = [(number, [(i + 1, line[i]) for i in range(indent, end, step)]) for number, line in padded]
    short = [number for number, line in lines if len(line) <= end - step]
    # If blanks are cells, nobody writes them at the end of a row.
    if not short or any(" " in line[indent::step] for _, line in lines):
        return grid, rows, ()
    filled = f"{count(len(short), 'row')} filled up with background to {n_cells} cells, the first in line {short[0]}"
    return grid, rows, (filled,)


def _named_grid(row: tuple[int, str], file: str) -> Grid | None:
    """The grid that a line names, as in the first line of a clue file; None if it is a row of a picture."""
    number, line = row
    if re.fullmatch(rf"\s*(?:{'|'.join(GRIDS)})(?:\s+[0-9]+)+", line) is None:
        return None
    try:
        return read_header(line)
    except HeaderError as error:
        raise InputError(error.message, file=file, line=number) from None


def _check_lengths(grid: Grid, rows: list[_TextRow], file: str) -> None:
    lengths = [len(grid.line(row)) for row in grid.families[0]]
    if len(rows) != len(lengths):
        raise InputError(f"{count(len(rows), 'row')}, expected {len(lengths)} in {grid.header}", file=file)
    for (number, characters), length in zip(rows, lengths, strict=True):
        if len(characters) != length:
            message = f"{count(len(characters), 'cell')}, expected {length} in this row of {grid.header}"
            raise InputError(message, file=file, line=number)
