"""Why a line concludes what it concludes: for each cell the simplest argument."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from nonosat.explaining.known_cells import KnownCells, LineMasks, PuzzleLines, newly_decided, position_colors
from nonosat.explaining.line_patterns import LAST_TIER, PATTERNS, positions_of
from nonosat.explaining.line_view import LineView
from nonosat.explaining.step import LineDeduction, LineReason
from nonosat.lines.domains import bit_positions, undecided_positions


class Argued(NamedTuple):
    """What an argument concludes on a line.

    Attributes:
        pattern: its name.
        positions: on the line, as a bit set.
        blocks: that it names.
        tier: how hard it is, see `PatternEntry`.
    """

    pattern: str
    positions: int
    blocks: tuple[int, ...]
    tier: int


def arguments(
    lines: PuzzleLines, line: int, masks: LineMasks, targets: Mapping[int, int], last_tier: int = LAST_TIER
) -> list[Argued]:
    """The simplest argument for each cell of a line that loses colours.

    Args:
        lines: of the puzzle.
        line: the index of the line.
        masks: what is known of it before.
        targets: for each position that loses colours what has to be left of it, as a bit set; line consistency
            concludes all of it.
        last_tier: leave out harder arguments; then some positions may remain.

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
    return [Argued(name, cells, blocks, PATTERNS[name].tier) for (name, blocks), cells in found.items()]


def decided_targets(before: LineMasks, after: LineMasks) -> dict[int, int]:
    """The cells that a line decides: from position to the colour, as a bit set."""
    decided = newly_decided(before, after)
    return {position: position_colors(after, position) for position in bit_positions(decided)} if decided else {}


def narrowed_targets(before: LineMasks, after: LineMasks) -> dict[int, int]:
    """The cells that a line narrows: from position to the colours that are left, as a bit set."""
    changed = 0
    for old, new in zip(before, after, strict=True):
        changed |= old ^ new
    changed &= undecided_positions(before)
    return {position: position_colors(after, position) for position in bit_positions(changed)} if changed else {}


def deduction(
    known: KnownCells, line: int, left: Mapping[int, int], argued: list[Argued] | None = None
) -> LineDeduction:
    """What a line concludes, with the arguments.

    Args:
        known: what is known before.
        line: its index.
        left: for each position that loses colours those that are left, as a bit set.
        argued: the arguments, if they are known; they cover these positions.
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
