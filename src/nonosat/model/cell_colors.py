"""The colours of each cell in the solutions of a puzzle, and how often each occurs: the content of a map."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle


@dataclass(frozen=True, kw_only=True)
class CellColors:
    """The colours that each cell has in the solutions of a puzzle.

    Attributes:
        possible: for each cell its colours, ascending; only one if that is proved.
        frequencies: for cells whose shares are known, from each colour to the exact number of solutions of the cell's
            place that have it.
        places: the cells with several colours, in groups that do not depend on each other; each ascending.
        unproved: the cells with several colours of which only one is known to occur in a solution.
    """

    puzzle: Puzzle
    possible: tuple[tuple[int, ...], ...]
    frequencies: Mapping[int, Mapping[int, int]]
    places: tuple[tuple[int, ...], ...]
    unproved: frozenset[int] = frozenset()

    @cached_property
    def open_cells(self) -> tuple[int, ...]:
        """The cells with several colours, ascending."""
        return tuple(cell for cell, colors in enumerate(self.possible) if len(colors) > 1)

    def share(self, cell: int, color: int) -> float | None:
        """The share of the solutions, from 0 to 1, in which `cell` has `color`; None if it is not known."""
        if len(self.possible[cell]) == 1:
            return float(self.possible[cell][0] == color)
        numbers = self.frequencies.get(cell)
        return None if numbers is None else numbers.get(color, 0) / sum(numbers.values())

    def likeliest(self, cell: int) -> int | None:
        """The colour that a cell has in most solutions, the least of equals; None if the shares are not known."""
        if len(self.possible[cell]) == 1:
            return self.possible[cell][0]
        numbers = self.frequencies.get(cell)
        return None if numbers is None else max(sorted(numbers), key=numbers.__getitem__)

    def division(self, cell: int) -> str:
        """The colours of a cell in words: `a 67 %, - 33 %`; `a or -` where the shares are not known."""
        colors = self.possible[cell]
        if cell not in self.frequencies:
            return " or ".join(map(letter, colors))
        ranked = sorted(colors, key=lambda color: -self.frequencies[cell].get(color, 0))
        return ", ".join(f"{letter(color)} {percent(self.share(cell, color) or 0)} %" for color in ranked)


def percent(share: float) -> str:
    """A share in per cent, rounded to `1` to `99`, since 0 and 100 would claim a proof."""
    return str(min(99, max(1, round(100 * share))))
