"""The steps of an explanation as JSON: one description of their fields, by which they are written and read.

Lines have their short names, as `r3`, cells their row and their position in it, from 1, and colours their letters, `-`
for background. Blocks are counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import partial
from typing import Any, NamedTuple

from nonosat.errors import PuzzleError
from nonosat.explaining.step import LineDeduction, LineReason, Narrowing, Rung, Step, Supposition
from nonosat.model.grid import cell_place, find_line, line_label
from nonosat.model.palette import BACKGROUND, color_number, known_letters, letter
from nonosat.model.puzzle import Puzzle


class Codec(NamedTuple):
    """A kind of value in JSON; `read` is the inverse of `write`, and raises an exception for any other value."""

    write: Callable[[Any], Any]
    read: Callable[[Any], Any]


class StepCodecs:
    """The kinds of values in the steps of a puzzle.

    `read` raises `PuzzleError` or `UsageError` for a cell, colour or line that the puzzle does not have, and an
    exception of Python for a value of another type.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        self._puzzle = puzzle
        grid = puzzle.grid
        self.line = Codec(partial(line_label, grid), lambda label: find_line(grid, read_text(label)))
        self.cell = Codec(lambda cell: list(cell_place(grid, cell)), self._read_cell)
        self.color = Codec(letter, self._read_color)
        self.colors = _several(self.color)
        narrowed = _several(_fields(Narrowing, cell=self.cell, before=self.colors, after=self.colors))
        block = Codec(lambda block: block + 1, lambda number: number - 1)
        pattern = Codec(str, read_text)
        reason = _fields(LineReason, pattern=pattern, cells=_several(self.cell), blocks=_several(block))
        deduction = _fields(LineDeduction, line=self.line, narrowed=narrowed, reasons=_several(reason))
        self.step: Codec = _fields(
            Step,
            optional=("supposed", "inner", "contradiction"),
            rung=Codec(str, Rung),
            lines=_several(self.line),
            conclusions=narrowed,
            supposed=_fields(Supposition, cell=self.cell, color=self.color),
            inner=_several(Codec(lambda step: self.step.write(step), lambda record: self.step.read(record))),
            deductions=_several(deduction),
            contradiction=self.line,
        )

    def _read_cell(self, place: Any) -> int:
        """The cell at a place."""
        row, position = place
        grid = self._puzzle.grid
        family = grid.families[0]
        if type(row) is not int or type(position) is not int or not 1 <= row <= len(family):
            raise PuzzleError(f"cell {place!r}, expected a row from 1 to {len(family)} and a position in it")
        line = grid.line(family[row - 1])
        if not 1 <= position <= len(line):
            raise PuzzleError(f"cell {place!r}, expected a position from 1 to {len(line)}")
        return line[position - 1]

    def _read_color(self, name: Any) -> int:
        """The colour of a letter."""
        if name == "-":
            return BACKGROUND
        is_letter = isinstance(name, str) and name.isascii() and name.islower() and len(name) < 5
        number = color_number(name) if is_letter else 0
        if not 1 <= number <= self._puzzle.n_colors:
            raise PuzzleError(f"colour {name!r}, expected - or {known_letters(self._puzzle.n_colors)}")
        return number


def read_text(value: Any) -> str:
    """Return a value if it is a text.

    Raises:
        TypeError: it is not.
    """
    if not isinstance(value, str):
        raise TypeError
    return value


def _several(item: Codec) -> Codec:
    """An array of values of one kind; a tuple in Python."""
    return Codec(lambda values: list(map(item.write, values)), lambda values: tuple(map(item.read, values)))


def _fields(make: Callable[..., Any], *, optional: Collection[str] = (), **parts: Codec) -> Codec:
    """An object with the attributes of a record.

    Args:
        make: the class of the record.
        optional: the fields that are left out where they have no value.
        parts: the fields by name, in order.
    """

    def write(value: Any) -> dict[str, object]:
        found = {name: getattr(value, name) for name in parts}
        return {name: parts[name].write(each) for name, each in found.items() if name not in optional or _is_set(each)}

    def read(record: Mapping[str, Any]) -> Any:
        given = [name for name in parts if name not in optional or record.get(name) is not None]
        return make(**{name: parts[name].read(record[name]) for name in given})

    return Codec(write, read)


def _is_set(value: object) -> bool:
    """True if a field has a value."""
    return value is not None and value != ()
