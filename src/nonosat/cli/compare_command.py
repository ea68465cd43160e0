"""`nonosat compare`: encodings side by side on the same puzzles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import click

from nonosat.cli.asking import Show, print_record, show_failure
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, completion, from_option, only_one, time_limit_option
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.picture_output import output_width
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries
from nonosat.cli.status_line import StatusLine
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, NonosatError, TooLarge, error_line
from nonosat.core.question import Run
from nonosat.core.tables import Cell, Percent, text_table
from nonosat.encodings import ENCODINGS, Recipe, find_encoding
from nonosat.model.puzzle import Puzzle
from nonosat.solvers import DEFAULT_SOLVER, find_backend
from nonosat.solving.compare import FormulaFigures, SearchFigures, formula_figures, lines_open, search_figures
from nonosat.solving.formulas import encode

#: The default of `--timeout`, in seconds.
_TIMEOUT = 20.0
#: Stands in place of an encoding where lines are propagated and nothing is encoded.
_LINES = "(lines)"
#: The columns of what a search has done.
_COUNTS = ("conflicts", "decisions", "propagations", "restarts")


class _Row(NamedTuple):
    """The figures of a puzzle in an encoding.

    Attributes:
        entry: the puzzle.
        encoding: the recipe, or `_LINES`.
        n_open: the cells that propagation leaves open; None if it did not finish.
        formula: the figures of the formula; None for `_LINES`, and if it was not built.
        searches: one for each solver.
        note: the reason why there is no formula; else empty.
    """

    entry: PuzzleEntry
    encoding: str
    n_open: int | None = None
    formula: FormulaFigures | None = None
    searches: Sequence[SearchFigures] = ()
    note: str = ""


def _names(ctx: click.Context, param: click.Parameter, value: str | None) -> tuple[str, ...] | None:
    """The names in a list such as `a,b,c`, each once."""
    if value is None:
        return None
    names = tuple(dict.fromkeys(name.strip() for name in value.split(",")))
    if "" in names:
        raise click.BadParameter(f"{value!r}, expected names separated by commas.", ctx, param)
    return names


@click.command("compare", cls=DocumentedCommand)
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PATH)
@from_option
@click.option(
    "--encodings",
    callback=_names,
    shell_complete=completion("encoding", several=True),
    metavar="NAME,...",
    help="Encodings, such as order,pairwise/product+totals (default: all of `nonosat encodings`).",
)
@click.option(
    "--solvers",
    callback=_names,
    shell_complete=completion("solver", several=True),
    metavar="NAME,...",
    help="Solvers (default: the one that `nonosat solve` uses).",
)
@click.option("--no-solve", is_flag=True, help="Compare formulas and unit propagation only.")
@only_one("--no-solve", "--solvers")
@time_limit_option(f"Time limit for each formula and for each search (default: {_TIMEOUT:g}).")
@click.option(
    "--json", "as_json", is_flag=True, help="Print a JSON object for each puzzle and encoding, each on its own line."
)
def command(
    puzzles: tuple[str, ...],
    format_name: str | None,
    encodings: tuple[str, ...] | None,
    solvers: tuple[str, ...] | None,
    no_solve: bool,
    timeout: float | None,
    as_json: bool,
) -> int:
    """Compare encodings on each PUZZLE.

    The figures are the variables, clauses and literals of the formula; the share of cells that unit propagation leaves
    open; and the time, conflicts, decisions, propagations and restarts that each solver needs to find a solution and to
    prove that there is no other. An
    encoding of single lines cannot leave fewer cells open than line propagation, which has a row of its own. Ctrl-C
    prints the figures so far.

    Examples:
        nonosat compare p.clues
        nonosat compare p.clues --encodings order,pairwise --no-solve
    """
    recipes = [find_encoding(text) for text in encodings or ENCODINGS]
    solvers = () if no_solve else solvers or (DEFAULT_SOLVER,)
    for solver in solvers:
        find_backend(solver).require()
    worst = 0
    rows: list[_Row] = []
    line = StatusLine()  # since the tables come at the end, when their widths are known
    try:
        with ended_by_signals():
            for entry in puzzle_entries(puzzles, format_name):
                if isinstance(entry.sheet, NonosatError):
                    worst = max(worst, show_failure(entry, entry.sheet, Show(as_json)))
                    continue
                for row in _measured(entry, entry.sheet.puzzle, recipes, solvers, timeout or _TIMEOUT, line):
                    rows.append(row)
                    if as_json:
                        line.erase()
                        print_record(entry, _record(row), 0)
    finally:  # also after Ctrl-C
        line.erase()
        if rows and not as_json:
            _print_tables(rows)
    return worst


def _measured(
    entry: PuzzleEntry,
    puzzle: Puzzle,
    recipes: Sequence[Recipe],
    solvers: Sequence[str],
    seconds: float,
    line: StatusLine,
) -> Iterator[_Row]:
    """Measure a puzzle: line propagation, then each encoding; with a limit in seconds for each formula and search."""
    for done, recipe in enumerate([None, *recipes]):
        name = _LINES if recipe is None else str(recipe)
        line.draw_bar(done, len(recipes) + 1, f"{entry.name}, {name}")
        deadline = Deadline.after(seconds)
        try:
            if recipe is None:
                row = _Row(entry, name, lines_open(puzzle, deadline))
            else:
                formula = encode(puzzle, encoding=recipe, timeout=Run(deadline))
                figures = formula_figures(puzzle, formula)
        except (GaveUp, TooLarge) as error:
            row = _Row(entry, name, note=error_line(error).removeprefix("nonosat: "))
        else:
            if recipe is not None:
                searches = [search_figures(puzzle, formula, solver, Deadline.after(seconds)) for solver in solvers]
                row = _Row(entry, name, figures.n_open, figures, searches)
        yield row


def _record(row: _Row) -> dict[str, object]:
    formula = {} if row.formula is None else row.formula._asdict()
    return {
        "encoding": row.encoding,
        **{name: formula.get(name) for name in ("variables", "clauses", "literals")},
        "open": row.n_open,
        "note": row.note,
        "searches": [search._asdict() for search in row.searches],
    }


def _print_tables(rows: Sequence[_Row]) -> None:
    """Print the formulas, and the searches if there are any."""

    def print_table(title: str, head: list[str], lines: list[list[Cell]], n_keys: int) -> None:
        if not any(line[-1] for line in lines):  # no notes
            head, lines = head[:-1], [line[:-1] for line in lines]
        text = text_table(head, lines, grouped=True, width=output_width(), n_keys=n_keys)
        click.echo(f"{title}\n\n{text}")

    formulas: list[list[Cell]] = []
    searches: list[list[Cell]] = []
    for row in rows:
        assert not isinstance(row.entry.sheet, NonosatError)
        keys: list[Cell] = [row.entry.name, row.encoding]
        sizes = [None] * 3 if row.formula is None else row.formula[:3]
        n_cells = row.entry.sheet.puzzle.grid.n_cells
        formulas.append([*keys, *sizes, None if row.n_open is None else Percent(row.n_open / n_cells), row.note])
        searches += [[*keys, *search] for search in row.searches]
    print_table("Formulas", ["puzzle", "encoding", "variables", "clauses", "literals", "open %", "note"], formulas, 2)
    if searches:
        click.echo()
        head = ["puzzle", "encoding", "solver", "verdict", *_COUNTS, "seconds", "note"]
        print_table("Searches", head, searches, 3)
