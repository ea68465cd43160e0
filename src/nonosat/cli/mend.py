"""`nonosat mend`: the fewest changes that make a puzzle unique."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from functools import partial
from typing import TYPE_CHECKING

import click

from nonosat.cli.common_options import PATH, from_option, lossy_option, quiet_option, timeout_option, to_option
from nonosat.cli.interrupts import ended_by_interrupt, ended_by_signals, interrupt_after
from nonosat.cli.picture_output import PictureStyle, picture_options, show_picture
from nonosat.cli.recording_command import RecordingCommand

if TYPE_CHECKING:
    from nonosat.authoring.mending import Mended
    from nonosat.formats import Format, Sheet


@click.command("mend", cls=RecordingCommand)
@click.argument("puzzle", type=PATH)
@click.option("-o", "--output", "out", type=PATH, default="-", metavar="OUT", help="File for the mended puzzle.")
@click.option(
    "--by",
    type=click.Choice(["givens", "cells", "colors", "clues"]),
    default="givens",
    show_default=True,
    help="What to change: cells that are given, cells of the picture, ? blocks whose colour is shown, or which numbers "
    "of the clues are shown; all others are hidden.",
)
@click.option(
    "--until",
    type=click.Choice(["unique", "lines"]),
    default="unique",
    show_default=True,
    help="What to reach: one solution, or a puzzle that single lines solve.",
)
@click.option("--goal", type=PATH, metavar="PICTURE", help="The solution to keep; by default the goal in PUZZLE.")
@click.option("--any", "any_goal", is_flag=True, help="With --by givens: keep the solution that needs the fewest.")
@from_option
@to_option
@lossy_option
@click.option("--svg", type=PATH, metavar="FILE", help="Draw the picture with the changed cells marked.")
@timeout_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.option("-v", "--verbose", is_flag=True, help="Log the best number and the proved bound on standard error.")
@picture_options
@quiet_option
def command(
    puzzle: str,
    out: str,
    by: str,
    until: str,
    goal: str | None,
    any_goal: bool,
    format_name: str | None,
    to_name: str | None,
    lossy: bool,
    svg: str | None,
    timeout: float | None,
    as_json: bool,
    verbose: bool,
    style: PictureStyle,
    quiet: bool,
) -> int:
    """Make PUZZLE unique with the fewest changes, prove that fewer are not enough, and write it to OUT.

    A clue file on standard output is the default. The solution to keep is that of --goal, else the goal in PUZZLE, else
    the first one that is found. With --by cells the picture itself is changed, and the clues follow it. With --by clues
    as many numbers as possible are hidden.

    Exit code 0: it is proved that fewer changes are not enough. 5: the time limit came first; the best puzzle found is
    written. 1: there is no solution, or changes of this kind are not enough. Ctrl-C ends the search as the time limit
    does, with exit code 130.
    """
    import json

    from nonosat.authoring.mending import mend_until
    from nonosat.authoring.mending_report import mending_exit_code, mending_record, mending_sentence
    from nonosat.cli.mend_run import mending_drawing
    from nonosat.cli.option_words import print_error, print_line, print_note
    from nonosat.cli.output_format import output_format
    from nonosat.cli.picture_input import solution_to_keep
    from nonosat.cli.progress_log import ProgressLog
    from nonosat.cli.puzzle_input import require_one_stdin
    from nonosat.drawing.drawing_file import require_drawable
    from nonosat.errors import CannotMend, GaveUp
    from nonosat.formats import load_sheet
    from nonosat.results.json_record import failure_fields
    from nonosat.system.deadline import Deadline
    from nonosat.system.files import write_bytes, write_text

    require_one_stdin(puzzle, goal, "PICTURE")
    if as_json and out == "-":
        raise click.UsageError("--json and the puzzle both go to standard output, expected a file OUT")
    if svg == "-" == out:
        raise click.UsageError("--svg and the puzzle both go to standard output, expected a file for one of them")
    if any_goal and (goal is not None or by != "givens"):
        raise click.UsageError("--any compares all solutions with --by givens, expected no --goal and no other --by")
    began = time.monotonic()
    format_ = output_format(out, to_name)
    if svg is not None:
        require_drawable(svg)
    sheet = load_sheet(puzzle, format_name)
    name = sheet.name
    picture = solution_to_keep(sheet, puzzle, goal)
    warn = partial(print_note, name)
    _refuse_early(sheet, format_, by, lossy=lossy)
    log = ProgressLog(name, began, verbose, live=not quiet)
    with ended_by_interrupt() as stop:
        try:
            with ended_by_signals(), log:
                mended = mend_until(
                    sheet.puzzle,
                    Deadline.after(timeout).stopped_by(stop),
                    by=by,
                    until=until,
                    goal=None if any_goal else picture,
                    any_goal=any_goal,
                    log=log.write,
                )
        except (CannotMend, GaveUp) as error:
            if stop.is_made:
                raise interrupt_after(error) from None
            print_error(error, name)
            if as_json:
                asked = {"name": name, "file": puzzle, "by": by, "until": until, "changes": None}
                click.echo(json.dumps({**asked, **failure_fields(error)}))
            return error.exit_code
        stop.is_acknowledged = True  # from here on, one interrupt does not keep the results from being written
        write_text(out, _text(sheet, mended, format_, warn, lossy=lossy))
        if svg is not None:
            write_bytes(svg, mending_drawing(svg, name, mended))
        if as_json:
            click.echo(json.dumps(mending_record(name, mended)))
        elif not quiet:
            if "-" not in (out, svg):
                show_picture(mended.puzzle, mended.picture, style, mended.changed_cells)
            print_line(f"{name}: {mending_sentence(mended)}", sys.stderr if "-" in (out, svg) else None)
    if stop.is_made:
        raise KeyboardInterrupt
    return mending_exit_code(mended)


def _refuse_early(sheet: Sheet, format_: Format, by: str, *, lossy: bool) -> None:
    """Refuse a format that cannot express the mended puzzle, before the work.

    Raises:
        UsageError: it cannot.
    """
    from dataclasses import replace

    from nonosat.model.palette import BACKGROUND
    from nonosat.model.puzzle import Given
    from nonosat.results.conversion import convert_sheet

    if by == "givens":
        given = replace(sheet.puzzle, givens=sheet.puzzle.givens or (Given(0, BACKGROUND),))
        if any(loss.kind == "givens" for loss in format_.losses(sheet._replace(puzzle=given))):
            raise click.UsageError(f"{format_.name} cannot express givens, expected another format or --by cells")
    if by == "clues" and not format_.hidden and not lossy:
        raise click.UsageError(f"{format_.name} cannot express hidden numbers, expected another format or --lossy")
    if not lossy:
        convert_sheet(sheet, format_)


def _text(sheet: Sheet, mended: Mended, format_: Format, warn: Callable[[str], None], *, lossy: bool) -> str:
    """The mended puzzle in a format; it has a goal if the file had one."""
    from nonosat.results.conversion import convert_sheet

    goal = mended.picture if sheet.goal is not None else None
    changed = sheet._replace(puzzle=mended.puzzle, goal=goal)
    return format_.write_all([convert_sheet(changed, format_, lossy=lossy, warn=warn)])
