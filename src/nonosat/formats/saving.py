"""Puzzles to texts and files: the counterparts of `loading`."""

from __future__ import annotations

import os

from nonosat.core.arguments import public
from nonosat.core.errors import UsageError, argument
from nonosat.core.files import write_text
from nonosat.formats.file_format import Format, Sheet
from nonosat.formats.registry import find_format, of_suffix
from nonosat.model.puzzle import Puzzle


@public
def dumps(puzzle: Puzzle | Sheet, format: str = "clues") -> str:  # noqa: A002 - as `loads`
    """The text of a puzzle, which `loads` reads as an equal one, its metadata included.

    Args:
        puzzle: a `Sheet` has the goal, the picture that its author has in mind.
        format: a name of `FORMATS`.

    Raises:
        UsageError: there is no such format, it is read-only, or it cannot express the puzzle; says what.
    """
    return _text(puzzle, find_format(format))


@public
def save(puzzle: Puzzle | Sheet, path: str | os.PathLike[str], format: str | None = None) -> None:  # noqa: A002
    """Write a puzzle to a file, which `load` reads as an equal one; an error leaves a file of that name as it was.

    Args:
        puzzle: as for `dumps`.
        path: `-` is standard output.
        format: a name of `FORMATS`; by default the one that the suffix names, on standard output `clues`.

    Raises:
        FileError: the file cannot be written.
        UsageError: as for `dumps`, or the suffix is not that of one format.
    """
    name = os.fspath(path)
    write_text(name, _text(puzzle, format_to_write(name, format, argument("format"))))


def format_to_write(path: str, name: str | None, choice: str) -> Format:
    """The format of a name, else that of the suffix of a file, else clue files on standard output.

    Args:
        choice: how the caller can name a format, for messages.

    Raises:
        UsageError: there is no such format, it cannot be written, or the suffix is not that of one format.
    """
    if name is None and path == "-":
        name = "clues"
    chosen = find_format(name) if name is not None else _of_file(path, choice)
    if not chosen.writes:
        raise UsageError(f"the format {chosen.name} is read-only; choose another one with {choice}")
    return chosen


def _text(puzzle: Puzzle | Sheet, format_: Format) -> str:
    return format_.write_all([puzzle if isinstance(puzzle, Sheet) else Sheet(puzzle)])


def _of_file(path: str, choice: str) -> Format:
    if os.path.isdir(path) or path.endswith(("/", os.sep)):
        raise UsageError(f"{path} is a folder, which names no format; use {choice}")
    suffix = os.path.splitext(path)[1]
    formats = of_suffix(suffix)
    if len(formats) != 1:
        *most, last = [format_.name for format_ in formats] or [""]
        names = f", the suffix of {', '.join(most)} and {last}" if formats else ""
        message = f"{path} ends in {suffix!r}{names}, which names no format to write; use {choice}"
        raise UsageError(message)
    return formats[0]
