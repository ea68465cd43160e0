"""`nonosat diagnose`: one look for the author of a puzzle."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.cli.common_options import PATH, color_option, from_option, json_option, quiet_option, timeout_option
from nonosat.cli.interrupts import ended_by_interrupt, ended_by_signals
from nonosat.cli.recording_command import RecordingCommand
from nonosat.errors import GaveUp, NonosatError

if TYPE_CHECKING:
    from nonosat.analysis.diagnosis import Diagnosis
    from nonosat.cli.puzzle_entries import PuzzleEntry
    from nonosat.explaining.rating import Rating
    from nonosat.model.puzzle import Puzzle
    from nonosat.system.deadline import Deadline

#: After so many seconds the rating of a unique puzzle ends; what is known of it then is shown.
RATING_SECONDS = 10.0


@click.command("diagnose", cls=RecordingCommand)
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PATH)
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
    puzzles: tuple[str, ...],
    format_name: str | None,
    lines: bool,
    svg: str | None,
    timeout: float | None,
    as_json: bool,
    verbose: bool,
    color: bool | None,
    quiet: bool,
) -> int:
    """Show whether each PUZZLE is unique and how hard, where solutions differ, or what is wrong if there is none.

    Several solutions: how many, which cells differ, in how many independent places, and the share of the solutions
    that each colour has. No solution: where line solving breaks, the fewest clues that cannot stay, and the single
    typing errors that explain it, the most telling first; also if the totals of the clues disagree, or if a clue is
    longer than its line.

    Exit codes: 0 unique, 1 several solutions or none, 5 not decided within the time limit; with several puzzles, the
    largest of theirs. --timeout is for each puzzle. Ctrl-C ends the search; what is known then is shown.
    """
    from nonosat.cli.puzzle_entries import puzzle_entries, report_failure
    from nonosat.cli.puzzle_input import require_stdin_once
    from nonosat.drawing.drawing_file import require_drawable

    require_stdin_once(puzzles)
    if svg is not None:
        require_drawable(svg)
        if len(puzzles) > 1:
            raise click.UsageError("--svg names one file, expected one puzzle")
        if svg == "-" and as_json:
            raise click.UsageError("--json and --svg both go to standard output, expected one of them")
    display, worst = _Display(svg, as_json, verbose, color, quiet), 0
    for entry in puzzle_entries(puzzles, format_name, timeout=timeout, one_each=svg is not None):
        try:
            worst = max(worst, _diagnose(entry, lines, display))
        except NonosatError as error:
            worst = max(worst, report_failure(entry, error, as_json=as_json))
    return worst


class _Display(NamedTuple):
    """The values of the options that choose what is shown."""

    svg: str | None
    as_json: bool
    verbose: bool
    color: bool | None
    quiet: bool


def _diagnose(entry: PuzzleEntry, lines: bool, display: _Display) -> int:
    """Diagnose one puzzle and show what was found; the exit code.

    Raises:
        InputError: it cannot be read.
        KeyboardInterrupt: by Ctrl-C; what is known then has been shown.
    """
    from nonosat.analysis.diagnosis import diagnose_until
    from nonosat.cli.progress_log import ProgressLog
    from nonosat.drawing.drawing_file import drawing_bytes
    from nonosat.results.diagnosis_report import diagnosis_record, diagnosis_svg, exit_code
    from nonosat.system.files import write_bytes

    puzzle, svg, name = _puzzle(entry), display.svg, entry.name
    log = ProgressLog(name, entry.began, display.verbose, live=not display.quiet)
    with ended_by_signals(), log, ended_by_interrupt() as stop:
        deadline = entry.deadline.stopped_by(stop)
        try:
            found = diagnose_until(puzzle, deadline, lines=lines, log=log.write)
        except GaveUp:  # by an interrupt, at a moment at which nothing is known
            raise KeyboardInterrupt from None
        rating = _rating(found, deadline.or_after(RATING_SECONDS))
        stop.is_acknowledged = True
        drawing = None if svg is None else diagnosis_svg(found, puzzle.metadata.title or name)
    if svg is not None and drawing is not None:
        write_bytes(svg, drawing_bytes(svg, drawing))
    if display.as_json:
        import json

        seconds = time.monotonic() - entry.began
        click.echo(json.dumps(diagnosis_record(name, found, file=entry.file, seconds=seconds, rating=rating)))
    elif not display.quiet and svg != "-":
        _show(name, found, rating, display.color)
    if stop.is_made:
        raise KeyboardInterrupt
    return exit_code(found)


def _puzzle(entry: PuzzleEntry) -> Puzzle:
    """The puzzle of an entry, also if it was refused for its impossible clues.

    Raises:
        InputError: something else is wrong with it.
    """
    from nonosat.errors import InputError
    from nonosat.formats.loading import refused_puzzle

    if not isinstance(entry.sheet, NonosatError):
        return entry.sheet.puzzle
    refused = refused_puzzle(entry.sheet) if isinstance(entry.sheet, InputError) else None
    if refused is None:
        raise entry.sheet
    return refused


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
    if found.contradiction is not None and len(set(found.contradiction.possible)) > 1:  # else all cells are open
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
