"""A puzzle of a book with its rating, by which it is sorted, and its solution."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass

from nonosat.core.arguments import public
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import NoSolution
from nonosat.core.question import Run
from nonosat.drawing.worksheet import one_line
from nonosat.explaining.rate import Rating, rate
from nonosat.formats.file_format import Sheet
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.solve import solve

#: The levels of a book, in words that a child knows: one for each class of difficulty.
LEVELS = ("easy", "medium", "hard", "very hard")
#: The most cells of a puzzle of each level but the last. A large puzzle is hard for a child, even if it is trivial.
_MOST_CELLS = (100, 400, 1600)


@dataclass(frozen=True, kw_only=True)
class BookPuzzle:
    """A puzzle for a book.

    Attributes:
        name: used if the puzzle has no title.
        rating: without a class if the puzzle has several solutions.
    """

    puzzle: Puzzle
    name: str
    solution: Picture
    rating: Rating

    @property
    def title(self) -> str:
        """The title of the puzzle, else its name."""
        return one_line(self.puzzle.metadata.title) or one_line(self.name) or "Nonogram"

    @property
    def level(self) -> int | None:
        """The index in `LEVELS` by class and size, whichever is harder; None if there are several solutions.

        If the class is not known, the level is that of the easiest class that it may have.
        """
        known = self.rating.difficulty or self.rating.at_least
        if known is None:
            return None
        return max(known.rank, bisect_left(_MOST_CELLS, self.puzzle.grid.n_cells))

    @property
    def level_words(self) -> str:
        """The level as an English book prints it, such as `medium`, `at least hard` or `several solutions`."""
        if self.level is None:
            return "several solutions"
        return f"{'at least ' if self.rating.difficulty is None else ''}{LEVELS[self.level]}"

    @property
    def section(self) -> str:
        """The part of the book that it is in: the level, `not rated` or `several solutions`."""
        is_open = self.rating.difficulty is None and self.level is not None
        return "not rated" if is_open else self.level_words

    @property
    def effort(self) -> float:
        """An estimate of the cells that a person looks at: the lengths of all lines, each as often as it is looked at.

        Line solving looks at the lines that its passes visit. A refuted supposition looks at the lines through one cell
        in each of its passes. Where suppositions within others are needed, that holds for every two open cells.
        """
        grid, rating = self.puzzle.grid, self.rating
        n_families = len(grid.families)
        suppositions = rating.suppositions * rating.longest_chain + (rating.n_open**2 if rating.depth > 1 else 0)
        return (rating.lines_visited + n_families * suppositions) * n_families * grid.n_cells / grid.n_lines


@public
def book_puzzle(sheet: Sheet, *, deadline: Deadline = NEVER) -> BookPuzzle:
    """Rate and solve a puzzle for a book.

    The solution is the goal if it satisfies the clues, otherwise one that is found. A rating that the deadline
    interrupts has no class, or only a lower bound of it.

    Raises:
        NoSolution: the puzzle has none.
        GaveUp: no solution was found before the deadline.
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    solution = sheet.valid_goal or solve(sheet.puzzle, timeout=Run(deadline)).picture
    if solution is None:
        raise NoSolution("no solution to print")
    rating = rate(sheet.puzzle, solution=solution, timeout=Run(deadline))
    return BookPuzzle(puzzle=sheet.puzzle, name=sheet.name, solution=solution, rating=rating)


def from_easy_to_hard(puzzles: Iterable[BookPuzzle]) -> list[BookPuzzle]:
    """Puzzles by level, and within a level by effort; last those without a class: first those that are not rated."""

    def hardness(each: BookPuzzle) -> tuple[float, ...]:
        group = 0 if each.rating.difficulty is not None else 1 if each.level is not None else 2
        return group, each.level or 0, each.effort

    return sorted(puzzles, key=hardness)
