"""The limits of a question, and what every answer says."""

from __future__ import annotations

from collections.abc import Callable
from enum import IntEnum
from typing import TYPE_CHECKING, NamedTuple, Protocol

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import ExitCode

if TYPE_CHECKING:
    from threading import Event

#: Receives a sentence about the progress of a search.
Log = Callable[[str], None]


def no_log(sentence: str) -> None:
    """Drop a sentence about the progress of a search."""


class Run(NamedTuple):
    """The limits of a question, and the listener to its progress; at the deadline the answer says what is known."""

    deadline: Deadline = NEVER
    log: Log = no_log

    @classmethod
    def of(cls, timeout: Limit, cancel: Event | None = None) -> Run:
        """The run for an argument `timeout`; setting the event `cancel`, in any thread, ends it early."""
        run = timeout if isinstance(timeout, Run) else cls(Deadline.after(timeout))
        return run if cancel is None else run._replace(deadline=run.deadline.cancelled_by(cancel))


#: The argument `timeout` of a question: seconds from now, None for no limit, or a run.
Limit = float | Run | None


class Outcome(IntEnum):
    """The outcome of a question, relative to what was asked. Its value is the exit code of the command.

    What else is known (the number of solutions, a proof, a map) is a field of the answer.
    """

    YES = ExitCode.YES
    NO = ExitCode.NO
    GAVE_UP = ExitCode.GAVE_UP

    @property
    def word(self) -> str:
        """The outcome in records: `yes`, `no` or `gave up`."""
        return self.name.lower().replace("_", " ")


class Answer(Protocol):
    """The three members that every answer has; drawings, pages and films are made of its other fields."""

    @property
    def outcome(self) -> Outcome:
        """The outcome, relative to what was asked."""

    def sentence(self) -> str:
        """The answer as a sentence, without the name of the puzzle."""

    def record(self) -> dict[str, object]:
        """The answer as fields of a JSON record, besides those that all records have."""
