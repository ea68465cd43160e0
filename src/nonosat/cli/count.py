"""`nonosat count`: the number of solutions."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

from nonosat.cli.common_options import PATH, from_option, json_option, quiet_option, timeout_option
from nonosat.cli.interrupts import ended_by_interrupt, ended_by_signals
from nonosat.cli.option_words import print_line
from nonosat.cli.progress_log import ProgressLog
from nonosat.cli.puzzle_entries import PuzzleEntry, puzzle_entries, report_failure
from nonosat.cli.puzzle_input import require_stdin_once
from nonosat.errors import NonosatError

if TYPE_CHECKING:
    from nonosat.analysis.counting import SolutionCount


@click.command("count")
@click.argument("puzzles", metavar="PUZZLE...", nargs=-1, required=True, type=PATH)
@from_option
@timeout_option
@json_option
@click.option("-v", "--verbose", is_flag=True, help="Log each step, and print a line for each component.")
@quiet_option
def command(
    puzzles: tuple[str, ...],
    format_name: str | None,
    timeout: float | None,
    as_json: bool,
    verbose: bool,
    quiet: bool,
) -> int:
    """Count the solutions of each PUZZLE, exactly, however many there are.

    What line solving and the cells that are the same in all solutions leave open falls into components that do not
    depend on each other; their numbers of solutions multiply. After --timeout the number is a lower bound: there are at
    least so many. Ctrl-C ends the count of the current puzzle, shows its lower bound, and ends the command.

    The exit code is 0 if the number is exact, 1 if there is no solution, and 5 if it is a lower bound; with several
    puzzles, the largest of theirs.
    """
    from nonosat.analysis.counting import count_until

    require_stdin_once(puzzles)
    worst = 0
    for entry in puzzle_entries(puzzles, format_name, timeout=timeout):
        stop = None
        try:
            if isinstance(entry.sheet, NonosatError):
                raise entry.sheet
            log = ProgressLog(entry.name, time.monotonic(), verbose, live=not quiet)
            with ended_by_signals(), log, ended_by_interrupt() as stop:
                found = count_until(entry.sheet.puzzle, entry.deadline.stopped_by(stop), log.write)
        except NonosatError as error:
            if stop is not None and stop.is_made:
                raise KeyboardInterrupt from None
            if as_json:
                _print_record(entry, None, error)
            worst = max(worst, report_failure(entry, error))
            continue
        if as_json:
            _print_record(entry, found, None)
        elif not quiet:
            print_line(f"{entry.name}: {found}")
            if verbose:
                for part in found.components:
                    least = "" if part.is_exact else "at least "
                    print(f"{len(part.cells)} cells: {least}{part.at_least:,} ({part.method})", file=sys.stderr)
        if stop.is_made:
            raise KeyboardInterrupt
        worst = max(worst, _exit_code(found))
    return worst


def _exit_code(found: SolutionCount) -> int:
    if not found.is_exact:
        return 5
    return 0 if found.at_least else 1


def _print_record(entry: PuzzleEntry, found: SolutionCount | None, error: NonosatError | None) -> None:
    """Print a JSON record; numbers from 2 ** 53 on are text, since many readers of JSON would round them."""
    import json

    from nonosat.results.json_record import failure_fields

    record: dict[str, object] = {"name": entry.name, "file": entry.file}
    if found is None:
        record |= {"at_least": None, "exact": False, "components": [], "differing": None}
    else:
        record |= {
            "at_least": _number(found.at_least),
            "exact": found.is_exact,
            "components": [
                {
                    "cells": len(part.cells),
                    "at_least": _number(part.at_least),
                    "exact": part.is_exact,
                    "method": part.method,
                }
                for part in found.components
            ],
            "differing": len(found.map.differing),
        }
    record["seconds"] = round(time.monotonic() - entry.began, 4)
    if error is not None:
        record |= failure_fields(error)
    elif found is not None:
        record |= {"error": None, "exit": _exit_code(found)}
    click.echo(json.dumps(record))


def _number(value: int) -> int | str:
    return value if value < 1 << 53 else str(value)
