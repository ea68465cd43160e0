"""`nonosat batch`: many puzzles."""

from __future__ import annotations

import os
import re
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.batch.batch_options import BatchOptions, BatchOutputs
from nonosat.batch.inputs import PuzzleSource, read_tasks
from nonosat.batch.runner import run_batch
from nonosat.batch.store import Store
from nonosat.batch.summary import write_records
from nonosat.cli.batch_files import PuzzleList, batch_outputs, puzzle_list
from nonosat.cli.batch_report import BatchReport, RunMode
from nonosat.cli.common_options import PATH, json_option, option_group, quiet_option
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_words import print_written
from nonosat.cli.solver_choice import SolverChoice, solver_choice_options
from nonosat.model.nouns import count
from nonosat.parallel.pool import Pool
from nonosat.parallel.processes import available_cores

if TYPE_CHECKING:
    from nonosat.parallel.dask_pool import Workers

#: The modules that every worker needs.
_MODULES = (
    "nonosat.batch.puzzle_task",
    "nonosat.drawing.svg",
    "nonosat.solving.portfolio.portfolio_search",
    "nonosat.solvers.pysat_backend",
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


run_mode = option_group(
    "mode",
    RunMode,
    click.option("--resume", is_flag=True, help="Continue an earlier run: solve only what it has not finished."),
    click.option(
        "--fail-fast/--keep-going", default=False, help="Stop at the first puzzle not solved; or go on (default)."
    ),
    json_option,
    quiet_option,
)


@click.command("batch")
@click.argument("puzzles", metavar="[DIR|FILE]...", nargs=-1, type=PATH)
@click.option("-u", "--unique", is_flag=True, help="Also search for a second solution.")
@click.option("--rate", "rated", is_flag=True, help="Also rate how hard the puzzles are, in the report.")
@batch_outputs
@click.option("--csv", "with_csv", is_flag=True, help="At the end, write the report as report.csv, too.")
@puzzle_list
@solver_choice_options("one; with -j 1 as many as there are cores")
@worker_choice
@run_mode
def command(
    puzzles: tuple[str, ...],
    unique: bool,
    rated: bool,
    outputs: BatchOutputs,
    with_csv: bool,
    listed: PuzzleList,
    solving: SolverChoice,
    workers: WorkerChoice,
    mode: RunMode,
) -> int:
    """Solve many puzzles: all of each DIR, and each FILE; - reads their names from standard input.

    OUT gets NAME.svg for each puzzle and report.jsonl, to which the record of each puzzle is added as soon as it is
    finished. The run may be killed at any moment; --resume continues it. The exit code is the largest one of all
    puzzles.
    """
    workers.check()
    outputs = replace(outputs, propagated=bool(solving.propagate))

    solve_options = solving.solve_options(unique=unique)
    if solve_options.processes is None and not workers.is_one:
        solve_options = solve_options._replace(processes=1)  # puzzles that are solved at the same time share the cores
    options = BatchOptions(solving=solve_options, outputs=outputs, timeout=solving.timeout, rated=rated)
    options.check()
    sources = listed.sources(puzzles, outputs.folder)
    with ended_by_signals(), workers.workers(solving.timeout) as pool:
        return _run(sources, listed.format_name, options, pool, mode, with_csv=with_csv)


def _run(
    sources: list[PuzzleSource],
    format_name: str | None,
    options: BatchOptions,
    workers: Workers,
    mode: RunMode,
    *,
    with_csv: bool,
) -> int:
    """Run the batch and print its summary; the exit code."""
    names = [name for source in sources for name in source.names()]
    puzzles = (task for source in sources for task in read_tasks(source, format_name))
    report = BatchReport(len(names), mode)
    folder = options.outputs.folder
    with Store(folder, resume=mode.resume) as store:
        with report:
            for done in run_batch(puzzles, workers, store, options, fail_fast=mode.fail_fast):
                report.add(done)
        store.journal.sort_journal(names)
        if with_csv:
            records = (record for record in map(store.journal.find, names) if record)
            write_records(os.path.join(folder, "report.csv"), records, rated=options.rated)
    if not mode.quiet:
        report.print_summary()
    if report.n_solved:
        new = count(report.n_solved, "puzzle", separators=True)
        print_written(f"report.jsonl and the files of {new}", folder, quiet=mode.quiet)
    return report.summary.exit_code
