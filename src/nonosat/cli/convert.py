"""`nonosat convert`: puzzles in another format."""

from __future__ import annotations

import os
import sys
from functools import partial

import click

from nonosat.cli.common_options import PATH, from_option, lossy_option, to_option
from nonosat.cli.interrupts import ended_by_signals


@click.command("convert")
@click.argument("puzzle", metavar="IN", type=PATH)
@click.argument("out", type=PATH)
@from_option
@to_option
@lossy_option
def command(puzzle: str, out: str, format_name: str | None, to_name: str | None, lossy: bool) -> None:
    """Write the puzzles of IN to OUT, in the format that OUT's suffix or --to names; a clue file on -.

    IN may be FILE#3, one puzzle of several. If OUT is a folder, or ends in /, each puzzle becomes a file in it. If the
    format cannot express a puzzle, that is an error, unless --lossy is given: then colours and blocks of unknown colour
    are replaced by those of a solution, and the rest is left out. One colour of any tint fits every format. `nonosat
    formats` lists what formats can express.
    """
    from nonosat.cli.output_format import output_format
    from nonosat.cli.puzzle_input import each_sheet
    from nonosat.results.conversion import convert_sheet
    from nonosat.results.outputs import make_folder
    from nonosat.system.files import write_text

    format_ = output_format(out, to_name)
    if not format_.writes:
        raise click.UsageError(f"the format {format_.name} is read only, expected --to with another one")
    with ended_by_signals():
        sheets = [
            convert_sheet(sheet, format_, lossy=lossy, warn=partial(_warn, sheet.name))
            for sheet in each_sheet(puzzle, format_name)
        ]
    if _is_folder(out):
        make_folder(out)
        texts = {sheet.name + format_.suffixes[0]: format_.write_all([sheet]) for sheet in sheets}
        for name, text in texts.items():
            write_text(os.path.join(out, name), text)
    else:
        write_text(out, format_.write_all(sheets))


def _is_folder(out: str) -> bool:
    return os.path.isdir(out) or out.endswith(("/", os.sep))


def _warn(name: str, sentence: str) -> None:
    print(f"{name}: {sentence}", file=sys.stderr)
