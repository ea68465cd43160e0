"""`nonosat compare`: encodings, and formulas of others, side by side on the same puzzles."""

from __future__ import annotations

import click

from nonosat.analysis.formula_check import FormulaCheck
from nonosat.cli.asking import Show, print_record, show_failure
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, completion, from_option, only_one, time_limit_option
from nonosat.cli.compare_rows import CompareRow, Measuring, print_tables
from nonosat.cli.formula_files import FormulaOptions, formula_options
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_words import print_error, print_line
from nonosat.cli.picture_output import PictureStyle, picture_options, show_picture
from nonosat.cli.puzzle_entries import puzzle_entries
from nonosat.cli.status_line import StatusLine
from nonosat.core.errors import NonosatError
from nonosat.encodings import ENCODINGS, find_encoding
from nonosat.solvers import DEFAULT_SOLVER, find_backend

#: The default of `--timeout`, in seconds.
_TIMEOUT = 20.0
#: The encodings beside formulas of others, if none are named.
_BESIDE_THEIRS = ("order",)


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
@formula_options
@picture_options
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
    theirs: FormulaOptions,
    style: PictureStyle,
    as_json: bool,
) -> int:
    """Compare encodings on each PUZZLE, and check formulas of others against its clues.

    The figures are the variables, clauses and literals of the formula; the share of cells that unit propagation leaves
    open; and the time, conflicts, decisions, propagations and restarts that each solver needs to find a solution and to
    prove that there is no other. An encoding of single lines cannot leave fewer cells open than line propagation, which
    has a row of its own. Ctrl-C prints the figures so far.

    --formula compares the models of a DIMACS formula with the solutions of PUZZLE, by the cells alone. If they differ,
    a picture shows it: one that the formula allows wrongly, with the fewest wrong lines, or a solution that it forbids.
    If not, it is measured beside `order`, or --encodings. `found %` is the strength of unit propagation: of the cells
    that single lines conclude from random parts of solutions, the share that it finds.

    --proof writes a folder for each formula that is equal, named like its file: two DRAT proofs that neither the clues
    nor the formula allow anything but the solutions, a model of the formula for each solution, and check.txt with the
    command lines of another checker. Everything is checked before the folder is written.

    Exit codes with --formula: 0 all formulas are equal to the clues; 1 one is different, or no difference was found; 3
    bad input; 5 not decided or not proved within the time limit.

    Examples:
        nonosat compare p.clues
        nonosat compare p.clues --encodings order,pairwise --no-solve
        nonosat compare p.clues --formula student.sat
        nonosat compare p.clues --formula student.sat --proof proof
        nonosat compare *.clues --formula 'submissions/*/{name}.sat' --no-solve
    """
    theirs.check(len(puzzles), puzzles.count("-"))
    recipes = [find_encoding(text) for text in encodings or (_BESIDE_THEIRS if theirs.formulas else ENCODINGS)]
    solvers = () if no_solve else solvers or (DEFAULT_SOLVER,)
    for solver in solvers:
        find_backend(solver).require()
    worst = 0
    rows: list[CompareRow] = []
    line = StatusLine()  # since the tables come at the end, when their widths are known

    def show(row: CompareRow) -> None:
        nonlocal worst
        rows.append(row)
        worst = max(worst, row.code)
        line.erase()
        if as_json:
            print_record(row.entry, row.record(), row.code, row.failure)
        elif row.check is not None:
            _print_check(row, row.check, style)
        if row.failure is not None:
            print_error(
                row.failure, row.entry.name if row.is_unread else f"{row.entry.name}, {row.encoding}: not proved"
            )

    try:
        with ended_by_signals():
            for entry in puzzle_entries(puzzles, format_name):
                if isinstance(entry.sheet, NonosatError):
                    worst = max(worst, show_failure(entry, entry.sheet, Show(as_json)))
                    continue
                tasks = Measuring(entry, solvers, timeout or _TIMEOUT, theirs).tasks(recipes)
                for done, (name, measure) in enumerate(tasks):
                    line.draw_bar(done, len(tasks), f"{entry.name}, {name}")
                    show(measure())
    finally:  # also after Ctrl-C
        line.erase()
        if rows and not as_json:
            print_tables(rows)
    return worst


def _print_check(row: CompareRow, check: FormulaCheck, style: PictureStyle) -> None:
    """Print the verdict on a formula, and the picture that shows a difference, with the clues that fail."""
    print_line(f"{row.entry.name}, {row.encoding}: {check.sentence()}")
    if check.picture is not None:
        show_picture(check.puzzle, check.picture, style, check.marked, "use a wider one")
    for detail in check.details():
        print_line(f"  {detail}")
    if row.proof is not None:
        print_line(f"  {row.proof.sentence()}")
    if row.strength is not None and row.strength.missed is not None:
        print_line(f"  unit propagation misses: {row.strength.missed.sentence(check.puzzle)}")
    click.echo()
