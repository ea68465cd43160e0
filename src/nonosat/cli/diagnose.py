"""`nonosat diagnose`: one look for the author of a puzzle."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from nonosat.cli.common_options import PATH, color_option, from_option, json_option, quiet_option, timeout_option
from nonosat.cli.interrupts import ended_by_interrupt, ended_by_signals
from nonosat.cli.recording_command import RecordingCommand

if TYPE_CHECKING:
    from nonosat.analysis.diagnosis import Diagnosis
    from nonosat.explaining.rating import Rating
    from nonosat.formats import Sheet
    from nonosat.system.deadline import Deadline

#: After so many seconds the rating of a unique puzzle ends; what is known of it then is shown.
RATING_SECONDS = 10.0


@click.command("diagnose", cls=RecordingCommand)
@click.argument("puzzle", type=PATH)
@from_option
@click.option("--lines", is_flag=True, help="Without solution: also find a smallest set of clues that contradict.")
@click.option(
    "--svg", type=PATH, metavar="FILE", help="Draw the solution, the map or the nearest picture: .svg, .png, .pdf."
)
@timeout_option
@json_option
@click.option("-v", "--verbose", is_flag=True, help="Log steps and times on standard error.")
@color_option
@quiet_option
def command(
    puzzle: str,
    format_name: str | None,
    lines: bool,
    svg: str | None,
    timeout: float | None,
    as_json: bool,
    verbose: bool,
    color: bool | None,
    quiet: bool,
) -> int:
    """Show whether PUZZLE is unique and how hard, where several solutions differ, or what is wrong if there is none.

    Several solutions: how many, which cells differ, in how many independent places, and the share of the solutions
    that each colour has. No solution: where line solving breaks, the fewest clues that cannot stay, and the single
    typing errors that explain it, the most telling first; also if the totals of the clues disagree.

    Exit codes: 0 unique, 1 several solutions or none, 5 not decided within the time limit. Ctrl-C ends the search; what
    is known then is shown.
    """
    from nonosat.analysis.diagnosis import diagnose_until
    from nonosat.cli.progress_log import ProgressLog
    from nonosat.drawing.drawing_file import drawing_bytes, require_drawable
    from nonosat.errors import GaveUp
    from nonosat.results.diagnosis_report import diagnosis_record, diagnosis_svg, exit_code
    from nonosat.system.deadline import Deadline
    from nonosat.system.files import write_bytes

    if svg is not None:
        require_drawable(svg)
        if svg == "-" and as_json:
            raise click.UsageError("--json and --svg both go to standard output, expected one of them")
    began = time.monotonic()
    sheet = _load(puzzle, format_name)
    log = ProgressLog(sheet.name, began, verbose, live=not quiet)
    with ended_by_signals(), log, ended_by_interrupt() as stop:
        left = None if timeout is None else max(0.0, timeout - (time.monotonic() - began))
        deadline = Deadline.after(left).stopped_by(stop)
        try:
            found = diagnose_until(sheet.puzzle, deadline, lines=lines, log=log.write)
        except GaveUp:  # by an interrupt, at a moment at which nothing is known
            raise KeyboardInterrupt from None
        rating = _rating(found, deadline.or_after(RATING_SECONDS))
        stop.is_acknowledged = True
        drawing = None if svg is None else diagnosis_svg(found, sheet.puzzle.metadata.title or sheet.name)
    if svg is not None and drawing is not None:
        write_bytes(svg, drawing_bytes(svg, drawing))
    if as_json:
        import json

        seconds = time.monotonic() - began
        click.echo(json.dumps(diagnosis_record(sheet.name, found, file=puzzle, seconds=seconds, rating=rating)))
    elif not quiet and svg != "-":
        _show(sheet.name, found, rating, color)
    if stop.is_made:
        raise KeyboardInterrupt
    return exit_code(found)


def _load(path: str, format_name: str | None) -> Sheet:
    """The puzzle of a file, also if the totals of its clues disagree.

    Raises:
        InputError: something else is wrong with it.
    """
    from nonosat.errors import InputError
    from nonosat.formats import Sheet, load_sheet, puzzle_name
    from nonosat.formats.loading import refused_for_totals

    try:
        return load_sheet(path, format_name)
    except InputError as error:
        refused = refused_for_totals(error)
        if refused is None:
            raise
        return Sheet(refused, name=puzzle_name(path))


def _rating(found: Diagnosis, deadline: Deadline) -> Rating | None:
    """How hard a unique puzzle is; None for another one."""
    from nonosat.analysis.diagnosis import UNIQUE
    from nonosat.explaining.rating import rate_until

    if found.verdict != UNIQUE:
        return None
    solution = None if found.count is None else found.count.map.witnesses[0]
    return rate_until(found.puzzle, deadline=deadline, solution=solution, n_solutions=1)


def _show(name: str, found: Diagnosis, rating: Rating | None, color: bool | None) -> None:
    """Print the diagnosis: a picture, and sentences below it."""
    from nonosat.cli.picture_output import PictureStyle, note_width, text_screen
    from nonosat.drawing.text_map import map_columns, text_map
    from nonosat.errors import printable
    from nonosat.model.cell_colors import CellColors
    from nonosat.results.diagnosis_report import diagnosis_lines

    shown, is_partial = found.colors, False
    if found.contradiction is not None:
        possible = found.contradiction.possible
        shown, is_partial = CellColors(puzzle=found.puzzle, possible=possible, frequencies={}, places=()), True
    if shown is not None:
        screen = text_screen(PictureStyle(color))
        columns = map_columns(shown, color=screen.depth > 0)
        if screen.width is None or columns <= screen.width:
            print(text_map(shown, depth=screen.depth, is_partial=is_partial))
        else:
            note_width(f"the map needs {columns} columns", screen, "draw it with --svg FILE")
    for line in diagnosis_lines(name, found, rating):
        click.echo(printable(line))
