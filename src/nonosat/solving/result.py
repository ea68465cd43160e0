"""The result of solving a puzzle."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nonosat.model.displays import displayed
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula
    from nonosat.lines.fixpoint import PropagationState


class Result(NamedTuple):
    """The result of solving a puzzle.

    Attributes:
        puzzle: the puzzle.
        picture: a solution, verified, or None if there is none.
        second: another solution, if one was looked for and found.
        unique: whether `picture` is the only solution; None if that is not known.
        gave_up: the deadline came before everything that was asked for was found: the answer to the search for a second
            solution, or the model.
        model: for a complete formula its model with the value of every variable, ascending; else None.
        lacks_model: the deadline came before the model of the complete formula was found; `picture` is a solution.
        formula: what was solved, or None where none was needed.
        solver: name of the backend or engine that found `picture`, or None where line solving was enough.
        conflicts: how many conflicts the solver needed, where it counts them.
        goal: `found` if `picture` is the picture that the puzzle's author has in mind, `another` if that is another
            solution, `wrong` if it is not a solution, None if it is not known; see `results.goals`.
        state: what line solving found out; None if lines were not solved, or if they contradict each other.
    """

    puzzle: Puzzle
    picture: Picture | None
    second: Picture | None = None
    unique: bool | None = None
    gave_up: bool = False
    model: tuple[int, ...] | None = None
    lacks_model: bool = False
    formula: Formula | None = None
    solver: str | None = None
    conflicts: int | None = None
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

    def _repr_svg_(self) -> str:
        """The drawing that a notebook displays: the solution, or the empty puzzle; cells that differ are marked."""
        return displayed("Result", self)

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
    def differs(self) -> tuple[int, ...]:
        """The cells in which the two solutions differ, ascending."""
        if self.picture is None or self.second is None:
            return ()
        pairs = zip(self.picture.cells, self.second.cells, strict=True)
        return tuple(cell for cell, (one, other) in enumerate(pairs) if one != other)
