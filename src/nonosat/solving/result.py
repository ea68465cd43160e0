"""The result of solving a puzzle: its outcome, in words, as a record, and compared with the goal of the author."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nonosat.core.question import Outcome
from nonosat.model.grid import cell_place, named_cells
from nonosat.model.nouns import count
from nonosat.model.picture import Picture, displayed
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import check

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula
    from nonosat.lines.fixpoint import PropagationState
    from nonosat.solvers.session import Statistics

#: Values of `Result.goal`: the goal is the solution that was found, another solution, or not a solution.
FOUND, ANOTHER, WRONG = "found", "another", "wrong"

#: The end of a sentence, by `Result.goal`.
_GOALS = {
    FOUND: "; the picture is the goal",
    ANOTHER: "; the goal is another solution",
    WRONG: "; the goal is not a solution",
}


class Result(NamedTuple):
    """The result of solving a puzzle.

    Attributes:
        picture: a solution, verified, or None if there is none.
        second: another solution, if one was looked for and found.
        unique: whether `picture` is the only solution; None if that is not known.
        gave_up: the deadline came before the search for a second solution had an answer.
        model: for a complete formula its model with the value of every variable, ascending; else None.
        formula: the one that was solved, or None where none was needed.
        solver: name of the backend or engine that found `picture`, or None where line solving was enough.
        statistics: what the solver has done; None if no single solver found the answer.
        goal: `found` if `picture` is the picture that the puzzle's author has in mind, `another` if that is another
            solution, `wrong` if it is not a solution, None if it is not known; see `with_goal`.
        state: the knowledge of line solving; None if lines were not solved, or if they contradict each other.
    """

    puzzle: Puzzle
    picture: Picture | None
    second: Picture | None = None
    unique: bool | None = None
    gave_up: bool = False
    model: tuple[int, ...] | None = None
    formula: Formula | None = None
    solver: str | None = None
    statistics: Statistics | None = None
    goal: str | None = None
    state: PropagationState | None = None

    def __repr__(self) -> str:
        if self.picture is None:
            found = "no solution"
        else:
            found = {True: "solved, unique", False: "solved, not unique", None: "solved"}[self.unique]
        gave_up = ", gave up" if self.gave_up else ""
        solver = f" solver={self.solver!r}" if self.solver else ""
        return f"<Result {self.puzzle.grid.header}: {found}{gave_up}{solver}>"

    def _repr_html_(self) -> str:
        """The display of a notebook: the sentence, and the solution or the empty puzzle; differences are marked."""
        return displayed("html", self)

    def __eq__(self, other: object) -> bool:
        """True if two results say the same; `formula` and `state`, by which they were found, are not compared."""
        return isinstance(other, Result) and self._compared == other._compared

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self._compared)

    @property
    def _compared(self) -> tuple[object, ...]:
        return self._replace(formula=None, state=None)[:]

    @property
    def conflicts(self) -> int | None:
        """The number of conflicts that the solver needed; None if it does not count them."""
        return None if self.statistics is None else self.statistics.conflicts

    @property
    def differs(self) -> tuple[int, ...]:
        """The cells in which the two solutions differ, ascending."""
        if self.picture is None or self.second is None:
            return ()
        pairs = zip(self.picture.cells, self.second.cells, strict=True)
        return tuple(cell for cell, (one, other) in enumerate(pairs) if one != other)

    @property
    def outcome(self) -> Outcome:
        """Yes if it is solved (and unique, if asked), no if there is no solution, or several."""
        if self.picture is None or self.unique is False:
            return Outcome.NO
        return Outcome.GAVE_UP if self.gave_up else Outcome.YES

    def sentence(self) -> str:
        """The result in one line, without the name of the puzzle."""
        goal = _GOALS.get(self.goal or "", "")
        if self.goal == ANOTHER and self.second is not None:
            goal = ""  # it is named as the second solution
        return self._found() + goal

    def _found(self) -> str:
        """The result in words, without the goal."""
        if self.picture is None:
            return "no solution"
        difference = ""
        if self.unique is False:
            other = "the goal" if self.goal == ANOTHER else "a second solution"
            cells = f"{count(len(self.differs), 'cell')}: {named_cells(self.puzzle.grid, self.differs)}"
            difference = f"; {other} differs in {cells}"
        return solved_words(self.unique, difference, gave_up=self.gave_up)

    def record(self) -> dict[str, object]:
        """The result as a JSON object; it depends on the input alone, unless a time limit decides."""
        from nonosat.formats.picture_text import picture_rows

        puzzle, formula = self.puzzle, self.formula
        return {
            "grid": puzzle.grid.header,
            "colors": list(puzzle.palette.colors),
            "unique": self.unique,
            "picture": picture_rows(puzzle, self.picture) if self.picture else None,
            "second": picture_rows(puzzle, self.second) if self.second else None,
            "goal": self.goal,
            "differs": [list(cell_place(puzzle.grid, cell)) for cell in self.differs],
            "solver": self.solver,
            "variables": formula.n_vars if formula else None,
            "clauses": formula.n_clauses if formula else None,
        }


def solved_words(unique: bool | None, difference: str = "", *, gave_up: bool) -> str:
    """The words for a puzzle with a solution, in one line.

    Args:
        unique, gave_up: see `Result`.
        difference: a clause that says where two solutions differ.
    """
    if gave_up:
        return "solved; gave up before it was clear whether the solution is unique"
    return {True: "solved, unique", False: f"solved, not unique{difference}", None: "solved"}[unique]


def with_goal(result: Result, goal: Picture | None, *, unique: bool = False) -> Result:
    """The result compared with the goal: with `goal` set, and where the goal is the second solution, with that.

    Args:
        result: of a search that did not use the goal.
        goal: the picture that the author of the puzzle has in mind.
        unique: whether a second solution was asked for. If so, a goal that is another solution is the second one.
    """
    if goal is None or result.picture is None:
        return result
    if goal == result.picture:
        return result._replace(goal=FOUND)
    if check(result.puzzle, goal):
        return result._replace(goal=WRONG)
    if unique:
        result = result._replace(second=goal, unique=False, gave_up=False)
    return result._replace(goal=ANOTHER)
