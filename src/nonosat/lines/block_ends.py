"""The possible ends of blocks of unknown length."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.lines.domains import StartDomains
from nonosat.model.clue import HIDDEN, Clue


def hidden_ends(
    clue: Clue, starts: StartDomains, cells: Sequence[int], length: int
) -> tuple[dict[int, int] | None, ...]:
    """The positions behind the last cells of blocks of unknown length.

    Args:
        cells: for each colour from 0 (background) to n the positions that may have it.
        length: cells of the line.

    Returns:
        For each block of unknown length, from each colour that it may have (ascending) to the positions before which it
        may end, as a bit set; they are possible as far as its own cells and the starts of the next block are concerned.
        None for a block of known length.
    """
    found: list[dict[int, int] | None] = []
    latest = length
    for block, by_color in zip(reversed(clue), reversed(starts), strict=True):
        if block.length == HIDDEN:
            found.append({color: _ends(mask, cells[color], latest) for color, mask in by_color.items()})
        else:
            found.append(None)
        latest = max((mask.bit_length() for mask in by_color.values()), default=0) - 1
    return tuple(reversed(found))


def _ends(starts: int, cells: int, latest: int) -> int:
    """The positions up to the latest one that follow an unbroken run of cells from a start on."""
    # The carry of the sum runs through a stretch of ones.
    covered = ((cells + starts) ^ cells | starts) & cells
    return covered << 1 & (2 << max(0, latest)) - 1
