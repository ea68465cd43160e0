"""The steps of an explanation: their conclusions, and the lines that lead to these.

A step starts from what is known of the cells, the colours that are possible for each, and removes some of them. It uses
only the clues of the lines that it names and what is known of the cells of these lines; so it can be checked alone.

Lines have their short names, as `r3`, cells their row and their position in it, from 1, and colours their letters, `-`
for background. Blocks are counted from 1.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import partial
from typing import Any, NamedTuple

from nonosat.core.errors import PuzzleError
from nonosat.model.grid import cell_place, find_line, line_label
from nonosat.model.palette import BACKGROUND, color_number, known_letters, letter
from nonosat.model.puzzle import Puzzle


class Rung(StrEnum):
    """A kind of step, from the easiest for a person to the hardest; `explainer` tries them nearly in this order."""

    SINGLE_LINE = "line"
    """Lines taken by themselves: each concludes something without the others."""
    CROSSING_LINES = "lines"
    """Several lines together, without a supposition: the colours that each allows, or a total."""
    SUPPOSITION = "supposition"
    """A cell supposed to have a colour; lines follow one after the other, until one has no placement."""
    NESTED = "nested"
    """A supposition in which further suppositions are refuted."""
    LINE_SET = "line_set"
    """A set of lines from which the conclusion follows, as a solver has found."""


class Narrowing(NamedTuple):
    """A cell that loses colours: those that were possible, ascending, and those that are left, at least one."""

    cell: int
    before: tuple[int, ...]
    after: tuple[int, ...]

    @property
    def color(self) -> int | None:
        """The only colour that is left, or None if several are."""
        return self.after[0] if len(self.after) == 1 else None


class LineReason(NamedTuple):
    """An argument that a clue decides or narrows some cells of its line.

    Attributes:
        pattern: the name of the argument; a key of `line_patterns.PATTERNS`.
        cells: the cells that it decides or narrows, in the order of the line.
        blocks: the blocks that it names, as indices in the clue, ascending; empty for the whole clue.
    """

    pattern: str
    cells: tuple[int, ...]
    blocks: tuple[int, ...] = ()


@dataclass(frozen=True, kw_only=True)
class LineDeduction:
    """The conclusions of the clue of one line from what is known of its cells.

    Attributes:
        narrowed: the cells that lose colours, in the order of the line.
        reasons: the arguments, the simplest first; together they cover the narrowed cells, each once.
    """

    line: int
    narrowed: tuple[Narrowing, ...]
    reasons: tuple[LineReason, ...]


class Supposition(NamedTuple):
    """A colour that a cell is supposed to have, until that is refuted."""

    cell: int
    color: int


@dataclass(frozen=True, kw_only=True, repr=False)
class Step:
    """A step of an explanation.

    Attributes:
        lines: the lines whose clues it uses, ascending; those of inner steps included.
        conclusions: the cells that lose colours, ascending.
        deductions: the conclusions of single lines. Rungs SINGLE_LINE and CROSSING_LINES: each by itself, from what is
            known before the step; on the latter they decide a cell together. Rung SUPPOSITION: one after the other,
            from what is known and supposed. Other rungs: none.
        supposed: rungs SUPPOSITION and NESTED: the supposition; the conclusion is that it does not hold.
        contradiction: rungs SUPPOSITION and NESTED: the line that has no placement in the end.
        inner: rung NESTED: the suppositions refuted within this one, and the steps between them, in order. Their
            deductions start from what is known and supposed, and what the inner steps before them conclude.
    """

    rung: Rung
    lines: tuple[int, ...]
    conclusions: tuple[Narrowing, ...]
    deductions: tuple[LineDeduction, ...] = ()
    supposed: Supposition | None = None
    contradiction: int | None = None
    inner: tuple[Step, ...] = ()

    def __repr__(self) -> str:
        return f"<Step {self.rung}: {len(self.lines)} lines, {len(self.conclusions)} conclusions>"

    @property
    def depth(self) -> int:
        """The largest number of suppositions that are open at once; 0 without a supposition."""
        if self.supposed is None:
            return 0
        return 1 + max((each.depth for each in self.inner), default=0)

    @property
    def chain_length(self) -> int:
        """The number of lines that a person looks at, one after the other, to refute it; 0 without a supposition."""
        if self.supposed is None:
            return 0
        own = len(self.deductions) + (self.contradiction is not None)
        return own + sum(inner.chain_length or len(inner.deductions) for inner in self.inner)


def apply_conclusions(possible: list[tuple[int, ...]], conclusions: Iterable[Narrowing]) -> None:
    """Remove the colours that `conclusions` remove from `possible`, the colours of each cell, ascending."""
    for cell, _, after in conclusions:
        possible[cell] = after


class Codec(NamedTuple):
    """A kind of value in JSON; `read` is the inverse of `write`, and fails for any other value."""

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
        if name == "-":
            return BACKGROUND
        is_letter = isinstance(name, str) and name.isascii() and name.islower() and len(name) < 5
        number = color_number(name) if is_letter else 0
        if not 1 <= number <= self._puzzle.n_colors:
            raise PuzzleError(f"colour {name!r}, expected - or {known_letters(self._puzzle.n_colors)}")
        return number


def read_text(value: Any) -> str:
    """Return a value if it is a text, and raise `TypeError` otherwise."""
    if not isinstance(value, str):
        raise TypeError
    return value


def _several(item: Codec) -> Codec:
    """An array of values of one kind; a tuple in Python."""
    return Codec(lambda values: list(map(item.write, values)), lambda values: tuple(map(item.read, values)))


def _fields(make: Callable[..., Any], *, optional: Collection[str] = (), **parts: Codec) -> Codec:
    """An object with the attributes of a record: its class, its fields in order, and those left out if empty."""

    def write(value: Any) -> dict[str, object]:
        found = {name: getattr(value, name) for name in parts}
        is_empty = {name for name in optional if found[name] in (None, ())}
        return {name: parts[name].write(each) for name, each in found.items() if name not in is_empty}

    def read(record: Mapping[str, Any]) -> Any:
        given = [name for name in parts if name not in optional or record.get(name) is not None]
        return make(**{name: parts[name].read(record[name]) for name in given})

    return Codec(write, read)
