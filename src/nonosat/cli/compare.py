"""`nonosat compare`: encodings side by side."""

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

from nonosat.cli.common import PATH, ended_by_signals, from_option
from nonosat.errors import NonosatError
from nonosat.model.families import FAMILIES
from nonosat.study.pivot import NUMBERS, SECONDS

if TYPE_CHECKING:
    from nonosat.study.comparison import Row
    from nonosat.study.experiment import Subject

#: Seconds for each stage, if nobody says more.
TIMEOUT = 20.0
_MAX_SIZE = 4000
#: Characters of the progress bar.
_BAR = 20
_SIZES = (5, 10, 20, 40)
#: Of a family that has only odd sizes.
_ODD_SIZES = (5, 11, 21, 41)


def _words(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """The parts of `a,b,c`, each once."""
    if value is None:
        return None
    words = tuple(dict.fromkeys(word.strip() for word in value.split(",")))
    if "" in words:
        raise click.BadParameter(f"{value!r}, expected names with commas between them.", ctx, param)
    return words


def _numbers(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[int, ...] | None:
    """The parts of `5,10,20`."""
    words = _words(ctx, param, value)
    if words is None:
        return None
    if not all(re.fullmatch("[0-9]{1,4}", word) and 0 < int(word) <= _MAX_SIZE for word in words):
        raise click.BadParameter(f"{value!r}, expected sizes from 1 to {_MAX_SIZE}, such as 5,10,20.", ctx, param)
    return tuple(map(int, words))


@click.command("compare")
@click.argument("puzzles", metavar="[PUZZLE]...", nargs=-1, type=PATH)
@from_option
@click.option("--encodings", callback=_words, metavar="NAME,...", help="By default all; see `nonosat encodings`.")
@click.option(
    "--amo", "amos", callback=_words, metavar="NAME,...", help="With each of these at-most-ones, where it fits."
)
@click.option(
    "--add",
    "added",
    callback=_words,
    metavar="NAME,...",
    help="Alone, with the first of these redundant constraints, with the first two, and so on.",
)
@click.option("--solvers", callback=_words, metavar="NAME,...", help="By default the one that `solve` begins with.")
@click.option("--unique/--first", default=True, help="Search for a second solution, too (default), or only for one.")
@click.option("--no-solve", is_flag=True, help="Formulas and unit propagation only.")
@click.option("--residual", is_flag=True, help="Encode what single lines leave open, instead of the whole puzzle.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True, max=1_000_000),
    default=TIMEOUT,
    show_default=True,
    metavar="SECONDS",
    help="For each stage: building, propagating, finding a solution, proving.",
)
@click.option(
    "--family", type=click.Choice(list(FAMILIES)), help="Generate puzzles, and fit how fast the numbers grow."
)
@click.option("--sizes", callback=_numbers, metavar="N,...", help="Cells to a side; by default 5,10,20,40.")
@click.option("--seed", type=int, help="Of generated puzzles; by default 1.")
@click.option(
    "--pivot",
    type=click.Choice(NUMBERS),
    metavar="NUMBER",
    help=f"One table of this number, with a column for each encoding: {', '.join(NUMBERS)}.",
)
@click.option("--markdown", is_flag=True, help="Tables for a document.")
@click.option("--csv", "as_csv", is_flag=True, help="One table for programs.")
@click.option("--json", "as_json", is_flag=True, help="One JSON object.")
@click.option("--no-times", is_flag=True, help="Leave out all times: what is left is always the same.")
@click.option("--plot", type=PATH, metavar="FILE", help="Draw the growth as SVG, in logarithmic scales.")
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
    family: str | None,
    sizes: tuple[int, ...] | None,
    seed: int | None,
    pivot: str | None,
    markdown: bool,
    as_csv: bool,
    as_json: bool,
    no_times: bool,
    plot: str | None,
) -> int:
    """Put encodings side by side on each PUZZLE, or on generated ones of growing size.

    Variables, clauses, literals and bytes of the formula; the share of cells that unit propagation alone leaves open,
    beside the share that complete propagation of single lines does, which no encoding of the lines can undercut; then
    what each solver needs for a solution, and for the proof that there is no other. Ctrl-C prints what there is.
    """
    if bool(puzzles) == bool(family):
        raise click.UsageError("expected either puzzles or --family")
    if family is None and (sizes or seed is not None):
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
    from nonosat.study.experiment import members, recipes, rows, steps
    from nonosat.study.measurement import MeasurementTask

    compared = recipes(encodings or tuple(ENCODINGS), amos or (), added or ())
    solvers = () if no_solve else solvers or (DEFAULT_SOLVER,)
    for solver in solvers:
        find_backend(solver).require()
    if family is None:
        subjects = _subjects(puzzles, format_name)
    else:
        usual = _ODD_SIZES if family == "dominoes" else _SIZES
        subjects = members(family, sizes or usual, 1 if seed is None else seed)
    if plot is not None and len({subject.size for subject in subjects}) < 2:
        raise click.UsageError("--plot draws growth, expected --family with at least two sizes")
    settings = MeasurementTask(subjects[0].name, subjects[0].puzzle, "", residual, solvers, unique, timeout)
    todo = steps(subjects, compared)
    found: list[Row] = []
    try:
        with ended_by_signals():
            measured = rows(todo, settings)
            for done, (subject, encoding) in enumerate(todo):
                _progress(done, len(todo), f"{subject.name}, {encoding}")
                found.append(next(measured))
    finally:  # also after Ctrl-C: what there is
        _progress(len(todo), len(todo), "")
        if found:
            form = "json" if as_json else "csv" if as_csv else "markdown" if markdown else "plain"
            _print(found, not no_times, form, pivot)
            if plot is not None:
                _draw(plot, f"Growth of {family} puzzles", found, times=not no_times)
    return 0


def _subjects(paths: Sequence[str], format_name: str | None) -> list[Subject]:
    """The puzzles of files."""
    from nonosat.formats import load_sheets
    from nonosat.study.experiment import Subject

    found = []
    for path in paths:
        for sheet in load_sheets(path, format_name):
            if isinstance(sheet, NonosatError):
                raise sheet
            found.append(Subject(sheet.name, sheet.puzzle))
    return found


def _progress(done: int, total: int, what: str) -> None:
    """Tell a person at a terminal how far it is; the tables come at the end, when their widths are known."""
    if not sys.stderr.isatty() or os.environ.get("TERM", "") in ("", "dumb"):
        return
    bar = "" if done == total else f"[{'#' * (_BAR * done // total):.<{_BAR}}] {done}/{total} {what}"
    print(f"\r\x1b[K{bar}", end="", file=sys.stderr, flush=True)


def _print(found: Sequence[Row], times: bool, form: str, number: str | None) -> None:
    from nonosat.study.comparison import flat, record, tables
    from nonosat.study.pivot import pivot
    from nonosat.study.tables import csv, markdown, plain

    if form == "json":
        click.echo(json.dumps(record(found, times), indent=1))
    elif form == "csv":
        table = flat(found, times)
        click.echo(csv(table.head, table.rows), nl=False)
    else:
        show = markdown if form == "markdown" else plain
        chosen = tables(found, times) if number is None else [pivot(found, number)]
        shown = [f"{table.title}\n\n{show(table.head, table.rows)}" for table in chosen]
        click.echo("\n\n".join(shown))


def _draw(path: str, title: str, found: Sequence[Row], times: bool) -> None:
    from nonosat.study.chart import chart
    from nonosat.study.comparison import panels
    from nonosat.system.files import write_text

    write_text(path, chart(title, panels(found, times)))
