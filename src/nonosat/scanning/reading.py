"""Numbers that were read, and the ways to read a line."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from nonosat.scanning.page import Box

#: Classes of the network beside the numbers 0 to 99: `?`, and all that is not a number.
UNKNOWN, NONE = 100, 101


class Number(NamedTuple):
    """A number that was read: its value, `?` as `UNKNOWN`, with its box and probability."""

    value: int
    box: Box
    probability: float


class Reading(NamedTuple):
    """A way to read a line, with its cost: the negative logarithm of its probability."""

    cost: float
    numbers: tuple[Number, ...]

    @property
    def values(self) -> tuple[int, ...]:
        """The numbers, without the 0 of an empty line."""
        return tuple(number.value for number in self.numbers if number.value)

    @property
    def length(self) -> int:
        """The least number of cells that the clue needs."""
        values = [1 if value == UNKNOWN else value for value in self.values]
        return sum(values) + len(values) - 1
