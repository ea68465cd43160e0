"""`nonosat batch`: many puzzles."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, Any, NamedTuple

import click

from nonosat.batch.batch_options import BatchOptions
from nonosat.batch.duplicates import Duplicates
from nonosat.batch.inputs import FoundFiles, collect_sources, read_tasks
from nonosat.batch.record import write_records
from nonosat.batch.runner import run_batch
from nonosat.batch.store import OTHERS, Store
from nonosat.cli.asking import Show, show_options
from nonosat.cli.batch_report import BatchReport
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import FOLDER, PATH, from_option, jobs_option, option_group
from nonosat.cli.duplicate_list import list_duplicates, require_only_reading
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_words import print_line, print_written
from nonosat.cli.output_files import gzip_limit, gzip_options
from nonosat.cli.puzzle_entries import others_sentence, require_puzzles, require_stdin_once
from nonosat.cli.solver_choice import SolverChoice, solver_choice_options
from nonosat.core.files import read_bytes
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


def _outputs(pack: bool, gzip_above: int | None, **values: Any) -> dict[str, Any]:
    """The values of the options that `BatchOptions` has by the same names.

    Raises:
        UsageError: a formula is to be gzipped, but none is to be written.
    """
    limit = gzip_limit(pack, gzip_above)
    if limit is not None and not values["sat"]:
        raise click.UsageError("--gzip and --gzip-above need --sat")
    return {"gzip_above": limit, **values}


batch_outputs = option_group(
    "outputs",
    _outputs,
    click.option(
        "-o",
        "--output-dir",
        "folder",
        type=FOLDER,
        metavar="OUT",
        help="Write the report and the drawings to this folder; only --duplicates works without it.",
    ),
    click.option("--svg/--no-svg", default=True, help="Write drawings as NAME.svg (default: yes)."),
    click.option("--rate", "rated", is_flag=True, help="Also rate how hard the puzzles are, and report it."),
    click.option("--sat", is_flag=True, help="Write the formulas as NAME.sat."),
    click.option("--sol", is_flag=True, help="Write the models as NAME.sol."),
    *gzip_options,
)


class WorkerChoice(NamedTuple):
    """The values of the options that choose the workers of a batch.

    Attributes:
        jobs: number of processes on this machine; None for one a core.
        memory: bytes of address space that each of them may have; None for no limit.
        dask: address of the scheduler of a Dask cluster, or None.
    """

    jobs: int | None
    memory: int | None
    dask: str | None

    @property
    def n_processes(self) -> int:
        """The number of child processes, if the workers are such."""
        return self.jobs or available_cores()

    def workers(self, timeout: float | None) -> AbstractContextManager[Workers]:
        """The workers, which end with the block.

        Args:
            timeout: seconds for each puzzle, soon after which its worker is ended; None for no limit.
        """
        if self.dask is not None:
            from nonosat.parallel.dask_pool import dask_workers

            return dask_workers(self.dask)

        seconds = None if timeout is None else timeout + _GRACE
        return Pool(self.n_processes, preload=_MODULES, memory=self.memory, call_seconds=seconds)


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
    jobs_option,
    click.option("--memory", callback=_bytes, metavar="SIZE", help="Memory limit of each worker, such as 2G."),
    click.option("--dask", metavar="ADDRESS", help="Use the workers of the Dask cluster at this address."),
)


@click.command("batch", cls=DocumentedCommand)
@click.argument("puzzles", metavar="[DIR|FILE]...", nargs=-1, type=PATH)
@batch_outputs
@click.option("-u", "--unique", is_flag=True, help="Also search for a second solution.")
@click.option("--resume", is_flag=True, help="Continue an earlier run: solve only what it did not finish.")
@worker_choice
@click.option("--csv", "with_csv", is_flag=True, help="At the end, also write the report as report.csv.")
@click.option(
    "--duplicates",
    "with_duplicates",
    is_flag=True,
    help="List puzzles that are the same: at the end, or, without -o, without solving them.",
)
@click.option(
    "--files-from",
    type=PATH,
    metavar="FILE",
    help="Read the names of puzzles from FILE, one per line; lines that begin with # are comments.",
)
@from_option
@solver_choice_options("one; with -j 1, one per core")
@click.option(
    "--fail-fast/--keep-going",
    default=False,
    help="Stop at the first puzzle that is not solved, or keep going (default).",
)
@show_options()
def command(
    puzzles: tuple[str, ...],
    unique: bool,
    outputs: dict[str, Any],
    with_csv: bool,
    with_duplicates: bool,
    files_from: str | None,
    format_name: str | None,
    solving: SolverChoice,
    workers: WorkerChoice,
    resume: bool,
    fail_fast: bool,
    show: Show,
) -> int:
    """Solve many puzzles: those in each DIR, and each FILE; - reads their names from standard input.

    For each puzzle, NAME.svg is written to OUT, and a record is added to report.jsonl as soon as the puzzle is
    finished. The run can be killed at any moment; --resume continues it. The exit code is the highest of all puzzles.
    Files in a DIR that are not recognised as puzzles are named at the end and listed in OUT/others.txt. With
    --duplicates, puzzles that are the same are listed at the end; without -o, nothing else is done.

    Examples:
        nonosat batch -u -o out puzzles              # all puzzles of a folder
        nonosat batch -u -o out puzzles --resume     # go on after an interruption
        nonosat batch --duplicates puzzles           # list puzzles that are the same
        find puzzles -name '*.clues' | nonosat batch - -o drawings --timeout 60
    """
    if outputs["folder"] is None:
        require_only_reading(is_allowed=with_duplicates)
        found = _found_files(puzzles, files_from, os.devnull, format_name)
        return list_duplicates(found, format_name, quiet=show.quiet)
    if workers.memory is not None and workers.dask is not None:
        raise click.UsageError("--memory cannot be combined with --dask")

    solve_options = solving.solve_options(unique=unique)
    if solve_options.processes is None and (workers.dask is not None or workers.n_processes > 1):
        solve_options = solve_options._replace(processes=1)  # puzzles that are solved at the same time share the cores
    options = BatchOptions(
        solving=solve_options, propagated=bool(solving.propagate), timeout=solving.timeout, **outputs
    )
    options.check()
    found = _found_files(puzzles, files_from, options.folder, format_name)
    sources = found.sources
    names = [name for source in sources for name in source.names()]
    tasks = (task for source in sources for task in read_tasks(source, format_name))
    duplicates = Duplicates() if with_duplicates else None
    report = BatchReport(len(names), show, fail_fast=fail_fast, duplicates=duplicates)
    with (
        ended_by_signals(),
        workers.workers(solving.timeout) as pool,
        Store(options.folder, resume=resume) as store,
    ):
        with report:
            for done in run_batch(tasks, pool, store, options, fail_fast=fail_fast):
                report.add(done)
        store.journal.sort_journal(names)
        if with_csv:
            records = (record for record in map(store.journal.find, names) if record)
            write_records(os.path.join(options.folder, "report.csv"), records, rated=options.rated)
        store.list_others(found.others)
    if not show.quiet:
        report.print_summary()
        if found.others:
            print_line(f"nonosat: {others_sentence(found)}; {OTHERS} lists them", sys.stderr)
    if report.n_solved:
        new = count(report.n_solved, "puzzle", separators=True)
        print_written(f"report.jsonl and the files of {new}", options.folder, quiet=show.quiet)
    return report.summary.exit_code


def _found_files(puzzles: tuple[str, ...], files_from: str | None, folder: str, format_name: str | None) -> FoundFiles:
    """The files among the arguments and in the lists of names.

    Raises:
        UsageError: nothing is named, standard input is named twice, or two puzzles have the same name.
        InputError: there are no puzzles.
    """
    if not puzzles and files_from is None:
        raise click.UsageError("no puzzles given; name folders or files, or use --files-from")
    require_stdin_once([*puzzles, files_from])

    def paths() -> Iterator[str]:
        for path in puzzles:
            yield from _listed_paths("-") if path == "-" else (path,)
        if files_from is not None:
            yield from _listed_paths(files_from)

    return require_puzzles(collect_sources(paths(), folder, format_name), ", ".join(puzzles) or files_from)


def _listed_paths(list_file: str) -> list[str]:
    """The paths in a file: one on each line, or separated by zero bytes as by `find -print0`.

    Blank lines are skipped. A line that begins with `#`, perhaps after blanks, is a comment, unless it is the path of
    something that exists.

    Args:
        list_file: path of the file, or `-` for standard input.

    Raises:
        InputError: the list cannot be read.
    """
    data = read_bytes(list_file).removeprefix(b"\xef\xbb\xbf")
    if b"\0" in data:
        return [os.fsdecode(path) for path in data.split(b"\0") if path.strip()]
    paths = (os.fsdecode(line) for line in data.splitlines() if line.strip())
    return [path for path in paths if not path.lstrip().startswith("#") or os.path.exists(path)]
