"""The registry of formats: their names and suffixes, the parts of a puzzle that they can express, and recognition."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.core.errors import InputError, argument
from nonosat.core.registries import choose, registry
from nonosat.formats.file_format import Format
from nonosat.model.puzzle import Metadata, Puzzle

#: The characters of the longest text that is searched for clues in any notation.
MAX_SEARCHED = 1 << 21

#: In the order in which they are tried on a text of which nothing else is known.
FORMATS = registry(
    Format(
        "clues",
        "nonosat.formats.clues",
        "nonosat's own",
        (".clues",),
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
        "webpbn",
        "nonosat.formats.webpbn",
        "XML of webpbn.com",
        (".xml", ".pbn"),
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
        "json",
        "nonosat.formats.json",
        "puzzles as JSON",
        (".json",),
        grids=None,
        colors=True,
        max_colors=100_000,
        unknown=True,
        hidden=True,
        givens=True,
        metadata=Metadata._fields,
        goal=True,
    ),
    Format(
        "non",
        "nonosat.formats.non",
        "Steve Simpson's, with colours",
        (".non",),
        colors=True,
        max_colors=26,
        metadata=Metadata._fields,
        goal=True,
        several=True,
    ),
    Format(
        "olsak",
        "nonosat.formats.olsak",
        "Mirek and Petr Olšák's grid",
        (".g",),
        colors=True,
        max_colors=52,
        grids=("rect", "tri"),
    ),
    Format("pzl", "nonosat.formats.pzl", "blocks with red, green and blue", (".pzl",), writes=False, colors=True),
    Format("gno", "nonosat.formats.gno", "gnonograms", (".gno",), metadata=("title", "author", "license"), goal=True),
    Format("asp", "nonosat.formats.asp", "facts of answer set programs", (".lp",), colors=True, max_colors=702),
    Format(
        "puzzlink",
        "nonosat.formats.puzzlink",
        "links to puzz.link and the like",
        (".txt",),
        hidden=True,
        several=True,
        max_length=255,
    ),
    Format("pzprv3", "nonosat.formats.pzprv3", "files of the program pzpr", (".txt",), hidden=True),
    Format(
        "tatham", "nonosat.formats.tatham", "game IDs of Simon Tatham's Pattern", (".txt",), givens=True, several=True
    ),
    Format("picross", "nonosat.formats.picross", "picross-solver", (".txt",), metadata=("title",), several=True),
    Format(
        "pynogram",
        "nonosat.formats.pynogram",
        "configuration of pynogram, nonogrid",
        (".txt",),
        writes=False,
        colors=True,
    ),
    Format("dzn", "nonosat.formats.dzn", "data of MiniZinc models", (".dzn",), writes=False),
    Format("tournament", "nonosat.formats.puzzle_sets", "tournament sets", (".txt",), writes=False, several=True),
    Format("brackets", "nonosat.formats.two_lists", "two lines of clues in brackets", (".txt",), writes=False),
    Format("sections", "nonosat.formats.two_lists", "rows, a blank line, columns", (".txt",), writes=False),
    Format("spoj", "nonosat.formats.puzzle_sets", "the problem JCROSS of SPOJ", (".txt",), writes=False, several=True),
    Format("mk", "nonosat.formats.two_lists", "Andrew Makhorin's", (".mk",)),
    Format("nin", "nonosat.formats.two_lists", "Jakub Wilk's", (".nin",)),
    Format("px", "nonosat.formats.two_lists", "clues with commas", (".px",)),
    Format("cwd", "nonosat.formats.two_lists", "QNonograms", (".cwd",)),
    Format(
        "course", "nonosat.formats.puzzle_sets", "squares of a course", (".txt",), writes=False, goal=True, several=True
    ),
    *(
        Format(
            name,
            "nonosat.formats.found_clues",
            about,
            (".txt",),
            writes=False,
            colors=True,
            max_characters=MAX_SEARCHED,
        )
        for name, about in (("lists", "two lists of clues in any notation"), ("columns", "the same, the columns first"))
    ),
)


class SeveralFormats(InputError):
    """A text can be read in several formats, as different puzzles."""


def find_format(name: str) -> Format:
    """The format of a name.

    Raises:
        UsageError: there is none.
    """
    return choose(FORMATS, name, "format")


def of_suffix(suffix: str) -> list[Format]:
    """The formats whose files have a suffix, which begins with a dot."""
    return [format_ for format_ in FORMATS.values() if suffix.lower() in format_.suffixes]


def recognised(text: str, file: str | None = None, first: Sequence[Format] = ()) -> Format | None:
    """The format that a text is meant in, or None if it looks like none; the formats `first` are likelier than others.

    Raises:
        SeveralFormats: it can be read in several formats, as different puzzles.
    """
    likely = likely_formats(text, first)
    if len(likely) > 1:
        puzzles = [_first_puzzle(format_, text) for format_ in likely]
        if puzzles[0] is not None and any(puzzle != puzzles[0] for puzzle in puzzles):
            names = " or as ".join(format_.name for format_ in likely)
            choices = " or ".join(argument("format", format_.name) for format_ in likely)
            raise SeveralFormats(f"can be read as {names}, which are different puzzles; use {choices}", file=file)
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
