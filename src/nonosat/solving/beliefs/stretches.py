"""The open stretches of the lines of a puzzle, as arrays, sorted into batches of similar shape.

A stretch is a run of cells of one line that is still open, together with the blocks that lie in it. How a stretch is
filled does not depend on the rest of its line, so stretches, not lines, exchange messages (see `beliefs`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nonosat.lines.fixpoint import PropagationState
from nonosat.model.clue import UNKNOWN
from nonosat.model.puzzle import Puzzle

Ints = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

#: Estimated cost of one diagonal and one node of a lattice, in microseconds; only their ratio matters.
_DIAGONAL_COST, _NODE_COST = 12.0, 0.015


@dataclass(frozen=True)
class Batch:
    """Stretches of one family of lines that are worked on together; S of them, padded to K blocks and n cells.

    Attributes:
        lines, first: line and first block of each stretch [S].
        low: position of the stretch in its line [S].
        counts: blocks of each stretch [S].
        sizes: cells of each stretch [S].
        slack: cells of each stretch that neither its blocks nor the gaps it must have cover [S].
        lengths, colors: of each block [K, S]; 0 beyond the last.
        apart: whether a block and the next one must have a gap between them, by their colours as told [K, S].
        cells: the cells of the grid, or their number for padding [n, S].
        unknown: some block has a colour that is not told; `apart` is then False everywhere.
    """

    lines: Ints
    first: Ints
    low: Ints
    counts: Ints
    sizes: Ints
    slack: Ints
    lengths: Ints
    colors: Ints
    apart: Flags
    cells: Ints
    unknown: bool


class LineTable:
    """Cells and blocks of all lines of a puzzle in flat arrays, from which batches are cut."""

    def __init__(self, puzzle: Puzzle) -> None:
        grid = puzzle.grid
        self.puzzle = puzzle
        lines = [np.array(grid.line(index), dtype=np.intp) for index in range(grid.n_lines)]
        blocks = [block for clue in puzzle.clues for block in clue]
        self.cells = np.concatenate([*lines, [grid.n_cells]])
        self.cell_offsets = np.cumsum([0, *map(len, lines)])
        self.lengths = np.array([*(block.length for block in blocks), 0], dtype=np.intp)
        self.colors = np.array([*(block.color for block in blocks), 0], dtype=np.intp)
        self.block_offsets = np.cumsum([0, *map(len, puzzle.clues)])
        self.unknown = np.array([any(color == UNKNOWN for _, color in clue) for clue in puzzle.clues], dtype=bool)
        first = grid.families[0]
        #: Row and position in the row of every cell.
        self.row = np.repeat(np.arange(len(first)), [len(lines[index]) for index in first])
        self.position = np.concatenate([np.arange(len(lines[index])) for index in first])

    def possible(self, state: PropagationState) -> Flags:
        """Whether each colour is possible for each cell: [colours and background, cells]."""
        n_bytes = int(self.position.max()) // 8 + 1
        planes = []
        for masks in state.masks:
            text = b"".join(masks[row].to_bytes(n_bytes, "little") for row in self.puzzle.grid.families[0])
            bits = np.unpackbits(np.frombuffer(text, dtype=np.uint8), bitorder="little")
            planes.append(bits.reshape(-1, 8 * n_bytes)[self.row, self.position].astype(bool))
        return np.stack(planes)

    def batches(self, state: PropagationState) -> list[list[Batch]]:
        """The open stretches of a state, for each family of lines."""
        # Lines with `?` are never cut, so whether they are open at all is looked up in the cells.
        closed = [bool(self.unknown[index]) and not _is_open(state, index) for index in range(len(self.unknown))]
        found = [
            [(index, *stretch) for index in family if not closed[index] for stretch in state.stretches[index]]
            for family in self.puzzle.grid.families
        ]
        return [list(self._batches(np.array(family, dtype=np.intp).reshape(-1, 5))) for family in found]

    def _batches(self, stretches: Ints) -> Iterator[Batch]:
        unknown = self.unknown[stretches[:, 0]]
        for kind in (False, True):
            some = stretches[unknown == kind]
            if len(some):
                counts = some[:, 4] - some[:, 3]
                slack = self._slack(some, kind)
                for part in _parts(counts, slack):
                    yield self._batch(some[part], slack[part], kind)

    def _slack(self, stretches: Ints, unknown: bool) -> Ints:
        sums = np.concatenate([[0], np.cumsum(self.lengths)])
        offsets = self.block_offsets[stretches[:, 0]]
        first, last = offsets + stretches[:, 3], offsets + stretches[:, 4]
        slack = stretches[:, 2] - stretches[:, 1] - (sums[last] - sums[first])
        if not unknown:
            same = np.concatenate([[0], np.cumsum(self.colors[:-1] == self.colors[1:])])
            slack -= np.where(last > first, same[last - 1] - same[first], 0)
        return np.asarray(slack, dtype=np.intp)

    def _batch(self, stretches: Ints, slack: Ints, unknown: bool) -> Batch:
        lines, low, high, first, last = stretches.T
        counts, sizes = last - first, high - low
        number = np.arange(counts.max())[:, None]
        block = np.where(number < counts, self.block_offsets[lines] + first + number, len(self.lengths) - 1)
        following = np.where(number + 1 < counts, block + 1, len(self.lengths) - 1)
        colors = self.colors[block]
        apart = (colors == self.colors[following]) & (colors != UNKNOWN)
        place = np.arange(sizes.max())[:, None]
        cell = np.where(place < sizes, self.cell_offsets[lines] + low + place, len(self.cells) - 1)
        return Batch(
            lines,
            first,
            low,
            counts,
            sizes,
            slack,
            self.lengths[block],
            colors,
            apart & (not unknown),
            self.cells[cell],
            unknown,
        )


def _is_open(state: PropagationState, index: int) -> bool:
    once = 0
    for masks in state.masks:
        if once & masks[index]:
            return True
        once |= masks[index]
    return False


def _cost(counts: Ints, slack: Ints) -> float:
    k, t = int(counts.max()), int(slack.max())
    return _DIAGONAL_COST * (k + t + 1) + _NODE_COST * len(counts) * (k + 1) * (t + 1)


def _parts(counts: Ints, slack: Ints) -> list[Ints]:
    """Cut a set of stretches where this saves more padding than it costs in calls."""
    todo, parts = [np.arange(len(counts))], []
    while todo:
        part = todo.pop()
        best, found = _cost(counts[part], slack[part]), None
        for size in (slack, counts):
            order = part[np.argsort(size[part], kind="stable")]
            for quarter in (1, 2, 3):
                cut = quarter * len(order) // 4
                if cut:
                    one, other = order[:cut], order[cut:]
                    cost = _cost(counts[one], slack[one]) + _cost(counts[other], slack[other])
                    if cost < best:
                        best, found = cost, (one, other)
        if found is None:
            parts.append(part)
        else:
            todo.extend(found)
    return parts
