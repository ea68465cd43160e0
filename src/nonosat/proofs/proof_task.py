"""The task of a writer of proofs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.manifest import NO_SOLUTION, SOLUTION_MAP, UNIQUE
from nonosat.system.deadline import NEVER, Deadline


@dataclass(frozen=True, kw_only=True)
class ProofTask:
    """A statement to prove, and the options for its proof.

    There is no solution, or all solutions agree with the `picture` in all cells in which the `others` do.

    Attributes:
        puzzle: the puzzle, with all givens that the claim adds.
        name: the name of the puzzle in the proof.
        picture: a verified solution; None to prove that there is none.
        others: further solutions, verified.
        solver: the name of a backend, or None for the default of the kind; ignored by kinds without a solver.
        encoding: the recipe of the formula, as `encodings.find_encoding` reads it, or None for the default of the kind;
            ignored by kinds without a formula.
        binary: prefer a binary format to a text where the kind has both.
        state: the result of line propagation; None if that is unknown.
    """

    puzzle: Puzzle
    name: str
    picture: Picture | None
    others: tuple[Picture, ...] = ()
    solver: str | None = None
    encoding: str | None = None
    binary: bool = False
    deadline: Deadline = NEVER
    state: PropagationState | None = None

    @property
    def claim(self) -> str:
        """`UNIQUE`, `NO_SOLUTION` or `SOLUTION_MAP`, as the manifest writes it."""
        if self.picture is None:
            return NO_SOLUTION
        return SOLUTION_MAP if self.others else UNIQUE

    @cached_property
    def constant_cells(self) -> frozenset[int]:
        """The cells in which all solutions must agree with the picture: those in which all others do."""
        if self.picture is None:
            return frozenset()
        pairs = enumerate(self.picture.cells)
        return frozenset(cell for cell, color in pairs if all(other.cells[cell] == color for other in self.others))
