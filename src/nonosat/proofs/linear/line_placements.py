"""The placements of the blocks of one line, for the checker: possible colours, and the heaviest placement.

This is independent of the packages `lines` and `relaxation`, so that it does not share their bugs, and as simple as
possible.

A *place* is a gap between cells: place p is before cell p, and the last place after the last cell.

    place   0   1   2   3   4
            | 0 | 1 | 2 | 3 |   cells
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import reduce
from itertools import accumulate
from operator import or_

from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Clue
from nonosat.model.palette import BACKGROUND

#: For each colour from 0 the cells of a line that may have it, as bits.
Bits = Sequence[int]


def heaviest_placement(clue: Clue, colors: Bits, weights: Sequence[Sequence[int]]) -> int | None:
    """The weight of the heaviest placement of a clue's blocks, by dynamic programming over blocks and places.

    Args:
        weights: for each colour from 0 the weight of each cell in that colour.

    Returns:
        The sum of the weights of all cells; None if there is no placement.
    """
    length = len(weights[0])
    sums = [list(accumulate(row, initial=0)) for row in weights]
    # As in `_reach`, but with the largest weight of the cells before each place.
    before: list[dict[int, int]] = [{0: 0}, *({} for _ in colors[1:])]
    for number in range(len(clue) + 1):
        best: dict[int, int] = {}
        for entry in before:
            for place, weight in entry.items():
                best[place] = max(best.get(place, weight), weight)
        for place in range(length):
            if place in best and colors[BACKGROUND] >> place & 1:
                weight = best[place] + weights[BACKGROUND][place]
                before[BACKGROUND][place + 1] = weight
                best[place + 1] = max(best.get(place + 1, weight), weight)
        if number == len(clue):
            return best.get(length)
        block = clue[number]
        after: list[dict[int, int]] = [{} for _ in colors]
        for color in _choices(block.color, len(colors)):
            others = [entry for other, entry in enumerate(before) if other != color]
            if block.length == ANY_LENGTH:
                # A run up to the next place begins at this one, or goes on from a run up to this one.
                for place in range(length):
                    runs = [entry[place] for entry in (*others, after[color]) if place in entry]
                    if runs and colors[color] >> place & 1:
                        after[color][place + 1] = max(runs) + weights[color][place]
                continue
            starts = _starts(colors[color], block.length)
            for start in best:
                if starts >> start & 1 and (found := [entry[start] for entry in others if start in entry]):
                    stop = start + block.length
                    after[color][stop] = max(found) + sums[color][stop] - sums[color][start]
        before = after
    raise AssertionError("the last round returns")


def possible_colors(clue: Clue, colors: Bits, length: int) -> list[int] | None:
    """The colours that the cells of a line of some `length` have in some placement of a clue's blocks.

    Returns:
        For each colour from 0 the cells that have it in some placement, as bits; None if there is no placement.
    """
    prefix = _reach(clue, colors)
    mirrored = [_reversed(cells, length) for cells in colors]
    suffix = _reach(clue[::-1], mirrored)
    found = [0] * len(colors)
    for done in range(len(clue) + 1):
        # A background cell i with `done` blocks before it and the others from place i + 1 on.
        left, right = prefix[done], suffix[len(clue) - done]
        ahead = _reversed(_all_places(right), length + 1) >> 1
        found[BACKGROUND] |= _all_places(left) & ahead & colors[BACKGROUND]
        if done == len(clue):
            break
        # Block number `done`, with the blocks before it on its left and those after it on its right.
        block = clue[done]
        right = suffix[len(clue) - done - 1]
        for color in _choices(block.color, len(colors)):
            if block.length == ANY_LENGTH:
                # The cells that a run reaches from its start, and those from which a run reaches its end.
                from_start = _run_ends(_places_for(left, color), colors[color]) >> 1
                to_end = _reversed(_run_ends(_places_for(right, color), mirrored[color]), length + 1)
                found[color] |= from_start & to_end
                continue
            ahead = _reversed(_places_for(right, color), length + 1) >> block.length
            starts = _places_for(left, color) & ahead & _starts(colors[color], block.length)
            for shift in range(block.length):
                found[color] |= starts << shift
    return found if _all_places(prefix[-1]) >> length & 1 else None


#: The places up to which the first blocks of a clue can be placed, as bits. Entry 0: the cell before the place is
#: background, or there is none. Entry c: a block of colour c ends at the place.
_Reach = list[int]


def _reach(clue: Clue, colors: Bits) -> list[_Reach]:
    """For each number of first blocks, from 0 to all of them, the places up to which they can be placed."""
    reach: list[_Reach] = [[1] + [0] * (len(colors) - 1)]
    for number in range(len(clue) + 1):
        here = reach[-1]
        places, before = _all_places(here), 0
        while places != before:
            before = places
            here[BACKGROUND] |= (places & colors[BACKGROUND]) << 1
            places |= here[BACKGROUND]
        if number < len(clue):
            block = clue[number]
            following = [0] * len(colors)
            for color in _choices(block.color, len(colors)):
                starts = _places_for(here, color)
                if block.length == ANY_LENGTH:
                    following[color] = _run_ends(starts, colors[color])
                else:
                    following[color] = (starts & _starts(colors[color], block.length)) << block.length
            reach.append(following)
    return reach


def _all_places(reach: _Reach) -> int:
    """The places of all entries."""
    return reduce(or_, reach)


def _places_for(reach: _Reach, color: int) -> int:
    """The places at which a block of a colour may begin: those at which no block of the same colour ends."""
    return _all_places([entry for other, entry in enumerate(reach) if other != color])


def _starts(cells: int, length: int) -> int:
    """The places at which `length` of the cells follow one another."""
    starts = cells
    for shift in range(1, length):
        starts &= cells >> shift
    return starts


def _run_ends(starts: int, cells: int) -> int:
    """The places at which a run of one or more of the cells can end if it begins at one of the `starts`."""
    ends, before = (starts & cells) << 1, 0
    while ends != before:
        before = ends
        ends |= (ends & cells) << 1
    return ends


def _reversed(bits: int, length: int) -> int:
    """The lowest `length` bits in reverse order."""
    return int(f"{bits:0{length}b}"[::-1], 2)


def _choices(color: int, n: int) -> Sequence[int]:
    """The colours that a block may have."""
    return range(1, n) if color == ANY_COLOR else (color,)
