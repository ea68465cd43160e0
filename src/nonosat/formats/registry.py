"""The registry of formats: what each is called, how its files are recognised, and what it can express.

Each module of a format has

    looks_like(text) -> bool                    whether a text can be meant in this format; quick, and never fails
    sheets(text, file) -> Iterator[Sheet]       its puzzles; one that is broken among others is an `InputError` in its
                                                place, so that the others can be read
    write(puzzle, goal) -> str                  the text of a puzzle that the format can express
    write_all(sheets) -> str                    the same for several, if the format has room for several
    SEVERAL                                     in that case, what begins a puzzle or parts two, as a regular expression
"""

from __future__ import annotations

import importlib
import re
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any, NamedTuple, cast

from nonosat.errors import InputError, UsageError
from nonosat.formats.sheet import Sheet
from nonosat.model.puzzle import Metadata, Picture, Puzzle


class Format(NamedTuple):
    """A file format; its module is imported when it is first used.

    Attributes:
        name: what `FORMATS` and the command line call it.
        suffixes: endings of file names, in lower case, with the dot.
        about: what it is, in a few words.
        writes: whether it can be written; all can be read.
        colors: whether there is a palette; without one the puzzle is black on white.
        unknown: whether there are blocks of unknown colour.
        givens: whether cells can be fixed.
        hexagons: whether there are hexagonal grids.
        metadata: the fields of `Metadata` that have a place.
        goal: whether the picture that the author has in mind has a place.
        several: whether a file may hold several puzzles.
        max_characters: more than a file of any puzzle has; reading takes many times as much memory.
        max_colors: how many colours there are names for, beside the background.
    """

    name: str
    suffixes: tuple[str, ...]
    about: str
    writes: bool = True
    colors: bool = False
    unknown: bool = False
    givens: bool = False
    hexagons: bool = False
    metadata: tuple[str, ...] = ()
    goal: bool = False
    several: bool = False
    max_characters: int = 1 << 23
    max_colors: int = 1_000_000

    @property
    def module(self) -> str:
        """Where its functions live."""
        return f"nonosat.formats.{self.name}"

    def looks_like(self, text: str) -> bool:
        """Whether a text can be meant in this format."""
        return bool(self._module.looks_like(text))

    def sheets(self, text: str, file: str | None = None) -> Iterator[Sheet | InputError]:
        """The puzzles of a text, one after the other; `file` is its name in error messages.

        A puzzle among several that is broken is an error in its place.

        Raises:
            InputError: the text is not of this format; says where and why.
        """
        return cast(Iterator[Sheet | InputError], self._module.sheets(text, file))

    def at_least(self, text: str, count: int) -> bool:
        """Whether a text seems to hold so many puzzles; quick, since none is read."""
        if not self.several:
            return count <= 1
        beginnings = re.finditer(self._module.SEVERAL, text, re.MULTILINE)
        return next(islice(beginnings, count - 1, None), None) is not None

    def read(self, text: str, file: str | None = None) -> Puzzle:
        """The first puzzle of a text.

        Raises:
            InputError: the text is no puzzle of this format; says where and why.
        """
        sheet = next(self.sheets(text, file))
        if isinstance(sheet, InputError):
            raise sheet
        return sheet.puzzle

    def write(self, puzzle: Puzzle, goal: Picture | None = None) -> str:
        """The text that `sheets` reads as an equal puzzle.

        Raises:
            UsageError: the format cannot be written, or cannot express the puzzle; says what.
        """
        return self.write_all([Sheet(puzzle, goal)])

    def write_all(self, sheets: Sequence[Sheet]) -> str:
        """The text that `sheets` reads as equal puzzles.

        Raises:
            UsageError: the format cannot be written, or cannot express them; says what.
        """
        if not self.writes:
            raise UsageError(f"the format {self.name} is read only, expected one that `nonosat formats` says can write")
        if len(sheets) != 1 and not self.several:
            raise UsageError(f"{len(sheets)} puzzles, expected one: a {self.name} file has no room for more")
        from nonosat.formats.losses import losses

        for sheet in sheets:
            if lost := losses(self, sheet):
                raise UsageError(f"the format {self.name} cannot express {', '.join(loss.words for loss in lost)}")
        if len(sheets) == 1:
            return cast(str, self._module.write(sheets[0].puzzle, sheets[0].goal))
        return cast(str, self._module.write_all(sheets))

    @property
    def _module(self) -> Any:
        return importlib.import_module(self.module)


#: In the order in which they are tried on a text of which nothing else is known.
_FORMATS = (
    Format(
        "clues",
        (".clues",),
        "nonosat's own",
        colors=True,
        unknown=True,
        givens=True,
        hexagons=True,
        metadata=Metadata._fields,
        goal=True,
        max_characters=1 << 26,
    ),
    Format(
        "webpbn",
        (".xml", ".pbn"),
        "XML of webpbn.com",
        colors=True,
        max_colors=20_000,
        givens=True,
        metadata=("title", "author", "copyright", "description"),
        goal=True,
        several=True,
    ),
    Format("json", (".json",), "rows and columns as JSON", metadata=Metadata._fields, goal=True),
    Format(
        "non",
        (".non",),
        "Steve Simpson's, with colours",
        colors=True,
        max_colors=26,
        metadata=Metadata._fields,
        goal=True,
        several=True,
    ),
    Format("olsak", (".g",), "Mirek and Petr Olšák's grid", colors=True, max_colors=52),
    Format("pynogram", (".txt",), "configuration of pynogram", writes=False, colors=True),
    Format("dzn", (".dzn",), "data of MiniZinc models", writes=False),
    Format("tournament", (".txt",), "tournament sets", writes=False, several=True),
    Format("brackets", (".txt",), "two lines of clues in brackets", writes=False),
    Format("mk", (".mk",), "Andrew Makhorin's"),
    Format("nin", (".nin",), "Jakub Wilk's"),
    Format("px", (".px",), "clues with commas"),
    Format("cwd", (".cwd",), "QNonograms"),
    Format("course", (".txt",), "squares of a course", writes=False, goal=True, several=True),
)
FORMATS: dict[str, Format] = {format_.name: format_ for format_ in _FORMATS}


def find_format(name: str) -> Format:
    """The format of a name.

    Raises:
        UsageError: there is none.
    """
    if name not in FORMATS:
        raise UsageError(f"format {name!r}, expected one of {', '.join(FORMATS)}")
    return FORMATS[name]
