"""What a kind of proof has to prove, as a checker sees it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle


@dataclass(frozen=True, kw_only=True)
class Statement:
    """That a puzzle has no solution; or that no solution differs from the one in the files of the proof in a cell in
    which none of the others does.

    Attributes:
        puzzle: the puzzle, with all givens that the claim adds.
        name: what the proof calls the puzzle.
        has_solution: whether the files hold a solution.
        others: further solutions, verified; none for a solution that is unique.
    """

    puzzle: Puzzle
    name: str
    has_solution: bool
    others: tuple[Picture, ...] = ()

    def constant_cells(self, solution: Picture) -> list[int]:
        """The cells in which all others agree with a solution, ascending.

        Args:
            solution: the one in the files of the proof.
        """
        pairs = enumerate(solution.cells)
        return [cell for cell, color in pairs if all(other.cells[cell] == color for other in self.others)]


class CheckedStatement(NamedTuple):
    """A statement that has been proved.

    Attributes:
        size: the size of the proof, in half a sentence.
        solution: the one in the files of the proof, verified; None if there is none.
    """

    size: str
    solution: Picture | None
