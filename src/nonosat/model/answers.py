"""Answers in interactive sessions: the sentence on one line, and in notebooks also a picture."""

from __future__ import annotations

from typing import Protocol

from nonosat.core.errors import printable
from nonosat.model.picture import displayed
from nonosat.model.puzzle import Puzzle

#: A longer line is cut off.
_LONGEST = 160


class _About(Protocol):
    @property
    def puzzle(self) -> Puzzle: ...

    def sentence(self) -> str: ...


class DisplayedAnswer:
    """An answer about a `puzzle`: `repr` shows its `sentence`, and a notebook displays that and a drawing."""

    __slots__ = ()

    def __repr__(self: _About) -> str:
        return answer_line(self, self.puzzle)

    def _repr_html_(self) -> str:
        """The display of a notebook: the sentence, a drawing, and details."""
        return displayed("html", self)


class _Spoken(Protocol):
    def sentence(self) -> str: ...


def answer_line(answer: _Spoken, puzzle: Puzzle) -> str:
    """An answer on one line of bounded length, with the size of its puzzle."""
    line = printable(f"{type(answer).__name__} {puzzle.grid.header}: {answer.sentence().partition(chr(10))[0]}")
    return f"<{line if len(line) <= _LONGEST else line[: _LONGEST - 3] + '...'}>"
