"""`nonosat convert`: puzzles in another format."""

from __future__ import annotations

import os
from functools import partial

import click

from nonosat.cli.command_help import DocumentedCommand
from nonosat.cli.common_options import FOLDER, PATH, from_option, lossy_option, quiet_option, to_option
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_words import print_error, print_note
from nonosat.cli.output_files import output_format, write_sheets
from nonosat.cli.puzzle_entries import names_of_files, puzzle_entries, require_stdin_once
from nonosat.core.errors import NonosatError
from nonosat.formats import Sheet
from nonosat.publishing.conversion import convert_sheet


@click.command("convert", cls=DocumentedCommand)
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

    Examples:
        nonosat convert p.non p.clues
        nonosat convert p.clues - --to px            # to standard output
        nonosat convert puzzles/*.clues --to non -o non
    """
    out = "-"
    if output_dir is None:
        if len(paths) > 2:
            raise click.UsageError(f"{len(paths)} files, expected IN and OUT, or --output-dir DIR for several IN")
        paths, (out,) = paths[:1], paths[1:] or ("-",)
    require_stdin_once(paths)
    format_ = output_format(out, to_name)
    sheets: list[Sheet] = []
    failures: list[int] = []
    with ended_by_signals():
        for entry in puzzle_entries(paths, format_name, names=names_of_files(paths, format_name)):
            warn = None if quiet else partial(print_note, entry.name)
            try:
                sheets.append(convert_sheet(entry.require(), format_, lossy=lossy, warn=warn))
            except NonosatError as error:
                print_error(error)
                failures.append(error.exit_code)
    if not sheets:  # each error is printed
        return max(failures)
    is_folder = os.path.isdir(out) or out.endswith(("/", os.sep))
    write_sheets(sheets, format_, out if is_folder else output_dir, out, quiet=quiet)
    return max(failures, default=0)
