"""A block of a line as the encodings `start` and `order` see it: its variables, and its literals at every position."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import pairwise

from nonosat.cnf.clause_group import FALSE, TRUE
from nonosat.encodings.columns import Column


class RegisterBlock:
    """A block of a line with its variables.

    The columns are computed when they are first used.

    Attributes:
        length: cells it covers, at least.
        positions: its possible starts, ascending.
        starts: for each colour it may have the possible starts, as a bit set.
        start: variable of its first start; the others follow. Not used without start variables.
        registers: the registers of all its starts but the last.
        colors: for each colour it may have the literal that says so, TRUE if it is the only one.
        ends: if its length is unknown, the positions before which it may end, ascending; otherwise none.
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
        """
        Args:
            length, positions, starts, start, registers, colors, ends: as the attributes.
            end: if its length is unknown, the variable "it ends before the first of `ends`"; the others follow.
        """
        self.length, self.positions, self.starts, self.start = length, positions, starts, start
        self.registers, self.colors, self.ends, self._end = registers, colors, ends, end

    @cached_property
    def le(self) -> Column:
        """The literal "it starts at the position or earlier" for every position."""
        return _register_column(self.positions, self.registers)

    @cached_property
    def not_le(self) -> Column:
        """The opposite of `le`."""
        return -self.le

    @cached_property
    def ended(self) -> Column:
        """The literal "it ends before the position" for every position."""
        if self.ends:
            return _register_column(self.ends, range(self._end, self._end + len(self.ends) - 1))
        return self.le.shifted(self.length)

    @cached_property
    def not_ended(self) -> Column:
        """The opposite of `ended`."""
        return -self.ended

    @property
    def has_holes(self) -> bool:
        """Whether one register stands for several positions, because the block cannot start at all of them."""
        return not isinstance(self.positions, range)

    def not_start(self, position: int, color: int) -> tuple[int, ...]:
        """The clause that the block does not start at a position in a colour, in start variables.

        Args:
            position: one of its possible starts.
            color: one of its possible colours.
        """
        return -(self.start + self.positions.index(position)), -self.colors[color]

    def not_between(self, position: int, color: int) -> tuple[int, ...]:
        """The clause that the block does not start at a position in a colour, in registers.

        Args:
            position: one of its possible starts.
            color: one of its possible colours.
        """
        return -self.le.at(position), self.le.at(position - 1), -self.colors[color]


def _register_column(positions: Sequence[int], registers: range) -> Column:
    """`le` at every position: between two possible starts it is that of the earlier one."""
    first, last = positions[0], positions[-1]
    if len(registers) == last - first:
        return Column(first, registers, FALSE, TRUE)
    literals: list[int] = []
    for register, (here, following) in zip(registers, pairwise(positions), strict=True):
        literals += [register] * (following - here)
    return Column(first, literals, FALSE, TRUE)
