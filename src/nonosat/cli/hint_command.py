"""`nonosat hint`: the next step from a partial picture, or its wrong cells."""

from __future__ import annotations

from dataclasses import replace

import click

from nonosat.cli.asking import Show, Shown, each, show_options
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, from_option, timeout_option
from nonosat.cli.picture_input import read_cells
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries, require_one_stdin
from nonosat.core.question import Run
from nonosat.explaining.hint import hint


@click.command("hint", cls=DocumentedCommand)
@click.argument("puzzle", type=PATH)
@click.argument("partial", metavar="[PARTIAL]", type=PATH, required=False)
@click.option(
    "--level",
    type=click.IntRange(1, 4),
    default=1,
    show_default=True,
    help="How much to reveal: 1 the line, 2 the block, 3 the cells, 4 the whole step.",
)
@from_option
@timeout_option
@show_options()
def command(
    puzzle: str, partial: str | None, level: int, format_name: str | None, timeout: float | None, show: Show
) -> int:
    """Give a hint for PARTIAL, a picture of PUZZLE in which some cells are open, or for an image of both.

    Wrong cells come first. If there are none, the hint is the easiest next step, the one that `nonosat explain` would
    show. PARTIAL is text with one row per line, in which a letter is a colour, - is background and ? is an open cell;
    or a picture in any other form that `nonosat make` reads; or XML of webpbn.com with a saved grid. Without PARTIAL
    all cells are open, except for those that are filled or marked if PUZZLE is an image.

    Exit codes: 0 a step was found, or the picture is finished; 1 cells are wrong, or nothing follows; 5 time limit
    reached.

    Examples:
        nonosat hint p.clues                         # where to begin
        nonosat hint p.clues part.txt --level 4      # the next step, in full
        nonosat hint clues.jpg                       # puzzle and marks from one image
    """
    require_one_stdin(puzzle, partial, "PARTIAL")

    def ask(entry: PuzzleEntry, run: Run) -> Shown:
        problem, known = entry.puzzle, entry.scanned.known if entry.scanned else None
        if partial is not None:
            if partial == puzzle:
                # The saved grid of a file of webpbn has become givens, but here it is what is to be checked.
                problem = replace(problem, givens=())
            known = read_cells(problem, partial, open_dots=True)
        found = hint(problem, known, timeout=run)
        return Shown(found.outcome, found.record(level), lambda: click.echo(found.sentence(level)))

    return each(puzzle_entries([puzzle], format_name, timeout=timeout, one_each=True), ask, show)
