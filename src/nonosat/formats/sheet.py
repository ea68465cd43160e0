"""The content of a file: puzzles, each with its metadata and the picture that its author has in mind."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain
from typing import NamedTuple, TypeVar

from nonosat.errors import InputError
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Metadata, Puzzle
from nonosat.model.verifier import check

_Piece = TypeVar("_Piece")


class Sheet(NamedTuple):
    """A puzzle as it stands in a file.

    Attributes:
        puzzle: the puzzle, with its metadata.
        goal: the picture that its author has in mind, if the file has it. Readers make sure that it has the puzzle's
            grid and colours; whether it satisfies the clues is checked by `model.verifier`.
        name: of the puzzle, in messages and names of files; empty for text that comes from no file.
    """

    puzzle: Puzzle
    goal: Picture | None = None
    name: str = ""

    @property
    def valid_goal(self) -> Picture | None:
        """The picture that its author has in mind, if there is one and it satisfies the clues."""
        return None if self.goal is None or check(self.puzzle, self.goal) else self.goal


def one_line(text: str) -> str:
    """A text as metadata holds it: on one line, without blanks at its ends and without control characters."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())


def metadata_of(entries: dict[str, str]) -> Metadata:
    """Metadata from the entries of a file; the keys are names of the fields of `Metadata`."""
    return Metadata(**{name: one_line(text) for name, text in entries.items()})


def parts(text: str, separator: str) -> Iterator[tuple[int, str]]:
    """The parts of a text, each from a line that matches to the next one.

    Args:
        separator: a regular expression that matches the first line of each part.

    Yields:
        The number of its first line, from 1, and the part. The text before the first match is a part, too, unless it is
        empty.
    """
    start, line = 0, 1
    for match in re.finditer(separator, text, re.MULTILINE):
        if match.start() > start:
            yield line, text[start : match.start()]
            line += text.count("\n", start, match.start())
            start = match.start()
    yield line, text[start:]


def read_each(pieces: Iterable[_Piece], read: Callable[[_Piece], Sheet]) -> Iterator[Sheet | InputError]:
    """The puzzles that `read` finds in the `pieces` of a text, one in each.

    Among several pieces, one that is broken is an error in its place.

    Raises:
        InputError: the only piece is broken.
    """
    pieces = iter(pieces)
    first, second = next(pieces, None), next(pieces, None)
    if first is None:
        return
    if second is None:
        yield read(first)
        return
    for piece in chain((first, second), pieces):
        try:
            yield read(piece)
        except InputError as error:
            yield error
