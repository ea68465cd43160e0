"""Clues as JSON (`.json`): `{"rows": [[1, 2], ...], "columns": [[...], ...]}`, black on white.

Other grids than rectangles are named as in clue files, and have all clues in one array, in the order of their lines:
`{"grid": "tri 2 1 2 2 1 2", "clues": [[1, 2], ...]}`.

The texts `title`, `author`, `copyright`, `license` and `description` are metadata, and `goal` is the picture: one text
per row, 0 for background and 1. An array `content` has the known cells, row by row or as an array for each row: 1 is
filled, -1 empty and 0 open. Numbers `height` and `width` must be those of the grid. Other keys are ignored. Errors in
the content name the place in the object, counted from 0: `rows[3][1]`.
"""

from __future__ import annotations

import json
import re
from itertools import chain
from typing import Any

from nonosat.core.errors import InputError, PuzzleError, shown
from nonosat.formats.file_format import Sheet
from nonosat.formats.source import Source
from nonosat.model.clue import Block, Clue
from nonosat.model.grid import MAX_CELLS, Grid
from nonosat.model.grid_kinds import header_usage, read_header
from nonosat.model.nouns import count
from nonosat.model.palette import BACKGROUND, BLACK_ON_WHITE
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Metadata, Puzzle
from nonosat.model.rect_grid import RectGrid

_EXPECTED = 'an object with "rows" and "columns"'
#: A bracket, or a string, which is a key before a colon.
_TOKEN = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:)?|[{}]')
#: What the numbers of `content` fix.
_KNOWN = {1: 1, -1: BACKGROUND}


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
    clues = {key: _clues(content, key, source) for key in keys}
    try:
        if "clues" in clues:
            grid = _named_grid(content, len(clues["clues"]), source)
        else:
            grid = RectGrid(len(clues["rows"]), len(clues["columns"]))
            for key, size in (("height", grid.height), ("width", grid.width)):
                if type(content.get(key, size)) in (int, float) and content.get(key, size) != size:
                    source.fail(f"{key}: {_kind(content[key])}, expected {size}, the number of its clues")
        texts = {key: content[key] for key in Metadata._fields if isinstance(content.get(key), str)}
        givens = _givens(content.get("content"), grid, source)
        puzzle = Puzzle(grid, BLACK_ON_WHITE, tuple(chain(*clues.values())), givens, Metadata(**texts))
    except PuzzleError as error:
        place = ""
        if error.line is not None:
            place = [f"{key}[{i}]" for key, found in clues.items() for i in range(len(found))][error.line]
            place += "" if error.block is None else f"[{error.block}]"
        source.fail(f"{place}: {error.message}" if place else error.message)
    return Sheet(puzzle, _goal(content["goal"], grid, source) if content.get("goal") else None)


def write(puzzle: Puzzle, goal: Picture | None = None) -> str:
    """A puzzle that the format can express, as a text."""
    texts = puzzle.metadata._asdict().items()
    lines = [f'  "{key}": {json.dumps(text, ensure_ascii=False)}' for key, text in texts if text]
    if puzzle.grid.kind == "rect":
        groups = dict(zip(("rows", "columns"), puzzle.grid.families, strict=True))
    else:
        lines.append(f'  "grid": {json.dumps(puzzle.grid.header)}')
        groups = {"clues": range(puzzle.grid.n_lines)}
    for name, indices in groups.items():
        clues = ",\n    ".join(json.dumps([block.length for block in puzzle.clues[index]]) for index in indices)
        lines.append(f'  "{name}": [\n    {clues}\n  ]')
    if puzzle.givens:
        values = {given.cell: 1 if given.color else -1 for given in puzzle.givens}
        cells = ",\n    ".join(
            ", ".join(str(values.get(cell, 0)) for cell in puzzle.grid.line(row)) for row in puzzle.grid.families[0]
        )
        lines.append(f'  "content": [\n    {cells}\n  ]')
    if goal is not None:
        rows = ",\n    ".join('"' + "".join(map(str, row)) + '"' for row in goal.rows())
        lines.append(f'  "goal": [\n    {rows}\n  ]')
    return "{\n" + ",\n".join(lines) + "\n}\n"


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


def _clues(content: dict[str, Any], key: str, source: Source) -> list[Clue]:
    if key not in content:
        source.fail(f'no "{key}", expected {_EXPECTED}')
    value = content[key]
    if not isinstance(value, list) or not value:
        source.fail(f"{key}: {_kind(value)}, expected an array of clues such as [[1, 2], []]")
    clues: list[Clue] = []
    for i, clue in enumerate(value):
        if not isinstance(clue, list):
            source.fail(f"{key}[{i}]: {_kind(clue)}, expected an array of lengths such as [1, 2]")
        if clue == [0]:
            clue = []
        for j, length in enumerate(clue):
            if type(length) is not int or not 1 <= length <= MAX_CELLS:
                source.fail(f"{key}[{i}][{j}]: {_kind(length)}, expected the length of a block")
        clues.append(tuple(Block(length, 1) for length in clue))
    return clues


def _givens(value: Any, grid: Grid, source: Source) -> tuple[ColoredCell, ...]:
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
        if type(cell) is not int or cell not in (-1, 0, 1):
            source.fail(f"content[{at}]: {_kind(cell)}, expected 1 (filled), -1 (empty) or 0 (open)")
    return tuple(ColoredCell(at, _KNOWN[cell]) for at, cell in enumerate(cells) if cell)


def _goal(value: Any, grid: Grid, source: Source) -> Picture:
    lengths = [len(grid.line(row)) for row in grid.families[0]]
    if not isinstance(value, list) or len(value) != len(lengths):
        source.fail(f"goal: {_kind(value)}, expected an array of {count(len(lengths), 'text')}, one for each row")
    for i, (row, length) in enumerate(zip(value, lengths, strict=True)):
        if not isinstance(row, str) or not re.fullmatch("[01]*", row) or len(row) != length:
            source.fail(f"goal[{i}]: {_kind(row)}, expected a text of {count(length, 'cell')}, 0 or 1")
    return Picture(grid, tuple(int(cell) for row in value for cell in row))


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
