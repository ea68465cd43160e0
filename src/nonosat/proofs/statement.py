"""The claim of a proof, as its checkers see it, and the pictures in the files of the proof.

Trusted base: the reader of pictures, and the rules in `model.verifier`.
"""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.core.errors import InputError, ProofRefused
from nonosat.formats.picture_text import picture_rows, read_picture
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.model.verifier import check as violations


@dataclass(frozen=True, kw_only=True)
class Statement:
    """A statement to check: there is no solution, or all agree with the one in the files of the proof in some cells.

    Attributes:
        puzzle: the puzzle, with all givens that the claim adds.
        has_solution: true if the files hold a solution.
        others: further solutions, verified, of the puzzle without the `givens`.
        givens: the givens that the claim adds; with them the solution is the only one.
    """

    puzzle: Puzzle
    name: str
    has_solution: bool
    others: tuple[Picture, ...] = ()
    givens: tuple[ColoredCell, ...] = ()

    @property
    def is_unique(self) -> bool:
        """True if all solutions must agree in all cells."""
        return bool(self.givens) or not self.others

    def constant_cells(self, solution: Picture) -> list[int]:
        """The cells in which all solutions must agree with the one of the proof, ascending."""
        others = () if self.is_unique else self.others
        pairs = enumerate(solution.cells)
        return [cell for cell, color in pairs if all(other.cells[cell] == color for other in others)]


def read_solution(puzzle: Puzzle, text: str, name: str) -> Picture:
    """The solution that a text shows; `name` is that of the text in messages.

    Raises:
        ProofRefused: it is not a solution, or the text has other characters than nonosat writes for it.
    """
    try:
        picture = read_picture(text, puzzle, name)
    except InputError as error:
        raise ProofRefused(str(error)) from None
    if text != "".join(f"{row}\n" for row in picture_rows(puzzle, picture)):
        raise ProofRefused(f"{name} has other characters than those that nonosat writes for it")
    require_solution(puzzle, picture, name)
    return picture


def require_solution(puzzle: Puzzle, picture: Picture, name: str) -> None:
    """Raise `ProofRefused` unless a picture is a solution; `name` is that of its text in messages."""
    for violation in violations(puzzle, picture):
        raise ProofRefused(f"{name} is not a solution of the puzzle: {violation.message}")
