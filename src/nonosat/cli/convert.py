"""`nonosat convert`: puzzles in another format."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from itertools import chain
from typing import TYPE_CHECKING

import click

from nonosat.cli.common_options import PATH, from_option, lossy_option, to_option
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_words import print_error, print_note
from nonosat.errors import NonosatError

if TYPE_CHECKING:
    from nonosat.formats import Format, Sheet


@click.command("convert")
@click.argument("puzzle", metavar="IN", type=PATH)
@click.argument("out", type=PATH, default="-")
@from_option
@to_option
@lossy_option
def command(puzzle: str, out: str, format_name: str | None, to_name: str | None, lossy: bool) -> int:
    """Write the puzzles of IN to OUT, in the format that OUT's suffix or --to names.

    Without OUT, or with -, they go to standard output, as a clue file unless --to is given. IN may be FILE#3, one
    puzzle of several, or a link. If OUT is a folder, or ends in /, each puzzle becomes a file in it. If the
    format cannot express a puzzle, that is an error, unless --lossy is given: then colours and blocks of unknown colour
    are replaced by those of a solution, and the rest is left out. One colour of any tint fits every format. `nonosat
    formats` lists what formats can express. Of several puzzles in IN those without an error are written.
    """
    from nonosat.cli.output_format import output_format, write_sheets
    from nonosat.cli.puzzle_entries import readable_sheets
    from nonosat.system.files import write_text

    format_ = output_format(out, to_name)
    failures: list[int] = []
    with ended_by_signals():
        sheets = list(_converted(readable_sheets([puzzle], format_name, failures), format_, lossy, failures))
    if not sheets:  # each error is printed
        return max(failures)
    if _is_folder(out):
        write_sheets(out, sheets, format_)
    else:
        write_text(out, format_.write_all(sheets))
    return max(failures, default=0)


def _converted(sheets: Iterator[Sheet], format_: Format, lossy: bool, failures: list[int]) -> Iterator[Sheet]:
    """The puzzles as the format can express them; one that it cannot express is an error line if there are others.

    Args:
        sheets: the puzzles.
        format_: the format.
        lossy: whether to leave out what it cannot express.
        failures: gets the exit code of each error.

    Raises:
        UsageError: the format cannot express the only puzzle.
        InputError: the only puzzle has no solution to take the clues from.
    """
    from nonosat.results.conversion import convert_sheet

    first = next(sheets, None)
    if first is None:
        return
    second = next(sheets, None)
    for sheet in chain((first,) if second is None else (first, second), sheets):
        try:
            yield convert_sheet(sheet, format_, lossy=lossy, warn=partial(print_note, sheet.name))
        except NonosatError as error:
            if second is None and not failures:
                raise
            print_error(error)
            failures.append(error.exit_code)


def _is_folder(out: str) -> bool:
    return os.path.isdir(out) or out.endswith(("/", os.sep))
