"""The arguments about some blocks of a line: where they can lie, and what they cover, close or cannot reach.

A block of unknown length has at least one cell. Arguments that need an upper bound of the length of a block (`closed`,
`gap`, `too-long`) do not speak of such blocks; the others need only a lower bound, or the reach of the block.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import pairwise

from nonosat.explaining.line_argument import DeductionWords, LineClaim, LinePattern, all_cells
from nonosat.explaining.line_view import BlockRange, LineView, runs_of
from nonosat.explaining.step import LineReason
from nonosat.explaining.step_words import length_words
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, length_text
from nonosat.model.nouns import joined
from nonosat.model.palette import BACKGROUND

#: Where more blocks than this conclude something in the same way, they are not named one by one.
_MOST = 2


def _joined(view: LineView) -> Iterator[LineClaim]:
    """A block covers cells on both sides, so it covers the cells between them."""
    for number, block in enumerate(view.ranges):
        common = _common(block)
        known = common & view.filled
        if known & (known - 1):
            low, high = (known & -known).bit_length() - 1, known.bit_length()
            yield LineClaim((1 << high) - (1 << low), block.colors, (number,))


def _joined_clause(words: DeductionWords, reasons: Sequence[LineReason]) -> str:
    cells = all_cells(reasons)
    # Filled cells whose colour was open: the first and the last cell that are known may be among them.
    filled = {cell for cell in cells if not words.may_be_empty(cell)}
    if len(reasons) > _MOST:
        if filled:
            return f"{words.cells(cells)} belong to blocks that have other known cells, {words.so(cells)}"
        return f"{words.cells(cells)} are between cells of the same block, so they belong to it"
    parts = []
    for each in reasons:
        block = words.block(each.blocks[0])
        for one, several, found in (
            ("is between cells of", "are between cells of", [cell for cell in each.cells if cell not in filled]),
            ("belongs to", "belong to", [cell for cell in each.cells if cell in filled]),
        ):
            if found:
                parts.append(f"{words.cells(found)} {one if len(found) == 1 else several} {block}")
    if len(reasons) > 1 and all(words.clue[each.blocks[0]].color != ANY_COLOR for each in reasons) and not filled:
        return f"{joined(parts)}, so they belong to these blocks"
    return f"{joined(parts)}, {words.so(cells)}"


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


def _overlap_clause(words: DeductionWords, reasons: Sequence[LineReason], *, is_placed: bool = False) -> str:
    numbers = sorted(each.blocks[0] for each in reasons)
    colors = {words.clue[number].color for number in numbers}
    end = f", {words.so(all_cells(reasons))}" if ANY_COLOR in colors else ""
    # The cells that a block of unknown length always covers depend on its start and on its end.
    places = " and end" if any(words.clue[number].length == ANY_LENGTH for number in numbers) else ""
    if len(reasons) > _MOST:
        lengths = " ".join(length_text(words.clue[number]) for number in numbers)
        which = "all blocks" if len(numbers) == len(words.clue) else f"the blocks {lengths}"
        if len({words.clue[number] for number in numbers}) == 1 and which != "all blocks":
            kind = _any_block(words, reasons[0]).replace("block", "blocks", 1)
            which = f"{len(numbers)} {kind}"
        like = ", each in its colour" if len(colors) > 1 and not end else ""
        covered = f"cover {words.cells(all_cells(reasons))}"
        if is_placed:
            return f"{which} have only one place left, and {covered}{like}{end}"
        return f"{which} {covered} wherever they start{places}{like}{end}"
    parts = [f"{words.block(each.blocks[0])} covers {words.cells(each.cells)}" for each in reasons]
    if is_placed:
        return f"with only one place left{' for each' * (len(parts) > 1)}, {', and '.join(parts)}{end}"
    if len(parts) == 1:
        return f"{parts[0]} wherever it starts{places.replace('end', 'ends')}{end}"
    return f"wherever they start{places}, {', '.join(parts[:-1])}, and {parts[-1]}{end}"


def _closed(view: LineView) -> Iterator[LineClaim]:
    """A run is as long as every block that can cover it, so the cells beside it do not have its colour."""
    for color, low, high in view.runs:
        blocks = _covering_blocks(view, color, low, high)
        if blocks and all(view.clue[number].length == high - low + 1 for number in blocks):
            beside = (1 << high + 1 | 1 << low >> 1) & view.full
            yield LineClaim(beside, view.all_colors & ~(1 << color), blocks)


def _closed_clause(words: DeductionWords, reasons: Sequence[LineReason]) -> str:
    beside: dict[str, list[int]] = {}
    for each in reasons:
        beside.setdefault(_any_block(words, each), []).extend(each.cells)
    parts = []
    for kind, cells in beside.items():
        is_only = sum(kind.endswith(f" {length}") for length, _ in words.clue) == 1
        which = f"{'the' if is_only else 'a'} complete {kind}"
        parts.append(f"{words.cells(sorted(cells))} {'is' if len(cells) == 1 else 'are'} next to {which}")
    return f"{joined(parts)}, {words.so(sorted(all_cells(reasons)))}"


def _gap(view: LineView) -> Iterator[LineClaim]:
    """A gap between background cells is too small for each block that the clue alone would allow there."""
    for low, high in runs_of(view.fillable):
        gap = (1 << high + 1) - (1 << low)
        blocks = tuple(number for number, cells in enumerate(view.clue_cells) if cells & gap)
        if blocks and all(view.clue[number].length > high - low + 1 for number in blocks):
            yield LineClaim(gap, 1, blocks)


def _gap_clause(words: DeductionWords, reasons: Sequence[LineReason]) -> str:
    cells = all_cells(reasons)
    if len(reasons) > _MOST:
        return f"the gaps at {words.cells(cells)} are too short for the blocks that could be there, {words.so(cells)}"
    parts = [f"the gap at {words.cells(each.cells)} is too short for {words.blocks(each, 'or')}" for each in reasons]
    return f"{joined(parts)}, {words.so(cells)}"


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


def _unreachable_clause(words: DeductionWords, reasons: Sequence[LineReason]) -> str:
    cells = all_cells(reasons)
    if len(reasons) > 1:
        return f"no block can reach {words.cells(cells)}, {words.so(cells)}"
    blocks = reasons[0].blocks
    if len(blocks) == 1:
        return f"{words.block(blocks[0])} cannot reach {words.cells(cells)}, {words.so(cells)}"
    return f"neither {words.blocks(reasons[0], 'nor')} can reach {words.cells(cells)}, {words.so(cells)}"


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
                    yield LineClaim(1 << position, view.all_colors & ~(1 << color), blocks)


def _too_long_clause(words: DeductionWords, reasons: Sequence[LineReason]) -> str:
    parts = []
    for each in reasons:
        color = words.names.colors_left(words.removed(each.cells))
        longer = f"longer than {words.blocks(each, 'or')}"
        parts.append(f"if {words.cells(each.cells)} were {color}, the run there would be {longer}")
    return f"{'; '.join(parts)}; {words.so(all_cells(reasons))}"


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


def _extended_clause(words: DeductionWords, reasons: Sequence[LineReason]) -> str:
    parts = []
    for each in reasons:
        covered = words.cells(each.cells)
        if len(each.blocks) == 1:
            block = words.block(each.blocks[0])
            parts.append(f"{block} has to cover the filled cells there, so it also covers {covered}")
        elif len({words.clue[number] for number in each.blocks}) == 1:
            parts.append(f"the filled cells there belong to a {_any_block(words, each)}, which also covers {covered}")
        else:
            blocks = words.blocks(each, "or")
            either = "either of them" if len(each.blocks) == 2 else "each of them"
            parts.append(f"the filled cells there belong to {blocks}, and {either} also covers {covered}")
    colors = {words.clue[number].color for each in reasons for number in each.blocks}
    end = "" if len(colors) == 1 and ANY_COLOR not in colors else f", {words.so(all_cells(reasons))}"
    return "; ".join(parts) + end


def _color(view: LineView) -> Iterator[LineClaim]:
    """Only blocks of these colours reach the cells."""
    if view.n_colors == 1:
        return
    for low, high, blocks in _same_blocks(view):
        colors = 1
        for number in blocks:
            colors |= view.ranges[number].colors
        yield LineClaim((1 << high + 1) - (1 << low), colors, blocks)


def _color_clause(words: DeductionWords, reasons: Sequence[LineReason]) -> str:
    if len(reasons) > 1:
        return _out_of_reach(words, reasons)
    (reason,) = reasons
    named = sorted({words.clue[number].color for number in reason.blocks})
    blocks = words.blocks(reason, "and")
    if len(reason.blocks) > 1 and ANY_COLOR not in named:
        blocks = f"{words.names.colors_left(named)} blocks"
    excluded = ""
    if all(words.after(cell) == (BACKGROUND,) for cell in reason.cells) and ANY_COLOR not in named:
        excluded = f", and {'it' if len(reason.cells) == 1 else 'they'} cannot be {words.names.colors_left(named)}"
    return f"only {blocks} can reach {words.cells(reason.cells)}{excluded}, {words.so(reason.cells)}"


def _out_of_reach(words: DeductionWords, reasons: Sequence[LineReason]) -> str:
    """A clause that says for each group of cells which colours of blocks cannot reach it."""
    groups: dict[str, list[int]] = {}
    for cell in sorted(all_cells(reasons), key=words.names.grid.line(words.line).index):
        groups.setdefault(words.names.colors_left(words.removed([cell])), []).append(cell)
    parts = [f"no {colors} block can reach {words.cells(cells)}" for colors, cells in groups.items()]
    decided = [cell for cell in all_cells(reasons) if len(words.after(cell)) == 1]
    return joined(parts) + (f", so {words.become(decided)}" if decided else "")


def _common(block: BlockRange) -> int:
    """The cells that a block covers in all placements: in its leftmost and in its rightmost place."""
    return (1 << block.first_end) - (1 << block.last) if block.last < block.first_end else 0


def _covering_blocks(view: LineView, color: int, low: int, high: int) -> tuple[int, ...]:
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


def _any_block(words: DeductionWords, reason: LineReason) -> str:
    """Blocks of one length without article: `block of 3`, with the colour if they have the same, and it is known."""
    clue = words.clue
    colors = {clue[number].color for number in reason.blocks}
    color = min(colors)
    named = words.names.puzzle.n_colors > 1 and len(colors) == 1 and color not in (ANY_COLOR, BACKGROUND)
    return f"{words.names.colors[color] + ' ' if named else ''}block of {length_words(clue[reason.blocks[0]])}"


#: The arguments by name, the simplest first.
BLOCK_PATTERNS = {
    "joined": LinePattern(_joined, _joined_clause, 1),
    "placed": LinePattern(_placed, partial(_overlap_clause, is_placed=True), 1),
    "overlap": LinePattern(_overlap, _overlap_clause, 1),
    "closed": LinePattern(_closed, _closed_clause, 1),
    "gap": LinePattern(_gap, _gap_clause, 1),
    "unreachable": LinePattern(_unreachable, _unreachable_clause, 1),
    "too-long": LinePattern(_too_long, _too_long_clause, 2),
    "extended": LinePattern(_extended, _extended_clause, 2),
    "color": LinePattern(_color, _color_clause, 2),
}
