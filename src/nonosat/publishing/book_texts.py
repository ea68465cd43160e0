"""What a book says of its puzzles, in its language, with or without their titles before the solutions."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.drawing.worksheet import byline
from nonosat.model.grid_kinds import kind_of
from nonosat.model.nouns import capitalized
from nonosat.publishing.book_puzzle import LEVELS, BookPuzzle
from nonosat.publishing.words import ENGLISH, Words


class BookTexts(NamedTuple):
    """The texts about a puzzle, or about the one at a `place` of the book, from 1.

    Attributes:
        show_titles: whether titles stand with the puzzles; otherwise only with the solutions.
    """

    words: Words = ENGLISH
    show_titles: bool = True

    def heading(self, place: int, entry: BookPuzzle) -> str:
        """The heading of a puzzle."""
        return self.caption(place, entry) if self.show_titles else f"{place}."

    def listed(self, place: int, entry: BookPuzzle) -> str:
        """The puzzle in a list: with its size in place of a hidden title."""
        return self.caption(place, entry) if self.show_titles else f"{place}. {self._size(entry)}"

    def caption(self, place: int, entry: BookPuzzle) -> str:
        """The heading of a solution."""
        return f"{place}. {entry.title}"

    def section(self, entry: BookPuzzle) -> str:
        """The heading of the part of the book that a puzzle is in."""
        return capitalized(self.words(f"level.{entry.section}"))

    def facts(self, entry: BookPuzzle) -> str:
        """The level of a puzzle, its size and its colours."""
        n_colors = entry.puzzle.n_colors
        colors = [self.words.count("book.colors", n_colors)] if n_colors > 1 else []
        return ", ".join((self._level(entry), self._size(entry), *colors))

    def byline(self, entry: BookPuzzle) -> str:
        """The author, the copyright and the licence of a puzzle, as far as they are known."""
        return byline(entry.puzzle, with_license=True, by=lambda names: self.words("book.by", names=names))

    def _level(self, entry: BookPuzzle) -> str:
        if entry.section != "not rated":
            return self.words(f"level.{entry.section}")
        return self.words("level.at least", level=self.words(f"level.{LEVELS[entry.level or 0]}"))

    def _size(self, entry: BookPuzzle) -> str:
        return kind_of(entry.puzzle.grid).extent(entry.puzzle.grid, self.words.term)


#: The texts of a usual book.
USUAL = BookTexts()
