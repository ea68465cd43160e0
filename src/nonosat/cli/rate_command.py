"""`nonosat rate`: how hard puzzles are for a person."""

from __future__ import annotations

import os
import sys

import click

from nonosat.batch.inputs import collect_sources
from nonosat.cli.asking import Show, Shown, each, show_options
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, from_option, timeout_option
from nonosat.cli.option_words import print_line
from nonosat.cli.picture_output import output_width
from nonosat.cli.puzzle_entries import PuzzleEntry, others_sentence, puzzle_entries, require_puzzles, require_stdin_once
from nonosat.cli.status_line import StatusLine
from nonosat.core.question import Run
from nonosat.core.tables import text_table
from nonosat.explaining.rate import RATING_HEAD, Rating, rate, rating_row


@click.command("rate", cls=DocumentedCommand)
@click.argument("puzzles", metavar="[DIR|PUZZLE]...", nargs=-1, required=True, type=PATH)
@from_option
@timeout_option
@show_options()
def command(puzzles: tuple[str, ...], format_name: str | None, timeout: float | None, show: Show) -> int:
    """Rate how hard each PUZZLE, and each puzzle in each DIR, is for a person: a class, and the evidence for it.

    A puzzle is trivial if line solving solves it in at most 8 passes, and line by line if that takes more passes;
    records and options call this class lines. It is moderate if it needs suppositions about one cell, each refuted
    within 4 passes of line solving. It is deep if it needs longer suppositions, or suppositions within suppositions.
    Several puzzles are listed in a table. --timeout applies to each puzzle; what is known by then is printed, such as
    `at least deep`.

    Exit codes: 0 the class is known; 1 there are several solutions or none; 5 the time limit was reached. With several
    puzzles, the exit code is the highest of all. Ctrl-C ends the command as a time limit does, with exit code 130.

    Examples:
        nonosat rate p.clues
        nonosat rate puzzles                         # a table of a folder
    """
    require_stdin_once(puzzles)
    found = require_puzzles(collect_sources(puzzles, os.devnull, format_name), ", ".join(puzzles))
    names = {source.path: source.name for source in found.sources}
    rated: list[tuple[str, Rating]] = []
    line = StatusLine()
    is_live = line.is_wanted and not show.quiet

    def ask(entry: PuzzleEntry, run: Run) -> Shown:
        if is_live:
            line.draw(f"{len(rated):,} rated, {entry.name}")
        try:
            rating = rate(entry.puzzle, timeout=run)
        finally:
            line.erase()
        rated.append((entry.name, rating))
        return Shown(rating.outcome, rating.record())

    try:
        return each(puzzle_entries(list(names), format_name, timeout=timeout, names=names), ask, show)
    finally:  # also after Ctrl-C, which may come between two puzzles
        if show.has_text and rated:
            _show(rated)
        if found.others and not show.quiet:
            print_line(f"nonosat: {others_sentence(found)}", sys.stderr)


def _show(rated: list[tuple[str, Rating]]) -> None:
    """Print a sentence for a single puzzle, a table for several ones."""
    if len(rated) == 1:
        print_line(f"{rated[0][0]}: {rated[0][1].sentence()}")
    else:
        click.echo(text_table(RATING_HEAD, [rating_row(*one) for one in rated], width=output_width()))
