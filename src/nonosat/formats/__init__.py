"""File formats of puzzles: one file each, and the registry that knows them by name and suffix.

A new format is one new file with `read` and, where sensible, `write`, and one line in `FORMATS`.
"""

from __future__ import annotations

import importlib
import os
from collections.abc import Callable
from typing import NamedTuple, cast

from nonosat.files import read_text, shown_name
from nonosat.puzzle import Puzzle


class Format(NamedTuple):
    """A file format; its module is imported when it is first used.

    Attributes:
        name: what `formats` calls it.
        suffixes: endings of file names, in lower case, with the dot.
        module: where its `read(text, file) -> Puzzle` and `write(puzzle) -> str` live.
    """

    name: str
    suffixes: tuple[str, ...]
    module: str

    def read(self, text: str, file: str | None = None) -> Puzzle:
        """The puzzle that a text describes; `file` is its name in error messages.

        Raises:
            InputError: the text is no puzzle of this format; says where and why.
        """
        reader = importlib.import_module(self.module).read
        return cast(Callable[[str, str | None], Puzzle], reader)(text, file)

    def write(self, puzzle: Puzzle) -> str:
        """The text that `read` reads as an equal puzzle."""
        writer = importlib.import_module(self.module).write
        return cast(Callable[[Puzzle], str], writer)(puzzle)


FORMATS: dict[str, Format] = {
    "clues": Format("clues", (".clues",), "nonosat.formats.clues"),
    "px": Format("px", (".px",), "nonosat.formats.px"),
}


def load(path: str | os.PathLike[str]) -> Puzzle:
    """Read a puzzle from a file, in the format that its suffix names or else as a clue file; `-` is standard input.

    Raises:
        InputError: the file cannot be read or is no puzzle; says where and why.
    """
    name = os.fspath(path)
    suffix = os.path.splitext(name)[1].lower()
    format_ = next((format_ for format_ in FORMATS.values() if suffix in format_.suffixes), FORMATS["clues"])
    return format_.read(read_text(name), shown_name(name))


def loads(text: str, file: str | None = None) -> Puzzle:
    """Read a puzzle from a text in the clue file format."""
    return FORMATS["clues"].read(text, file)


def puzzle_name(path: str) -> str:
    """The name of a puzzle: its file's, without folder and suffix."""
    if path == "-":
        return "stdin"
    stem, suffix = os.path.splitext(os.path.basename(path))
    known = {s for format_ in FORMATS.values() for s in format_.suffixes}
    return stem if suffix.lower() in known else stem + suffix
