"""Workers of any kind, on this machine or others, behind a `concurrent.futures.Executor`."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from queue import Empty, SimpleQueue
from typing import NamedTuple, TypeVar

from nonosat.errors import SolverError
from nonosat.system.processes import sigint_blocked

T = TypeVar("T")

#: Calls given to each worker: one that runs, and one that waits for it, so that the worker never waits.
_CALLS_PER_WORKER = 2

#: Seconds between two checks whether the workers are lost.
_LOOK_SECONDS = 1.0


def _not_lost() -> None:
    """The executor reports lost calls by itself."""


class WorkerTeam(NamedTuple):
    """Workers of one kind.

    Attributes:
        executor: calls functions in the workers; it may pickle functions, arguments and results.
        size: the number of calls that it runs at once, at least 1.
        find_loss: describes how all workers were lost, or returns None; for executors whose calls then never end.
    """

    executor: Executor
    size: int
    find_loss: Callable[[], str | None] = _not_lost

    @property
    def capacity(self) -> int:
        """The number of calls that it should have at once, so that no worker waits for one."""
        return _CALLS_PER_WORKER * self.size

    def submit(self, function: Callable[..., T], *arguments: object) -> Future[T]:
        """Give a call to a worker. Processes that this starts leave Ctrl-C to the process that has the team.

        Raises:
            SolverError: the executor takes no more calls: its processes have died, or its connection is lost.
        """
        try:
            with sigint_blocked():
                return self.executor.submit(function, *arguments)
        except Exception as error:  # executors of others have errors of their own
            raise SolverError(f"the workers take no more work: {error}") from None

    def wait(self, ended: SimpleQueue[T]) -> T:
        """The next entry of a queue that callbacks of calls fill.

        Raises:
            SolverError: all workers are lost.
        """
        while True:
            try:
                return ended.get(timeout=_LOOK_SECONDS)
            except Empty:
                if (loss := self.find_loss()) is not None:
                    raise SolverError(loss) from None
