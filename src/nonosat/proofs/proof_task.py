"""What a writer of proofs is asked for."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.manifest import NO_SOLUTION, UNIQUE
from nonosat.system.deadline import NEVER, Deadline


@dataclass(frozen=True, kw_only=True)
class ProofTask:
    """A claim to be proved, and the options for its proof.

    Attributes:
        puzzle: the puzzle the claim is about.
        name: what the proof calls the puzzle.
        picture: the verified solution that is to be proved the only one; None to prove that there is none.
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
    solver: str | None = None
    encoding: str | None = None
    binary: bool = False
    deadline: Deadline = NEVER
    state: PropagationState | None = None

    @property
    def claim(self) -> str:
        """`UNIQUE` or `NO_SOLUTION`, as the manifest writes it."""
        return NO_SOLUTION if self.picture is None else UNIQUE
