"""Puzzles as JSON (`.json`): `{"rows": [[1, 2], ...], "columns": [[...], ...]}`; it can hold every puzzle.

Other grids than rectangles are named as in clue files, and have all clues in one array, in the order of their lines:
`{"grid": "tri 2 1 2 2 1 2", "clues": [[1, 2], ...]}`.

A block is its length if it has colour 1, or else `[length, colour]`. Null is an unknown length or colour: `null` and
`[null, 2]` are blocks of unknown length, `[3, null]` is one of unknown colour. An array `colors` has the background and
the colours from 1; without it, the puzzle is black on white.

The texts `title`, `author`, `copyright`, `license` and `description` are metadata. An array `content` has the known
cells, row by row or as an array for each row: a colour, -1 for background, 0 for an open cell. `goal` is the picture: a
text of digits or an array of numbers for each row, 0 for background. Numbers `height` and `width` must be those of the
grid. Other keys are ignored. Errors in the content name the place in the object, counted from 0: `rows[3][1]`.
"""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import Any

from nonosat.core.errors import InputError, PuzzleError, shown
from nonosat.formats.color_syntax import EXPECTED, rgb
from nonosat.formats.file_format import Sheet
from nonosat.formats.source import Source
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Block, Clue
from nonosat.model.grid import MAX_CELLS, Grid
from nonosat.model.grid_kinds import header_usage, read_header
from nonosat.model.nouns import count
from nonosat.model.palette import BACKGROUND, BLACK_ON_WHITE, Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Metadata, Puzzle
from nonosat.model.rect_grid import RectGrid

_EXPECTED = 'an object with "rows" and "columns"'
#: A bracket, or a string, which is a key before a colon.
_TOKEN = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|[{}]')
#: The number of colours that have one digit each.
_DIGITS = 9


def looks_like(text: str) -> bool:
    """True if a text begins with an object."""
    return re.match(r"\s*\{\s*[\"}]", text) is not None


def json_content(text: str, expected: str, file: str | None = None) -> Any:
    """The content of a text of JSON; `expected` describes it in error messages.

    Raises:
        InputError: it is not JSON, or an object has a key twice, with line and column; or it is nested too deeply, or
            has a number that is too long.
    """
    try:
        return json.loads(text, object_pairs_hook=_object)
    except _RepeatedKey:
        source = Source(text, file)
        word = source.found(_repeated_key(text), 1)
        source.fail(f"a second key {shown(word.text[1:-1])}, expected one", word)
    except json.JSONDecodeError as error:
        message = f"{error.msg[:1].lower()}{error.msg[1:]}, expected JSON: {expected}"
        raise InputError(message, file=file, line=error.lineno, column=error.colno) from None
    except ValueError:
        message = "a number with thousands of digits, expected at most the number of cells in the line"
    except RecursionError:
        message = f"too many brackets within brackets, expected {expected}"
    raise InputError(message, file=file)


class _RepeatedKey(Exception):
    """An object has a key twice."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        raise _RepeatedKey
    return found


def _repeated_key(text: str) -> re.Match[str]:
    """The first key in a text of JSON that its object has before; there is one."""
    keys: list[set[str]] = []
    for match in _TOKEN.finditer(text):
        if match[0] == "{":
            keys.append(set())
        elif match[0] == "}":
            keys.pop()
        elif match[2]:
            key = json.loads(match[1])
            if key in keys[-1]:
                return match
            keys[-1].add(key)
    raise AssertionError("no key is repeated")


def read(source: Source) -> Sheet:
    """The puzzle that a text describes; errors in its content have the place in the object."""
    content = json_content(source.text, _EXPECTED, source.file)
    if not isinstance(content, dict):
        source.fail(f"{_kind(content)}, expected {_EXPECTED}")
    if "cols" in content and content.setdefault("columns", content["cols"]) != content["cols"]:
        source.fail("cols: the clues differ from those of columns, expected only one of the two keys")
    keys = ("clues",) if "clues" in content and "rows" not in content else ("rows", "columns")
    palette = _palette(content.get("colors"), source)
    clues = {key: _clues(content, key, palette.n_colors, source) for key in keys}
    try:
        if "clues" in clues:
            grid = _named_grid(content, len(clues["clues"]), source)
        else:
            grid = RectGrid(len(clues["rows"]), len(clues["columns"]))
            for key, size in (("height", grid.height), ("width", grid.width)):
                if type(content.get(key, size)) in (int, float) and content.get(key, size) != size:
                    source.fail(f"{key}: {_kind(content[key])}, expected {size}, the number of its clues")
        texts = {key: content[key] for key in Metadata._fields if isinstance(content.get(key), str)}
        givens = _givens(content.get("content"), grid, palette.n_colors, source)
        puzzle = Puzzle(grid, palette, tuple(chain(*clues.values())), givens, Metadata(**texts))
    except PuzzleError as error:
        place = ""
        if error.line is not None:
            place = [f"{key}[{i}]" for key, found in clues.items() for i in range(len(found))][error.line]
            place += "" if error.block is None else f"[{error.block}]"
        source.fail(f"{place}: {error.message}" if place else error.message)
    return Sheet(puzzle, _goal(content["goal"], puzzle, source) if content.get("goal") else None)


def write(puzzle: Puzzle, goal: Picture | None = None) -> str:
    """A puzzle as a text, with the picture that its author has in mind."""
    texts = puzzle.metadata._asdict().items()
    lines = [f'  "{key}": {json.dumps(text, ensure_ascii=False)}' for key, text in texts if text]
    if puzzle.grid.kind == "rect":
        groups = dict(zip(("rows", "columns"), puzzle.grid.families, strict=True))
    else:
        lines.append(f'  "grid": {json.dumps(puzzle.grid.header)}')
        groups = {"clues": range(puzzle.grid.n_lines)}
    if puzzle.palette != BLACK_ON_WHITE:
        lines.append(f'  "colors": {json.dumps(puzzle.palette.colors)}')
    arrays: dict[str, list[str]] = {}
    for key, indices in groups.items():
        clues = (puzzle.clues[index] for index in indices)
        arrays[key] = [json.dumps([_value(block, puzzle.n_colors) for block in clue]) for clue in clues]
    if puzzle.givens:
        values = {given.cell: given.color or -1 for given in puzzle.givens}
        rows = map(puzzle.grid.line, puzzle.grid.families[0])
        arrays["content"] = [", ".join(str(values.get(cell, 0)) for cell in row) for row in rows]
    if goal is not None:
        has_digits = puzzle.n_colors <= _DIGITS
        arrays["goal"] = [json.dumps("".join(map(str, row)) if has_digits else row) for row in goal.rows()]
    for key, items in arrays.items():
        elements = ",\n    ".join(items)
        lines.append(f'  "{key}": [\n    {elements}\n  ]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _value(block: Block, n_colors: int) -> object:
    """A block as it is written: a length, or a pair if there are several colours, or its colour is unknown."""
    length, color = block.length or None, block.color or None
    return length if color == n_colors == 1 else [length, color]


def _named_grid(content: dict[str, Any], n_clues: int, source: Source) -> Grid:
    """The grid that an object names, checked to have a line for each of `n_clues` clues."""
    header = content.get("grid")
    if not isinstance(header, str):
        source.fail(f'no text "grid" besides "clues", expected {header_usage()}')
    try:
        grid = read_header(header)
    except PuzzleError as error:
        source.fail(f"grid: {error.message}")
    if n_clues != grid.n_lines:
        source.fail(f"clues: an array of length {n_clues}, expected {grid.n_lines}, one for each line of {grid.header}")
    return grid


def _palette(value: Any, source: Source) -> Palette:
    """The colours of an array, the background first; what is no array belongs to another program."""
    if not isinstance(value, list):
        return BLACK_ON_WHITE
    colors = [rgb(color) if isinstance(color, str) else None for color in value]
    if None in colors:
        wrong = colors.index(None)
        source.fail(f"colors[{wrong}]: {_kind(value[wrong])}, expected a text: {EXPECTED}")
    try:
        return Palette(tuple(filter(None, colors)))
    except PuzzleError as error:
        source.fail(f"colors: {error.message}")


def _clues(content: dict[str, Any], key: str, n_colors: int, source: Source) -> list[Clue]:
    if key not in content:
        source.fail(f'no "{key}", expected {_EXPECTED}')
    value = content[key]
    if not isinstance(value, list) or not value:
        source.fail(f"{key}: {_kind(value)}, expected an array of clues such as [[1, 2], []]")
    clues: list[Clue] = []
    for i, clue in enumerate(value):
        if not isinstance(clue, list):
            source.fail(f"{key}[{i}]: {_kind(clue)}, expected an array of lengths such as [1, 2]")
        blocks: list[Block] = []
        for j, block in enumerate([] if clue == [0] else clue):
            try:
                blocks.append(_block(block, n_colors))
            except PuzzleError as error:
                source.fail(f"{key}[{i}][{j}]: {error.message}")
        clues.append(tuple(blocks))
    return clues


def _block(value: Any, n_colors: int) -> Block:
    """The block of a length, or of a pair of length and colour; raises `PuzzleError` for other values."""
    pair = value if isinstance(value, list) else [value, 1]
    if len(pair) != 2:
        raise PuzzleError(f"{_kind(value)}, expected a length, or a pair of length and colour")
    length, color = pair
    if length is not None and (type(length) is not int or not 1 <= length <= MAX_CELLS):
        raise PuzzleError(f"{_kind(length)}, expected the length of a block")
    if color is not None and (type(color) is not int or not 1 <= color <= n_colors):
        known = "1" if n_colors == 1 else f"1 to {n_colors}"
        raise PuzzleError(f'colour {_kind(color)}, expected {known} or null ("colors" names no more)')
    return Block(length or ANY_LENGTH, color or ANY_COLOR)


def _givens(value: Any, grid: Grid, n_colors: int, source: Source) -> tuple[ColoredCell, ...]:
    """The cells that are known from the start, in one array for all cells or in one for each row."""
    if value is None:
        return ()
    lengths = [len(grid.line(row)) for row in grid.families[0]]
    cells = value
    if isinstance(value, list) and value and all(isinstance(row, list) for row in value):
        if list(map(len, value)) != lengths:
            source.fail(f"content: rows of wrong lengths, expected the {count(len(lengths), 'row')} of the grid")
        cells = list(chain(*value))
    if not isinstance(cells, list) or len(cells) != grid.n_cells:
        source.fail(f"content: {_kind(cells)}, expected an array of {count(grid.n_cells, 'cell')}")
    for at, cell in enumerate(cells):
        if type(cell) is not int or not -1 <= cell <= n_colors:
            filled = "1 (filled)" if n_colors == 1 else f"1 to {n_colors} (filled)"
            source.fail(f"content[{at}]: {_kind(cell)}, expected {filled}, -1 (empty) or 0 (open)")
    return tuple(ColoredCell(at, max(cell, BACKGROUND)) for at, cell in enumerate(cells) if cell)


def _goal(value: Any, puzzle: Puzzle, source: Source) -> Picture:
    """The picture of a puzzle, a text of digits or an array of numbers for each row."""
    grid, n_colors = puzzle.grid, puzzle.n_colors
    lengths = [len(grid.line(row)) for row in grid.families[0]]
    if not isinstance(value, list) or len(value) != len(lengths):
        source.fail(f"goal: {_kind(value)}, expected an array of {count(len(lengths), 'text')}, one for each row")
    cells: list[int] = []
    for i, (row, length) in enumerate(zip(value, lengths, strict=True)):
        colors = [int(digit) for digit in row] if isinstance(row, str) and re.fullmatch("[0-9]*", row) else row
        is_row = isinstance(colors, list) and len(colors) == length
        if not is_row or any(type(color) is not int or not 0 <= color <= n_colors for color in colors):
            form = "a text" if n_colors <= _DIGITS else "an array"
            known = "0 or 1" if n_colors == 1 else f"0 to {n_colors}"
            source.fail(f"goal[{i}]: {_kind(row)}, expected {form} of {count(length, 'cell')}, {known}")
        cells += colors
    return Picture(grid, tuple(cells))


def _kind(value: object) -> str:
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return f"an array of length {len(value)}"
    if isinstance(value, str):
        return shown(value)
    if type(value) is int and abs(value) > MAX_CELLS:
        return "a number with many digits"
    return json.dumps(value)
