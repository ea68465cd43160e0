"""What the answers of mending and of fitting share: the changes, and the proof that fewer do not suffice."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from nonosat.model.answers import DisplayedAnswer
from nonosat.model.grid import cell_name, cell_place
from nonosat.model.nouns import count
from nonosat.model.palette import letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle

#: Largest number of changes that a sentence names.
_NAMED = 8


@dataclass(frozen=True, kw_only=True, repr=False)
class ChangedPuzzle(DisplayedAnswer, ABC):
    """A puzzle after changes that reach a goal.

    Attributes:
        until: the goal.
        puzzle, picture: after the changes.
        at_least: proved lower bound of the number of changes.
    """

    until: str
    puzzle: Puzzle
    picture: Picture
    at_least: int = 0

    @property
    @abstractmethod
    def changes(self) -> tuple[ColoredCell, ...]:
        """The cells that were changed or given, with their colours."""

    @property
    def changed_cells(self) -> tuple[int, ...]:
        """The cells that were changed or given."""
        return tuple(cell for cell, _ in self.changes)

    @property
    def n_changes(self) -> int:
        """The number of changes."""
        return len(self.changes)

    @property
    def is_fewest(self) -> bool:
        """True if it is proved that fewer changes do not suffice."""
        return self.n_changes == self.at_least

    def _colored(self, cells: Iterable[ColoredCell]) -> list[list[object]]:
        """Cells for a record: the row, the position in the row, both from 1, and the colour."""
        return [[*cell_place(self.puzzle.grid, cell), letter(color)] for cell, color in cells]

    def _named(self, cells: Iterable[ColoredCell], verb: str = "becomes") -> list[str]:
        """Cells with their colours for a sentence."""
        return [f"{cell_name(self.puzzle.grid, cell)} {verb} {letter(color)}" for cell, color in cells]

    def _proved(self) -> dict[str, object]:
        """The number of changes and its bound, for a record."""
        return {"changes": self.n_changes, "at_least": self.at_least, "fewest": self.is_fewest}

    def _reached_with(self, reached: str, noun: str, names: Sequence[str]) -> str:
        """A sentence about the goal, the changes, and the proof that they are the fewest or the lower bound."""
        if not names:
            return f"{reached}, without a change"
        is_proved = self.at_least == len(names)
        bound = "proved to be the fewest" if is_proved else f"the best found (at least {self.at_least} needed)"
        more = [f"and {len(names) - _NAMED} more"] if len(names) > _NAMED else []
        return f"{reached} with {count(len(names), noun)}, {bound}: {'; '.join([*names[:_NAMED], *more])}"
