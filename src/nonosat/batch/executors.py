"""Teams of workers: processes here, a Dask cluster, or any other `concurrent.futures.Executor`."""

from __future__ import annotations

import contextlib
import importlib
import multiprocessing
from collections.abc import Collection, Iterator
from concurrent.futures import Executor
from multiprocessing.process import BaseProcess
from typing import Any

from nonosat.batch.workers import WorkerPool
from nonosat.errors import MissingDependency, SolverError, UsageError
from nonosat.system.deadline import Deadline
from nonosat.system.processes import available_cores
from nonosat.system.system_capabilities import this_system
from nonosat.system.worker_team import WorkerTeam

#: What every worker needs.
_MODULES = (
    "nonosat.batch.puzzle_task",
    "nonosat.drawing.svg",
    "nonosat.solving.portfolio.portfolio_search",
    "nonosat.backends.child_session",
    "pysat.solvers",
)
#: Seconds to wait for a Dask scheduler to answer.
_CONNECT_SECONDS = 30
#: Seconds that a call may last beyond its limit of time before its worker is ended.
GRACE = 1.0
#: Seconds that a process of an executor has to end what it has begun.
_GRACE = 0.5


@contextlib.contextmanager
def local_team(size: int, *, memory: int | None = None, timeout: float | None = None) -> Iterator[WorkerTeam]:
    """Child processes of this one; all of them end with the block.

    Args:
        size: how many, at least 1.
        memory: bytes of address space that each may have.
        timeout: seconds that a puzzle may take; its worker is ended soon after.

    Raises:
        UsageError: there is a limit of memory, and the system has none.
    """
    if memory is not None and not this_system().limits_memory:
        raise UsageError("this system cannot limit the memory of a process, expected no memory limit")
    pool = WorkerPool(size, preload=_MODULES, memory=memory, call_seconds=None if timeout is None else timeout + GRACE)
    try:
        yield WorkerTeam(pool, size)
    finally:
        pool.end()


@contextlib.contextmanager
def dask_team(address: str) -> Iterator[WorkerTeam]:
    """The workers of a Dask cluster; nonosat must be installed where they run.

    Args:
        address: of its scheduler, such as `tcp://host:8786`.

    Raises:
        MissingDependency: Dask is not installed.
        SolverError: no scheduler answers at that address, or it has no workers.
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


@contextlib.contextmanager
def executor_team(name: str, size: int | None) -> Iterator[WorkerTeam]:
    """An executor by name, `MODULE:CALLABLE`, such as `mpi4py.futures:MPIPoolExecutor`.

    When the block is left, calls that have not begun are dropped, and processes that the executor has started are
    ended; threads and processes elsewhere finish the calls that they have begun.

    Args:
        name: what is called to make it.
        size: what is passed to it as `max_workers`; nothing if None.

    Raises:
        UsageError: there is nothing of that name, or it makes something else.
        SolverError: it fails, such as where no cluster answers.
    """
    module, _, attribute = name.partition(":")
    others = set(multiprocessing.active_children())
    try:
        make = getattr(importlib.import_module(module), attribute)
        executor = make() if size is None else make(max_workers=size)
    except (ImportError, AttributeError, TypeError, ValueError) as error:
        raise UsageError(f"executor {name!r}: {error}, expected MODULE:CALLABLE that makes one") from None
    except Exception as error:  # executors of others have errors of their own
        raise SolverError(f"executor {name!r} cannot be made: {type(error).__name__}: {error}") from None
    if not isinstance(executor, Executor):
        raise UsageError(f"executor {name!r} makes a {type(executor).__name__}, expected a concurrent.futures.Executor")
    with executor:
        try:
            yield WorkerTeam(executor, size or getattr(executor, "num_workers", None) or available_cores())
        finally:
            with contextlib.suppress(TypeError):  # executors of others may have no such argument
                executor.shutdown(wait=False, cancel_futures=True)
            _end_processes(set(multiprocessing.active_children()) - others)


def _end_processes(processes: Collection[BaseProcess]) -> None:
    """End processes, whatever they do."""
    for process in processes:
        process.terminate()
    grace = Deadline.after(_GRACE)
    for process in processes:
        process.join(grace.left())
    for process in processes:
        with contextlib.suppress(AttributeError):  # the classes of others, such as loky's, may know `terminate` alone
            process.kill()
