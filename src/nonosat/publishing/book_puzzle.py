"""A puzzle of a book with its rating, by which it is sorted, and its solution."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import NoSolution
from nonosat.core.question import Run
from nonosat.drawing.worksheet import one_line
from nonosat.explaining.rate import Rating, rate
from nonosat.formats.file_format import Sheet
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.solve import solve


@dataclass(frozen=True, kw_only=True)
class BookPuzzle:
    """A puzzle for a book.

    Attributes:
        name: in place of a title, where the puzzle has none.
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
    def class_words(self) -> str:
        """The class as `rate` prints it, such as `lines`, `at least deep` or `several solutions`."""
        return self.rating.class_words

    @property
    def section(self) -> str:
        """The part of the book in which it stands: the class, `not rated` or `several solutions`."""
        is_open = self.rating.difficulty is None and self.rating.at_least is not None
        return "not rated" if is_open else self.class_words


def book_puzzle(sheet: Sheet, *, deadline: Deadline = NEVER) -> BookPuzzle:
    """Rate and solve a puzzle for a book.

    The solution is the goal if it satisfies the clues, else one that is found. A rating that the deadline interrupts
    has no class, or only a lower bound of it.

    Raises:
        NoSolution: the puzzle has none.
        GaveUp: no solution was found before the deadline.
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    solution = sheet.valid_goal or solve(sheet.puzzle, timeout=Run(deadline)).picture
    if solution is None:
        raise NoSolution("no solution, expected one to print")
    rating = rate(sheet.puzzle, solution=solution, timeout=Run(deadline))
    return BookPuzzle(puzzle=sheet.puzzle, name=sheet.name, solution=solution, rating=rating)


def by_rating(puzzles: Iterable[BookPuzzle]) -> list[BookPuzzle]:
    """Puzzles from easy to hard; last those without a class: first those that are not rated."""
    return sorted(puzzles, key=_hardness)


def _hardness(each: BookPuzzle) -> tuple[int, ...]:
    """A key: the class, then the work, which grows with the size of the grid."""
    rating = each.rating
    known = rating.difficulty or rating.at_least
    group = 0 if rating.difficulty is not None else 1 if known is not None else 2
    effort = (rating.depth, rating.longest_chain, rating.suppositions, rating.lines_visited)
    return group, known.rank if known is not None else 0, *effort
