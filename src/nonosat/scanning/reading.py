"""Numbers that were read, and the ways to read a line."""

from __future__ import annotations

from itertools import pairwise
from typing import NamedTuple

from nonosat.model.clue import UNKNOWN as UNKNOWN_COLOR

#: Classes of the network beside the numbers 0 to 99: `?`, and all that is not a number.
UNKNOWN, NONE = 100, 101


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

    def joined(self, other: Box) -> Box:
        """The smallest box around both."""
        low = min(self.left, other.left), min(self.top, other.top)
        return Box(*low, max(self.right, other.right), max(self.bottom, other.bottom))


class Number(NamedTuple):
    """A number that was read: its value, `?` as `UNKNOWN`, its box, its probability, its colour, from 1 or unknown."""

    value: int
    box: Box
    probability: float
    color: int = 1


class Reading(NamedTuple):
    """A way to read a line, with its cost: the negative logarithm of its probability."""

    cost: float
    numbers: tuple[Number, ...]

    @property
    def values(self) -> tuple[int, ...]:
        """The numbers, without the 0 of an empty line."""
        return tuple(number.value for number in self.numbers if number.value)

    @property
    def blocks(self) -> tuple[tuple[int, int], ...]:
        """The numbers and their colours, without the 0 of an empty line."""
        return tuple((number.value, number.color) for number in self.numbers if number.value)

    @property
    def length(self) -> int:
        """The least number of cells that the clue needs."""
        blocks = [number for number in self.numbers if number.value]
        gaps = sum(a.color == b.color != UNKNOWN_COLOR for a, b in pairwise(blocks))
        return sum(1 if block.value == UNKNOWN else block.value for block in blocks) + gaps
