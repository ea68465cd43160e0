"""The cells of a puzzle during line solving: in Python, which defines all methods, or by a compiled kernel.

The families of lines take turns: all lines of one family on which something has changed are swept, then the colours
that this removes are removed from the families that cross.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import compress

from nonosat.core.compiled import kernels
from nonosat.lines.cells import Cells
from nonosat.lines.clue_bounds import cell_bounds
from nonosat.lines.crossing import crossing
from nonosat.lines.domains import Domains, LineDomain, StartDomains, position_flags, undecided_positions
from nonosat.lines.line import LineSolver, Removals, Stretch, sweep_stretch
from nonosat.model.clue import Clue
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid

#: Work of the sweep of a line, in units; about the mean over puzzles of 50 to 100 lines.
_LINE_WORK = 0.05


class LineCells(Cells):
    """The cells of any puzzle, in Python."""

    __slots__ = ("_changed", "_crossing", "_grid", "_is_possible", "_masks", "_n_colors", "_solvers", "_stretches")

    def __init__(self, puzzle: Puzzle) -> None:
        """The cells as each clue alone leaves them."""
        grid, n_colors = puzzle.grid, puzzle.n_colors
        self._grid, self._n_colors = grid, n_colors
        self._crossing = crossing(grid)
        self._is_possible = True
        self._solvers: list[LineSolver] = []
        self._stretches: list[tuple[Stretch, ...]] = []
        #: For each line the positions that have lost a colour since it was last swept.
        self._changed: list[int] = []
        self._masks: list[list[int]] = [[] for _ in range(n_colors + 1)]
        for index, clue in enumerate(puzzle.clues):
            length = len(grid.line(index))
            solver = LineSolver(clue, length, n_colors)
            self._solvers.append(solver)
            own = cell_bounds(clue, length, n_colors)
            for masks, mask in zip(self._masks, own, strict=True):
                masks.append(mask)
            is_open = undecided_positions(own)
            self._stretches.append(((0, length, 0, len(clue)),) if is_open else ())
            # The bounds are line consistent if all colours are known.
            self._changed.append((1 << length) - 1 if solver.has_unknown_blocks and is_open else 0)
        for color, masks in enumerate(self._masks):
            self._masks[color] = self._crossing.agreed(masks)
            for index, mask in enumerate(self._masks[color]):
                self._changed[index] |= masks[index] ^ mask

    def copy(self) -> LineCells:
        other = LineCells.__new__(LineCells)
        other._grid, other._n_colors, other._crossing = self._grid, self._n_colors, self._crossing
        other._solvers, other._is_possible = self._solvers, self._is_possible
        other._masks = [masks[:] for masks in self._masks]
        other._stretches, other._changed = self._stretches[:], self._changed[:]
        return other

    def fix(self, cell: int, color: int) -> None:
        for other in range(len(self._masks)):
            if other != color:
                self.forbid(cell, other)
        index, position = self._crossing.places(cell)[0]
        if not self._masks[color][index] >> position & 1:
            self._is_possible = False

    def forbid(self, cell: int, color: int) -> None:
        masks = self._masks[color]
        for index, position in self._crossing.places(cell):
            bit = 1 << position
            if masks[index] & bit:
                masks[index] ^= bit
                self._changed[index] |= bit

    def run(self, poll: Callable[[float], None] | None = None, swept: list[int] | None = None) -> bool:
        changed = self._changed
        families = self._grid.families
        to_sweep = [any(changed[family.start : family.stop]) for family in families]
        while self._is_possible and any(to_sweep):
            for number, family in enumerate(families):
                if not to_sweep[number]:
                    continue
                to_sweep[number] = False
                removals: Removals = [[] for _ in self._masks]
                for index in compress(family, changed[family.start : family.stop]):
                    if swept is not None:
                        swept.append(index)
                    if not self._sweep_line(index, removals):
                        self._is_possible = False
                        return False
                    if poll is not None:
                        poll(_LINE_WORK)
                for masks, removed in zip(self._masks, removals, strict=True):
                    if removed:
                        for other in self._crossing.remove(removed, number, masks, changed):
                            to_sweep[other] = True
        return self._is_possible

    def run_round(self) -> bool | None:
        changed = self._changed
        if not self._is_possible:
            return None
        families = self._grid.families
        removals: list[Removals] = []
        for family in families:
            removed: Removals = [[] for _ in self._masks]
            removals.append(removed)
            for index in family:
                if changed[index] and not self._sweep_line(index, removed):
                    self._is_possible = False
                    return None
        for number, removed in enumerate(removals):
            for masks, places in zip(self._masks, removed, strict=True):
                if places:
                    self._crossing.remove(places, number, masks, changed)
        return any(map(any, removals))

    def restrict(self, masks: list[list[int]], cells: tuple[int, ...]) -> None:
        open_ = [0] * len(self._changed)
        for cell in cells:
            for index, position in self._crossing.places(cell):
                open_[index] |= 1 << position
        before = self._masks
        self._masks = [
            [mask & (kept | positions) for mask, kept, positions in zip(*planes, open_, strict=True)]
            for planes in zip(before, masks, strict=True)
        ]
        for index, positions in enumerate(open_):
            if positions:
                for old, new in zip(before, self._masks, strict=True):
                    self._changed[index] |= old[index] ^ new[index]

    def edited(self, clues: Mapping[int, Clue], colors: Mapping[int, int]) -> LineCells:
        other = self.copy()
        other._solvers = self._solvers[:]
        grid, n_colors = self._grid, self._n_colors
        for cell, color in colors.items():
            for index, position in self._crossing.places(cell):
                bit = 1 << position
                for number, masks in enumerate(other._masks):
                    masks[index] = masks[index] | bit if number == color else masks[index] & ~bit
        for index, clue in clues.items():
            line = grid.line(index)
            other._solvers[index] = LineSolver(clue, len(line), n_colors)
            other._stretches[index] = ((0, len(line), 0, len(clue)),) if clue else ()
            other._changed[index] = (1 << len(line)) - 1
            if not clue:
                for cell in line:
                    other.fix(cell, BACKGROUND)
            elif not other._solvers[index].has_unknown_blocks:  # whose sweep looks at the colours of the clue alone
                for color in {*range(1, n_colors + 1)} - {color for _, color in clue}:
                    for cell in compress(line, position_flags(other._masks[color][index], len(line))):
                        other.forbid(cell, color)
        for index, clue in clues.items():
            if not clue:
                other._changed[index] = 0  # it has no block to sweep, and all of it is decided
        return other

    def changed_lines(self) -> list[int]:
        return [index for index, positions in enumerate(self._changed) if positions]

    def count_open(self) -> int:
        n_rows = len(self._grid.families[0])
        twice = [0] * n_rows
        once, *others = [masks[:n_rows] for masks in self._masks]
        for masks in others:
            twice = [found | before & mask for found, before, mask in zip(twice, once, masks, strict=True)]
            once = [before | mask for before, mask in zip(once, masks, strict=True)]
        return sum(map(int.bit_count, twice))

    def colors(self, cell: int) -> list[int]:
        index, position = self._crossing.places(cell)[0]
        return [color for color, masks in enumerate(self._masks) if masks[index] >> position & 1]

    def masks(self) -> list[list[int]]:
        return self._masks

    def sets(self) -> bytes:
        lengths = [len(self._grid.line(row)) for row in self._grid.families[0]]
        n_bytes = (self._grid.n_cells + 7) // 8
        return b"".join([_joined(masks[: len(lengths)], lengths).to_bytes(n_bytes, "little") for masks in self._masks])

    def decided(self) -> tuple[int, ...] | None:
        lines = [LineDomain(cells, ()) for cells in zip(*self._masks, strict=True)]
        picture = Domains(self._grid, tuple(lines)).picture()
        return None if picture is None else picture.cells

    def starts(self, line: int) -> StartDomains:
        return self._solvers[line].starts([masks[line] for masks in self._masks])

    def stretches(self, line: int) -> tuple[Stretch, ...]:
        return self._stretches[line]

    def _sweep_line(self, index: int, removals: Removals) -> bool:
        """Sweep the stretches of a line in which something has changed; return False if the clue has no placement.

        What has become impossible is added to `removals`; the lines that cross are not changed here.
        """
        changed = self._changed[index]
        self._changed[index] = 0
        solver = self._solvers[index]
        if solver.has_unknown_blocks:
            after = solver.narrow([masks[index] for masks in self._masks])
            if after is None:
                return False
            for masks, mask, removed in zip(self._masks, after, removals, strict=True):
                if masks[index] != mask:
                    removed.append((index, masks[index] ^ mask))
                    masks[index] = mask
            return True
        stretches: list[Stretch] = []
        for stretch in self._stretches[index]:
            low, high, _, _ = stretch
            window = (1 << high) - (1 << low)
            if changed & window:
                changed &= ~window
                pieces = sweep_stretch(self._masks, index, solver, stretch, window, removals)
                if pieces is None:
                    return False
                stretches += pieces
            else:
                stretches.append(stretch)
        self._stretches[index] = tuple(stretches)
        return not changed  # cells that had been decided have lost their colour


def line_cells(puzzle: Puzzle) -> Cells:
    """The cells of a puzzle as each clue alone leaves them; compiled if kernels are built, and no block has a `?`."""
    compiled = kernels()
    if compiled is None or puzzle.has_unknown_colors or puzzle.has_hidden_lengths:
        return LineCells(puzzle)
    grid = puzzle.grid
    lines = None if isinstance(grid, RectGrid) else tuple([grid.line(index) for index in range(grid.n_lines)])
    families = tuple(map(len, grid.families))
    cells: Cells = compiled.LineState(puzzle.clues, puzzle.n_colors + 1, families, lines)
    return cells


def _joined(masks: list[int], lengths: list[int]) -> int:
    """Bit sets of some `lengths`, one behind the other as one bit set."""
    while len(masks) > 1:  # neighbours, so that few shifts are of long integers
        if len(masks) % 2:
            masks, lengths = [*masks, 0], [*lengths, 0]
        pairs = zip(masks[::2], masks[1::2], lengths[::2], strict=True)
        masks = [low | high << length for low, high, length in pairs]
        lengths = [low + high for low, high in zip(lengths[::2], lengths[1::2], strict=True)]
    return masks[0]
