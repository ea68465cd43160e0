"""The reasons for the conclusions of a line: for each cell the simplest argument."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from nonosat.explaining.known_cells import KnownCells, LineMasks, PuzzleLines, position_colors
from nonosat.explaining.line_patterns import LAST_TIER, PATTERNS, positions_of
from nonosat.explaining.line_view import LineView
from nonosat.explaining.step import LineDeduction, LineReason
from nonosat.lines.domains import bit_positions, undecided_positions


class LineArgument(NamedTuple):
    """An argument on a line, with the cells that it decides or narrows.

    Attributes:
        pattern: a key of `PATTERNS`.
        positions: of the cells on the line, as a bit set.
        blocks: see `LineClaim`.
        tier: see `PatternEntry`.
    """

    pattern: str
    positions: int
    blocks: tuple[int, ...]
    tier: int


def arguments(
    lines: PuzzleLines, line: int, masks: LineMasks, targets: Mapping[int, int], last_tier: int = LAST_TIER
) -> list[LineArgument]:
    """The simplest argument for each cell of a line that loses colours.

    Args:
        line: its index.
        masks: the knowledge of the line before.
        targets: for each position that loses colours those that have to be left, as a bit set; line consistency
            concludes all of them.
        last_tier: the tier of the hardest arguments to use; without harder ones some positions may remain.

    Returns:
        The arguments, the simplest first; each position belongs to one of them.
    """
    view = LineView(lines.solvers[line], masks)
    open_targets = 0
    for position in targets:
        open_targets |= 1 << position
    found: dict[tuple[str, tuple[int, ...]], int] = {}
    for name, (claims, tier) in PATTERNS.items():
        if not open_targets or tier > last_tier:
            break
        for claim in claims(view):
            for position in positions_of(claim._replace(cells=claim.cells & open_targets)):
                if not claim.colors & position_colors(masks, position) & ~targets[position]:
                    open_targets ^= 1 << position
                    key = name, claim.blocks
                    found[key] = found.get(key, 0) | 1 << position
    return [LineArgument(name, cells, blocks, PATTERNS[name].tier) for (name, blocks), cells in found.items()]


def decided_targets(before: LineMasks, after: LineMasks) -> dict[int, int]:
    """The cells that a line decides: from position to the colour, as a bit set."""
    decided = undecided_positions(before) & ~undecided_positions(after)
    return {position: position_colors(after, position) for position in bit_positions(decided)} if decided else {}


def narrowed_targets(before: LineMasks, after: LineMasks) -> dict[int, int]:
    """The cells that a line narrows: from position to the colours that are left, as a bit set."""
    changed = 0
    for old, new in zip(before, after, strict=True):
        changed |= old ^ new
    changed &= undecided_positions(before)
    return {position: position_colors(after, position) for position in bit_positions(changed)} if changed else {}


def deduction(
    known: KnownCells, line: int, left: Mapping[int, int], argued: list[LineArgument] | None = None
) -> LineDeduction:
    """The conclusions of a line with their arguments.

    Args:
        known: the knowledge before.
        line: its index.
        left: for each position that loses colours those that are left, as a bit set.
        argued: the arguments, if they were found already; they cover these positions.
    """
    if argued is None:
        argued = arguments(known.lines, line, known.masks[line], left)
    cells = known.lines.cells[line]
    return LineDeduction(
        line=line,
        narrowed=tuple(known.narrowing(cells[position], left[position]) for position in sorted(left)),
        reasons=tuple(
            LineReason(each.pattern, tuple(cells[position] for position in bit_positions(each.positions)), each.blocks)
            for each in argued
        ),
    )
