"""`nonosat convert`: puzzles in another format."""

from __future__ import annotations

import os
from collections.abc import Iterator
from functools import partial
from itertools import chain

import click

from nonosat.cli.common_options import FOLDER, PATH, from_option, lossy_option, quiet_option, to_option
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_words import print_error, print_note
from nonosat.cli.output_files import output_format, write_sheets
from nonosat.cli.puzzle_entries import readable_sheets, require_stdin_once
from nonosat.core.errors import NonosatError
from nonosat.formats import Format, Sheet
from nonosat.publishing.conversion import convert_sheet


@click.command("convert")
@click.argument("paths", metavar="IN [OUT] | IN... -o DIR", nargs=-1, required=True, type=PATH)
@click.option(
    "-o", "--output-dir", type=FOLDER, metavar="DIR", help="Write a file for each puzzle of any number of IN there."
)
@from_option
@to_option
@lossy_option
@quiet_option
def command(
    paths: tuple[str, ...],
    output_dir: str | None,
    format_name: str | None,
    to_name: str | None,
    lossy: bool,
    quiet: bool,
) -> int:
    """Write the puzzles of IN to OUT, in the format that OUT's suffix or --to names; or those of several IN into DIR.

    Without OUT, or with -, they go to standard output. There and in DIR they are clue files, unless --to is given. IN
    may be FILE#3, one puzzle of several, or a link. An OUT that is a folder, or ends in /, is taken as DIR, and needs
    --to. Of several puzzles those without an error are written.

    If the format cannot express a puzzle, that is an error, unless --lossy is given: then colours and blocks of unknown
    colour are replaced by those of a solution, and the rest is left out. One colour of any tint fits every format.
    `nonosat formats` lists what formats can express.
    """
    out = "-"
    if output_dir is None:
        if len(paths) > 2:
            raise click.UsageError(f"{len(paths)} files, expected IN and OUT, or --output-dir DIR for several IN")
        paths, (out,) = paths[:1], paths[1:] or ("-",)
    require_stdin_once(paths)
    format_ = output_format(out, to_name)
    names: dict[str, str] = {}
    if len(paths) > 1:
        from nonosat.batch.inputs import name_files

        names = name_files(paths, format_name)
    failures: list[int] = []
    with ended_by_signals():
        read = readable_sheets(paths, format_name, failures, names)
        sheets = list(_converted(read, format_, lossy, quiet, failures))
    if not sheets:  # each error is printed
        return max(failures)
    is_folder = os.path.isdir(out) or out.endswith(("/", os.sep))
    write_sheets(sheets, format_, out if is_folder else output_dir, out, quiet=quiet)
    return max(failures, default=0)


def _converted(
    sheets: Iterator[Sheet], format_: Format, lossy: bool, quiet: bool, failures: list[int]
) -> Iterator[Sheet]:
    """The puzzles as the format can express them; one that it cannot express is an error line if there are others.

    Args:
        failures: gets the exit code of each error.

    Raises:
        UsageError: the format cannot express the only puzzle.
        InputError: the only puzzle has no solution to take the clues from.
    """
    first = next(sheets, None)
    if first is None:
        return
    second = next(sheets, None)
    for sheet in chain((first,) if second is None else (first, second), sheets):
        try:
            yield convert_sheet(sheet, format_, lossy=lossy, warn=None if quiet else partial(print_note, sheet.name))
        except NonosatError as error:
            if second is None and not failures:
                raise
            print_error(error)
            failures.append(error.exit_code)
