"""Recognition of the format of a text, by the suffix of its file and by its content."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.errors import InputError, argument
from nonosat.formats.file_format import Format
from nonosat.formats.registry import FORMATS
from nonosat.model.puzzle import Puzzle


def of_suffix(suffix: str) -> list[Format]:
    """The formats whose files have a suffix, which begins with a dot."""
    return [format_ for format_ in FORMATS.values() if suffix.lower() in format_.suffixes]


def recognised(text: str, file: str | None = None, first: Sequence[Format] = ()) -> Format | None:
    """The format that a text is meant in, or None if it looks like none; the formats `first` are likelier than others.

    Raises:
        InputError: it can be read in several formats, as different puzzles.
    """
    likely = likely_formats(text, first)
    if len(likely) > 1:
        puzzles = [_first_puzzle(format_, text) for format_ in likely]
        if puzzles[0] is not None and any(puzzle != puzzles[0] for puzzle in puzzles):
            names = " or as ".join(format_.name for format_ in likely)
            choices = " or ".join(argument("format", format_.name) for format_ in likely)
            raise InputError(f"can be read as {names}, which are different puzzles; expected {choices}", file=file)
    return likely[0] if likely else None


def likely_formats(text: str, first: Sequence[Format] = ()) -> list[Format]:
    """The formats that a text can be meant in, the likeliest first; the formats `first` are likelier than others.

    Where a text looks like several formats, these are the ones whose readers accept it, or all if none does.
    """
    found = [format_ for format_ in dict.fromkeys([*first, *FORMATS.values()]) if format_.looks_like(text)]
    if len(found) < 2:
        return found
    return [format_ for format_ in found if _first_puzzle(format_, text) is not None] or found


def _first_puzzle(format_: Format, text: str) -> Puzzle | None:
    """The first puzzle of a text in a format; None if there is an error in it."""
    if len(text) > format_.max_characters:
        return None
    try:
        return format_.read(text)
    except InputError:
        return None
