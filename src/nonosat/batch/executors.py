"""Teams of workers: processes here, or a Dask cluster."""

from __future__ import annotations

import contextlib
from collections.abc import Iterator
from typing import Any

from nonosat.batch.workers import WorkerPool
from nonosat.errors import MissingDependency, SolverError, UsageError
from nonosat.system.system_capabilities import this_system
from nonosat.system.worker_team import WorkerTeam

#: The modules that every worker needs.
_MODULES = (
    "nonosat.batch.puzzle_task",
    "nonosat.drawing.svg",
    "nonosat.solving.portfolio.portfolio_search",
    "nonosat.backends.child_session",
    "pysat.solvers",
)
#: Seconds to wait for a Dask scheduler to answer.
_CONNECT_SECONDS = 30
#: Seconds that a call may last beyond its time limit before its worker is ended.
_GRACE = 1.0


@contextlib.contextmanager
def local_team(size: int, *, memory: int | None = None, timeout: float | None = None) -> Iterator[WorkerTeam]:
    """Child processes of this one; all of them end with the block.

    Args:
        size: number of processes, at least 1.
        memory: bytes of address space for each; None for no limit.
        timeout: seconds for each puzzle, soon after which its worker is ended; None for no limit.

    Raises:
        UsageError: the system cannot limit memory.
    """
    if memory is not None and not this_system().limits_memory:
        raise UsageError("this system cannot limit the memory of a process, expected no memory limit")
    pool = WorkerPool(size, preload=_MODULES, memory=memory, call_seconds=None if timeout is None else timeout + _GRACE)
    try:
        yield WorkerTeam(pool, size)
    finally:
        pool.end()


@contextlib.contextmanager
def dask_team(address: str) -> Iterator[WorkerTeam]:
    """The workers of the Dask cluster whose scheduler has this address, such as `tcp://host:8786`.

    nonosat must be installed where they run.

    Raises:
        MissingDependency: Dask is not installed.
        SolverError: no scheduler answers there, or it has no workers.
    """
    try:
        import distributed
    except ImportError:
        raise MissingDependency("Dask is not installed, get it with: pip install 'nonosat[dask]'") from None
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
        yield WorkerTeam(client.get_executor(pure=False), threads, find_loss)
