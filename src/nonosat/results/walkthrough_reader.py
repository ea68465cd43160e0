"""Reading an explanation from the JSON record that `results.walkthrough_record` makes of it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from nonosat.errors import InputError, PuzzleError, UsageError
from nonosat.explaining.step import LineDeduction, LineReason, Narrowing, Rung, Step, Supposition, Walkthrough
from nonosat.formats.json import json_content
from nonosat.formats.loading import loads
from nonosat.model.grid import Grid, find_line
from nonosat.model.palette import BACKGROUND, color_number, known_letters
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

_EXPECTED = "the steps of an explanation"
#: The exceptions of Python where a part of a record is missing, or is of another type.
_NOT_AS_EXPECTED = (KeyError, TypeError, ValueError, AttributeError, IndexError, RecursionError)


class RecordedWalkthrough(NamedTuple):
    """An explanation as a record has it.

    Attributes:
        texts: for each step its sentences, one on each line.
    """

    walkthrough: Walkthrough
    texts: tuple[str, ...]


def read_walkthrough(text: str, file: str | None = None) -> RecordedWalkthrough:
    """Read the record of an explanation; inverse of `walkthrough_record` as JSON.

    Args:
        text: the contents of the file.
        file: its name in error messages.

    Raises:
        InputError: it is not such a record; says where and why.
    """
    record = json_content(text, _EXPECTED, file)
    if not isinstance(record, dict) or not isinstance(record.get("puzzle"), str):
        raise InputError(f'no text "puzzle", expected {_EXPECTED} as JSON', file=file)
    try:
        puzzle = loads(record["puzzle"], format="clues")
    except InputError as error:
        raise InputError(f"puzzle: {error}", file=file) from None
    steps = record.get("steps")
    if not isinstance(steps, list):
        raise InputError(f'no array "steps", expected {_EXPECTED} as JSON', file=file)
    return _RecordReader(puzzle, file).walkthrough(record, steps)


class _RecordReader:
    """Makes the parts of an explanation from those of its record; `file` is named in error messages."""

    def __init__(self, puzzle: Puzzle, file: str | None) -> None:
        self._puzzle = puzzle
        self._grid: Grid = puzzle.grid
        self._file = file

    def walkthrough(self, record: Mapping[str, Any], steps: Sequence[Any]) -> RecordedWalkthrough:
        """The explanation of a whole record.

        Raises:
            InputError: a part of it is wrong; names the part.
        """
        found = [self._step_with_text(step, f"steps[{number}]") for number, step in enumerate(steps)]
        try:
            start = [tuple(range(self._puzzle.n_colors + 1))] * self._grid.n_cells
            for each in record["start"]:
                start[self._cell(each["cell"])] = self._colors(each["colors"])
            walkthrough = Walkthrough(
                puzzle=self._puzzle,
                start=tuple(start),
                steps=tuple(step for step, _ in found),
                picture=self._picture(record["picture"]),
                n_open=int(record["open"]),
            )
        except (PuzzleError, UsageError) as error:
            raise InputError(str(error), file=self._file) from None
        except _NOT_AS_EXPECTED:
            message = 'not a whole explanation, expected "start", "steps", "picture" and "open"'
            raise InputError(message, file=self._file) from None
        return RecordedWalkthrough(walkthrough, tuple(text for _, text in found))

    def _step_with_text(self, record: Any, place: str) -> tuple[Step, str]:
        """A step, and its sentences.

        Raises:
            InputError: it is not a step; names its place in the file.
        """
        try:
            return self._step(record), "\n".join(map(_text, record["text"]))
        except (PuzzleError, UsageError) as error:
            raise InputError(f"{place}: {error}", file=self._file) from None
        except _NOT_AS_EXPECTED:
            is_object = isinstance(record, Mapping)
            parts = "the parts of a step" if is_object else '"rung", "lines", "conclusions", "deductions" and "text"'
            raise InputError(f"{place}: not a step, expected {parts}", file=self._file) from None

    def _step(self, record: Mapping[str, Any]) -> Step:
        """A step, and the steps in it."""
        supposed = record.get("supposed")
        contradiction = record.get("contradiction")
        return Step(
            rung=Rung[record["rung"].upper()],
            lines=tuple(map(self._line, record["lines"])),
            conclusions=self._narrowed(record["conclusions"]),
            deductions=tuple(map(self._deduction, record["deductions"])),
            supposed=supposed and Supposition(self._cell(supposed["cell"]), self._color(supposed["color"])),
            contradiction=None if contradiction is None else self._line(contradiction),
            inner=tuple(map(self._step, record.get("inner", ()))),
        )

    def _deduction(self, record: Mapping[str, Any]) -> LineDeduction:
        """The conclusions of one line, with the arguments."""
        return LineDeduction(
            line=self._line(record["line"]),
            narrowed=self._narrowed(record["narrowed"]),
            reasons=tuple(
                LineReason(
                    reason["pattern"],
                    tuple(map(self._cell, reason["cells"])),
                    tuple(number - 1 for number in reason["blocks"]),
                )
                for reason in record["reasons"]
            ),
        )

    def _narrowed(self, records: Sequence[Mapping[str, Any]]) -> tuple[Narrowing, ...]:
        """Cells that lose colours."""
        return tuple(
            Narrowing(self._cell(each["cell"]), self._colors(each["before"]), self._colors(each["after"]))
            for each in records
        )

    def _picture(self, rows: Sequence[str] | None) -> Picture | None:
        """A picture by its rows."""
        if rows is None:
            return None
        names = [name for row in rows for name in (row.split() if " " in row else row)]
        return Picture(self._grid, tuple(map(self._color, names)))

    def _line(self, label: Any) -> int:
        """The line that has a short name.

        Raises:
            UsageError: the grid has no such line.
        """
        return find_line(self._grid, _text(label))

    def _cell(self, place: Any) -> int:
        """The cell at a place: inverse of `cell_place`.

        Raises:
            PuzzleError: the grid has no such cell.
        """
        row, position = place
        family = self._grid.families[0]
        if type(row) is not int or type(position) is not int or not 1 <= row <= len(family):
            raise PuzzleError(f"cell {place!r}, expected a row from 1 to {len(family)} and a position in it")
        line = self._grid.line(family[row - 1])
        if not 1 <= position <= len(line):
            raise PuzzleError(f"cell {place!r}, expected a position from 1 to {len(line)}")
        return line[position - 1]

    def _colors(self, names: Sequence[Any]) -> tuple[int, ...]:
        """The colours of letters."""
        return tuple(map(self._color, names))

    def _color(self, name: Any) -> int:
        """The colour of a letter: inverse of `letter`.

        Raises:
            PuzzleError: the puzzle has no such colour.
        """
        if name == "-":
            return BACKGROUND
        is_letter = isinstance(name, str) and name.isascii() and name.islower() and len(name) < 5
        number = color_number(name) if is_letter else 0
        if not 1 <= number <= self._puzzle.n_colors:
            raise PuzzleError(f"colour {name!r}, expected - or {known_letters(self._puzzle.n_colors)}")
        return number


def _text(value: Any) -> str:
    """Return a value if it is a text.

    Raises:
        TypeError: it is not.
    """
    if not isinstance(value, str):
        raise TypeError
    return value
