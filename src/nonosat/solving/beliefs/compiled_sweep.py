"""The sums over all placements of lines of known blocks, compiled by numba where that package is installed.

Operations of numpy on whole diagonals of many lattices (`lattice.KnownLattice`) read and write each number several
times, and pad all stretches to the largest one. A compiled loop goes through the nodes of one stretch after the other,
which is several times as fast (docs/search.md).
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import Any

import numpy as np

from nonosat.core.compiled import compiled
from nonosat.solving.beliefs.lattice import LEAST_SHARE, Floats
from nonosat.solving.beliefs.stretches import Batch, Flags, Ints

#: With at least this number of open cells a first attempt takes longer than loading compiled code.
COMPILED_SUMS_FROM = 8_000

#: Loops over the slack go on to a multiple of this, with numbers that do not count: this many are computed at once, and
#: fewer take as long.
_STEP = 16


class CompiledSweep:
    """The sums of a batch of stretches of known blocks; `update` is that of `lattice.Lattice`.

    Attributes:
        failed: the stretches for which the last `update` found no placement of a weight above 0 [S].
    """

    def __init__(self, batch: Batch) -> None:
        self.batch = batch
        self.failed = np.zeros(len(batch.lines), dtype=bool)
        sizes = batch.slack + (batch.lengths + batch.apart).sum(axis=0)
        arrays = (batch.counts, batch.slack, sizes, batch.lengths, batch.colors, batch.apart)
        self._blocks = tuple(np.ascontiguousarray(array.T) for array in arrays)
        self._cells = np.ascontiguousarray(batch.cells.T)
        self._shares = self._factors = np.empty(0)
        self._covered = np.empty(0, dtype=bool)

    def update(self, incoming: Floats, outgoing: Floats) -> None:
        """Replace the weights of the cells of all stretches by those of their colours among all placements.

        Args:
            incoming, outgoing: as for `lattice.Lattice.update` [1 + colours, cells + 1].
        """
        if self._shares.shape != incoming.shape:
            self._shares, self._factors = np.ones(incoming.shape), np.empty(incoming.shape)
            self._covered = np.zeros(incoming.shape[1], dtype=bool)
            self._covered[self.batch.cells] = True
            self._covered[-1] = False  # it is padding
        np.exp(incoming, out=self._factors)  # by numpy, which computes several at once
        _kernel()(self._factors, self._cells, self._blocks, self._shares, self.failed)
        np.log(self._shares, out=self._factors)
        np.copyto(outgoing, self._factors, where=self._covered)
        if self.failed.any():
            kept = self.batch.cells[:, self.failed]
            outgoing[:, kept] = incoming[:, kept]


@cache
def _kernel() -> Callable[[Floats, Ints, tuple[Any, ...], Floats, Flags], None]:
    """The compiled sums; loads numba."""
    # Sums in any order, and products with a sum in one instruction, are as exact and faster.
    return compiled(_sweep, fastmath={"contract", "reassoc"})


def _sweep(factors: Floats, cells: Ints, blocks: tuple[Any, ...], shares: Floats, failed: Flags) -> None:
    """The shares of all stretches, one after the other; in the subset of Python that numba compiles.

    The nodes of a lattice (see `lattice`) are gone through by rows, all t of k = 0 first.

    Args:
        factors: the weight of each colour for each cell of the grid [1 + colours, cells + 1].
        cells: those of the stretches [S, n].
        blocks: the counts, slack and numbers of cells of the stretches [S]; the lengths, colours and gaps of their
            blocks [S, K].
        shares: gets the shares of the colours of the cells, at least `LEAST_SHARE`; those of other cells and of
            stretches that `failed` are not changed [1 + colours, cells + 1].
        failed: gets True for each stretch without a placement of a weight above 0, else False [S].
    """
    counts, slacks, sizes, lengths, colors, gaps = blocks
    n_planes, n_places, most = factors.shape[0], cells.shape[1] + 1 + _STEP, counts.max() + 1
    width = slacks.max() + 1 + _STEP
    cell = np.ones((n_planes, n_places))  # the weight of each colour for each cell
    changes = np.zeros((n_planes, n_places))  # how much more likely each colour is there than in the cell before
    sums = np.empty((most, width))  # over the paths from the first node
    laid = np.empty((most, width))  # the weights of the edges by a block
    after = np.empty(width)  # over the paths to the last node, for one row
    taken = np.empty(width)  # the shares of the edges by one block
    scales = np.empty(most)
    starts = np.empty(most, dtype=np.intp)  # of the blocks, where no slack is spent
    for s in range(len(counts)):
        count, slack, size = counts[s], slacks[s], sizes[s]
        padded = (slack + _STEP) // _STEP * _STEP
        for plane in range(n_planes):
            for place in range(size):
                cell[plane, place] = factors[plane, cells[s, place]]
                changes[plane, place] = 0.0
        background = cell[0]
        start = 0
        for k in range(count):
            starts[k] = start
            edges, color, end = laid[k], cell[colors[s, k]], start + lengths[s, k]
            first = color[start : start + padded]
            if gaps[s, k]:
                gap = background[end : end + padded]
                for t in range(padded):
                    edges[t] = first[t] * gap[t]
            else:
                for t in range(padded):
                    edges[t] = first[t]
            for place in range(start + 1, end):
                further = color[place : place + padded]
                for t in range(padded):
                    edges[t] *= further[t]
            start = end + gaps[s, k]
        sums[0, 0] = so_far = 1.0
        for t in range(slack):
            so_far *= background[t]
            sums[0, t + 1] = so_far
        for k in range(count):
            start = starts[k] + lengths[s, k] + gaps[s, k]
            here, there, edges, between = sums[k], sums[k + 1], laid[k], background[start : start + slack]
            so_far = largest = there[0] = here[0] * edges[0]
            for t in range(slack):
                so_far = here[t + 1] * edges[t + 1] + so_far * between[t]
                there[t + 1] = so_far
                largest = max(largest, so_far)
            scales[k] = 1.0
            if 0.0 < largest < 1e-100:
                scales[k] = 1.0 / largest
                for t in range(slack + 1):
                    there[t] *= scales[k]
        total = sums[count, slack]
        failed[s] = not 0.0 < total < np.inf
        if failed[s]:
            continue
        after[slack] = so_far = 1.0 / total
        for t in range(slack - 1, -1, -1):
            so_far *= background[start + t]
            after[t] = so_far
        for t in range(slack + 1, padded):
            taken[t] = 0.0
        for k in range(count - 1, -1, -1):
            start, end, change = starts[k], starts[k] + lengths[s, k], changes[colors[s, k]]
            here, edges, between = sums[k], laid[k], background[start : start + slack + 1]
            so_far = 0.0
            for t in range(slack, -1, -1):
                edge = edges[t] * after[t] * scales[k]
                taken[t] = here[t] * edge
                so_far = edge + so_far * between[t]
                after[t] = so_far
            begun, ended = change[start : start + padded], change[end : end + padded]
            for t in range(padded):
                begun[t] += taken[t]
            for t in range(padded):
                ended[t] -= taken[t]
        rest = changes[0]
        for place in range(size):
            rest[place] = 1.0
        for plane in range(1, n_planes):
            share, change = 0.0, changes[plane]
            for place in range(size):
                share += change[place]
                change[place] = share
                rest[place] -= share
        for plane in range(n_planes):
            for place in range(size):
                shares[plane, cells[s, place]] = max(changes[plane, place], LEAST_SHARE)
