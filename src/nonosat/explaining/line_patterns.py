"""The arguments by which a person concludes something from one line, the simplest first.

Each argument looks at a line: its clue, what is known of its cells, and how far left and right each block can lie in
a placement of the whole clue. It yields claims: some cells can only have some colours, because of some blocks.

A block of unknown length has at least one cell. Arguments that need an upper bound of the length of a block
(`complete`, `closed`, `gap`, `too-long`) do not speak of such blocks; the others need only a lower bound, or the reach
of the block.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import NamedTuple

from nonosat.explaining.line_view import BlockRange, HiddenRange, LineView, runs_of
from nonosat.lines.domains import bit_positions
from nonosat.model.clue import minimum_length


class LineClaim(NamedTuple):
    """The conclusion of an argument.

    Attributes:
        cells: the positions that it is about, as a bit set.
        colors: the only colours that these can have, as a bit set.
        blocks: the blocks that the argument names, as indices in the clue, ascending; empty for the whole clue.
    """

    cells: int
    colors: int
    blocks: tuple[int, ...] = ()


#: An argument: yields its claims about a line.
Pattern = Callable[[LineView], Iterator[LineClaim]]


def _empty(view: LineView) -> Iterator[LineClaim]:
    """The clue has no blocks, so all cells are background."""
    if not view.clue:
        yield LineClaim(view.full, 1)


def _full(view: LineView) -> Iterator[LineClaim]:
    """The blocks, with the cells that must separate them, take up the whole line."""
    clue = view.clue
    if clue and all(color for _, color in clue) and minimum_length(clue, view.n_colors) == view.length:
        start, last = 0, 0
        for length, color in clue:
            if color == last:
                yield LineClaim(1 << start, 1)
                start += 1
            end = start + (length or 1)
            yield LineClaim((1 << end) - (1 << start), 1 << color)
            start, last = end, color


def _complete(view: LineView) -> Iterator[LineClaim]:
    """The filled cells are already as many as the blocks need, so the rest is background."""
    if view.clue and not view.has_hidden and view.filled.bit_count() == view.total:
        yield LineClaim(view.full & ~view.filled, 1)


def _remaining(view: LineView) -> Iterator[LineClaim]:
    """The cells that can be filled are only as many as the blocks need, so all of them are filled."""
    if view.clue and view.fillable.bit_count() == view.total:
        yield LineClaim(view.fillable, _not_background(view))


def _joined(view: LineView) -> Iterator[LineClaim]:
    """A block covers cells on both sides, so it covers the cells between them."""
    for number, block in enumerate(view.ranges):
        common = _common(block)
        known = common & view.filled
        if known & (known - 1):
            low, high = (known & -known).bit_length() - 1, known.bit_length()
            yield LineClaim((1 << high) - (1 << low), block.colors, (number,))


def _placed(view: LineView) -> Iterator[LineClaim]:
    """A block has one place left."""
    for number, block in enumerate(view.ranges):
        if block.first == block.last and block.first_end == block.last_end:
            yield LineClaim(block.cells, block.colors, (number,))


def _overlap(view: LineView) -> Iterator[LineClaim]:
    """A block covers these cells in its leftmost and in its rightmost place, and so in all places between."""
    for number, block in enumerate(view.ranges):
        if common := _common(block):
            yield LineClaim(common, block.colors, (number,))


def _closed(view: LineView) -> Iterator[LineClaim]:
    """A run is as long as every block that can cover it, so the cells beside it do not have its colour."""
    for color, low, high in view.runs:
        blocks = _covering_blocks(view, color, low, high)
        if blocks and all(view.clue[number].length == high - low + 1 for number in blocks):
            beside = (1 << high + 1 | 1 << low >> 1) & view.full
            yield LineClaim(beside, _any(view) & ~(1 << color), blocks)


def _unreachable(view: LineView) -> Iterator[LineClaim]:
    """No block reaches these cells, so they are background."""
    reached = 0
    for block in view.ranges:
        reached |= block.cells
    if view.clue:
        for low, high in runs_of(view.full & ~reached):
            before = [number for number, block in enumerate(view.ranges) if block.last_end <= low]
            after = [number for number, block in enumerate(view.ranges) if block.first > high]
            yield LineClaim((1 << high + 1) - (1 << low), 1, (*before[-1:], *after[:1]))


def _gap(view: LineView) -> Iterator[LineClaim]:
    """A gap between background cells is too small for each block that the clue alone would allow there."""
    for low, high in runs_of(view.fillable):
        gap = (1 << high + 1) - (1 << low)
        blocks = tuple(number for number, cells in enumerate(view.clue_cells) if cells & gap)
        if blocks and all(view.clue[number].length > high - low + 1 for number in blocks):
            yield LineClaim(gap, 1, blocks)


def _too_long(view: LineView) -> Iterator[LineClaim]:
    """A cell of this colour would make a run longer than each of the blocks that could cover it."""
    for color in range(1, view.n_colors + 1):
        ends = {last: first for each, first, last in view.runs if each == color}
        begins = {first: last for each, first, last in view.runs if each == color}
        beside = {last + 1 for last in ends} | {first - 1 for first in begins}
        for position in sorted(beside):
            if 0 <= position < view.length and view.masks[color] >> position & 1:
                low, high = ends.get(position - 1, position), begins.get(position + 1, position)
                blocks = _covering_blocks(view, color, position, position)
                if blocks and all(0 < view.clue[number].length < high - low + 1 for number in blocks):
                    yield LineClaim(1 << position, _any(view) & ~(1 << color), blocks)


def _extended(view: LineView) -> Iterator[LineClaim]:
    """Every block that can cover a filled cell covers these cells with it, wherever it lies."""
    for low, high in runs_of(view.filled):
        for cell in {low, high}:
            first, end, colors, blocks = 0, view.length, 0, []
            for number, block in enumerate(view.ranges):
                if always := block.always_with(cell):
                    blocks.append(number)
                    first, end = max(first, always[0]), min(end, always[1])
                    colors |= block.colors
            yield LineClaim((1 << end) - (1 << first), colors, tuple(blocks))


def _color(view: LineView) -> Iterator[LineClaim]:
    """Only blocks of these colours reach the cells."""
    if view.n_colors == 1:
        return
    for low, high, blocks in _same_blocks(view):
        colors = 1
        for number in blocks:
            colors |= view.ranges[number].colors
        yield LineClaim((1 << high + 1) - (1 << low), colors, blocks)


def _placements(view: LineView) -> Iterator[LineClaim]:
    """All placements of the clue agree."""
    by_colors: dict[int, int] = {}
    for position in range(view.length):
        colors = sum(1 << color for color, mask in enumerate(view.after) if mask >> position & 1)
        by_colors[colors] = by_colors.get(colors, 0) | 1 << position
    for colors, cells in by_colors.items():
        yield LineClaim(cells, colors)


class PatternEntry(NamedTuple):
    """An argument in the registry.

    Attributes:
        tier: its difficulty for a person: 0 seen at once, 1 one block, 2 several blocks, 3 the whole clue.
    """

    claims: Pattern
    tier: int


#: The arguments by name, the simplest first. The last one concludes everything that a clue can conclude.
PATTERNS: dict[str, PatternEntry] = {
    "empty": PatternEntry(_empty, 0),
    "full": PatternEntry(_full, 0),
    "complete": PatternEntry(_complete, 0),
    "remaining": PatternEntry(_remaining, 0),
    "joined": PatternEntry(_joined, 1),
    "placed": PatternEntry(_placed, 1),
    "overlap": PatternEntry(_overlap, 1),
    "closed": PatternEntry(_closed, 1),
    "gap": PatternEntry(_gap, 1),
    "unreachable": PatternEntry(_unreachable, 1),
    "too-long": PatternEntry(_too_long, 2),
    "extended": PatternEntry(_extended, 2),
    "color": PatternEntry(_color, 2),
    "placements": PatternEntry(_placements, 3),
}

#: The tier of the hardest argument.
LAST_TIER = 3


def _common(block: BlockRange | HiddenRange) -> int:
    """The cells that a block covers in all placements: in its leftmost and in its rightmost place."""
    return (1 << block.first_end) - (1 << block.last) if block.last < block.first_end else 0


def _covering_blocks(view: LineView, color: int, low: int, high: int) -> tuple[int, ...]:
    """The blocks that can have a colour and cover a run of cells."""
    return tuple(
        number for number, block in enumerate(view.ranges) if block.colors >> color & 1 and block.covers(low, high)
    )


def _same_blocks(view: LineView) -> Iterator[tuple[int, int, tuple[int, ...]]]:
    """Runs of cells that the same blocks can reach: (first, last, blocks)."""
    borders = {0, view.length}
    for block in view.ranges:
        borders |= {block.first, block.last_end}
    ordered = sorted(borders)
    for low, end in pairwise(ordered):
        blocks = tuple(
            number for number, block in enumerate(view.ranges) if block.first <= low and end <= block.last_end
        )
        if blocks:
            yield low, end - 1, blocks


def _any(view: LineView) -> int:
    """All colours, as a bit set."""
    return (2 << view.n_colors) - 1


def _not_background(view: LineView) -> int:
    """All colours but the background, as a bit set."""
    return _any(view) & ~1


def positions_of(claim: LineClaim) -> list[int]:
    """The positions that a claim is about, ascending."""
    return list(bit_positions(claim.cells)) if claim.cells else []
