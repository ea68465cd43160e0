"""`nonosat count`: the number of solutions."""

from __future__ import annotations

import sys

import click

from nonosat.analysis.count import count
from nonosat.cli.asking import Show, Shown, each, show_options
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, from_option, timeout_option
from nonosat.cli.option_words import print_line
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries, require_stdin_once
from nonosat.core.question import Run


@click.command("count", cls=DocumentedCommand)
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PATH)
@from_option
@timeout_option
@show_options("Log each step, and print a line for each component.")
def command(puzzles: tuple[str, ...], format_name: str | None, timeout: float | None, show: Show) -> int:
    """Count the solutions of each PUZZLE exactly, however many there are.

    The cells that differ between solutions fall into components that do not depend on each other, so their numbers of
    solutions are multiplied. If --timeout ends the count, the number is a lower bound. Ctrl-C ends the count of the
    current puzzle, shows its lower bound, and ends the command.

    Exit codes: 0 the number is exact; 1 there is no solution; 5 the number is a lower bound. With several puzzles, the
    exit code is the highest of all.

    Examples:
        nonosat count p.clues
        nonosat count -v --timeout 60 p.clues        # a lower bound after a minute
    """
    require_stdin_once(puzzles)

    def ask(entry: PuzzleEntry, run: Run) -> Shown:
        found = count(entry.puzzle, timeout=run)

        def text() -> None:
            print_line(f"{entry.name}: {found.sentence()}")
            for part in found.components if show.verbose else ():
                least = "" if part.is_exact else "at least "
                print(f"{len(part.cells)} cells: {least}{part.at_least:,} ({part.method})", file=sys.stderr)

        return Shown(found.outcome, found.record(), text)

    return each(puzzle_entries(puzzles, format_name, timeout=timeout), ask, show)
