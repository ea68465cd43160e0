"""`nonosat convert`: puzzles in another format."""

from __future__ import annotations

from functools import partial

import click

from nonosat.authoring.conversion import convert_sheet
from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import PATH, from_option, lossy_option, quiet_option, to_option
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_words import print_error, print_note
from nonosat.cli.output_files import destination, output_format, write_sheets
from nonosat.cli.output_paths import OUTPUT
from nonosat.cli.puzzle_entries import names_of_files, puzzle_entries, require_stdin_once
from nonosat.core.errors import NonosatError
from nonosat.formats import Sheet


@click.command("convert", cls=DocumentedCommand)
@click.argument("paths", metavar="IN [OUT] | IN... -o OUT", nargs=-1, required=True, type=PATH)
@click.option(
    "-o",
    "--output",
    "--output-dir",
    "output",
    type=OUTPUT,
    metavar="OUT",
    help="File to write, or for any number of IN a folder for a file for each puzzle.",
)
@from_option
@to_option
@lossy_option
@quiet_option
def command(
    paths: tuple[str, ...],
    output: str | None,
    format_name: str | None,
    to_name: str | None,
    lossy: bool,
    quiet: bool,
) -> int:
    """Write the puzzles of IN to OUT, in the format that OUT's suffix or --to names.

    Without OUT, or with -, they go to standard output. If OUT is a folder, each puzzle gets a file there; it is one if
    it exists as one, ends in /, gets several IN, or has no suffix after -o. On standard output and in the folder of -o
    they are clue files, unless --to is given. IN may be FILE#3, one puzzle of several, or a link. Of several puzzles
    those without an error are written.

    If the format cannot express a puzzle, that is an error, unless --lossy is given: then colours and blocks of unknown
    colour are replaced by those of a solution, and the rest is left out. One colour of any tint fits every format.
    `nonosat formats` lists what formats can express.

    Examples:
        nonosat convert p.non p.clues
        nonosat convert p.clues - --to px            # to standard output
        nonosat convert puzzles/*.clues --to non -o non
    """
    place = destination(paths, output, "IN")
    require_stdin_once(place.inputs)
    format_ = output_format(place.file, to_name)
    sheets: list[Sheet] = []
    failures: list[int] = []
    with ended_by_signals():
        for entry in puzzle_entries(place.inputs, format_name, names=names_of_files(place.inputs, format_name)):
            warn = None if quiet else partial(print_note, entry.name)
            try:
                sheets.append(convert_sheet(entry.require(), format_, lossy=lossy, warn=warn))
            except NonosatError as error:
                print_error(error)
                failures.append(error.exit_code)
    if not sheets:  # each error is printed
        return max(failures)
    write_sheets(sheets, format_, place.folder, place.file, quiet=quiet)
    return max(failures, default=0)
