"""The consequences of a supposition, line after line, until a line has no placement; and those that this end needs.

Lines are swept in passes: in each one all lines on which the pass before has changed something, from what was known
when the pass began. So the first contradiction is one of those with the fewest passes. A trace remembers which sweep
removed a colour of a cell first. From the contradiction backwards it keeps only the consequences that are needed: first
whole sweeps are left out, then single colours of cells.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cached_property
from math import inf
from typing import NamedTuple

from nonosat.core.minimal_subset import minimal_subset
from nonosat.explaining.known_cells import KnownCells, LineMasks, masks_of
from nonosat.explaining.step import Supposition
from nonosat.lines.domains import bit_positions

#: The number of the sweep that stands for the supposition itself.
_SUPPOSED = -1


class ChainLink(NamedTuple):
    """The contribution of a line to a chain: the colours, as bit sets, that cells lose and that later links need."""

    line: int
    removed: dict[int, int]


class Chain(NamedTuple):
    """A refuted supposition: lines follow one after the other, until one has no placement.

    Attributes:
        contradiction: the line that has no placement after the links.
    """

    supposition: Supposition
    links: tuple[ChainLink, ...]
    contradiction: int

    @property
    def lines(self) -> frozenset[int]:
        """The lines that it uses."""
        return frozenset([self.contradiction, *(link.line for link in self.links)])

    @property
    def size(self) -> tuple[int, int, int]:
        """The effort to follow it: lines, links, cells."""
        cells = sum(colors.bit_count() for link in self.links for colors in link.removed.values())
        return len(self.lines), len(self.links), cells


class _Sweep(NamedTuple):
    """A line swept once: its index, and what was known of it before and after."""

    line: int
    before: LineMasks
    after: LineMasks


class SuppositionTrace:
    """The consequences of a supposition.

    Attributes:
        contradictions: the lines without placement in the last pass, with what is known of their cells.
        swept: the lines that were swept, or were found without placement.
        is_complete: whether nothing more follows, as a line has no placement or nothing changes any more.
    """

    def __init__(
        self,
        known: KnownCells,
        supposition: Supposition,
        *,
        most_passes: float = inf,
        allowed: Collection[int] | None = None,
        order: Sequence[int] | None = None,
    ) -> None:
        """Follow the lines until one has no placement, or nothing changes any more.

        Args:
            supposition: of a colour that is possible.
            most_passes: the number of passes after which to stop.
            allowed: the only lines that are swept; None for all.
            order: lines to sweep one after the other, instead of in passes.
        """
        self.supposition = supposition
        self.known = known
        self.contradictions: list[tuple[int, LineMasks]] = []
        self.swept: set[int] = set()
        self.n_passes = self.n_sweeps = 0
        self.is_complete = True
        self._sweeps: list[_Sweep] = []
        self._width = known.lines.puzzle.n_colors + 1
        #: For each colour, for each line, the positions that may have it now.
        self._now = [list(masks) for masks in zip(*known.masks, strict=True)]
        self._allowed = allowed
        self._waiting = self._suppose()
        #: The sweeps of the last pass, noted when there is a next one.
        self._found: list[_Sweep] = []
        if order is not None:
            for line in order:
                if not self.contradictions:
                    self._note(self._sweep_pass([line]))
            return
        self.is_complete = False
        self.follow(most_passes)

    def follow(self, most_passes: float) -> None:
        """Follow the lines further, up to `most_passes` passes in all; `known` must not have changed since."""
        while not self.is_complete and self.n_passes != most_passes:
            if self._found:
                self._waiting = self._note(self._found)
            self.n_passes += 1
            waiting = self._waiting if self._allowed is None else self._waiting.intersection(self._allowed)
            self._found = self._sweep_pass(sorted(waiting))
            self.is_complete = not self._found or self.is_refuted

    def _suppose(self) -> set[int]:
        """Remove the colours that are not supposed, and return the lines through the cell."""
        cell, kept = self.supposition
        places = self.known.lines.places[cell]
        for color in bit_positions(self.known.colors[cell] & ~(1 << kept)):
            for line, bit in places:
                self._now[color][line] ^= bit
        return {line for line, _ in places}

    def _sweep_pass(self, to_sweep: Iterable[int]) -> list[_Sweep]:
        """Sweep lines, each from what was known when the pass began, and return those that conclude something."""
        now, narrow = self._now, self.known.lines.narrow
        found: list[_Sweep] = []
        for line in to_sweep:
            self.swept.add(line)
            self.n_sweeps += 1
            before = tuple([masks[line] for masks in now])
            after = narrow(line, before)
            if after is None:
                self.contradictions.append((line, before))
            elif after != before:
                found.append(_Sweep(line, before, after))
        return found

    def _note(self, found: Sequence[_Sweep]) -> set[int]:
        """Apply the conclusions of sweeps, and return the lines that they change."""
        self._sweeps += found
        changed: set[int] = set()
        for line, before, after in found:
            crossings = self.known.lines.crossings[line]
            for masks, old, new in zip(self._now, before, after, strict=True):
                # Other sweeps of the pass may have removed some of it already, on the lines that cross, too.
                removed = (old ^ new) & masks[line]
                masks[line] ^= removed
                while removed:
                    low = removed & -removed
                    removed ^= low
                    for other, bit in crossings[low.bit_length() - 1]:
                        masks[other] ^= bit
                        changed.add(other)
        return changed

    @cached_property
    def _owner(self) -> dict[int, int]:
        """From facts, cell * width + colour, to the sweep that first removed this colour of the cell."""
        width = self._width
        cell, kept = self.supposition
        owner = {cell * width + color: _SUPPOSED for color in bit_positions(self.known.colors[cell] & ~(1 << kept))}
        for number, (line, before, after) in enumerate(self._sweeps):
            cells = self.known.lines.cells[line]
            for color, (old, new) in enumerate(zip(before, after, strict=True)):
                for position in bit_positions(old ^ new) if old != new else ():
                    owner.setdefault(cells[position] * width + color, number)
        return owner

    @property
    def is_refuted(self) -> bool:
        """True if a line has no placement."""
        return bool(self.contradictions)

    def chains(self) -> list[Chain]:
        """The chains that lead to the lines without placement, each without the links that it does not need."""
        return [self._chain(line, before) for line, before in self.contradictions]

    def _chain(self, contradiction: int, before: LineMasks) -> Chain:
        needed: dict[int, dict[int, int]] = {}
        used = {contradiction}
        self._require(contradiction, before, None, needed, used)
        links: list[ChainLink] = []
        while needed:
            number = max(needed)
            sweep = self._sweeps[number]
            link = ChainLink(sweep.line, needed.pop(number))
            links.append(link)
            self._require(sweep.line, sweep.before, link.removed, needed, used)
        return Chain(self.supposition, tuple(reversed(links)), contradiction)

    def _require(
        self,
        line: int,
        before: LineMasks,
        removed: Mapping[int, int] | None,
        needed: dict[int, dict[int, int]],
        used: set[int],
    ) -> None:
        """Note the colours of cells that a sweep needs the sweeps before it to remove.

        Args:
            before: the masks of the line then.
            removed: from cells to the colours that it has to remove; None if the line must have no placement.
            needed: from the number of a sweep to what it has to remove; more is added.
            used: the lines that the chain uses so far; more are added.
        """
        cells, width = self.known.lines.cells[line], self._width
        goal = None if removed is None else masks_of([removed.get(cell, 0) for cell in cells], width)
        #: From sweep to the positions on this line that it changed, and to the colours that it removed there.
        parts: dict[int, dict[int, list[int]]] = {}
        for color, (old, new) in enumerate(zip(self.known.masks[line], before, strict=True)):
            for position in bit_positions(old ^ new) if old != new else ():
                number = self._owner[cells[position] * width + color]
                if number != _SUPPOSED:
                    parts.setdefault(number, {}).setdefault(position, []).append(color)
        current = before
        for number in sorted(parts, key=lambda each: (self._sweeps[each].line in used, -each)):
            without = _restored(current, parts[number])
            if self._suffices(line, without, goal):
                current = without
                del parts[number]
        for number in sorted(parts, reverse=True):
            part = parts[number]
            # Cells are left out whole: a person sees cells, not colours.
            for position in sorted(part, reverse=True) if len(part) > 1 else ():
                without = _restored(current, {position: part[position]})
                if self._suffices(line, without, goal):
                    current = without
                    del part[position]
            if part:
                used.add(self._sweeps[number].line)
                wanted = needed.setdefault(number, {})
                for position, colors in part.items():
                    wanted[cells[position]] = wanted.get(cells[position], 0) | sum(1 << color for color in colors)

    def _suffices(self, line: int, masks: LineMasks, goal: Sequence[int] | None) -> bool:
        """True if a line reaches a goal from its masks; the goal None is to have no placement."""
        after = self.known.lines.narrow(line, masks)
        if goal is None or after is None:
            return after is None
        return not any(wanted & left for wanted, left in zip(goal, after, strict=True))


def _restored(masks: LineMasks, part: Mapping[int, Collection[int]]) -> LineMasks:
    """The masks of a line with the colours of `part` put back at its positions."""
    restored = list(masks)
    for position, colors in part.items():
        for color in colors:
            restored[color] |= 1 << position
    return tuple(restored)


def easiest_chain(trace: SuppositionTrace, most: int = 3) -> Chain:
    """The easiest chain of a refutation, without the lines that it can do without, from its `most` shortest chains."""
    chains = sorted(trace.chains(), key=_order)
    return min((_fewer_lines(trace.known, chain) for chain in chains[:most]), key=_order)


def shortened(known: KnownCells, chain: Chain) -> Chain:
    """A chain that was made when less was known, without links that are not needed any more; it is still possible."""
    return easiest_chain(SuppositionTrace(known, chain.supposition, allowed=chain.lines))


def _fewer_lines(known: KnownCells, chain: Chain) -> Chain:
    """A chain for the same supposition with some of the lines; none of them can be left out."""
    chain = _in_order(known, chain)

    def used(lines: list[int]) -> frozenset[int] | None:
        nonlocal chain
        trace = SuppositionTrace(known, chain.supposition, allowed=lines)
        if not trace.is_refuted:
            return None
        chain = _in_order(known, min(trace.chains(), key=_order))
        return chain.lines

    minimal_subset(sorted(chain.lines, reverse=True), used)
    return chain


def _in_order(known: KnownCells, chain: Chain) -> Chain:
    """A chain whose lines are swept one after the other, until one of them has no placement.

    In passes a line does not know the conclusions of the others of its pass, so it may find a contradiction later.
    """
    while True:
        order = [*(link.line for link in chain.links), chain.contradiction]
        (shorter,) = SuppositionTrace(known, chain.supposition, order=order).chains()
        if len(shorter.links) == len(chain.links):
            return shorter
        chain = shorter


def _order(chain: Chain) -> tuple[tuple[int, int, int], int]:
    """A key that sorts the easiest chain first."""
    return chain.size, chain.contradiction
