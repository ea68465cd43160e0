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
    help="File to write, or a folder that gets a file for each puzzle.",
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
    """Convert the puzzles of IN to the format that the suffix of OUT or --to names.

    Without OUT, or if OUT is -, they go to standard output. If OUT is a folder, each puzzle gets its own file there.
    OUT is a folder if it already is one, if it ends in /, if there are several IN, or if -o gives it without a suffix.
    On standard output and in the folder of -o, the puzzles are clue files unless --to is given. IN can be FILE#3, the
    third puzzle of a file, or a link. Puzzles with errors are left out, and the others are written.

    If the format cannot express a puzzle, that is an error. With --lossy, colours and blocks of unknown colour are
    replaced by those of a solution, and the rest is left out. A single colour of any tint fits every format. `nonosat
    formats` lists what each format can express.

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
