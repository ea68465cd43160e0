"""The workers of a Dask cluster."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from queue import Empty, SimpleQueue
from typing import Any, TypeVar

from nonosat.core.errors import MissingDependency, SolverError
from nonosat.parallel.pool import Call, Pool

T = TypeVar("T")

#: Seconds to wait for a scheduler to answer.
_CONNECT_SECONDS = 30

#: Seconds between two checks whether the workers are lost.
_LOOK_SECONDS = 1.0


class ExecutorWorkers:
    """The workers of an executor, with the methods of a `Pool`."""

    def __init__(self, executor: Executor, size: int, find_loss: Callable[[], str | None]) -> None:
        """Use an executor that runs `size` calls at once.

        `find_loss` describes how all workers were lost, after which calls never end, or returns None.
        """
        self._executor, self.size, self._find_loss = executor, size, find_loss
        self._ended: SimpleQueue[tuple[Call[Any], Future[Any]]] = SimpleQueue()

    def submit(self, function: Callable[..., T], *arguments: object) -> Call[T]:
        """Add a call; raises SolverError if the workers take no more calls."""
        call = Call(function, arguments)
        try:
            future = self._executor.submit(function, *arguments)
        except Exception as error:  # executors have errors of their own
            raise SolverError(f"the workers take no more work: {error}") from None
        future.add_done_callback(lambda future: self._ended.put((call, future)))
        return call

    def wait(self) -> Call[Any]:
        """The next call that is done, each once; one whose result is lost has a `CancelledError`.

        Raises:
            SolverError: all workers are lost.
        """
        while True:
            try:
                call, future = self._ended.get(timeout=_LOOK_SECONDS)
            except Empty:
                if (loss := self._find_loss()) is not None:
                    raise SolverError(loss) from None
                continue
            error = CancelledError() if future.cancelled() else future.exception()
            call.finish(None if error else future.result(), error)
            return call


#: Processes, here or elsewhere, that calls are given to.
Workers = Pool | ExecutorWorkers


@contextlib.contextmanager
def dask_workers(address: str) -> Iterator[ExecutorWorkers]:
    """The workers of the Dask cluster whose scheduler has this address, such as `tcp://host:8786`.

    nonosat must be installed where they run.

    Raises:
        MissingDependency: Dask is not installed.
        SolverError: no scheduler answers there, or it has no workers.
    """
    try:
        import distributed
    except ImportError:
        raise MissingDependency("Dask is not installed; install it with: pip install 'nonosat[dask]'") from None
    connect: Any = distributed.Client
    try:
        client = connect(address, timeout=_CONNECT_SECONDS)
    except (OSError, ValueError) as error:
        raise SolverError(f"no Dask scheduler answers at {address}: {error}") from None
    with client:
        threads = sum(client.nthreads().values())
        if not threads:
            raise SolverError(f"the Dask cluster at {address} has no workers")

        def find_loss() -> str | None:
            return f"the Dask scheduler at {address} is lost" if client.status in ("closing", "closed") else None

        # Equal calls have equal results, but a result that was lost must be computed anew.
        yield ExecutorWorkers(client.get_executor(pure=False), threads, find_loss)
