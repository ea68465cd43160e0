"""Reading the steps of an explanation from the JSON record that `nonosat explain` writes, for the hints of a page.

Only what a page shows is read: of each step its sentences, its lines, and the cells that it decides.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, NamedTuple

from nonosat.errors import InputError, PuzzleError, UsageError
from nonosat.formats.loading import loads
from nonosat.model.grid import Grid, find_line
from nonosat.model.palette import BACKGROUND, color_number, known_letters
from nonosat.model.puzzle import Puzzle
from nonosat.pages.page_steps import PageStep

_EXPECTED = "the steps of an explanation as JSON"


class ExplainedPuzzle(NamedTuple):
    """A puzzle with the steps of its explanation.

    Attributes:
        puzzle: as the record has it.
        steps: from the first one on.
    """

    puzzle: Puzzle
    steps: tuple[PageStep, ...]


def read_steps(text: str, file: str | None = None) -> ExplainedPuzzle:
    """Read the record of an explanation.

    Args:
        text: what the file holds: an object with the clue file of the puzzle in `puzzle`, and in `steps` objects with
            `text` (sentences), `lines` (short names, as `r3`) and `conclusions` (each with `cell`, its row and its
            position in it from 1, and `after`, the letters of the colours that are left, `-` for background).
        file: its name in error messages.

    Raises:
        InputError: it is no such record; says where and why.
    """
    try:
        record = json.loads(text)
    except json.JSONDecodeError as error:
        message = f"{error.msg[:1].lower()}{error.msg[1:]}, expected {_EXPECTED}"
        raise InputError(message, file=file, line=error.lineno, column=error.colno) from None
    except (ValueError, RecursionError):
        raise InputError(f"JSON that cannot be read, expected {_EXPECTED}", file=file) from None
    if not isinstance(record, dict) or not isinstance(record.get("puzzle"), str):
        raise InputError(f'no text "puzzle", expected {_EXPECTED}', file=file)
    try:
        puzzle = loads(record["puzzle"], format="clues")
    except InputError as error:
        raise InputError(f"puzzle: {error}", file=file) from None
    steps = record.get("steps")
    if not isinstance(steps, list):
        raise InputError(f'no array "steps", expected {_EXPECTED}', file=file)
    return ExplainedPuzzle(puzzle, tuple(_step(puzzle, step, f"steps[{i}]", file) for i, step in enumerate(steps)))


def _step(puzzle: Puzzle, record: Any, place: str, file: str | None) -> PageStep:
    """The step of a record.

    Raises:
        InputError: it is none; names the place of the step in the file.
    """
    try:
        decided = [each for each in record["conclusions"] if len(each["after"]) == 1]
        return PageStep(
            text="\n".join(_text(sentence) for sentence in record["text"]),
            lines=tuple(find_line(puzzle.grid, _text(label)) for label in record["lines"]),
            cells=tuple((_cell(puzzle.grid, each["cell"]), _color(puzzle, each["after"][0])) for each in decided),
        )
    except (PuzzleError, UsageError) as error:
        raise InputError(f"{place}: {error}", file=file) from None
    except (KeyError, TypeError, ValueError, AttributeError):
        keys = '"text", "lines" and "conclusions"' if not isinstance(record, Mapping) else "the parts of a step"
        raise InputError(f"{place}: not a step, expected {keys}", file=file) from None


def _text(value: Any) -> str:
    """A text.

    Raises:
        TypeError: it is none.
    """
    if not isinstance(value, str):
        raise TypeError
    return value


def _cell(grid: Grid, place: Any) -> int:
    """The cell at a place, given by its row and its position in the row, both from 1.

    Raises:
        PuzzleError: the grid has no such cell.
    """
    row, position = place
    family = grid.families[0]
    if type(row) is not int or type(position) is not int or not 1 <= row <= len(family):
        raise PuzzleError(f"cell {place!r}, expected a row from 1 to {len(family)} and a position in it")
    line = grid.line(family[row - 1])
    if not 1 <= position <= len(line):
        raise PuzzleError(f"cell {place!r}, expected a position from 1 to {len(line)}")
    return line[position - 1]


def _color(puzzle: Puzzle, name: Any) -> int:
    """The colour of a letter.

    Raises:
        PuzzleError: the puzzle has no such colour.
    """
    if name == "-":
        return BACKGROUND
    number = color_number(name) if isinstance(name, str) and name.isascii() and name.islower() and len(name) < 5 else 0
    if not 1 <= number <= puzzle.n_colors:
        raise PuzzleError(f"colour {name!r}, expected - or {known_letters(puzzle.n_colors)}")
    return number
