"""The difficulty of a puzzle for a person: its class, and the evidence for it.

The classes are defined by closures of monotone operators on the possible colours of the cells, so they do not depend on
an order of lines or cells, and a puzzle with more givens, but the same solution, is never harder:

`pass`        every line, all from the same state: the colours that no placement of its clue allows are removed.
`suppose(k)`  every open cell with every possible colour, all from the same state: the colour is removed if, with the
              cell so coloured, some line has no placement within k passes.

    trivial    TRIVIAL_PASSES passes, the first of each clue by itself, decide all cells
    lines      passes decide all cells
    moderate   passes and suppose(MODERATE_PASSES), again and again, decide all cells
    deep       they do not, but the solution is the only one

An operator F is monotone if F(s) allows no more than F(t) wherever s allows no more than t. Then F applied any number
of times is monotone, and so is its fixpoint. A given only removes colours at first. So a sequence of operators that
decides all cells still does so with more givens.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from nonosat.core.arguments import public
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp
from nonosat.core.question import Limit, Outcome, Run
from nonosat.core.tables import Cell, Percent
from nonosat.explaining.difficulty import Difficulty
from nonosat.explaining.lookahead import Lookahead, solves_nested
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.answers import DisplayedAnswer
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.picture_forms import PictureLike, as_picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.solve import solve

#: A puzzle that line solving solves in at most this number of passes is trivial.
TRIVIAL_PASSES = 8
#: A chain of at most this number of passes is moderate.
MODERATE_PASSES = 4
#: Suppositions within suppositions are tried if those about one cell leave at most this number of cells open.
MAX_NESTED_CELLS = 170
#: Work of a solver, in units, before suppositions are tried without knowing a solution.
_SOLVER_WORK = 2_000

#: The titles of the table of ratings.
RATING_HEAD = ("puzzle", "class", "passes", "lines", "open %", "suppositions", "chain", "depth")
#: From the names of the values in a record, in order, to the attributes of a rating.
RATING_FIELDS = {
    "class": "difficulty",
    "at_least": "at_least",
    "solutions": "n_solutions",
    "passes": "passes",
    "lines_visited": "lines_visited",
    "open": "n_open",
    "open_share": "open_share",
    "suppositions": "suppositions",
    "longest_chain": "longest_chain",
    "depth": "depth",
    "depth_known": "is_depth_known",
    "needed_solver": "needed_solver",
}


@dataclass(frozen=True, kw_only=True, repr=False)
class Rating(DisplayedAnswer):
    """The difficulty of a puzzle, with the evidence for it.

    Attributes:
        difficulty: None if it is not known, or if there is not exactly one solution.
        at_least: the easiest class that it may have; None if there is not exactly one solution.
        n_solutions: 0, 1, or 2 for two or more; None if that is not known.
        passes: the number of passes of line solving, until all cells are decided or nothing follows any more. The first
            pass takes each clue by itself on an empty line. Each further pass takes every line with a change, all from
            the same state.
        lines_visited: the number of lines swept in these passes.
        n_open: the number of cells that they leave open.
        suppositions: the number of suppositions about one cell, without those within others, that are refuted after
            that, in each step those with the shortest refutation.
        longest_chain: the most passes of line solving that one of these takes; 0 without suppositions.
        depth: a lower bound of the number of suppositions that must be open at once.
        is_depth_known: whether this number is known to be enough.
        needed_solver: whether only a solver proved that there is one solution: suppositions did not, or there were too
            many of them.
    """

    puzzle: Puzzle = field(compare=False)
    difficulty: Difficulty | None = None
    at_least: Difficulty | None = Difficulty.TRIVIAL
    n_solutions: int | None = None
    passes: int = 0
    lines_visited: int = 0
    n_open: int
    suppositions: int = 0
    longest_chain: int = 0
    depth: int = 0
    is_depth_known: bool = False
    needed_solver: bool = False

    @property
    def open_share(self) -> float:
        """The share of the cells that line solving leaves open, 0 to 1."""
        return self.n_open / self.puzzle.grid.n_cells

    @property
    def outcome(self) -> Outcome:
        """YES: the class is known; NO: several solutions or none; GAVE_UP: the time limit was reached first."""
        if self.difficulty is not None:
            return Outcome.YES
        return Outcome.NO if self.at_least is None else Outcome.GAVE_UP

    @property
    def class_words(self) -> str:
        """The class: `line by line`, `at least deep`, or why there is none."""
        return class_words(self.difficulty, self.at_least, self.n_solutions)

    def sentence(self) -> str:
        """The class and the evidence for it."""
        if self.at_least is None:
            return f"not rated: {self.class_words}"
        passes, visited = _passes(self.passes), count(self.lines_visited, "line", separators=True)
        if self.depth == 0 and self.difficulty is not None:
            return f"{self.class_words}: line solving solves it in {passes}, {visited} visited"
        share = f"{self.n_open:,} of {count(self.puzzle.grid.n_cells, 'cell', separators=True)}"
        parts = [f"{self.class_words}: line solving leaves {share} open after {passes}"]
        if self.suppositions:
            refuted = f"{count(self.suppositions, 'supposition', separators=True)} refuted"
            parts.append(f"{refuted} within {_passes(self.longest_chain)} of line solving")
        if self.difficulty is None:
            parts.append("the search was ended")
            if self.n_solutions is None:
                parts.append("it is not known whether the solution is unique")
        elif self.depth > 2:
            parts.append("suppositions within suppositions do not solve it (depth over 2)")
        elif self.depth == 2:
            known = "solve it" if self.is_depth_known else "were not tried"
            parts.append(f"suppositions within suppositions {known} (depth {self.depth_words})")
        return "; ".join(parts)

    def record(self) -> dict[str, object]:
        """The rating as a JSON object; it depends only on the puzzle, unless a time limit was reached."""
        values = {name: getattr(self, attribute) for name, attribute in RATING_FIELDS.items()}
        return {**values, "open_share": round(self.open_share, 4)}

    @property
    def depth_words(self) -> str:
        """The depth: `2`, `at least 2`, `over 2`."""
        if self.is_depth_known:
            return str(self.depth)
        return f"over {self.depth - 1}" if self.depth > 2 else f"at least {self.depth}"


def class_words(difficulty: str | None, at_least: str | None, n_solutions: int | None) -> str:
    """The class of a rating in words, from its attributes or the values of its record.

    Raises:
        ValueError: there is no such class.
    """
    if difficulty is not None:
        return Difficulty(difficulty).words
    if at_least is not None:
        return f"at least {Difficulty(at_least).words}"
    return "several solutions" if n_solutions else "no solution"


#: All that `class_words` returns, from the easiest class to the hardest, and last what has no class.
CLASS_WORDS = (
    *(class_words(each, each, 1) for each in Difficulty),
    *(class_words(None, each, None) for each in Difficulty),
    *(class_words(None, None, n_solutions) for n_solutions in (2, 0)),
)


def rating_row(name: str, rating: Rating) -> list[Cell]:
    """The values below `RATING_HEAD`, for a puzzle of this name."""
    row: list[Cell] = [name, rating.class_words, rating.passes, rating.lines_visited, Percent(rating.open_share)]
    if rating.at_least is None:
        return [*row, None, None, None]
    return [*row, rating.suppositions, rating.longest_chain, rating.depth_words]


@public
def rate(
    puzzle: Puzzle,
    *,
    at_most: Difficulty | None = None,
    solution: PictureLike | None = None,
    n_solutions: int | None = None,
    timeout: Limit = None,
) -> Rating:
    """Rate the difficulty of a puzzle for a person.

    Args:
        at_most: stop as soon as it is known to be harder than this class; `at_least` then says so.
        solution: a solution, if one is known.
        n_solutions: 0, 1, or 2 for two or more, if that is known.
        timeout: seconds from now, after which the rating so far is returned; or a run.

    Raises:
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    known = Rating(puzzle=puzzle, n_open=puzzle.grid.n_cells, n_solutions=n_solutions)
    picture = None if solution is None else as_picture(puzzle, solution)
    run = _RatingRun(known, picture, at_most or Difficulty.DEEP, Run.of(timeout).deadline)
    with suppress(GaveUp, _TooHard):
        run.rate()
    return run.rating


class _TooHard(Exception):
    """The puzzle is known to be harder than the class that was asked for."""


class _RatingRun:
    """A rating in the making: `rating` is what is known so far."""

    def __init__(self, known: Rating, solution: Picture | None, at_most: Difficulty, deadline: Deadline) -> None:
        self.rating, self._puzzle, self._solution = known, known.puzzle, solution
        self._at_most, self._deadline = at_most, deadline

    def rate(self) -> None:
        """Complete the rating; `GaveUp` or `_TooHard` ends it before."""
        state = self._solve_lines()
        if state is None:
            return
        if self.rating.n_solutions in (0, 2):
            self._update(at_least=None)
            return
        self._update(at_least=Difficulty.MODERATE, depth=1)
        if self._solution is None or self._at_most is Difficulty.DEEP:
            self._solve(self._deadline.or_after_work(_SOLVER_WORK))
        if self.rating.n_solutions in (0, 2) or self._suppose(Lookahead(state, self._solution, self._deadline)):
            return
        self._update(at_least=Difficulty.DEEP, depth=2)
        self._solve(self._deadline)
        if self.rating.n_solutions != 1:
            return
        self._update(difficulty=Difficulty.DEEP, needed_solver=True)
        if state.n_open <= MAX_NESTED_CELLS:
            is_enough = solves_nested(state, self._solution, self._deadline)
            self._update(depth=2 if is_enough else 3, is_depth_known=is_enough, needed_solver=not is_enough)

    def _solve_lines(self) -> PropagationState | None:
        """Solve lines in passes; return the state in which nothing more follows, or None if the rating is complete."""
        state = PropagationState(self._puzzle)
        passes, visited = 1, self._puzzle.grid.n_lines
        while True:
            n_open = state.n_open
            self._update(passes=passes, lines_visited=visited, n_open=n_open)
            if passes == TRIVIAL_PASSES and n_open:
                self._update(at_least=Difficulty.LINES)
            lines = state.cells.changed_lines()
            self._deadline.check("no rating")
            is_new = state.cells.run_round()
            if is_new is None:
                self._has_none()
                return None
            if not is_new:
                break
            passes += 1
            visited += len(lines)
        if n_open:
            return state
        difficulty = Difficulty.TRIVIAL if passes <= TRIVIAL_PASSES else Difficulty.LINES
        self._update(difficulty=difficulty, at_least=difficulty, n_solutions=1, is_depth_known=True)
        return None

    def _suppose(self, lookahead: Lookahead) -> bool:
        """Refute suppositions about one cell, the shortest refutations first; True if the rating is complete."""
        state = lookahead.state
        while state.n_open:
            is_moderate = self.rating.longest_chain <= MODERATE_PASSES
            found = lookahead.shortest(MODERATE_PASSES) if is_moderate else None
            if found is None:
                self._update(at_least=Difficulty.DEEP)
                found = lookahead.shortest()
            if found is None:
                return False
            if not lookahead.apply(found):
                self._has_none()
                return True
            self._update(
                suppositions=self.rating.suppositions + len(found.pairs),
                longest_chain=max(self.rating.longest_chain, found.passes),
            )
        difficulty = Difficulty.MODERATE if self.rating.longest_chain <= MODERATE_PASSES else Difficulty.DEEP
        self._update(difficulty=difficulty, n_solutions=1, is_depth_known=True)
        return True

    def _solve(self, deadline: Deadline) -> None:
        """Find out by a solver whether there is one solution, unless that is known, or the deadline comes first."""
        if self.rating.n_solutions is not None:
            return
        try:
            result = solve(self._puzzle, unique=True, timeout=Run(deadline))
        except GaveUp:
            return
        if result.picture is None:
            self._has_none()
            return
        self._solution = result.picture
        if result.unique is False:
            self._update(difficulty=None, at_least=None, n_solutions=2, depth=0)
        elif result.unique:
            self._update(n_solutions=1)

    def _has_none(self) -> None:
        self._update(difficulty=None, at_least=None, n_solutions=0, depth=0)

    def _update(self, **known: Any) -> None:
        """Change fields of the rating, and raise `_TooHard` if it says so."""
        self.rating = replace(self.rating, **known)
        at_least = self.rating.at_least
        if at_least is not None and at_least.rank > self._at_most.rank:
            raise _TooHard


def _passes(number: int) -> str:
    return "1 pass" if number == 1 else f"{number} passes"
