"""The registry of formats: their names and suffixes, and the parts of a puzzle that they can express."""

from __future__ import annotations

from nonosat.errors import UsageError
from nonosat.formats.file_format import Format
from nonosat.model.puzzle import Metadata

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
    Format(
        name="gno",
        suffixes=(".gno",),
        about="gnonograms",
        metadata=("title", "author", "license"),
        goal=True,
    ),
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
    Format(
        name="pynogram",
        suffixes=(".txt",),
        about="configuration of pynogram, nonogrid",
        writes=False,
        colors=True,
    ),
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
