"""`nonosat batch`: many puzzles."""

from __future__ import annotations

import os
import re
import sys
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.cli.bar import Bar, InOrder
from nonosat.cli.common import PATH, encoding_option, ended_by_signals, from_option, quiet_option, solver_options
from nonosat.errors import InputError
from nonosat.solving.portfolio.strategies import STRATEGIES, find_strategy
from nonosat.system.files import read_bytes

if TYPE_CHECKING:
    from nonosat.batch.executors import Team
    from nonosat.batch.inputs import PuzzleSource
    from nonosat.batch.puzzle_task import Wanted
    from nonosat.batch.record import Record

#: Less than any worker needs.
_LEAST_MEMORY = 1 << 27
_UNITS = {"": 1, "K": 1 << 10, "M": 1 << 20, "G": 1 << 30, "T": 1 << 40}


def _bytes(ctx: click.Context, param: click.Parameter, value: str | None) -> int | None:
    """An amount of memory such as 500M."""
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
@click.option("--resume", is_flag=True, help="Continue an earlier run: do only what it has not finished.")
@click.option(
    "--fail-fast/--keep-going", default=False, help="Stop at the first puzzle not solved; or go on (default)."
)
@click.option("--svg/--no-svg", default=True, help="Write drawings, NAME.svg; by default yes.")
@click.option("--sat", is_flag=True, help="Write the complete formulas, NAME.sat.")
@click.option("--sol", is_flag=True, help="Write their models, NAME.sol.")
@click.option("--gzip", "pack", is_flag=True, help="Write NAME.sat.gz instead of NAME.sat.")
@click.option("--csv", "with_csv", is_flag=True, help="At the end, write the report as report.csv, too.")
@click.option("--memory", callback=_bytes, metavar="SIZE", help="Let each worker have so much, such as 2G.")
@click.option("--dask", metavar="ADDRESS", help="Let the workers of this Dask cluster do the work.")
@click.option("--executor", metavar="MODULE:CALLABLE", help="Or any other concurrent.futures.Executor, such as MPI's.")
@from_option
@solver_options
@encoding_option
@click.option(
    "--strategy",
    default="auto",
    metavar="NAME",
    help=f"How to go about it: {', '.join(STRATEGIES)}; see `nonosat solve --help`.",
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

    OUT gets NAME.svg for each puzzle and report.jsonl, a record of each as soon as it is finished. The run may be
    ended in any way at any moment; --resume goes on from there. The exit code is the largest of all puzzles.
    """
    if not puzzles and files_from is None:
        raise click.UsageError("no puzzles, expected folders, files or --files-from", ctx)
    if dask is not None and executor is not None:
        raise click.UsageError("--dask and --executor, expected one of them", ctx)
    if memory is not None and (dask or executor):
        raise click.UsageError("--memory is for processes here, expected no --dask or --executor", ctx)
    if pack and not sat:
        raise click.UsageError("--gzip without a formula to write, expected --sat", ctx)
    from nonosat.batch.inputs import collect
    from nonosat.batch.puzzle_task import Wanted
    from nonosat.system.processes import cores

    if dask is None and executor is None:
        jobs = jobs or cores()
    wanted = Wanted(
        output_dir,
        svg=svg,
        sat=sat,
        sol=sol,
        pack_above=-1 if pack else sys.maxsize,
        unique=unique,
        solver=solver,
        solver_cmd=solver_cmd,
        encoding=encoding,
        timeout=timeout,
        strategy=strategy,
        # With several puzzles at work, each has one core.
        portfolio=None if jobs == 1 and dask is None and executor is None else 1,
    )
    _check(wanted)
    sources = collect(_named(puzzles, files_from), output_dir, format_name)
    if not sources:
        where = ", ".join(puzzles) or files_from
        raise InputError("no puzzles, expected files whose suffix tells their format", file=where)
    how = _How(resume, fail_fast, with_csv, as_json, quiet)
    with ended_by_signals(), _team(jobs, memory, dask, executor, timeout) as team:
        return _run(sources, format_name, wanted, team, how)


class _How(NamedTuple):
    """What the options ask beside the answers."""

    resume: bool
    fail_fast: bool
    with_csv: bool
    as_json: bool
    quiet: bool


def _check(wanted: Wanted) -> None:
    """Complain at once about what would be wrong with every puzzle."""
    own = wanted.solver is not None or wanted.solver_cmd is not None
    if own:
        from nonosat.backends import find_backend

        find_backend(wanted.solver, wanted.solver_cmd).require()
    if wanted.encoding is not None:
        from nonosat.encodings import find_encoding

        find_encoding(wanted.encoding)
    find_strategy(wanted.strategy, for_one_solver=own or wanted.sat or wanted.sol)


def _named(puzzles: tuple[str, ...], files_from: str | None) -> Iterator[str]:
    """The paths that the arguments tell, and those in the lists that they name."""
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
    """The paths in a file: one a line, or separated by zero bytes as by `find -print0`."""
    data = read_bytes(path)
    lines = data.split(b"\0") if b"\0" in data else data.splitlines()
    return [os.fsdecode(line) for line in lines if line.strip()]


def _team(
    jobs: int | None, memory: int | None, dask: str | None, executor: str | None, timeout: float | None
) -> AbstractContextManager[Team]:
    """Who does the work."""
    from nonosat.batch import executors

    if dask is not None:
        return executors.dask(dask)
    if executor is not None:
        return executors.other(executor, jobs)
    return executors.here(jobs or 1, memory=memory, timeout=timeout)


def _run(sources: list[PuzzleSource], format_name: str | None, wanted: Wanted, team: Team, how: _How) -> int:
    from nonosat.batch.inputs import tasks
    from nonosat.batch.runner import run
    from nonosat.batch.store import Store
    from nonosat.batch.summary import Summary, write_csv

    names = [name for source in sources for name in source.names()]
    puzzles = (task for source in sources for task in tasks(source, format_name))
    began, summary, done, old = time.monotonic(), Summary(), 0, 0
    with Store(wanted.folder, resume=how.resume) as store:
        try:
            with Bar(len(names), wanted=not how.quiet) as bar:
                order: InOrder[tuple[Record, bool]] = InOrder()
                for index, record, is_new in run(puzzles, *team, store, wanted, fail_fast=how.fail_fast):
                    done, old = done + 1, old + (not is_new)
                    bar.advance(record, is_new)
                    for ready, is_fresh in order.add(index, (record, is_new)):
                        summary.add(ready)
                        if is_fresh:
                            _show(ready, how, bar)
                        if how.fail_fast and ready.exit_code:
                            order.stop()
        except BaseException:  # however it ends
            text = f"nonosat: {done:,} of {len(names):,} puzzles are done; --resume goes on from there"
            print(text, file=sys.stderr)
            raise
        store.sort_journal(names)
        if how.with_csv:
            found = map(store.journal.find, names)
            write_csv(os.path.join(wanted.folder, "report.csv"), (record for record in found if record))
    if not how.quiet:
        if not how.as_json:
            sys.stdout.write(summary.table())
        seconds = time.monotonic() - began
        before = f"; {old:,} were done before" if old else ""
        rate = f"{(done - old) / seconds:,.1f} a second" if seconds else ""
        print(f"nonosat: {done - old:,} puzzles in {seconds:,.1f} s, {rate}{before}", file=sys.stderr)
    return summary.exit_code


def _show(record: Record, how: _How, bar: Bar) -> None:
    """A line about a puzzle, unless the bar stands in its place."""
    if record.error is not None:
        bar.erase()
        print(record.sentence, file=sys.stderr)
    if how.quiet or (bar.is_shown and sys.stdout.isatty()):
        return
    if how.as_json:
        print(record.json())
    elif record.error is None:
        print(record.sentence)
