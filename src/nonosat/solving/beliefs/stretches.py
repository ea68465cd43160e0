"""The open stretches of the lines of a puzzle, as arrays, sorted into batches of similar shape.

A stretch is a run of cells of one line that is still open, together with the blocks that lie in it. Its
placements do not depend on the rest of the line, so messages are computed for stretches (see `messages`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from nonosat.lines.domains import undecided_positions
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, has_hidden, is_known
from nonosat.model.puzzle import Puzzle

Ints = npt.NDArray[np.intp]
Flags = npt.NDArray[np.bool_]

#: Estimated cost of one diagonal and one node of a lattice, in microseconds; only their ratio matters.
_DIAGONAL_COST, _NODE_COST = 12.0, 0.015


@dataclass(frozen=True, kw_only=True)
class Batch:
    """Stretches of one family of lines that are computed together; S of them, padded to K blocks and n cells.

    Attributes:
        lines: the line of each stretch [S].
        first: the index of its first block in the clue of the line [S].
        low: the position of its first cell on the line [S].
        counts: the number of its blocks [S].
        slack: the number of its cells beyond those of its blocks, as short as they may be, and of the gaps that it must
            have [S].
        lengths: of each block, at least [K, S]; 0 beyond the last.
        hidden: whether each block may be longer [K, S].
        colors: of each block [K, S]; 0 for unknown, and beyond the last.
        apart: whether a block and the next one must have a gap between them, as their colours are known and equal
            [K, S].
        cells: its cells in the grid [n, S]; the number of cells of the grid for padding.
        unknown: whether some block has an unknown colour or length; `apart` is then False everywhere.
    """

    lines: Ints
    first: Ints
    low: Ints
    counts: Ints
    slack: Ints
    lengths: Ints
    hidden: Flags
    colors: Ints
    apart: Flags
    cells: Ints
    unknown: bool

    @property
    def n_nodes(self) -> int:
        """The number of nodes of the lattices of all stretches."""
        return int(((self.counts + 1) * (self.slack + 1)).sum())


class LineTable:
    """Cells and blocks of all lines of a puzzle in flat arrays, line after line, from which batches are made.

    Attributes:
        cells: the cells along all lines, and last the number of cells of the grid, for padding.
        cell_offsets: the index where each line begins in `cells`.
        lengths, hidden, colors: of the blocks of all clues, as in a `Batch`, and last 0, False and 0, for padding.
        block_offsets: the index where each clue begins in these.
        kinds: of each clue [lines]: 2 if a block has an unknown length, or else 1 if one has an unknown colour, or 0.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        grid = puzzle.grid
        self.puzzle = puzzle
        lines = [np.array(grid.line(index), dtype=np.intp) for index in range(grid.n_lines)]
        blocks = [block for clue in puzzle.clues for block in clue]
        self.cells = np.concatenate([*lines, [grid.n_cells]])
        self.cell_offsets = np.cumsum([0, *map(len, lines)])
        self.lengths = np.array([*(block.least for block in blocks), 0], dtype=np.intp)
        self.hidden = np.array([*(block.length == ANY_LENGTH for block in blocks), False], dtype=bool)
        self.colors = np.array([*(block.color for block in blocks), 0], dtype=np.intp)
        self.block_offsets = np.cumsum([0, *map(len, puzzle.clues)])
        self.kinds = np.array(
            [2 if has_hidden(clue) else int(not is_known(clue)) for clue in puzzle.clues], dtype=np.intp
        )

    def batches(self, state: PropagationState, *, divided: bool = True) -> list[list[Batch]]:
        """The open stretches of a consistent state in batches, for each family of lines.

        Those of known blocks are `divided` into batches where this saves padding, or else they are one batch.
        """
        # Lines with something unknown are never cut into stretches, so their cells have to be examined.
        closed = [kind > 0 and not _is_open(state, index) for index, kind in enumerate(self.kinds.tolist())]
        found = [
            [(index, *stretch) for index in family if not closed[index] for stretch in state.cells.stretches(index)]
            for family in self.puzzle.grid.families
        ]
        return [list(self._batches(np.array(family, dtype=np.intp).reshape(-1, 5), divided)) for family in found]

    def _batches(self, stretches: Ints, divided: bool) -> Iterator[Batch]:
        """The batches of some stretches, given as rows of (line, low, high, first block, last block) [stretches, 5]."""
        kinds = self.kinds[stretches[:, 0]]
        for kind in range(3):
            some = stretches[kinds == kind]
            if len(some):
                counts = some[:, 4] - some[:, 3]
                slack = self._slack(some, kind > 0)
                for part in _parts(counts, slack) if divided or kind else [np.arange(len(some))]:
                    yield self._batch(some[part], slack[part], kind > 0)

    def _slack(self, stretches: Ints, unknown: bool) -> Ints:
        """The slack of stretches [stretches]; gaps count as slack where `unknown`."""
        sums = np.concatenate([[0], np.cumsum(self.lengths)])
        offsets = self.block_offsets[stretches[:, 0]]
        first, last = offsets + stretches[:, 3], offsets + stretches[:, 4]
        slack = stretches[:, 2] - stretches[:, 1] - (sums[last] - sums[first])
        if not unknown:
            same = np.concatenate([[0], np.cumsum(self.colors[:-1] == self.colors[1:])])
            slack -= np.where(last > first, same[last - 1] - same[first], 0)
        return np.asarray(slack, dtype=np.intp)

    def _batch(self, stretches: Ints, slack: Ints, unknown: bool) -> Batch:
        """The batch of some stretches [stretches, 5] with this slack [stretches]."""
        lines, low, high, first, last = stretches.T
        counts, sizes = last - first, high - low
        number = np.arange(counts.max())[:, None]
        block = np.where(number < counts, self.block_offsets[lines] + first + number, len(self.lengths) - 1)
        following = np.where(number + 1 < counts, block + 1, len(self.lengths) - 1)
        colors = self.colors[block]
        apart = (colors == self.colors[following]) & (colors != ANY_COLOR)
        place = np.arange(sizes.max())[:, None]
        cell = np.where(place < sizes, self.cell_offsets[lines] + low + place, len(self.cells) - 1)
        return Batch(
            lines=lines,
            first=first,
            low=low,
            counts=counts,
            slack=slack,
            lengths=self.lengths[block],
            hidden=self.hidden[block],
            colors=colors,
            apart=apart & (not unknown),
            cells=self.cells[cell],
            unknown=unknown,
        )


def _is_open(state: PropagationState, index: int) -> bool:
    return bool(undecided_positions([masks[index] for masks in state.cells.masks()]))


def _cost(counts: Ints, slack: Ints) -> float:
    """The estimated time of one sweep over a batch of stretches with these numbers of blocks and this slack."""
    k, t = int(counts.max()), int(slack.max())
    return _DIAGONAL_COST * (k + t + 1) + _NODE_COST * len(counts) * (k + 1) * (t + 1)


def _parts(counts: Ints, slack: Ints) -> list[Ints]:
    """Divide stretches into batches of indices where this saves more padding than it costs in calls.

    Args:
        counts, slack: the number of blocks and the slack of each stretch [stretches].
    """
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
