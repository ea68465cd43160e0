"""An argument about a line: the claims that it makes, and the words in which it is said."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import NamedTuple

from nonosat.explaining.line_view import LineView
from nonosat.explaining.step import LineDeduction, LineReason
from nonosat.explaining.step_words import StepWords
from nonosat.model.nouns import joined
from nonosat.model.palette import BACKGROUND


class LineClaim(NamedTuple):
    """The conclusion of an argument.

    Attributes:
        cells: the positions that it is about, as a bit set.
        colors: the only colours that they can have, as a bit set.
        blocks: the blocks that the argument names, as indices in the clue, ascending; empty for the whole clue.
    """

    cells: int
    colors: int
    blocks: tuple[int, ...] = ()


class DeductionWords:
    """A deduction of one line in words; those that hold for several lines, if it `is_brief`, name few cells."""

    def __init__(self, names: StepWords, deduction: LineDeduction, *, is_brief: bool = False) -> None:
        self.names = names
        self.line = deduction.line
        self.clue = names.puzzle.clues[deduction.line]
        self.is_brief = is_brief
        self._narrowed = {each.cell: each for each in deduction.narrowed}

    def cells(self, cells: Sequence[int]) -> str:
        """Some of the `cells` of the line: `columns 4 to 6`."""
        return self.names.on_line(self.line, cells)

    def block(self, number: int) -> str:
        """One of its blocks: `the block of 3`."""
        return self.names.block(self.line, number)

    def blocks(self, reason: LineReason, link: str) -> str:
        """The blocks of an argument: `the block of 3 or the block of 5`."""
        return self.names.blocks(self.line, reason.blocks, link)

    def become(self, cells: Iterable[int]) -> str:
        """Cells with their verdicts: `columns 4 to 6 are red and column 7 cannot be blue`."""
        groups: dict[str, list[int]] = {}
        for cell in cells:
            groups.setdefault(self._verdict(cell), []).append(cell)
        return joined([f"{self.cells(found)} {with_verb(found, verdict)}" for verdict, found in groups.items()])

    def so(self, cells: Sequence[int]) -> str:
        """The verdict on cells that have just been named: `so they are empty`."""
        verdicts = {self._verdict(cell) for cell in cells}
        if len(verdicts) > 1:
            return f"so {self.become(cells)}"
        return f"so {'it' if len(cells) == 1 else 'they'} {with_verb(cells, *verdicts)}"

    def removed(self, cells: Iterable[int]) -> list[int]:
        """The colours that cells lose, ascending."""
        narrowed = (self._narrowed[cell] for cell in cells)
        return sorted({color for each in narrowed for color in each.before if color not in each.after})

    def after(self, cell: int) -> tuple[int, ...]:
        """The colours that are left of a cell."""
        return self._narrowed[cell].after

    def may_be_empty(self, cell: int) -> bool:
        """True if a cell that loses colours could be background."""
        return BACKGROUND in self._narrowed[cell].before

    def _verdict(self, cell: int) -> str:
        _, before, after = self._narrowed[cell]
        return verdict(self.names, before, after)


class LinePattern(NamedTuple):
    """A kind of argument.

    Attributes:
        claims: yields its claims about a line.
        clause: a clause for all arguments of this kind in a deduction, in lower case and without a full stop.
        tier: its difficulty for a person: 0 seen at once, 1 one block, 2 several blocks, 3 the whole clue.
    """

    claims: Callable[[LineView], Iterator[LineClaim]]
    clause: Callable[[DeductionWords, Sequence[LineReason]], str]
    tier: int


def verdict(names: StepWords, before: Sequence[int], after: Sequence[int]) -> str:
    """The verdict on a cell whose colours `before` lose all but `after`: `red`, `cannot be blue`, `can only be red`."""
    if len(after) == 1:
        return names.colors[after[0]]
    lost = [color for color in before if color not in after]
    if len(lost) <= len(after):
        return f"cannot be {names.colors_left(lost)}"
    return f"can only be {names.colors_left(after)}"


def with_verb(cells: Sequence[int], verdict: str) -> str:
    """A verdict on `cells` with its verb: `is red`, `are red`, `cannot be red`."""
    return verdict if verdict.startswith("can") else f"{'is' if len(cells) == 1 else 'are'} {verdict}"


def all_cells(reasons: Iterable[LineReason]) -> list[int]:
    """The cells of several arguments."""
    return [cell for reason in reasons for cell in reason.cells]
