"""The classes of difficulty, by the names that authors of puzzles use."""

from __future__ import annotations

from enum import StrEnum


class Difficulty(StrEnum):
    """The difficulty of a puzzle for a person, from the easiest class to the hardest."""

    TRIVIAL = "trivial"
    """Line solving solves it in a few passes (`rate.TRIVIAL_PASSES`)."""
    LINES = "lines"
    """Line solving solves it."""
    MODERATE = "moderate"
    """Line solving and suppositions about one cell, each refuted in a few passes (`rate.MODERATE_PASSES`), solve it."""
    DEEP = "deep"
    """Only longer suppositions, or suppositions within suppositions, solve it."""

    @property
    def words(self) -> str:
        """Its name in sentences and tables."""
        return "line by line" if self is Difficulty.LINES else self.value

    @property
    def rank(self) -> int:
        """Its place among the classes, from 0 for the easiest."""
        return list(Difficulty).index(self)
