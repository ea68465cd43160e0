"""`nonosat convert`: puzzles in another format."""

from __future__ import annotations

import os
import sys
from functools import partial

import click

from nonosat.cli.common import PATH, ended_by_signals, format_of, from_option


@click.command("convert")
@click.argument("puzzle", metavar="IN", type=PATH)
@click.argument("out", type=PATH)
@from_option
@click.option("--to", "to_name", metavar="NAME", help="Format of OUT; by default its suffix tells.")
@click.option("--lossy", is_flag=True, help="Leave out what the format cannot express, with a warning each.")
def command(puzzle: str, out: str, format_name: str | None, to_name: str | None, lossy: bool) -> None:
    """Write the puzzles of IN to OUT, in the format that OUT's suffix or --to names; a clue file on -.

    IN may be FILE#3, one puzzle of several. Where OUT is a folder, or ends in / and will be one, each puzzle becomes
    a file in it. What the format cannot express is an error, unless --lossy leaves it out: then colours and blocks of
    unknown colour become what they are in the solution. `nonosat formats` says what can be expressed.
    """
    from nonosat.errors import InputError
    from nonosat.formats import find_format, load_sheets
    from nonosat.results.conversion import fitted
    from nonosat.results.outputs import Outputs, make_folder
    from nonosat.system.files import write_text

    format_ = find_format(to_name) if to_name is not None else format_of(out)
    if not format_.writes:
        raise click.UsageError(f"the format {format_.name} is read only, expected --to with another one")
    sheets = []
    with ended_by_signals():
        for sheet in load_sheets(puzzle, format_name):
            if isinstance(sheet, InputError):
                raise sheet
            sheets.append(fitted(sheet, format_, lossy=lossy, tell=partial(_warn, sheet.name)))
    if _is_folder(out):
        make_folder(Outputs(folder=out))
        texts = {sheet.name + format_.suffixes[0]: format_.write_all([sheet]) for sheet in sheets}
        for name, text in texts.items():
            write_text(os.path.join(out, name), text)
    else:
        write_text(out, format_.write_all(sheets))


def _is_folder(out: str) -> bool:
    return os.path.isdir(out) or out.endswith(os.sep)


def _warn(name: str, sentence: str) -> None:
    print(f"{name}: {sentence}", file=sys.stderr)
