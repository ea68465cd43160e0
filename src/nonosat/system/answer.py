"""An answer to a question about a puzzle: its outcome, in words, and as a record."""

from __future__ import annotations

from enum import IntEnum
from typing import Protocol


class Outcome(IntEnum):
    """The outcome of a question, relative to what was asked. Its value is the exit code of the command.

    What else is known (the number of solutions, a proof, a map) is a field of the answer. The other exit codes are
    those of `nonosat.errors`.
    """

    YES = 0
    NO = 1
    GAVE_UP = 5

    @property
    def word(self) -> str:
        """The outcome in records: `yes`, `no` or `gave up`."""
        return self.name.lower().replace("_", " ")


class Answer(Protocol):
    """The three members that every answer has; drawings, pages and films are made of its other fields."""

    @property
    def outcome(self) -> Outcome:
        """The outcome."""

    def sentence(self) -> str:
        """The answer as a sentence, without the name of the puzzle."""

    def record(self) -> dict[str, object]:
        """The answer as fields of a JSON record, beside those that all records have."""
