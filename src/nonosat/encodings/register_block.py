"""A block of a line as the encodings `start` and `order` see it: its variables, and its literals at every position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from nonosat.cnf.clause_group import FALSE, TRUE
from nonosat.encodings.literal_vectors import LiteralVector


class RegisterBlock:
    """A block of a line with its variables; the vectors are computed when they are first used.

    Attributes:
        length: the number of its cells, or the minimum if that is unknown.
        positions: its possible starts, ascending.
        starts: for each of its possible colours the possible starts, as a bit set.
        start: the variable of its first start; the others follow. Not used without start variables.
        registers: the registers of all its starts but the last.
        colors: for each of its possible colours the literal "it has this colour", TRUE if it is the only one.
        ends: if its length is unknown, the positions before which it may end, ascending; otherwise empty.
    """

    def __init__(
        self,
        length: int,
        positions: Sequence[int],
        starts: dict[int, int],
        start: int,
        registers: range,
        colors: dict[int, int],
        ends: Sequence[int],
        end: int,
    ) -> None:
        """A block with these attributes; if its length is unknown, `end` is the variable of the first of `ends`."""
        self.length, self.positions, self.starts, self.start = length, positions, starts, start
        self.registers, self.colors, self.ends, self._end = registers, colors, ends, end

    @cached_property
    def le(self) -> LiteralVector:
        """The literal "it starts at the position or earlier" for every position."""
        return _register_vector(self.positions, self.registers)

    @cached_property
    def not_le(self) -> LiteralVector:
        """The negation of `le`."""
        return -self.le

    @cached_property
    def ended(self) -> LiteralVector:
        """The literal "it ends before the position" for every position."""
        if self.ends:
            return _register_vector(self.ends, range(self._end, self._end + len(self.ends) - 1))
        return self.le.shifted(self.length)

    @cached_property
    def not_ended(self) -> LiteralVector:
        """The negation of `ended`."""
        return -self.ended

    @property
    def has_holes(self) -> bool:
        """True if the starts are not consecutive: then one register stands for several positions."""
        return not isinstance(self.positions, range)

    def not_start(self, position: int, color: int) -> tuple[int, ...]:
        """The clause over start variables that it does not start at a possible `position` in a possible `color`."""
        return -(self.start + self.positions.index(position)), -self.colors[color]

    def not_between(self, position: int, color: int) -> tuple[int, ...]:
        """The clause over registers that it does not start at a possible `position` in a possible `color`."""
        return -self.le.at(position), self.le.at(position - 1), -self.colors[color]


def _register_vector(positions: Sequence[int], registers: range) -> LiteralVector:
    """`le` at every position: between two possible starts it is that of the earlier one."""
    first, last = positions[0], positions[-1]
    if len(registers) == last - first:
        return LiteralVector(first, registers, FALSE, TRUE)
    literals: list[int] = []
    for register, (here, following) in zip(registers, pairwise(positions), strict=True):
        literals += [register] * (following - here)
    return LiteralVector(first, literals, FALSE, TRUE)
