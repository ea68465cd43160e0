"""`nonosat rate`: how hard puzzles are for a person."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

import click

from nonosat.cli.common_options import PATH, from_option, json_option, quiet_option, timeout_option
from nonosat.cli.interrupts import ended_by_interrupt, ended_by_signals
from nonosat.errors import NonosatError

if TYPE_CHECKING:
    from nonosat.cli.puzzle_entries import PuzzleEntry
    from nonosat.explaining.rating import Rating


@click.command("rate")
@click.argument("puzzles", metavar="[DIR|PUZZLE]...", nargs=-1, required=True, type=PATH)
@from_option
@timeout_option
@json_option
@quiet_option
def command(
    puzzles: tuple[str, ...], format_name: str | None, timeout: float | None, as_json: bool, quiet: bool
) -> int:
    """Rate how hard each PUZZLE is for a person, also all puzzles of each DIR: a class, and the evidence for it.

    trivial: line solving solves it in at most 8 passes. lines: line solving solves it. moderate: suppositions about one
    cell are needed, each refuted within 4 passes of line solving. deep: longer ones, or suppositions within
    suppositions. Several puzzles are listed in a table. --timeout is for each puzzle; what is known then is printed,
    such as `at least deep`.

    The exit code is 0 if the class is known, 1 if there are several solutions or none, and 5 if the time limit came
    first; with several puzzles, the largest of theirs. Ctrl-C ends the command like a time limit, with exit code 130.
    """
    import os

    from nonosat.batch.inputs import collect_sources
    from nonosat.cli.option_words import print_line
    from nonosat.cli.puzzle_entries import puzzle_entries, report_failure
    from nonosat.cli.puzzle_input import require_stdin_once
    from nonosat.cli.status_line import StatusLine
    from nonosat.cli.terminal import output_width
    from nonosat.errors import InputError
    from nonosat.results.rating_report import RATING_HEAD, rating_exit_code, rating_row, rating_sentence
    from nonosat.results.tables import text_table

    require_stdin_once(puzzles)
    sources = collect_sources(puzzles, os.devnull, format_name)
    if not sources:
        raise InputError("no puzzles, expected files with the suffix of a format", file=", ".join(puzzles))
    names = {source.path: source.name for source in sources}
    worst = 0
    rated: list[tuple[str, Rating]] = []
    line = StatusLine()
    is_live = line.is_wanted and not quiet

    def show_rated() -> None:
        line.erase()
        if as_json or quiet or not rated:
            return
        if len(rated) == 1:
            print_line(f"{rated[0][0]}: {rating_sentence(rated[0][1])}")
        else:
            click.echo(text_table(RATING_HEAD, [rating_row(*each) for each in rated], width=output_width()))

    try:
        with ended_by_signals():
            for entry in puzzle_entries(list(names), format_name, timeout=timeout, names=names):
                if is_live:
                    line.draw(f"{len(rated):,} rated, {entry.name}")
                try:
                    rating, is_interrupted = _rate(entry)
                except NonosatError as error:
                    line.erase()
                    if as_json:
                        _print_record(entry, None, error)
                    worst = max(worst, report_failure(entry, error))
                    continue
                worst = max(worst, rating_exit_code(rating))
                rated.append((entry.name, rating))
                if as_json:
                    line.erase()
                    _print_record(entry, rating, None)
                if is_interrupted:
                    raise KeyboardInterrupt
    except KeyboardInterrupt:  # also between two puzzles
        show_rated()
        raise
    show_rated()
    return worst


def _rate(entry: PuzzleEntry) -> tuple[Rating, bool]:
    """How hard a puzzle is, as far as that is known, and whether Ctrl-C has ended the search.

    Raises:
        NonosatError: it cannot be read or rated.
        KeyboardInterrupt: by Ctrl-C, and nothing is known.
    """
    from nonosat.explaining.rating import rate_until

    if isinstance(entry.sheet, NonosatError):
        raise entry.sheet
    try:
        with ended_by_interrupt() as stop:
            rating = rate_until(entry.sheet.puzzle, deadline=entry.deadline.stopped_by(stop))
    except NonosatError:
        if stop.is_made:
            raise KeyboardInterrupt from None
        raise
    return rating, stop.is_made


def _print_record(entry: PuzzleEntry, rating: Rating | None, error: NonosatError | None) -> None:
    """Print a JSON record of a puzzle, or of one that could not be rated."""
    import json

    from nonosat.results.json_record import failure_fields
    from nonosat.results.rating_report import rating_exit_code, rating_record

    record: dict[str, object] = {"name": entry.name, "file": entry.file}
    if rating is not None:
        record |= rating_record(rating)
    record["seconds"] = round(time.monotonic() - entry.began, 4)
    if error is not None:
        record |= failure_fields(error)
    elif rating is not None:
        record |= {"error": None, "exit": rating_exit_code(rating)}
    click.echo(json.dumps(record))
