"""The format in which a command writes puzzles, and their files in a folder."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from collections.abc import Sequence

    from nonosat.formats import Format, Sheet


def output_format(out: str, to_name: str | None) -> Format:
    """The format to write.

    Args:
        out: the file to write; without `to_name` its suffix decides, and clue files go to standard output.
        to_name: name of a format, or None.

    Raises:
        UsageError: there is no such format, it cannot be written, or the suffix is not that of one format.
    """
    from nonosat.formats import find_format

    if to_name is None and out == "-":
        to_name = "clues"
    format_ = _of_file(out) if to_name is None else find_format(to_name)
    if not format_.writes:
        raise click.UsageError(f"the format {format_.name} is read only, expected --to with another one")
    return format_


def _of_file(out: str) -> Format:
    """The format that the suffix of a file names.

    Raises:
        UsageError: it is not the suffix of one format.
    """
    from nonosat.formats.recognition import of_suffix

    suffix = os.path.splitext(out)[1]
    formats = of_suffix(suffix)
    if os.path.isdir(out) or out.endswith(("/", os.sep)):
        raise click.UsageError("OUT is a folder, which names no format; expected --to NAME")
    if len(formats) != 1:
        *most, last = [format_.name for format_ in formats] or [""]
        names = f", the suffix of {', '.join(most)} and {last}" if formats else ""
        raise click.UsageError(f"OUT ends in {suffix!r}{names}, which names no format to write; expected --to NAME")
    return formats[0]


def write_sheets(folder: str, sheets: Sequence[Sheet], format_: Format, *, quiet: bool) -> None:
    """Write a file for each puzzle, named after it, into a folder, which is made if it is missing, and say so.

    Nothing is written if a puzzle cannot be expressed, or if two have the same name.

    Args:
        folder: the folder.
        sheets: the puzzles; a name may hold `/` for folders below.
        format_: that can express all of them.
        quiet: print nothing.

    Raises:
        FileError: a file cannot be written.
        UsageError: the format cannot express a puzzle, or two puzzles have the same name.
    """
    from nonosat.cli.option_words import print_written
    from nonosat.model.nouns import count
    from nonosat.results.outputs import make_folder
    from nonosat.system.files import write_text

    texts: dict[str, str] = {}
    for sheet in sheets:
        path, text = os.path.join(folder, sheet.name + format_.suffixes[0]), format_.write_all([sheet])
        if texts.setdefault(path, text) != text:
            raise click.UsageError(f"two puzzles are called {sheet.name}, expected different names for their files")
    for path, text in texts.items():
        make_folder(os.path.dirname(path))
        write_text(path, text)
    print_written(count(len(texts), "puzzle"), folder, quiet=quiet)
