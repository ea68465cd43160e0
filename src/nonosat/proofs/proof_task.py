"""What a writer of proofs is asked for."""

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
    """What is to be proved, and the options for its proof.

    Attributes:
        puzzle: the puzzle, with all givens that the claim adds.
        name: what the proof calls the puzzle.
        picture: the verified solution from which no solution is to differ; None to prove that there is none.
        others: further solutions, verified; only in cells in which none of them differs from the picture no solution
            is to differ.
        solver: name of a backend, or None for the default of the kind; ignored by kinds that use none.
        encoding: recipe of the formula, as `encodings.find_encoding` reads it, or None for the default of the kind;
            ignored by kinds that use none.
        binary: prefer a binary format to a text where the kind has both.
        deadline: when to give up.
        state: what line solving found out about the puzzle; None if that is not known.
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
        """The cells in which no solution is to differ from the picture."""
        if self.picture is None:
            return frozenset()
        pairs = enumerate(self.picture.cells)
        return frozenset(cell for cell, color in pairs if all(other.cells[cell] == color for other in self.others))
