"""The registry of formats: their names and suffixes, the parts of a puzzle that they can express, and recognition."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.core.errors import InputError, UsageError, argument
from nonosat.formats.file_format import Format
from nonosat.model.puzzle import Metadata, Puzzle

#: In the order in which they are tried on a text of which nothing else is known.
_FORMATS = (
    Format(
        name="clues",
        suffixes=(".clues",),
        about="nonosat's own",
        grids=None,
        colors=True,
        unknown=True,
        hidden=True,
        givens=True,
        metadata=Metadata._fields,
        goal=True,
        max_characters=1 << 26,
    ),
    Format(
        name="webpbn",
        suffixes=(".xml", ".pbn"),
        about="XML of webpbn.com",
        colors=True,
        max_colors=20_000,
        grids=("rect", "tri"),
        hidden=True,
        givens=True,
        metadata=("title", "author", "copyright", "description"),
        goal=True,
        several=True,
    ),
    Format(
        name="json",
        suffixes=(".json",),
        about="clues as JSON",
        grids=None,
        givens=True,
        metadata=Metadata._fields,
        goal=True,
    ),
    Format(
        name="non",
        suffixes=(".non",),
        about="Steve Simpson's, with colours",
        colors=True,
        max_colors=26,
        metadata=Metadata._fields,
        goal=True,
        several=True,
    ),
    Format(
        name="olsak",
        suffixes=(".g",),
        about="Mirek and Petr Olšák's grid",
        colors=True,
        max_colors=52,
        grids=("rect", "tri"),
    ),
    Format(name="pzl", suffixes=(".pzl",), about="blocks with red, green and blue", writes=False, colors=True),
    Format(name="gno", suffixes=(".gno",), about="gnonograms", metadata=("title", "author", "license"), goal=True),
    Format(name="asp", suffixes=(".lp",), about="facts of answer set programs"),
    Format(
        name="puzzlink",
        suffixes=(".txt",),
        about="links to puzz.link and the like",
        hidden=True,
        several=True,
        max_length=255,
    ),
    Format(name="pzprv3", suffixes=(".txt",), about="files of the program pzpr", hidden=True),
    Format(name="tatham", suffixes=(".txt",), about="game IDs of Simon Tatham's Pattern", givens=True, several=True),
    Format(name="picross", suffixes=(".txt",), about="picross-solver", metadata=("title",), several=True),
    Format(name="pynogram", suffixes=(".txt",), about="configuration of pynogram, nonogrid", writes=False, colors=True),
    Format(name="dzn", suffixes=(".dzn",), about="data of MiniZinc models", writes=False),
    Format(name="tournament", suffixes=(".txt",), about="tournament sets", writes=False, several=True),
    Format(name="brackets", suffixes=(".txt",), about="two lines of clues in brackets", writes=False),
    Format(name="sections", suffixes=(".txt",), about="rows, a blank line, columns", writes=False),
    Format(name="spoj", suffixes=(".txt",), about="the problem JCROSS of SPOJ", writes=False, several=True),
    Format(name="mk", suffixes=(".mk",), about="Andrew Makhorin's"),
    Format(name="nin", suffixes=(".nin",), about="Jakub Wilk's"),
    Format(name="px", suffixes=(".px",), about="clues with commas"),
    Format(name="cwd", suffixes=(".cwd",), about="QNonograms"),
    Format(name="course", suffixes=(".txt",), about="squares of a course", writes=False, goal=True, several=True),
)
#: By name; a new format is one new module and one entry.
FORMATS: dict[str, Format] = {format_.name: format_ for format_ in _FORMATS}


def find_format(name: str) -> Format:
    """The format of a name.

    Raises:
        UsageError: there is none.
    """
    if name not in FORMATS:
        raise UsageError(f"format {name!r}, expected one of {', '.join(FORMATS)}")
    return FORMATS[name]


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
