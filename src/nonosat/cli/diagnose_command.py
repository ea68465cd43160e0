"""`nonosat diagnose`: one look for the author of a puzzle."""

from __future__ import annotations

import click

from nonosat.authoring.diagnose import UNIQUE, Diagnosis, diagnose
from nonosat.cli.asking import Show, Shown, each, show_options
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, color_option, from_option, timeout_option
from nonosat.cli.output_paths import OUTPUT
from nonosat.cli.picture_output import PictureStyle, show_colors
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries, require_stdin_once
from nonosat.core.deadline import Deadline
from nonosat.core.errors import InputError, printable
from nonosat.core.files import write_bytes
from nonosat.core.question import Run
from nonosat.drawing.drawing_file import drawing_bytes, require_drawable
from nonosat.explaining.rate import Rating, rate
from nonosat.formats.loading import refused_puzzle
from nonosat.model.cell_colors import CellColors
from nonosat.model.puzzle import Puzzle

#: Units of work after which the rating of a unique puzzle ends; what is known of it then is shown.
RATING_WORK = 10_000


@click.command("diagnose", cls=DocumentedCommand)
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PATH)
@from_option
@click.option(
    "--lines", is_flag=True, help="Without a solution: also find a smallest set of clues that contradict each other."
)
@click.option(
    "--svg", type=OUTPUT, metavar="FILE", help="Draw the solution, the map or the nearest picture: .svg, .png or .pdf."
)
@timeout_option
@show_options("Log steps and times to standard error.")
@color_option
def command(
    puzzles: tuple[str, ...],
    format_name: str | None,
    lines: bool,
    svg: str | None,
    timeout: float | None,
    show: Show,
    color: bool | None,
) -> int:
    """Show whether each PUZZLE is unique and how hard it is, where solutions differ, or why there is none.

    Several solutions: how many there are, which cells differ, in how many independent places, and in what share of the
    solutions a cell has each colour. No solution: where line solving breaks, the fewest clues that have to change, and
    the single typing errors that explain it, the most telling first. This works even if the totals of the clues
    disagree, or if a clue is longer than its line.

    Exit codes: 0 unique; 1 several solutions or none; 5 not decided within the time limit. With several puzzles, the
    exit code is the highest of all. --timeout applies to each puzzle. Ctrl-C ends the search and shows what is known by
    then.

    Examples:
        nonosat diagnose p.clues
        nonosat diagnose two.clues --svg map.svg     # a map of the cells that differ
    """
    require_stdin_once(puzzles)
    if svg is not None:
        require_drawable(svg)
        if len(puzzles) > 1:
            raise click.UsageError("--svg needs exactly one puzzle")
        if svg == "-" and show.as_json:
            raise click.UsageError("--json and --svg both go to standard output; give --svg a file name")

    def ask(entry: PuzzleEntry, run: Run) -> Shown:
        puzzle = _puzzle(entry)
        found = diagnose(puzzle, lines=lines, timeout=run)
        rating = _rating(found, run.deadline.or_after_work(RATING_WORK))
        if svg is not None and (drawing := found.svg(puzzle.metadata.title or entry.name)) is not None:
            write_bytes(svg, drawing_bytes(svg, drawing))
        record = found.record()
        if rating is not None:
            record["rating"] = rating.record()
        return Shown(found.outcome, record, lambda: None if svg == "-" else _show(entry.name, found, rating, color))

    entries = puzzle_entries(puzzles, format_name, timeout=timeout, one_each=svg is not None)
    return each(entries, ask, show)


def _puzzle(entry: PuzzleEntry) -> Puzzle:
    """The puzzle of an entry, also if it was refused for its impossible clues."""
    refused = refused_puzzle(entry.sheet) if isinstance(entry.sheet, InputError) else None
    return entry.puzzle if refused is None else refused


def _rating(found: Diagnosis, deadline: Deadline) -> Rating | None:
    """The rating of a unique puzzle; None for another one."""
    if found.verdict != UNIQUE:
        return None
    solution = None if found.count is None else found.count.map.witnesses[0]
    return rate(found.puzzle, solution=solution, n_solutions=1, timeout=Run(deadline))


def _show(name: str, found: Diagnosis, rating: Rating | None, color: bool | None) -> None:
    """Print the diagnosis: a picture, and sentences below it."""
    shown, is_partial = found.colors, False
    if found.contradiction is not None and len(set(found.contradiction.possible)) > 1:  # else all cells are open
        possible = found.contradiction.possible
        shown, is_partial = CellColors(puzzle=found.puzzle, possible=possible, frequencies={}, places=()), True
    if shown is not None:
        show_colors(shown, PictureStyle(color), "the map", "draw it with --svg FILE", is_partial=is_partial)
    rated = [] if rating is None else [f"  {rating.sentence()}"]
    for line in (f"{name}: {found.sentence()}", *rated, *found.details()):
        click.echo(printable(line))
