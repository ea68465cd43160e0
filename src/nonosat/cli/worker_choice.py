"""The options that choose the workers of a batch."""

from __future__ import annotations

import re
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.cli.option_groups import option_group

if TYPE_CHECKING:
    from nonosat.parallel.dask_pool import Workers

#: The modules that every worker needs.
_MODULES = (
    "nonosat.batch.puzzle_task",
    "nonosat.drawing.svg",
    "nonosat.solving.portfolio.portfolio_search",
    "nonosat.backends.child_session",
    "pysat.solvers",
)
#: Seconds that a puzzle may last beyond its time limit before its worker is ended.
_GRACE = 1.0
#: Bytes of memory that every worker needs.
_LEAST_MEMORY = 1 << 27
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


class WorkerChoice(NamedTuple):
    """The values of the options that choose the workers of a batch.

    Attributes:
        jobs: number of workers; None for the default.
        memory: bytes of address space that each worker process may have; None for no limit.
        dask: address of the scheduler of a Dask cluster, or None.
    """

    jobs: int | None
    memory: int | None
    dask: str | None

    def check(self) -> None:
        """Refuse options that contradict each other.

        Raises:
            UsageError: they do.
        """
        if self.memory is not None and self.dask is not None:
            raise click.UsageError("--memory cannot be combined with --dask")

    @property
    def local_size(self) -> int:
        """The number of child processes, if the workers are such."""
        from nonosat.parallel.processes import available_cores

        return self.jobs or available_cores()

    @property
    def is_one(self) -> bool:
        """True if puzzles are solved one after the other, so that each can have all cores."""
        return self.dask is None and self.local_size == 1

    def workers(self, timeout: float | None) -> AbstractContextManager[Workers]:
        """The workers: of a Dask cluster, or processes on this machine, which end with the block.

        Args:
            timeout: seconds for each puzzle, soon after which its worker is ended; None for no limit.
        """
        if self.dask is not None:
            from nonosat.parallel.dask_pool import dask_workers

            return dask_workers(self.dask)
        from nonosat.parallel.pool import Pool

        seconds = None if timeout is None else timeout + _GRACE
        return Pool(self.local_size, preload=_MODULES, memory=self.memory, call_seconds=seconds)


def _bytes(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """An amount of memory such as 500M, in bytes."""
    if value is None:
        return None
    match = re.fullmatch("([0-9]{1,15})([KMGT]?)", value.upper().removesuffix("B"))
    if not match:
        raise click.BadParameter(f"{value!r}, expected a number of bytes such as 500M or 2G.", ctx, param)
    size = int(match[1]) * _UNITS[match[2]]
    if size < _LEAST_MEMORY:
        raise click.BadParameter(f"{value!r}, expected at least {_LEAST_MEMORY >> 20}M.", ctx, param)
    return size


worker_choice = option_group(
    "workers",
    WorkerChoice,
    click.option(
        "-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes; by default one a core."
    ),
    click.option("--memory", callback=_bytes, metavar="SIZE", help="Memory limit of each worker, such as 2G."),
    click.option("--dask", metavar="ADDRESS", help="Use the workers of this Dask cluster."),
)
