"""What all looks of `looks.py` draw: a puzzle that somebody is at work on."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.model.palette import color_number
from nonosat.model.puzzle import Puzzle


class Number(NamedTuple):
    """A number of a clue, or `?`: its colour, empty in puzzles of one colour, and whether it is shown as finished."""

    length: int | str
    color: str
    done: bool


class Cell(NamedTuple):
    """A cell of a board: its colour, empty if it is not filled, and whether it has a dot or a cross."""

    row: int
    column: int
    color: str
    dotted: bool


@dataclass(frozen=True)
class Position:
    """A puzzle that somebody is at work on.

    Attributes:
        marks: a sign for each cell, row by row: the letter of a colour, `-` for a dot or a cross, `?` for an open cell.
        done: for each number of each line whether it is shown as finished.
        font: family of the numbers.
        rng: for all that a look leaves open, such as its sizes.
    """

    puzzle: Puzzle
    marks: str
    done: tuple[tuple[bool, ...], ...]
    font: str
    rng: random.Random

    @property
    def height(self) -> int:
        return len(self.puzzle.grid.families[0])

    @property
    def width(self) -> int:
        return len(self.puzzle.grid.families[1])

    @property
    def colored(self) -> bool:
        return self.puzzle.n_colors > 1

    def clues(self, zero: bool) -> tuple[list[list[Number]], list[list[Number]]]:
        """The numbers of rows and of columns; with `zero` an empty line has the number 0."""
        tints = self.puzzle.palette.colors if self.colored else ("", "")
        lines = [
            [Number(length or "?", tints[color], done) for (length, color), done in zip(clue, flags, strict=True)]
            or [Number(0, "", False)] * zero
            for clue, flags in zip(self.puzzle.clues, self.done, strict=True)
        ]
        return lines[: self.height], lines[self.height :]

    def cells(self, filled: str) -> Iterator[Cell]:
        """All cells row by row; those of puzzles of one colour are filled with the given one."""
        for at, sign in enumerate(self.marks):
            color = ""
            if sign not in "?-":
                color = self.puzzle.palette.colors[color_number(sign)] if self.colored else filled
            yield Cell(*divmod(at, self.width), color, sign == "-")

    def ground(self, plain: str) -> str:
        """The background of the board, `plain` in puzzles of one colour."""
        return self.puzzle.palette.colors[0] if self.colored else plain
