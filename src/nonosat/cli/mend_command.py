"""`nonosat mend`: the fewest changes that make a puzzle unique."""

from __future__ import annotations

import sys
from dataclasses import replace
from functools import partial

import click

from nonosat.authoring.conversion import convert_sheet
from nonosat.authoring.mend import mend
from nonosat.cli.asking import Show, Shown, each, show_options
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, from_option, timeout_option
from nonosat.cli.option_words import print_line, print_note
from nonosat.cli.output_files import PuzzleTarget, target_options
from nonosat.cli.output_paths import OUTPUT
from nonosat.cli.picture_input import solution_to_keep
from nonosat.cli.picture_output import PictureStyle, picture_options, show_picture, write_changed
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries, require_one_stdin
from nonosat.core.question import Run
from nonosat.drawing.drawing_file import require_drawable
from nonosat.formats import Format, Sheet
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import ColoredCell


@click.command("mend", cls=DocumentedCommand)
@click.argument("puzzle", type=PATH)
@target_options(
    click.option(
        "-o",
        "--output",
        "out",
        type=PATH,
        default="-",
        metavar="OUT",
        help="File for the mended puzzle (default: standard output).",
    )
)
@click.option(
    "--by",
    type=click.Choice(["givens", "cells", "colors", "clues"]),
    default="givens",
    show_default=True,
    help="What to change: give cells, change cells of the picture, show the colours of ? blocks, or hide all but the "
    "needed numbers of the clues.",
)
@click.option(
    "--until",
    type=click.Choice(["unique", "lines"]),
    default="unique",
    show_default=True,
    help="When to stop: at one solution, or at a puzzle that can be solved line by line.",
)
@click.option("--goal", type=PATH, metavar="PICTURE", help="The solution to keep (default: the goal in PUZZLE).")
@click.option(
    "--any", "any_goal", is_flag=True, help="With --by givens: keep the solution that needs the fewest givens."
)
@from_option
@click.option("--svg", type=OUTPUT, metavar="FILE", help="Draw the picture, with changed cells marked.")
@timeout_option
@show_options("Log the best number and the proved bound to standard error.")
@picture_options
def command(
    puzzle: str,
    by: str,
    until: str,
    goal: str | None,
    any_goal: bool,
    format_name: str | None,
    target: PuzzleTarget,
    svg: str | None,
    timeout: float | None,
    show: Show,
    style: PictureStyle,
) -> int:
    """Make PUZZLE unique with the fewest changes, prove that fewer are not enough, and write it to OUT.

    The result is a clue file unless OUT or --to names another format. The solution to keep is the one of --goal,
    otherwise the goal in PUZZLE, otherwise the first one that is found. With --by cells, the picture itself is changed,
    and the clues follow it. With --by clues, as many numbers as possible are hidden.

    Exit codes: 0 it is proved that fewer changes are not enough; 1 there is no solution, or changes of this kind are
    not enough; 5 the time limit was reached, and the best puzzle found is written. Ctrl-C ends the search as the time
    limit does, with exit code 130.

    Examples:
        nonosat mend two.clues -o q.clues            # give the fewest cells
        nonosat mend two.clues -o q.clues --by cells # change the fewest cells
    """
    require_one_stdin(puzzle, goal, "PICTURE")
    format_ = target.format(as_json=show.as_json)
    if svg == "-" == target.out:
        raise click.UsageError("--svg and the puzzle both go to standard output; give one of them a file name")
    if any_goal and (goal is not None or by != "givens"):
        raise click.UsageError("--any needs --by givens, and cannot be combined with --goal")
    if svg is not None:
        require_drawable(svg)

    def ask(entry: PuzzleEntry, run: Run) -> Shown:
        sheet = entry.require()
        picture = solution_to_keep(sheet, puzzle, goal)
        _refuse_early(sheet, format_, by, lossy=target.lossy)
        kept = None if any_goal else picture
        mended = mend(sheet.puzzle, by=by, until=until, goal=kept, any_goal=any_goal, timeout=run)
        goal_of_file = mended.picture if sheet.goal is not None else None
        changed = sheet._replace(puzzle=mended.puzzle, goal=goal_of_file)
        target.write(changed, format_, partial(print_note, entry.name))
        if svg is not None:
            marks = "where a cell was given" if by == "givens" else "where the picture was changed"
            write_changed(svg, entry.name, mended.puzzle, mended.picture, mended.changed_cells, marks)

        def text() -> None:
            if "-" not in (target.out, svg):
                show_picture(mended.puzzle, mended.picture, style, mended.changed_cells)
            print_line(f"{entry.name}: {mended.sentence()}", sys.stderr if "-" in (target.out, svg) else None)

        return Shown(mended.outcome, mended.record(), text)

    return each(puzzle_entries([puzzle], format_name, timeout=timeout, one_each=True), ask, show)


def _refuse_early(sheet: Sheet, format_: Format, by: str, *, lossy: bool) -> None:
    """Refuse a format that cannot express the mended puzzle, before the work."""
    if by == "givens":
        given = replace(sheet.puzzle, givens=sheet.puzzle.givens or (ColoredCell(0, BACKGROUND),))
        if any(loss.kind == "givens" for loss in format_.losses(sheet._replace(puzzle=given))):
            raise click.UsageError(f"{format_.name} cannot express givens; choose another format or --by cells")
    if by == "clues" and not format_.hidden and not lossy:
        raise click.UsageError(f"{format_.name} cannot express hidden numbers; choose another format or --lossy")
    if not lossy:
        convert_sheet(sheet, format_)
