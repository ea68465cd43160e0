"""Domains: the colours and starts that are still possible for the cells and the blocks of a puzzle.

Sets of positions along a line are integers used as bit sets: bit j stands for position j. `initial_domains` uses each
clue alone, `fixpoint.propagate` draws every conclusion that single lines allow.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import compress
from struct import calcsize, unpack
from typing import NamedTuple

from nonosat.lines.clue_bounds import cell_bounds, start_bounds
from nonosat.lines.crossing import crossing
from nonosat.model.grid import Grid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: For each block of a clue, from each colour that it may have (ascending) to its possible starts, as bit sets.
StartDomains = tuple[dict[int, int], ...]

#: From the digits 0 and 1 of a text in bytes to the numbers 0 and 1.
_DIGITS = bytes.maketrans(b"01", b"\0\1")


class LineDomain:
    """The possible colours and starts of one line.

    Attributes:
        cells: for each colour from 0 (background) to n the positions that may have it, as bit sets.
    """

    __slots__ = ("_starts", "cells")

    def __init__(self, cells: tuple[int, ...], starts: StartDomains | Callable[[], StartDomains]) -> None:
        """A domain of `cells` with these `starts`, or a function that computes them when they are first used."""
        self.cells, self._starts = cells, starts

    @property
    def starts(self) -> StartDomains:
        """The possible starts of the blocks."""
        if not isinstance(self._starts, tuple):
            self._starts = self._starts()
        return self._starts

    @property
    def is_open(self) -> bool:
        """True if some cell has more than one possible colour. If not, every block has one start."""
        return bool(undecided_positions(self.cells))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, LineDomain) and self.cells == other.cells and self.starts == other.starts

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"LineDomain({self.cells}, {self.starts})"


class Domains(NamedTuple):
    """The domains of all lines of a grid; the lines through a cell agree on its colours."""

    grid: Grid
    lines: tuple[LineDomain, ...]

    @property
    def n_open(self) -> int:
        """The number of cells with more than one possible colour."""
        return sum(undecided_positions(self.lines[row].cells).bit_count() for row in self.grid.families[0])

    def picture(self) -> Picture | None:
        """The only possible picture; None if some cell is open, or has no colour left."""
        for row in self.grid.families[0]:
            cells = self.lines[row].cells
            if sum(map(int.bit_count, cells)) != len(self.grid.line(row)) or undecided_positions(cells):
                return None
        return Picture(self.grid, tuple(decided_colors(self)))


def initial_domains(puzzle: Puzzle) -> Domains:
    """The domains that follow from each clue alone, and from the givens.

    A block may start anywhere between its leftmost and its rightmost position. A cell may have a colour if the bounds
    of every line through it allow it. No conclusion is drawn from one line to the blocks of another: the encoding of
    these domains is the complete formula of the puzzle.
    """
    grid, n_colors = puzzle.grid, puzzle.n_colors
    crossings = crossing(grid)
    lengths = [len(grid.line(index)) for index in range(grid.n_lines)]
    own = [cell_bounds(clue, length, n_colors) for clue, length in zip(puzzle.clues, lengths, strict=True)]
    masks = [crossings.agreed(list(sets)) for sets in zip(*own, strict=True)]
    for cell, given in puzzle.givens:
        for index, position in crossings.places(cell):
            for color, lines in enumerate(masks):
                if color != given:
                    lines[index] &= ~(1 << position)
    return Domains(
        grid,
        tuple(
            LineDomain(cells, start_bounds(clue, length, n_colors))
            for cells, clue, length in zip(zip(*masks, strict=True), puzzle.clues, lengths, strict=True)
        ),
    )


def undecided_positions(masks: Iterable[int]) -> int:
    """The positions for which more than one colour is possible: those in at least two of these bit sets."""
    once = twice = 0
    for mask in masks:
        twice |= once & mask
        once |= mask
    return twice


def bit_positions(mask: int) -> Sequence[int]:
    """The positions in a bit set, ascending; a range if there is no gap between them."""
    first, stop = (mask & -mask).bit_length() - 1, mask.bit_length()
    if mask.bit_count() == stop - first:
        return range(first, stop)
    positions = []
    while mask:
        positions.append((mask & -mask).bit_length() - 1)
        mask &= mask - 1
    return positions


def position_flags(mask: int, length: int) -> bytes:
    """The bit set `mask` as numbers: for each of `length` positions 1 if it is in the set, else 0."""
    return f"{mask:0{length}b}".encode().translate(_DIGITS)[::-1]


def reversed_mask(mask: int, length: int) -> int:
    """The bit set `mask` on a line of `length` positions that is read from its other end."""
    return int(f"{mask:0{length}b}"[::-1], 2)


def runs(mask: int, length: int) -> int:
    """The positions of `mask` from which `length` positions in a row belong to it; at least one."""
    size = 1
    while 2 * size <= length:
        mask &= mask >> size
        size *= 2
    return mask & mask >> (length - size)


def reached_rightward(starts: int, mask: int) -> int:
    """The positions that are reached from those of `starts` in `mask`, by steps of 1 within `mask`.

    The carry of the sum runs through a stretch of ones.
    """
    return ((mask + starts) ^ mask | starts) & mask


def open_cells(domains: Domains) -> list[int]:
    """The cells with more than one possible colour, as indices in the grid, ascending."""
    grid = domains.grid
    cells: list[int] = []
    for row in grid.families[0]:
        if twice := undecided_positions(domains.lines[row].cells):
            line = grid.line(row)
            cells += compress(line, position_flags(twice, len(line)))
    return cells


def decided_colors(domains: Domains) -> list[int]:
    """For each cell the one colour that is possible for it, or 0 where more than one is possible."""
    grid = domains.grid
    encoding, code = ("ascii", "B") if len(domains.lines[0].cells) <= 256 else ("utf-32-be", "I")
    colors: list[int] = []
    for row in grid.families[0]:
        masks, length = domains.lines[row].cells, len(grid.line(row))
        decided = ~undecided_positions(masks)
        # The binary digits of a bit set, read in a larger base, have room for the number of a colour in each digit.
        numbers = 0
        for color, mask in enumerate(masks[1:], 1):
            numbers += color * int.from_bytes(f"{mask & decided:b}".encode(encoding).translate(_DIGITS))
        colors += unpack(f"<{length}{code}", numbers.to_bytes(length * calcsize(code), "little"))
    return colors
