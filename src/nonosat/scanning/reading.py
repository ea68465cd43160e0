"""Numbers that were read, and the ways to read a line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from nonosat.model.clue import ANY_LENGTH, Block, Clue, minimum_length

#: The side of a cell of the flattened page, in pixels; the least height of a digit, in cells; and the greatest one of a
#: number, compared with the usual one.
CELL, LOWEST, HIGHEST = 36, 0.18, 1.6
#: A piece of ink is surely a number above this probability; what was read is doubtful below it.
SURE = 0.9
#: What is left of a dash between cells is thinner than this, and surely this near to the line, in cells.
_DASH, ON_LINE = 0.2, 0.1
#: Classes of the network beside the numbers 0 to 99: `?`, and all that is not a number.
QUESTION_MARK, NONE = 100, 101


class Box(NamedTuple):
    """A rectangle of pixels of the flattened page; right and bottom are exclusive."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def height(self) -> int:
        """In pixels."""
        return self.bottom - self.top

    @property
    def width(self) -> int:
        """In pixels."""
        return self.right - self.left

    @property
    def middle(self) -> tuple[float, float]:
        """The place x, y in pixels."""
        return (self.left + self.right) / 2, (self.top + self.bottom) / 2

    @property
    def window(self) -> tuple[slice, slice]:
        """The rows and columns of the page."""
        return slice(self.top, self.bottom), slice(self.left, self.right)

    def is_remnant(self, reach: float) -> bool:
        """True if it may hold what is left of an upright line of the grid, which is at most `reach` cells away."""
        x = self.middle[0] / CELL
        return self.width < _DASH * CELL and abs(x - round(x)) < reach

    def joined(self, other: Box) -> Box:
        """The smallest box around both."""
        return Box(*map(min, self[:2], other[:2]), *map(max, self[2:], other[2:]))


class Piece(NamedTuple):
    """A piece of ink, the probabilities of the classes of the network, its chip (0 for none), and its colour."""

    box: Box
    classes: tuple[float, ...]
    chip: int = 0
    color: int = 1

    @property
    def cell(self) -> tuple[int, int]:
        """The row and column of the page with its middle."""
        x, y = self.box.middle
        return int(y / CELL), int(x / CELL)

    @property
    def is_number(self) -> bool:
        """It is likely a number, by itself."""
        return self.classes[NONE] < 0.3 and self.box.height >= LOWEST * CELL

    @property
    def is_sure(self) -> bool:
        """It is surely a number; among text and grain many pieces may be numbers, and few of them surely."""
        return self.is_number and max(self.classes[:QUESTION_MARK]) > SURE

    @property
    def is_letter(self) -> bool:
        """It is likely a letter; digits of some fonts look much like letters, and a thin one may be a plain 1."""
        return self.classes[NONE] >= 0.8 and self.box.width > 0.3 * self.box.height


def usual_height(*lines: Sequence[Piece]) -> float:
    """The median height of the pieces that are surely numbers, in pixels."""
    heights = [piece.box.height for line in lines for piece in line if piece.is_sure]
    return float(np.median(heights)) if heights else CELL / 2


class Number(NamedTuple):
    """A number or `QUESTION_MARK` that was read, its box, its probability, and its colour, from 1 or unknown."""

    value: int
    box: Box
    probability: float
    color: int = 1

    @property
    def block(self) -> Block:
        """The number as a part of a clue."""
        return Block(ANY_LENGTH if self.value == QUESTION_MARK else self.value, self.color)


class Reading(NamedTuple):
    """A way to read a line, with its cost: the negative logarithm of its probability."""

    cost: float
    numbers: tuple[Number, ...]

    @property
    def clue(self) -> Clue:
        """The numbers, without the 0 of an empty line."""
        return tuple(number.block for number in self.numbers if number.value)

    @property
    def length(self) -> int:
        """The least number of cells that the clue needs; of three colours two differ from those beside a `?`."""
        return minimum_length(self.clue, 3)
