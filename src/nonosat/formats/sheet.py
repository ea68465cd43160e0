"""What a file holds: a puzzle with all that comes with it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from nonosat.model.puzzle import Metadata, Picture, Puzzle


class Sheet(NamedTuple):
    """A puzzle as it stands in a file.

    Attributes:
        puzzle: the puzzle, with its metadata.
        goal: the picture that its author has in mind, if the file tells. Readers make sure that it has the puzzle's
            grid and colours, and nothing more: whether it satisfies the clues is for `verifier` to say.
        name: what to call the puzzle in messages and names of files; empty for text that comes from no file.
    """

    puzzle: Puzzle
    goal: Picture | None = None
    name: str = ""


def one_line(text: str) -> str:
    """A text as metadata holds it: on one line, without blanks at its ends and without control characters."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def metadata_of(entries: dict[str, str]) -> Metadata:
    """Metadata from the entries of a file, by the names of its fields."""
    return Metadata(**{name: one_line(text) for name, text in entries.items()})


def parts(text: str, separator: str) -> Iterator[tuple[int, str]]:
    """The pieces of a text that begin where a line matches, and what stands before the first, if anything.

    Yields:
        The number of its first line, and the piece, with the line that matches.
    """
    start, line = 0, 1
    for match in re.finditer(separator, text, re.MULTILINE):
        if match.start() > start:
            yield line, text[start : match.start()]
            line += text.count("\n", start, match.start())
            start = match.start()
    yield line, text[start:]
