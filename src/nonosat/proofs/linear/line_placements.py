"""The placements of one line, for the checker: what is possible, and what weighs most.

Written apart from `lines` and `relaxation`, and as simple as can be, since both may be wrong.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import accumulate

from nonosat.model.clue import UNKNOWN, Clue
from nonosat.model.palette import BACKGROUND

#: For each colour from 0 the cells of a line that may have it, as bits.
Bits = Sequence[int]


def heaviest(clue: Clue, colors: Bits, weights: Sequence[Sequence[int]]) -> int | None:
    """The weight of the heaviest placement.

    Args:
        clue: the blocks.
        colors: for each colour from 0 the cells that may have it, as bits.
        weights: for each colour from 0 the weight of each cell in that colour.

    Returns:
        The sum of the weights of all cells; None if there is no placement.
    """
    length = len(weights[0])
    sums = [list(accumulate(row, initial=0)) for row in weights]
    # As in `_reach`, but with what the cells before the place weigh at most.
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
            starts = _starts(colors[color], block.length)
            others = [entry for other, entry in enumerate(before) if other != color]
            for start in best:
                if starts >> start & 1 and (found := [entry[start] for entry in others if start in entry]):
                    stop = start + block.length
                    after[color][stop] = max(found) + sums[color][stop] - sums[color][start]
        before = after
    raise AssertionError("the last round returns")


def possible(clue: Clue, colors: Bits, length: int) -> list[int] | None:
    """The colours that cells have in some placement.

    Args:
        clue: the blocks.
        colors: for each colour from 0 the cells that may have it, as bits.
        length: cells of the line.

    Returns:
        `colors` without what no placement has; None if there is no placement.
    """
    prefix = _reach(clue, colors)
    mirrored = [_reversed(cells, length) for cells in colors]
    suffix = _reach(clue[::-1], mirrored)
    found = [0] * len(colors)
    for done in range(len(clue) + 1):
        # A background cell with `done` blocks before it and the others after it.
        left, right = prefix[done], suffix[len(clue) - done]
        ahead = _reversed(_any(right), length + 1) >> 1  # the cells after cell i begin at place i + 1
        found[BACKGROUND] |= _any(left) & ahead & colors[BACKGROUND]
        if done == len(clue):
            break
        block = clue[done]
        right = suffix[len(clue) - done - 1]
        for color in _choices(block.color, len(colors)):
            ahead = _reversed(_but(right, color), length + 1) >> block.length
            starts = _but(left, color) & ahead & _starts(colors[color], block.length)
            for shift in range(block.length):
                found[color] |= starts << shift
    return found if _any(prefix[-1]) >> length & 1 else None


#: The places before which some first blocks can lie, as bits: entry 0 if the cell before the place is background, or
#: there is none, and entry c if a block of colour c ends just there.
_Reach = list[int]


def _reach(clue: Clue, colors: Bits) -> list[_Reach]:
    """Where the first blocks can end: for none of them, for the first, for the first two, and so on."""
    reach: list[_Reach] = [[1] + [0] * (len(colors) - 1)]
    for number in range(len(clue) + 1):
        here = reach[-1]
        places, before = _any(here), 0
        while places != before:
            before = places
            here[BACKGROUND] |= (places & colors[BACKGROUND]) << 1
            places |= here[BACKGROUND]
        if number < len(clue):
            block = clue[number]
            following = [0] * len(colors)
            for color in _choices(block.color, len(colors)):
                following[color] = (_but(here, color) & _starts(colors[color], block.length)) << block.length
            reach.append(following)
    return reach


def _any(reach: _Reach) -> int:
    places = 0
    for entry in reach:
        places |= entry
    return places


def _but(reach: _Reach, color: int) -> int:
    """The places at which a block of a colour may follow: not just after another one of that colour."""
    return _any([entry for other, entry in enumerate(reach) if other != color])


def _starts(cells: int, length: int) -> int:
    """The places at which `length` cells in a row begin."""
    starts = cells
    for shift in range(1, length):
        starts &= cells >> shift
    return starts


def _reversed(bits: int, length: int) -> int:
    return int(f"{bits:0{length}b}"[::-1], 2)


def _choices(color: int, n: int) -> Sequence[int]:
    """The colours that a block may have."""
    return range(1, n) if color == UNKNOWN else (color,)
