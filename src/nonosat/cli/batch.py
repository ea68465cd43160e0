"""`nonosat batch`: many puzzles."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from nonosat.cli.common_options import PATH, completion, encoding_option, from_option, quiet_option, solver_options
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_words import in_options
from nonosat.cli.progress_bar import ProgressBar
from nonosat.errors import InputError
from nonosat.model.nouns import count
from nonosat.solving.portfolio.strategies import STRATEGIES, find_strategy
from nonosat.system.files import read_bytes

if TYPE_CHECKING:
    from nonosat.batch.executors import Team
    from nonosat.batch.inputs import PuzzleSource
    from nonosat.batch.puzzle_task import BatchOptions
    from nonosat.batch.record import PuzzleRecord
    from nonosat.batch.runner import FinishedPuzzle

#: Bytes of memory that every worker needs.
_LEAST_MEMORY = 1 << 27
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


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


@click.command("batch")
@click.argument("puzzles", metavar="[DIR|FILE]...", nargs=-1, type=PATH)
@click.option(
    "-o", "--output-dir", type=PATH, metavar="OUT", required=True, help="Write the report and drawings there."
)
@click.option("--files-from", type=PATH, metavar="FILE", help="Read names of puzzles from FILE, one a line.")
@click.option("-j", "--jobs", type=click.IntRange(min=1), metavar="N", help="Worker processes; by default one a core.")
@click.option("-u", "--unique", is_flag=True, help="Also search for a second solution.")
@click.option("--resume", is_flag=True, help="Continue an earlier run: solve only what it has not finished.")
@click.option(
    "--fail-fast/--keep-going", default=False, help="Stop at the first puzzle not solved; or go on (default)."
)
@click.option("--svg/--no-svg", default=True, help="Write drawings, NAME.svg; by default yes.")
@click.option("--sat", is_flag=True, help="Write the complete formulas, NAME.sat.")
@click.option("--sol", is_flag=True, help="Write their models, NAME.sol.")
@click.option("--gzip", "pack", is_flag=True, help="Write NAME.sat.gz instead of NAME.sat.")
@click.option("--csv", "with_csv", is_flag=True, help="At the end, write the report as report.csv, too.")
@click.option("--memory", callback=_bytes, metavar="SIZE", help="Memory limit of each worker, such as 2G.")
@click.option("--dask", metavar="ADDRESS", help="Use the workers of this Dask cluster.")
@click.option("--executor", metavar="MODULE:CALLABLE", help="Use another concurrent.futures.Executor, such as MPI's.")
@from_option
@solver_options
@encoding_option
@click.option(
    "--strategy",
    default="auto",
    metavar="NAME",
    shell_complete=completion("strategy"),
    help=f"Search strategy: {', '.join(STRATEGIES)}; see `nonosat solve --help`.",
)
@click.option("--json", "as_json", is_flag=True, help="Print the record of each puzzle instead of a line.")
@quiet_option
@click.pass_context
def command(
    ctx: click.Context,
    puzzles: tuple[str, ...],
    output_dir: str,
    files_from: str | None,
    jobs: int | None,
    unique: bool,
    resume: bool,
    fail_fast: bool,
    svg: bool,
    sat: bool,
    sol: bool,
    pack: bool,
    with_csv: bool,
    memory: int | None,
    dask: str | None,
    executor: str | None,
    format_name: str | None,
    solver: str | None,
    solver_cmd: str | None,
    timeout: float | None,
    encoding: str | None,
    strategy: str,
    as_json: bool,
    quiet: bool,
) -> int:
    """Solve many puzzles: all of each DIR, and each FILE; - reads their names from standard input.

    OUT gets NAME.svg for each puzzle and report.jsonl, to which the record of each puzzle is added as soon as it is
    finished. The run may be killed at any moment; --resume continues it. The exit code is the largest one of all
    puzzles.
    """
    if not puzzles and files_from is None:
        raise click.UsageError("no puzzles, expected folders, files or --files-from", ctx)
    if dask is not None and executor is not None:
        raise click.UsageError("--dask and --executor, expected one of them", ctx)
    if memory is not None and (dask or executor):
        raise click.UsageError("--memory is for processes here, expected no --dask or --executor", ctx)
    if pack and not sat:
        raise click.UsageError("--gzip without a formula to write, expected --sat", ctx)
    from nonosat.batch.inputs import collect_sources
    from nonosat.batch.puzzle_task import BatchOptions
    from nonosat.system.processes import available_cores

    if dask is None and executor is None:
        jobs = jobs or available_cores()
    options = BatchOptions(
        folder=output_dir,
        svg=svg,
        sat=sat,
        sol=sol,
        gzip_above=-1 if pack else sys.maxsize,
        unique=unique,
        solver=solver,
        solver_cmd=solver_cmd,
        encoding=encoding,
        timeout=timeout,
        strategy=strategy,
        # Puzzles that are solved at the same time have one core each.
        portfolio=None if jobs == 1 and dask is None and executor is None else 1,
    )
    _check(options)
    sources = collect_sources(_paths(puzzles, files_from), output_dir, format_name)
    if not sources:
        file = ", ".join(puzzles) or files_from
        raise InputError("no puzzles, expected files with the suffix of a format", file=file)
    mode = _RunMode(resume=resume, fail_fast=fail_fast, with_csv=with_csv, as_json=as_json, quiet=quiet)
    with ended_by_signals(), _team(jobs, memory, dask, executor, timeout) as team:
        return _run(sources, format_name, options, team, mode)


@dataclass(frozen=True, kw_only=True)
class _RunMode:
    """The options on which the answers do not depend."""

    resume: bool
    fail_fast: bool
    with_csv: bool
    as_json: bool
    quiet: bool


def _check(options: BatchOptions) -> None:
    """Check solver, encoding and strategy, which would otherwise fail for every puzzle."""
    has_solver = options.solver is not None or options.solver_cmd is not None
    if has_solver:
        from nonosat.backends import find_backend

        find_backend(options.solver, options.solver_cmd).require()
    if options.encoding is not None:
        from nonosat.encodings import find_encoding

        find_encoding(options.encoding)
    find_strategy(options.strategy, for_one_solver=has_solver or options.sat or options.sol)


def _paths(puzzles: tuple[str, ...], files_from: str | None) -> Iterator[str]:
    """The paths among the arguments, and those in the lists that the arguments name."""
    if files_from == "-" and "-" in puzzles:
        raise click.UsageError("standard input is named twice, expected at most once")
    for path in puzzles:
        if path == "-":
            yield from _listed("-")
        else:
            yield path
    if files_from is not None:
        yield from _listed(files_from)


def _listed(path: str) -> list[str]:
    """The paths in a file: one on each line, or separated by zero bytes as by `find -print0`."""
    data = read_bytes(path)
    lines = data.split(b"\0") if b"\0" in data else data.splitlines()
    return [os.fsdecode(line) for line in lines if line.strip()]


def _team(
    jobs: int | None, memory: int | None, dask: str | None, executor: str | None, timeout: float | None
) -> AbstractContextManager[Team]:
    """The workers: of a Dask cluster, of another executor, or processes on this machine."""
    from nonosat.batch import executors

    if dask is not None:
        return executors.dask_team(dask)
    if executor is not None:
        return executors.executor_team(executor, jobs)
    return executors.local_team(jobs or 1, memory=memory, timeout=timeout)


def _run(
    sources: list[PuzzleSource], format_name: str | None, options: BatchOptions, team: Team, mode: _RunMode
) -> int:
    """Run the batch and print its summary; the exit code."""
    from nonosat.batch.inputs import read_tasks
    from nonosat.batch.runner import run_batch
    from nonosat.batch.store import Store
    from nonosat.batch.summary import write_records

    names = [name for source in sources for name in source.names()]
    puzzles = (task for source in sources for task in read_tasks(source, format_name))
    report = _Report(len(names), mode)
    with Store(options.folder, resume=mode.resume) as store:
        with report:
            for done in run_batch(puzzles, team.executor, team.size, store, options, fail_fast=mode.fail_fast):
                report.add(done)
        store.sort_journal(names)
        if mode.with_csv:
            records = map(store.journal.find, names)
            write_records(os.path.join(options.folder, "report.csv"), (record for record in records if record))
    if not mode.quiet:
        report.print_summary()
    return report.summary.exit_code


class _Report:
    """What a batch prints: a bar, a line for each puzzle in the order of the input, and a summary.

    The bar is there between entering the `with` block and leaving it. If an error ends the block, the last line says
    how far the batch has come.
    """

    def __init__(self, total: int, mode: _RunMode) -> None:
        from nonosat.batch.reorder import Reorderer
        from nonosat.batch.summary import Summary

        self.total, self.mode = total, mode
        self.summary = Summary()
        self.n_solved = self.n_earlier = 0
        self._bar = ProgressBar(total, enabled=not mode.quiet)
        self._in_order: Reorderer[FinishedPuzzle] = Reorderer()
        self._start = time.monotonic()

    def __enter__(self) -> None:
        self._bar.__enter__()

    def __exit__(self, kind: object, *error: object) -> None:
        self._bar.__exit__()
        if kind is not None:
            n_done = self.n_solved + self.n_earlier
            total = count(self.total, "puzzle", separators=True)
            verb = "is" if self.total == 1 else "are"
            text = f"nonosat: {n_done:,} of {total} {verb} done; --resume goes on from there"
            print(text, file=sys.stderr)

    def add(self, done: FinishedPuzzle) -> None:
        """Report a puzzle, now or when those before it are finished; with `fail_fast` a failed one is the last."""
        if done.is_new:
            self.n_solved += 1
        else:
            self.n_earlier += 1
        self._bar.advance(done.record, done.is_new)
        for ready in self._in_order.add(done.position, done):
            self.summary.add(ready.record)
            if ready.is_new:
                self._show(ready.record)
            if self.mode.fail_fast and ready.record.exit_code:
                self._in_order.stop()

    def _show(self, record: PuzzleRecord) -> None:
        """Print a line about a puzzle, unless standard output is the terminal of the bar."""
        if record.error is not None:
            self._bar.erase()
            print(in_options(record.sentence), file=sys.stderr)
        if self.mode.quiet or (self._bar.is_shown and sys.stdout.isatty()):
            return
        if self.mode.as_json:
            print(record.json())
        elif record.error is None:
            print(record.sentence)

    def print_summary(self) -> None:
        """Print the table of verdicts, and the rate on standard error."""
        if not self.mode.as_json:
            sys.stdout.write(self.summary.table())
        seconds = time.monotonic() - self._start
        puzzles = count(self.n_solved, "puzzle", separators=True)
        earlier = f"; {self.n_earlier:,} were done before" if self.n_earlier else ""
        rate = f"{self.n_solved / seconds:,.1f} a second" if seconds else ""
        print(f"nonosat: {puzzles} in {seconds:,.1f} s, {rate}{earlier}", file=sys.stderr)
