"""Pictures as text: one line for each row, one character for each cell.

Letters are the colours of the palette in order, as in clue files. `-`, `.`, `_`, `0`, light shades and, between other
characters, a blank are background. `#`, `*`, `X`, `@`, `1` and full blocks are the first colour. Rows of 2, 3, 2 or
3, 4, 5, 4, 3 characters and so on are a hexagon, and rows of 5, 7, 7, 5 characters an outline of triangles, with any
indentation. Any other outline of triangles is named in the first line, as in clue files: `tri 2 1 2 2 1 2`. The output
of `nonosat solve` can be read without a change: letters, or shapes that are two characters wide.

The rows can also be texts in JSON, as in records of nonosat.

Squares and circles, such as 🟧, have colours of their own, and any letter can be a colour. If a text has one of these,
its colours are numbered as they occur, row by row; letters, also a to z, get the default colours that are left.
"""

from __future__ import annotations

import re

from nonosat.authoring.picture_options import PictureOptions, TracedPicture
from nonosat.core.errors import InputError, PuzzleError, UsageError, shown
from nonosat.formats.json import json_content
from nonosat.model.cell_shapes import BLACK_SIGNS, COLORED_SIGNS, EMPTY_SIGNS, VARIATION_SELECTOR, letters_of_shapes
from nonosat.model.grid import Grid
from nonosat.model.grid_kinds import GRIDS, HeaderError, grid_of_rows, read_header
from nonosat.model.nouns import count
from nonosat.model.palette import BACKGROUND, Palette, color_number
from nonosat.model.picture import Picture
from nonosat.model.rect_grid import RectGrid

#: The default colours of letters, background first.
COLORS = (
    *("#ffffff", "#1d1d1d", "#c1272d", "#1f6fb4", "#2e8b57", "#e0a100"),
    *("#7b3f99", "#e07a2f", "#8c5a3c", "#d46a9a", "#7f8c8d", "#17a2a2"),
)
#: The signs of background except the blank, and those of the first colour.
EMPTY = frozenset(f"-._0\u2591\u00b7{EMPTY_SIGNS}")
FIRST = frozenset(f"#*X@1\u2588{BLACK_SIGNS}")
#: From signs of colours to the first one of the same colour, and from that to the colour.
_SAME = {sign: signs[0] for signs in COLORED_SIGNS.values() for sign in signs} | dict.fromkeys(FIRST, "#")
_TINTS = {signs[0]: tint for tint, signs in COLORED_SIGNS.items()} | {"#": COLORS[1]}


def trace_letters(text: str, file: str, options: PictureOptions) -> TracedPicture:
    """Read a picture from a text; the options of images are ignored.

    Raises:
        InputError: the rows are neither a rectangle nor a hexagon nor triangles, or contain an unknown character.
        UsageError: the palette has too few colours.
    """
    if is_record(text):
        text = "\n".join(rows_of_record(text, file))
    lines = letters_of_shapes(picture_text(text)).split("\n")
    grid, rows, remarks = _grid_and_rows([(i, line.rstrip()) for i, line in enumerate(lines, 1) if line.strip()], file)
    signs, default = colors_of_signs("".join(character for _, row in rows for _, character in row))
    known: dict[str, int] = {}
    cells: list[int] = []
    for number, characters in rows:
        for column, character in characters:
            if character not in known:
                known[character] = signs.get(same_sign(character)) or _color(character, file, number, column)
            cells.append(known[character])
    return TracedPicture(Picture(grid, tuple(cells)), _palette(options, default, max(cells), file), remarks)


def picture_text(text: str) -> str:
    """A text without the sentence below a picture of `nonosat solve`, and without selectors of variants of signs."""
    lines = ("" if ": solved" in line else line for line in text.split("\n"))
    return "\n".join(lines).replace(VARIATION_SELECTOR, "")


def is_record(text: str) -> bool:
    """True if a text begins like JSON."""
    return text.lstrip()[:1] in ("{", "[")


def rows_of_record(text: str, file: str) -> list[str]:
    """The rows of a picture in JSON: a list of texts, or an object that has one as "picture" or "goal"."""
    content = json_content(text, "rows of cells", file)
    values = (content.get("picture"), content.get("goal")) if isinstance(content, dict) else (content,)
    rows = next((value for value in values if isinstance(value, list)), None)
    if rows is None or not all(isinstance(row, str) for row in rows):
        raise InputError('no "picture", expected a list of texts, one for each row', file=file)
    for number, row in enumerate(rows):
        if not row.strip() or "\n" in row:
            raise InputError(f"picture[{number}]: {shown(row)}, expected the cells of a row", file=file)
    return rows


#: A row: its line number, and its characters with their columns.
_TextRow = tuple[int, list[tuple[int, str]]]


def _grid_and_rows(lines: list[tuple[int, str]], file: str) -> tuple[Grid, list[_TextRow], tuple[str, ...]]:
    """The grid of the lines that are not blank; its rows, one character for each cell; and remarks."""
    named = _named_grid(lines[0], file) if lines else None
    if named is not None:
        del lines[0]
    if not lines:
        raise InputError("no rows, expected a picture", file=file)
    # A grid with rows of several lengths is known by them; blanks have no meaning there.
    rows = [(number, [(m.start() + 1, m[0]) for m in re.finditer(r"\S", line)]) for number, line in lines]
    lengths = [len(characters) for _, characters in rows]
    if named is not None:
        _check_lengths(named, rows, file)
        return named, rows, ()
    try:
        grid = grid_of_rows(lengths) if len(set(lengths)) > 1 else None
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


def same_sign(sign: str) -> str:
    """The sign that stands for all signs of its colour; the sign itself if there is no other."""
    return _SAME.get(sign, sign)


def colors_of_signs(text: str) -> tuple[dict[str, int], tuple[str, ...]]:
    """The numbers of signs and letters in a text whose colours are numbered as they occur, and the default palette.

    The numbers are empty if each colour is a letter a to z or the first colour: then letters have their own numbers.
    """
    found = dict.fromkeys(map(same_sign, dict.fromkeys(text)))
    signs = [sign for sign in found if sign in _TINTS or (sign.isalpha() and sign not in EMPTY)]
    if all(sign == "#" or re.fullmatch("[a-z]", sign) for sign in signs):
        return {}, COLORS
    taken = {_TINTS.get(sign) for sign in signs}
    left = iter([tint for tint in COLORS[1:] if tint not in taken])
    tints = [_TINTS.get(sign) or next(left, "") for sign in signs]
    return {sign: number for number, sign in enumerate(signs, 1)}, (COLORS[0], *filter(None, tints))


def _color(character: str, file: str, line: int, column: int) -> int:
    if character in EMPTY or character == " ":
        return BACKGROUND
    if character in FIRST:
        return 1
    if re.fullmatch("[a-z]", character):
        return color_number(character)
    message = f"{character!r}, expected a letter a to z for a colour, # for the first, or - for background"
    raise InputError(message, file=file, line=line, column=column)


def _palette(options: PictureOptions, default: tuple[str, ...], highest: int, file: str) -> Palette:
    given, background = options.get("colors"), options.get("background")
    colors = given or default
    if highest >= len(colors):
        message = f"{count(highest, 'colour')} in {file}, expected at most {len(colors) - 1}, or a longer palette"
        raise (UsageError(message) if given else InputError(message, file=file))
    chosen = [*colors[: max(highest, 1) + 1]]
    if background:
        chosen[0] = background
    return Palette(tuple(chosen))
