"""The content of a file: puzzles, each with its metadata and the picture that its author has in mind."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.model.picture import Picture
from nonosat.model.puzzle import Metadata, Puzzle
from nonosat.model.verifier import check


class Sheet(NamedTuple):
    """A puzzle as it stands in a file.

    Attributes:
        puzzle: the puzzle, with its metadata.
        goal: the picture that its author has in mind, if the file has it. Readers make sure that it has the puzzle's
            grid and colours; whether it satisfies the clues is checked by `model.verifier`.
        name: of the puzzle, in messages and names of files; empty for text that comes from no file.
    """

    puzzle: Puzzle
    goal: Picture | None = None
    name: str = ""

    @property
    def valid_goal(self) -> Picture | None:
        """The picture that its author has in mind, if there is one and it satisfies the clues."""
        return None if self.goal is None or check(self.puzzle, self.goal) else self.goal


def one_line(text: str) -> str:
    """A text as metadata holds it: on one line, without blanks at its ends and without control characters."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def metadata_of(entries: dict[str, str]) -> Metadata:
    """Metadata from the entries of a file; the keys are names of the fields of `Metadata`."""
    return Metadata(**{name: one_line(text) for name, text in entries.items()})
