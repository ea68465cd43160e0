"""Rung LINE: the line that a person would look at next, and its conclusions."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

from nonosat.errors import NoSolution
from nonosat.explaining.known_cells import KnownCells, LineMasks
from nonosat.explaining.line_patterns import LAST_TIER
from nonosat.explaining.line_reasons import LineArgument, arguments, decided_targets, deduction, narrowed_targets
from nonosat.explaining.step import LineDeduction, Rung, Step
from nonosat.model.grid import line_name


class _Offer(NamedTuple):
    """The conclusions of a line.

    Attributes:
        targets: for each position that loses colours those that are left, as a bit set.
        tier: of the simplest argument.
    """

    targets: dict[int, int]
    argued: list[LineArgument]
    tier: int

    @property
    def easy(self) -> list[LineArgument]:
        """The arguments of that tier."""
        return [each for each in self.argued if each.tier <= self.tier]


class LineRung:
    """Finds the next step of single lines, which the caller applies to `known`; it remembers conclusions of lines."""

    def __init__(self, known: KnownCells) -> None:
        self.known = known
        #: For each line the knowledge when it was last looked at, and its conclusions then.
        self._seen: list[tuple[LineMasks, _Offer | None]] = [((), None)] * len(known.masks)
        self._narrowing: list[tuple[LineMasks, _Offer | None]] = [((), None)] * len(known.masks)

    def deciding(self, near: Collection[int]) -> Step | None:
        """The easiest step that decides cells: by the argument, then near some cells, then with the most cells.

        Lines of one family with the same argument of tier 0 are one step.
        """
        offers = {line: offer for line in range(len(self.known.masks)) if (offer := self._decided(line)) is not None}
        if not offers:
            return None
        close = self._lines_of(near)
        best = min(offers, key=lambda line: (offers[line].tier, line not in close, -_size(offers[line].easy), line))
        chosen = [best]
        if offers[best].tier == 0:
            pattern = offers[best].easy[0].pattern
            family = next(each for each in self.known.lines.puzzle.grid.families if best in each)
            chosen = [
                line
                for line, offer in sorted(offers.items())
                if line in family and offer.tier == 0 and offer.easy[0].pattern == pattern
            ]
        return self._step([self._easy_deduction(line, offers[line]) for line in chosen])

    def narrowing(self, near: Collection[int]) -> Step | None:
        """The easiest step that removes colours of cells without deciding one; only in puzzles of several colours."""
        offers = {line: offer for line in range(len(self.known.masks)) if (offer := self._narrowed(line)) is not None}
        if not offers:
            return None
        close = self._lines_of(near)
        best = min(offers, key=lambda line: (offers[line].tier, line not in close, -len(offers[line].targets), line))
        offer = offers[best]
        return self._step([deduction(self.known, best, offer.targets, offer.argued)])

    def _decided(self, line: int) -> _Offer | None:
        """The cells that a line decides, with the arguments of the easiest tier."""
        masks = self.known.masks[line]
        seen, offer = self._seen[line]
        if seen is not masks and seen != masks:
            after = self._narrow(line, masks)
            targets = {} if after == masks else decided_targets(masks, after)
            offer = self._offer(line, masks, targets) if targets else None
            self._seen[line] = masks, offer
        return offer

    def _narrowed(self, line: int) -> _Offer | None:
        """The cells that a line narrows, with all arguments."""
        masks = self.known.masks[line]
        seen, offer = self._narrowing[line]
        if seen is not masks and seen != masks:
            after = self._narrow(line, masks)
            targets = {} if after == masks else narrowed_targets(masks, after)
            offer = None
            if targets:
                argued = arguments(self.known.lines, line, masks, targets)
                offer = _Offer(targets, argued, max(each.tier for each in argued))
            self._narrowing[line] = masks, offer
        return offer

    def _narrow(self, line: int, masks: LineMasks) -> LineMasks:
        """The knowledge of a line after its conclusions.

        Raises:
            NoSolution: its clue has no placement.
        """
        after = self.known.lines.narrow(line, masks)
        if after is None:
            name = line_name(self.known.lines.puzzle.grid, line)
            raise NoSolution(f"no solution: the clue of {name} does not fit what is known of its cells")
        return after

    def _offer(self, line: int, masks: LineMasks, targets: dict[int, int]) -> _Offer:
        """The conclusions of a line, with arguments up to the lowest tier that has one."""
        for tier in range(LAST_TIER + 1):
            argued = arguments(self.known.lines, line, masks, targets, tier)
            if argued:
                return _Offer(targets, argued, tier)
        raise AssertionError("the last pattern concludes everything")

    def _easy_deduction(self, line: int, offer: _Offer) -> LineDeduction:
        """The part of an offer with the easiest arguments."""
        cells = 0
        for each in offer.easy:
            cells |= each.positions
        left = {position: colors for position, colors in offer.targets.items() if cells >> position & 1}
        return deduction(self.known, line, left, offer.easy)

    def _lines_of(self, cells: Collection[int]) -> set[int]:
        """The lines through some cells."""
        return {line for cell in cells for line, _ in self.known.lines.places[cell]}

    @staticmethod
    def _step(deductions: list[LineDeduction]) -> Step:
        """The step of some deductions that are independent of each other."""
        by_cell = {each.cell: each for made in deductions for each in made.narrowed}
        return Step(
            rung=Rung.LINE,
            lines=tuple(sorted(made.line for made in deductions)),
            conclusions=tuple(by_cell[cell] for cell in sorted(by_cell)),
            deductions=tuple(deductions),
        )


def _size(argued: list[LineArgument]) -> int:
    """The number of positions that arguments decide or narrow."""
    return sum(each.positions.bit_count() for each in argued)
