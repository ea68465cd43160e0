"""Clues: blocks in their order along a line, and conclusions from a clue alone."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import groupby
from operator import eq
from typing import NamedTuple

from nonosat.model.palette import letter

#: Colour of a block whose colour the clue leaves open. No block has the background's number, so it is free for this.
ANY_COLOR = 0
#: Length of a block whose length the clue leaves open, a hidden number. No block is empty, so 0 is free for this.
ANY_LENGTH = 0


class Block(NamedTuple):
    """A run of `length` cells, from 1 or `ANY_LENGTH`, of one `color`, from 1 or `ANY_COLOR`."""

    length: int
    color: int

    @property
    def least(self) -> int:
        """The least number of cells that it can have."""
        return self.length or 1


#: The blocks of a line in reading order.
Clue = tuple[Block, ...]


def length_text(block: Block) -> str:
    """The length of a block as a player sees it: `3`, or `?` for a hidden number."""
    return str(block.length or "?")


def block_text(block: Block) -> str:
    """A block as in a clue file: `3a`, `2?`; of unknown length `_a`, `_?`."""
    return f"{block.length or '_'}{letter(block.color) if block.color else '?'}"


def clue_text(clue: Clue) -> str:
    """A clue as in a clue file; the clue without blocks is `(empty)`, so that a person sees it."""
    return " ".join(map(block_text, clue)) or "(empty)"


def is_known(clue: Clue) -> bool:
    """True if length and colour of all blocks are known."""
    return all(map(all, clue))


def has_hidden(clue: Clue) -> bool:
    """True if the length of some block is unknown."""
    return ANY_LENGTH in [length for length, _ in clue]


def agrees(clue: Clue, found: Clue) -> bool:
    """True if the clue `found`, which describes a line of a picture, has the blocks that `clue` asks for."""
    # Equal clues are the ordinary case, and compare at once.
    return clue == found or (
        len(clue) == len(found)
        and all(
            asked.length in (ANY_LENGTH, there.length) and asked.color in (ANY_COLOR, there.color)
            for asked, there in zip(clue, found, strict=True)
        )
    )


def clue_of(colors: Iterable[int]) -> Clue:
    """The clue that describes a line of cells of these colours."""
    return tuple([Block(length, color) for length, color in runs_of(colors)])


def runs_of(colors: Iterable[int]) -> tuple[tuple[int, int], ...]:
    """The lengths and colours of the runs of coloured cells in a line; equal to the clue, and made faster."""
    return tuple([(len([*run]), color) for color, run in groupby(colors) if color])


def earliest_starts(clue: Clue, n_colors: int) -> list[dict[int, int]]:
    """The leftmost start of every block for each colour it may have, on a line without end.

    Two neighbours of one colour need a background cell between them; for `?` blocks that depends on the colours
    chosen, so the bound is the least over the choices for all earlier blocks. A block of unknown length counts as one
    cell.

    Args:
        n_colors: the number of colours that a `?` block can have.

    Returns:
        For each block, from its colours (ascending) to its start, from 0.
    """
    starts: list[dict[int, int]] = []
    #: Where the next block may start at the earliest, in general and (after `last` alone) for that one colour.
    general, last, after_last = 0, ANY_COLOR, 0
    for block in clue:
        length, color = block.least, block.color
        here = {c: after_last if c == last else general for c in ((color,) if color else range(1, n_colors + 1))}
        starts.append(here)
        least = min(here.values())
        best = [c for c, start in here.items() if start == least]
        # A follower of colour c starts one later exactly if this block is at its leftmost in colour c alone.
        general, last, after_last = least + length, ANY_COLOR, 0
        if len(best) == 1:
            last, after_last = best[0], least + length + 1
    return starts


def minimum_length(clue: Clue, n_colors: int) -> int:
    """The number of cells that a line needs to hold a clue; a `?` block can have `n_colors` colours."""
    if is_known(clue):
        colors = [color for _, color in clue]
        n_touching: int = sum(map(eq, colors, colors[1:]))
        return sum([length for length, _ in clue]) + n_touching
    return min(earliest_starts(clue, n_colors)[-1].values()) + clue[-1].least
