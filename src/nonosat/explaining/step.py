"""The steps of an explanation: their conclusions, and the lines that lead to these.

A step starts from what is known of the cells, the colours that are possible for each, and removes some of them. It uses
only the clues of the lines that it names and what is known of the cells of these lines; so it can be checked alone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import NamedTuple


class Rung(StrEnum):
    """A kind of step on the ladder from the easiest for a person to the hardest."""

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
    """A cell that loses colours.

    Attributes:
        cell: its number in the grid.
        before: the colours that were possible, ascending; 0 is background.
        after: those that are left, ascending, at least one.
    """

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
        line: its index in the grid.
        narrowed: the cells that lose colours, in the order of the line.
        reasons: the arguments, the simplest first; together they cover the narrowed cells, each once.
    """

    line: int
    narrowed: tuple[Narrowing, ...]
    reasons: tuple[LineReason, ...]


class Supposition(NamedTuple):
    """A colour that a cell is supposed to have, until that is refuted.

    Attributes:
        cell: its number in the grid.
        color: the colour; 0 is background.
    """

    cell: int
    color: int


@dataclass(frozen=True, kw_only=True)
class Step:
    """A step of an explanation.

    Attributes:
        rung: its kind.
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
    """Remove the colours that the conclusions of a step remove.

    Args:
        possible: for each cell the colours that are possible, ascending; changed in place.
        conclusions: in any order.
    """
    for cell, _, after in conclusions:
        possible[cell] = after
