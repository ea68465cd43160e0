"""Pictures as text: one line for each row, one character for each cell.

Letters are the colours of the palette in order, as in clue files. `-`, `.`, `_`, `0`, light shades and, between other
characters, a blank are background. `#`, `*`, `X`, `@`, `1` and full blocks are the first colour. Rows of 2, 3, 2 or
3, 4, 5, 4, 3 characters and so on are a hexagon, whatever their indentation. The output of `nonosat solve` can be read
without a change.
"""

from __future__ import annotations

import re

from nonosat.authoring.trace_request import TracedPicture, TraceRequest
from nonosat.errors import InputError, PuzzleError, UsageError
from nonosat.model.grid import Grid, HexGrid, RectGrid
from nonosat.model.puzzle import BACKGROUND, Palette, Picture, color_number

#: The default colours of letters, background first.
COLORS = (
    *("#ffffff", "#1d1d1d", "#c1272d", "#1f6fb4", "#2e8b57", "#e0a100"),
    *("#7b3f99", "#e07a2f", "#8c5a3c", "#d46a9a", "#7f8c8d", "#17a2a2"),
)
_EMPTY = "-._0 \u2591\u25a1\u00b7"
_FIRST = "#*X@1\u2588\u25a0"


def trace_letters(text: str, file: str, request: TraceRequest) -> TracedPicture:
    """Read a picture from a text.

    Args:
        text: the rows of the picture.
        file: name of the file in error messages.
        request: the options; those of images are ignored.

    Raises:
        InputError: the rows are no rectangle and no hexagon, or contain an unknown character.
        UsageError: the palette has too few colours.
    """
    # The sentence that `nonosat solve` prints and empty lines are not part of the picture.
    lines = [(number, line) for number, line in enumerate(text.split("\n"), 1) if ": solved" not in line]
    rows = [(number, line.rstrip()) for number, line in lines if line.strip()]
    if not rows:
        raise InputError("no rows, expected a picture", file=file)
    cells_of = _hexagon(rows) or _rectangle(rows)
    cells: list[int] = []
    for number, characters in cells_of:
        for column, character in characters:
            cells.append(_color(character, file, number, column))
    grid = _grid([len(characters) for _, characters in cells_of], [number for number, _ in cells_of], file)
    colors = _palette(request, max(cells), file)
    return TracedPicture(Picture(grid, tuple(cells)), colors)


#: A row: its line number, and its characters with their columns.
_TextRow = tuple[int, list[tuple[int, str]]]


def _hexagon(rows: list[tuple[int, str]]) -> list[_TextRow] | None:
    """The rows without their blanks, if they are a hexagon of more than one cell."""
    found = [(number, [(m.start() + 1, m[0]) for m in re.finditer(r"\S", line)]) for number, line in rows]
    size = len(found[0][1])
    if size < 2 or [len(characters) for _, characters in found] != _hex_rows(size):
        return None
    return found


def _rectangle(rows: list[tuple[int, str]]) -> list[_TextRow]:
    """The rows without their common indentation; blanks are cells, unless every second column is blank."""
    indent = min(len(line) - len(line.lstrip()) for _, line in rows)
    width = max(len(line) for _, line in rows)
    lines = [(number, line.ljust(width)) for number, line in rows]
    spaced = width - indent > 1 and all(not line[indent + 1 :: 2].strip() for _, line in lines)
    step = 2 if spaced else 1
    return [(number, [(i + 1, line[i]) for i in range(indent, width, step)]) for number, line in lines]


def _grid(lengths: list[int], numbers: list[int], file: str) -> Grid:
    try:
        if lengths == _hex_rows(lengths[0]) and len(lengths) > 1:
            return HexGrid(lengths[0])
        return RectGrid(len(lengths), lengths[0])
    except PuzzleError as error:
        raise InputError(str(error), file=file, line=numbers[0]) from None


def _hex_rows(size: int) -> list[int]:
    return [*range(size, 2 * size), *range(2 * size - 2, size - 1, -1)]


def _color(character: str, file: str, line: int, column: int) -> int:
    if character in _EMPTY:
        return BACKGROUND
    if character in _FIRST:
        return 1
    if re.fullmatch("[a-z]", character):
        return color_number(character)
    message = f"{character!r}, expected a letter a to z for a colour, # for the first, or - for background"
    raise InputError(message, file=file, line=line, column=column)


def _palette(request: TraceRequest, highest: int, file: str) -> Palette:
    colors = request.palette or COLORS
    if highest >= len(colors):
        message = f"{highest} colours in {file}, expected at most {len(colors) - 1}, or a longer palette"
        raise (UsageError(message) if request.palette else InputError(message, file=file))
    chosen = [*colors[: max(highest, 1) + 1]]
    if request.background:
        chosen[0] = request.background
    return Palette(tuple(chosen))
