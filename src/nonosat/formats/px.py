"""Comma-separated clues of one colour (`.px`), as a report on nonograms as constraint programs uses them.

    <rows>,<columns>
    one clue per line     lengths separated by commas; 0 or an empty line is an empty clue; rows, then columns

There is no palette: the picture is black on white.
"""

from __future__ import annotations

import re
from typing import NoReturn

from nonosat.errors import InputError, PuzzleError, UsageError, shown
from nonosat.grid import RectGrid
from nonosat.puzzle import Block, Clue, Palette, Puzzle

_PALETTE = Palette(("#ffffff", "#000000"))
_NUMBER = re.compile("[0-9]{1,9}")


def read(text: str, file: str | None = None) -> Puzzle:
    """The puzzle that a text describes; `file` is its name in error messages.

    Raises:
        InputError: with line and column of the first thing that is wrong.
    """
    lines = text.split("\n")
    sizes = [number for number, _ in _numbers(lines[0], 1, file)]
    if len(sizes) != 2:
        _fail(f"{len(sizes)} numbers, expected `<rows>,<columns>`", 1, 1, file)
    try:
        grid = RectGrid(*sizes)
    except PuzzleError as error:
        _fail(error.message, 1, 1, file)
    clues: list[Clue] = []
    columns: list[list[int]] = []
    for number in range(2, 2 + grid.n_lines):
        blocks = _numbers(lines[number - 1], number, file) if number <= len(lines) else []
        if [length for length, _ in blocks] == [0]:
            blocks = []
        clues.append(tuple(Block(length, 1) for length, _ in blocks))
        columns.append([column for _, column in blocks])
    for number in range(2 + grid.n_lines, len(lines) + 1):
        if lines[number - 1].strip():
            message = f"{shown(lines[number - 1].strip())} after the last of {grid.n_lines} clues, expected the end"
            _fail(message, number, 1, file)
    try:
        return Puzzle(grid, _PALETTE, tuple(clues))
    except PuzzleError as error:
        if error.line is None:
            raise InputError(error.message, file=file) from None
        _fail(error.message, 2 + error.line, columns[error.line][error.block or 0], file)


def write(puzzle: Puzzle) -> str:
    """The puzzle as a text.

    Raises:
        UsageError: it has a hexagonal grid, several colours or givens, which the format cannot express.
    """
    grid = puzzle.grid
    told = all(block.color for clue in puzzle.clues for block in clue)
    if not isinstance(grid, RectGrid) or puzzle.n_colors > 1 or puzzle.givens or not told:
        raise UsageError("the format px has no hexagons, colours or givens, expected a plain puzzle")
    clues = (",".join(str(block.length) for block in clue) for clue in puzzle.clues)
    return "\n".join([f"{grid.height},{grid.width}", *clues]) + "\n"


def _numbers(line: str, number: int, file: str | None) -> list[tuple[int, int]]:
    """The numbers of a line, each with the column where it stands."""
    found = []
    column = 1
    for token in line.split(",") if line.strip() else []:
        place = column + len(token) - len(token.lstrip())
        if not _NUMBER.fullmatch(token.strip()):
            _fail(f"{shown(token.strip())}, expected a whole number", number, place, file)
        found.append((int(token), place))
        column += len(token) + 1
    return found


def _fail(message: str, line: int, column: int, file: str | None) -> NoReturn:
    raise InputError(message, file=file, line=line, column=column)
