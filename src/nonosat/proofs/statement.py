"""The statement that a kind of proof has to prove, as a checker sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle


@dataclass(frozen=True, kw_only=True)
class Statement:
    """A statement about the solutions of a puzzle.

    There is none, or all agree with the solution in the files of the proof in all cells in which the `others` do.

    Attributes:
        puzzle: the puzzle, with all givens that the claim adds.
        name: the name of the puzzle in the proof.
        has_solution: whether the files hold a solution.
        others: further solutions, verified; empty for a unique solution.
    """

    puzzle: Puzzle
    name: str
    has_solution: bool
    others: tuple[Picture, ...] = ()

    def constant_cells(self, solution: Picture) -> list[int]:
        """The cells in which all others agree with the solution of the proof, ascending."""
        pairs = enumerate(solution.cells)
        return [cell for cell, color in pairs if all(other.cells[cell] == color for other in self.others)]


class CheckedStatement(NamedTuple):
    """A statement that has been proved.

    Attributes:
        size: the size of the proof in words.
        solution: the solution in the files of the proof, verified; None if there is none.
    """

    size: str
    solution: Picture | None
