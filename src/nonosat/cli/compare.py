"""`nonosat compare`: measurements of several encodings."""

from __future__ import annotations

import json
from collections.abc import Sequence
from itertools import takewhile
from typing import TYPE_CHECKING

import click

from nonosat.cli.common_options import PATH, completion, from_option
from nonosat.cli.family_choice import FamilyChoice, family_options
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.name_lists import read_names
from nonosat.cli.recording_command import RecordingCommand
from nonosat.cli.status_line import StatusLine
from nonosat.cli.terminal import output_width
from nonosat.study.pivot import FIGURES, SECONDS

if TYPE_CHECKING:
    from nonosat.study.comparison import ComparisonRow
    from nonosat.study.experiment import MeasurementStep, PuzzleInstance
    from nonosat.study.measurement import MeasurementOptions

#: The default time limit of a stage, in seconds.
TIMEOUT = 20.0
#: The columns of a table that say what was measured.
_KEYS = ("puzzle", "encoding", "solver")


@click.command("compare", cls=RecordingCommand)
@click.argument("puzzles", metavar="[PUZZLE]...", nargs=-1, type=PATH)
@from_option
@click.option(
    "--encodings",
    callback=read_names,
    shell_complete=completion("encoding", several=True),
    metavar="NAME,...",
    help="By default all; see `nonosat encodings`.",
)
@click.option(
    "--amo",
    "amos",
    callback=read_names,
    shell_complete=completion("amo", several=True),
    metavar="NAME,...",
    help="With each of these at-most-ones, where it fits.",
)
@click.option(
    "--add",
    "added",
    callback=read_names,
    shell_complete=completion("add", several=True),
    metavar="NAME,...",
    help="Alone, with the first of these redundant constraints, with the first two, and so on.",
)
@click.option(
    "--solvers",
    callback=read_names,
    shell_complete=completion("solver", several=True),
    metavar="NAME,...",
    help="By default that of `nonosat solve`.",
)
@click.option("--unique/--first", default=True, help="Search for a second solution, too (default), or for one only.")
@click.option("--no-solve", is_flag=True, help="Formulas and unit propagation only.")
@click.option("--residual", is_flag=True, help="Encode what line propagation leaves open, instead of the whole puzzle.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True, max=1_000_000),
    default=TIMEOUT,
    show_default=True,
    metavar="SECONDS",
    help="For each stage: building, propagating, finding a solution, proving.",
)
@family_options("Generate puzzles, as `nonosat generate` does, and fit how fast the numbers grow.", required=False)
@click.option(
    "--pivot",
    type=click.Choice(FIGURES),
    metavar="FIGURE",
    help=f"One table of this figure, with a column for each encoding: {', '.join(FIGURES)}.",
)
@click.option("--markdown", is_flag=True, help="Print the tables as Markdown.")
@click.option("--csv", "as_csv", is_flag=True, help="Print one table as CSV.")
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("--no-times", is_flag=True, help="Leave out all times; the other figures depend on the input alone.")
@click.option("--plot", type=PATH, metavar="FILE", help="Draw the growth as SVG, with logarithmic scales.")
def command(
    puzzles: tuple[str, ...],
    format_name: str | None,
    encodings: tuple[str, ...] | None,
    amos: tuple[str, ...] | None,
    added: tuple[str, ...] | None,
    solvers: tuple[str, ...] | None,
    unique: bool,
    no_solve: bool,
    residual: bool,
    timeout: float,
    choice: FamilyChoice,
    pivot: str | None,
    markdown: bool,
    as_csv: bool,
    as_json: bool,
    no_times: bool,
    plot: str | None,
) -> int:
    """Compare encodings on each PUZZLE, or on generated puzzles of growing size.

    The figures are: variables, clauses, literals and bytes of the formula; the share of cells that unit propagation
    leaves open (an encoding of the lines cannot leave fewer than line propagation, which is in the row of the lines);
    and the time of each solver to find a solution, and to prove that there is no other. Ctrl-C prints the figures so
    far.
    """
    if bool(puzzles) == bool(choice.family):
        raise click.UsageError("expected either puzzles or --family")
    if choice.family is None and (choice.sizes or choice.seed is not None):
        raise click.UsageError("--sizes and --seed are for generated puzzles, expected --family as well")
    if sum((markdown, as_csv, as_json)) > 1:
        raise click.UsageError("expected one of --markdown, --csv and --json")
    if pivot and (as_csv or as_json):
        raise click.UsageError("--pivot is a table for people, expected no --csv or --json")
    if pivot in SECONDS and no_times:
        raise click.UsageError(f"--pivot {pivot} and --no-times, expected one of them")
    if no_solve and solvers:
        raise click.UsageError("--no-solve and --solvers, expected one of them")
    if plot == "-":
        raise click.UsageError("--plot and the tables both go to standard output, expected a file")
    from nonosat.backends import DEFAULT_SOLVER, find_backend
    from nonosat.encodings import ENCODINGS
    from nonosat.study.experiment import expand_recipes, plan_steps
    from nonosat.study.measurement import MeasurementOptions

    recipes = expand_recipes(encodings or tuple(ENCODINGS), amos or (), added or ())
    solvers = () if no_solve else solvers or (DEFAULT_SOLVER,)
    for solver in solvers:
        find_backend(solver).require()
    failures: list[int] = []
    instances = _generate(choice) if choice.family else _read(puzzles, format_name, failures)
    if not instances:  # each error is printed
        return max(failures)
    if plot is not None and len({instance.size for instance in instances}) < 2:
        raise click.UsageError("--plot draws growth, expected --family with at least two sizes")
    options = MeasurementOptions(residual=residual, solvers=solvers, unique=unique, limit=timeout)
    rows: list[ComparisonRow] = []
    try:
        _measure(plan_steps(instances, recipes), options, rows)
    finally:  # also after Ctrl-C
        if rows:
            form = "json" if as_json else "csv" if as_csv else "markdown" if markdown else "plain"
            _print(rows, not no_times, form, pivot)
            if plot is not None:
                _draw(plot, f"Growth of {choice.family} puzzles", rows, times=not no_times)
    return max(failures, default=0)


def _generate(choice: FamilyChoice) -> list[PuzzleInstance]:
    """Puzzles of a family."""
    from nonosat.study.experiment import family_instances

    return family_instances(choice.family or "", choice.chosen_sizes, choice.chosen_seed)


def _read(paths: Sequence[str], format_name: str | None, failures: list[int]) -> list[PuzzleInstance]:
    """The puzzles of files; `failures` gets the exit codes of those that cannot be read."""
    from nonosat.cli.puzzle_entries import readable_sheets
    from nonosat.study.experiment import PuzzleInstance

    return [PuzzleInstance(sheet.name, sheet.puzzle) for sheet in readable_sheets(paths, format_name, failures)]


def _measure(steps: Sequence[MeasurementStep], options: MeasurementOptions, rows: list[ComparisonRow]) -> None:
    """Append the measurement of each step to the rows as soon as it is made."""
    from nonosat.study.experiment import run_steps

    line = StatusLine()  # since the tables come at the end, when their widths are known
    try:
        with ended_by_signals():
            measured = run_steps(steps, options)
            for done, (instance, encoding) in enumerate(steps):
                line.draw_bar(done, len(steps), f"{done}/{len(steps)} {instance.name}, {encoding}")
                rows.append(next(measured))
    finally:
        line.erase()


def _print(rows: Sequence[ComparisonRow], times: bool, form: str, figure: str | None) -> None:
    """Print the measurements as JSON, CSV, Markdown or plain tables."""
    from nonosat.results.tables import csv_table, markdown_table, text_table
    from nonosat.study.comparison import flat_table, record, tables
    from nonosat.study.pivot import pivot

    if form == "json":
        click.echo(json.dumps(record(rows, times), indent=1))
    elif form == "csv":
        table = flat_table(rows, times)
        click.echo(csv_table(table.head, table.rows), nl=False)
    else:
        chosen = tables(rows, times) if figure is None else [pivot(rows, figure)]
        width = output_width()
        texts = (
            markdown_table(table.head, table.rows)
            if form == "markdown"
            else text_table(table.head, table.rows, grouped=True, width=width, n_keys=_n_keys(table.head))
            for table in chosen
        )
        click.echo("\n\n".join(f"{table.title}\n\n{text}" for table, text in zip(chosen, texts, strict=True)))


def _n_keys(head: Sequence[str]) -> int:
    """How many of the first columns say what was measured."""
    return sum(1 for _ in takewhile(_KEYS.__contains__, head))


def _draw(path: str, title: str, rows: Sequence[ComparisonRow], times: bool) -> None:
    """Draw the growth of the figures."""
    from nonosat.study.chart import chart
    from nonosat.study.comparison import panels
    from nonosat.system.files import write_text

    write_text(path, chart(title, panels(rows, times)))
