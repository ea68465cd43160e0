"""`nonosat batch`: many puzzles."""

from __future__ import annotations

import os
from dataclasses import replace
from typing import TYPE_CHECKING

import click

from nonosat.cli.batch_files import PuzzleList, batch_outputs, puzzle_list
from nonosat.cli.batch_report import BatchReport, RunMode
from nonosat.cli.common_options import PATH, json_option, quiet_option
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_groups import option_group
from nonosat.cli.option_words import print_written
from nonosat.cli.solver_choice import SolverChoice, solver_choice_options
from nonosat.cli.worker_choice import WorkerChoice, worker_choice
from nonosat.model.nouns import count

if TYPE_CHECKING:
    from nonosat.batch.batch_options import BatchOptions, BatchOutputs
    from nonosat.batch.inputs import PuzzleSource
    from nonosat.parallel.dask_pool import Workers

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
    from nonosat.batch.batch_options import BatchOptions

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
    from nonosat.batch.inputs import read_tasks
    from nonosat.batch.runner import run_batch
    from nonosat.batch.store import Store
    from nonosat.batch.summary import write_records

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
