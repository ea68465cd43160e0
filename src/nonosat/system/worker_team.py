"""Workers of any kind, on this machine or others, behind a `concurrent.futures.Executor`."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Executor, Future
from typing import NamedTuple, TypeVar

from nonosat.errors import SolverError

T = TypeVar("T")

#: Calls given to each worker: one that it works on, and one that waits so that it need not.
_CALLS_PER_WORKER = 2


class WorkerTeam(NamedTuple):
    """Workers of one kind.

    Attributes:
        executor: calls functions in them; functions, arguments and results are pickled where it needs that.
        size: how many calls it works on at once, at least 1.
    """

    executor: Executor
    size: int

    @property
    def capacity(self) -> int:
        """How many calls it should have at once, so that no worker waits for one."""
        return _CALLS_PER_WORKER * self.size

    def submit(self, function: Callable[..., T], *arguments: object) -> Future[T]:
        """Give a call to a worker.

        Args:
            function: what to call.
            arguments: its arguments.

        Raises:
            SolverError: the executor takes no more calls, such as after its processes have died.
        """
        try:
            return self.executor.submit(function, *arguments)
        except RuntimeError as error:
            raise SolverError(f"the workers take no more work: {error}") from None
