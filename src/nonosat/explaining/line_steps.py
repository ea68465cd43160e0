"""Steps without a supposition: of single lines, the easiest first, and of lines that decide a cell together."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import reduce
from operator import or_, xor
from typing import NamedTuple

from nonosat.core.errors import NoSolution
from nonosat.explaining.known_cells import KnownCells, LineMasks, PuzzleLines, position_colors
from nonosat.explaining.line_patterns import LAST_TIER, PATTERNS
from nonosat.explaining.line_view import LineView
from nonosat.explaining.step import LineDeduction, LineReason, Rung, Step
from nonosat.lines.domains import bit_positions, undecided_positions
from nonosat.model.grid import line_name

#: Arguments on a line: from the name of the pattern and the blocks that it names to the positions that it decides or
#: narrows, as a bit set; the simplest first.
Arguments = dict[tuple[str, tuple[int, ...]], int]


def line_arguments(
    lines: PuzzleLines, line: int, masks: LineMasks, targets: Mapping[int, int], last_tier: int = LAST_TIER
) -> Arguments:
    """The simplest argument for each cell of a line that loses colours; each position belongs to one of them.

    Args:
        masks: the knowledge of the line before.
        targets: for each position that loses colours those that have to be left, as a bit set; line consistency
            concludes all of them.
        last_tier: the tier of the hardest arguments to use; without harder ones some positions may remain.
    """
    view = LineView(lines.solvers[line], masks)
    to_argue = sum([1 << position for position in targets])
    found: Arguments = {}
    for name, pattern in PATTERNS.items():
        if not to_argue or pattern.tier > last_tier:
            break
        for claim in pattern.claims(view):
            cells = claim.cells & to_argue
            for position in bit_positions(cells):
                if not claim.colors & position_colors(masks, position) & ~targets[position]:
                    to_argue ^= 1 << position
                    key = name, claim.blocks
                    found[key] = found.get(key, 0) | 1 << position
    return found


def _deduction(known: KnownCells, line: int, targets: Mapping[int, int], arguments: Arguments) -> LineDeduction:
    """The conclusions of a line with their arguments; for `targets` see `line_arguments`."""
    cells = known.lines.cells[line]
    return LineDeduction(
        line=line,
        narrowed=tuple(known.narrowing(cells[position], targets[position]) for position in sorted(targets)),
        reasons=tuple(
            LineReason(pattern, tuple(cells[position] for position in bit_positions(positions)), blocks)
            for (pattern, blocks), positions in arguments.items()
        ),
    )


def line_deduction(known: KnownCells, line: int, removed: Mapping[int, int]) -> LineDeduction:
    """The conclusions of a line with their arguments; `removed` has the colours that its cells lose, as bit sets."""
    positions = {cell: position for position, cell in enumerate(known.lines.cells[line])}
    targets = {
        positions[cell]: known.colors[cell] & ~colors for cell, colors in removed.items() if known.colors[cell] & colors
    }
    return _deduction(known, line, targets, line_arguments(known.lines, line, known.masks[line], targets))


def line_step(known: KnownCells, line: int, removed: Mapping[int, int]) -> Step:
    """The step of a single line that loses the colours `removed`, as in `line_deduction`."""
    return _step([line_deduction(known, line, removed)])


def _step(deductions: list[LineDeduction]) -> Step:
    return Step(
        rung=Rung.SINGLE_LINE,
        lines=tuple(sorted(each.line for each in deductions)),
        conclusions=tuple(sorted({narrowing for each in deductions for narrowing in each.narrowed})),
        deductions=tuple(deductions),
    )


class _Offer(NamedTuple):
    """The conclusions of a line: the colours left at each position that loses some, as a bit set; the hardest tier."""

    targets: dict[int, int]
    arguments: Arguments
    tier: int


class SingleLines:
    """Finds the next step of single lines, which the caller applies to `known`; it remembers conclusions of lines."""

    def __init__(self, known: KnownCells) -> None:
        self.known = known
        #: For steps that decide cells, and for those that only narrow them: for each line the knowledge when it was
        #: last looked at, and its conclusions then.
        self._seen: dict[bool, list[tuple[LineMasks, _Offer | None]]] = {
            decides: [((), None)] * len(known.masks) for decides in (True, False)
        }

    def easiest(self, near: Collection[int], *, decides: bool) -> Step | None:
        """The easiest step: by the argument, then near the cells `near`, then with the most cells.

        Args:
            decides: True for a step that decides cells; lines of one family with the same argument of tier 0 are one
                step. False for one that removes colours where no line decides a cell, as in puzzles of several colours.
        """
        lines = self.known.lines
        offers = {line: offer for line in range(len(lines.cells)) if (offer := self._offer(line, decides)) is not None}
        if not offers:
            return None
        close = lines.through(near)
        best = min(offers, key=lambda line: (offers[line].tier, line not in close, -len(offers[line].targets), line))
        chosen = [best]
        if decides and offers[best].tier == 0:
            family = next(each for each in lines.puzzle.grid.families if best in each)
            chosen = [line for line in sorted(offers) if line in family and _is_alike(offers[line], offers[best])]
        return _step([_deduction(self.known, line, offers[line].targets, offers[line].arguments) for line in chosen])

    def _offer(self, line: int, decides: bool) -> _Offer | None:
        """The conclusions of a line; of those that decide cells only the ones with the easiest arguments."""
        lines, masks = self.known.lines, self.known.masks[line]
        seen, offer = self._seen[decides][line]
        if seen is masks or seen == masks:
            return offer
        after = lines.narrow(line, masks)
        if after is None:
            name = line_name(lines.puzzle.grid, line)
            raise NoSolution(f"no solution: the clue of {name} does not fit what is known of its cells")
        offer = None
        if targets := _targets(masks, after, decides):
            tiers = range(LAST_TIER + 1) if decides else [LAST_TIER]
            arguments = next(found for tier in tiers if (found := line_arguments(lines, line, masks, targets, tier)))
            argued = {position for positions in arguments.values() for position in bit_positions(positions)}
            tier = max(PATTERNS[pattern].tier for pattern, _ in arguments)
            offer = _Offer({position: targets[position] for position in targets if position in argued}, arguments, tier)
        self._seen[decides][line] = masks, offer
        return offer


def _targets(before: LineMasks, after: LineMasks, decides: bool) -> dict[int, int]:
    """The positions that a line decides, or narrows if not `decides`, with the colours that are left, as a bit set."""
    if decides:
        changed = undecided_positions(before) & ~undecided_positions(after)
    else:
        changed = reduce(or_, map(xor, before, after))
    return {position: position_colors(after, position) for position in bit_positions(changed)}


def _is_alike(one: _Offer, other: _Offer) -> bool:
    """True if two offers are of one tier and begin with the same argument."""
    return one.tier == other.tier and next(iter(one.arguments))[0] == next(iter(other.arguments))[0]


def crossing_step(known: KnownCells, near: Collection[int] = ()) -> Step | None:
    """The step of a cell, near some others, that its lines decide together by the colours that each of them allows.

    No line decides a cell by itself. None if there is no such cell, as in puzzles of one colour.
    """
    lines = known.lines
    if lines.puzzle.n_colors == 1:
        return None
    after = [lines.narrow(line, masks) for line, masks in enumerate(known.masks)]
    close = lines.through(near)
    found: dict[tuple[bool, int, int], tuple[dict[int, int], int]] = {}
    for cell in known.open_cells():
        removed: dict[int, int] = {}
        common = known.colors[cell]
        for line, bit in lines.places[cell]:
            masks = after[line]
            assert masks is not None, "single lines find no contradiction"
            colors = position_colors(masks, bit.bit_length() - 1)
            if common & ~colors:
                removed[line] = known.colors[cell] & ~colors
                common &= colors
        if common and not common & (common - 1):
            found[close.isdisjoint(removed), len(removed), cell] = removed, common
    if not found:
        return None
    (_, _, cell), (removed, left) = min(found.items())
    return Step(
        rung=Rung.CROSSING_LINES,
        lines=tuple(sorted(removed)),
        conclusions=(known.narrowing(cell, left),),
        deductions=tuple(line_deduction(known, line, {cell: colors}) for line, colors in sorted(removed.items())),
    )
