"""The run of a question: its deadline and the listener to its progress, as one value that is handed down."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from nonosat.system.deadline import NEVER, Deadline

#: Receives a sentence about the progress of a search.
Log = Callable[[str], None]


def no_log(sentence: str) -> None:
    """Drop a sentence about the progress of a search."""


class Run(NamedTuple):
    """The limits of a question, and the listener to its progress.

    Attributes:
        deadline: ends the search; the answer then says what is known.
        log: receives a sentence about each step.
    """

    deadline: Deadline = NEVER
    log: Log = no_log

    @classmethod
    def of(cls, timeout: Limit) -> Run:
        """The run that an argument `timeout` stands for."""
        return timeout if isinstance(timeout, Run) else cls(Deadline.after(timeout))

    def acknowledge(self) -> None:
        """Note that the search is over: a request to end does not keep the answer from being written."""
        if self.deadline.stop is not None:
            self.deadline.stop.is_acknowledged = True


#: The argument `timeout` of a question: seconds from now, None for no limit, or a run.
Limit = float | Run | None
