"""The claim of a proof, as its checkers see it."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle


@dataclass(frozen=True, kw_only=True)
class Statement:
    """A statement to check: there is no solution, or all agree with the one in the files of the proof in some cells.

    Attributes:
        puzzle: the puzzle, with all givens that the claim adds.
        name: the name of the puzzle in the proof.
        has_solution: true if the files hold a solution.
        others: further solutions, verified, of the puzzle without the `givens`.
        givens: the givens that the claim adds; with them the solution is the only one.
    """

    puzzle: Puzzle
    name: str
    has_solution: bool
    others: tuple[Picture, ...] = ()
    givens: tuple[Given, ...] = ()

    @property
    def is_unique(self) -> bool:
        """True if all solutions must agree in all cells."""
        return bool(self.givens) or not self.others

    def constant_cells(self, solution: Picture) -> list[int]:
        """The cells in which all solutions must agree with the one of the proof, ascending."""
        others = () if self.is_unique else self.others
        pairs = enumerate(solution.cells)
        return [cell for cell, color in pairs if all(other.cells[cell] == color for other in others)]
