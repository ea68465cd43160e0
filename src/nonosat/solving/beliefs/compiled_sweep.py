"""The sums over all placements of lines of known blocks, compiled by numba where that package is installed.

Operations of numpy on whole diagonals of many lattices (`lattice.KnownLattice`) read and write each number several
times, and pad all stretches to the largest one. A compiled loop goes through the nodes of one stretch after the other,
which is five times as fast.
"""

from __future__ import annotations

from functools import cache
from typing import Any, Protocol

import numpy as np

from nonosat.solving.beliefs.lattice import Floats
from nonosat.solving.beliefs.stretches import Batch, Flags
from nonosat.system.compiled import compiled

#: With at least so many open cells a first attempt takes longer than it takes to load compiled code.
WORTH_LOADING = 8_000


class _Kernel(Protocol):
    """`_sweep`, compiled."""

    def __call__(self, factors: Floats, blocks: tuple[Any, ...], shares: Floats, failed: Flags) -> None: ...


class CompiledSweep:
    """The sums of a batch of stretches of known blocks; `sweep` is that of `lattice.Lattice`.

    Attributes:
        batch: the stretches; there are S of them.
        failed: the stretches for which the last `sweep` found no placement of a weight above 0 [S].
    """

    def __init__(self, batch: Batch) -> None:
        """
        Args:
            batch: stretches of blocks of known lengths and colours.
        """
        self.batch = batch
        self.failed = np.zeros(len(batch.lines), dtype=bool)
        arrays = (batch.counts, batch.slack, batch.lengths, batch.colors, batch.apart)
        self._blocks = tuple(np.ascontiguousarray(array.T) for array in arrays)
        self._shares = self._factors = np.empty(0)

    def sweep(self, weights: Floats) -> Floats:
        """How the cells are coloured by the placements, each counted with its weight.

        What is returned may be overwritten by the next call.

        Args:
            weights: log weight of each colour, from background, for each cell [1 + colours, n, S]; as for
                `lattice.Lattice.sweep`.

        Returns:
            The share of each colour [1 + colours, n, S]; undefined for padding and for stretches that `failed`.
        """
        if self._shares.shape != weights.shape:
            self._shares, self._factors = np.empty(weights.shape), np.empty(weights.shape)
        np.exp(weights, out=self._factors)  # by numpy, which computes several at once
        _kernel()(self._factors, self._blocks, self._shares, self.failed)
        return self._shares


@cache
def _kernel() -> _Kernel:
    """The compiled sums; loads numba."""
    # Sums in any order, and products with a sum in one instruction, are as exact and faster.
    return compiled(_sweep, fastmath={"contract", "reassoc"})


def _sweep(factors: Floats, blocks: tuple[Any, ...], shares: Floats, failed: Flags) -> None:
    """The shares of all stretches, one after the other; in the subset of Python that numba compiles.

    The nodes of a lattice (see `lattice`) are gone through by rows, all t of k = 0 first.

    Args:
        factors: the weight of each colour for each cell [1 + colours, n, S].
        blocks: the counts [S] and slack [S] of the stretches; the lengths, colours and gaps of their blocks [S, K].
        shares: for the results [1 + colours, n, S].
        failed: for the stretches without a placement of a weight above 0 [S].
    """
    counts, slacks, lengths, colors, gaps = blocks
    n_planes, n_cells, n_stretches = factors.shape
    most = counts.max() + 1
    width = slacks.max() + 1
    cell = np.empty((n_planes, n_cells))  # the weight of each colour for each cell
    changes = np.empty((n_planes, n_cells + 1))  # how much more likely each colour is there than in the cell before
    sums = np.empty((most, width))  # over the paths from the first node
    laid = np.empty((most, width))  # the weights of the edges by a block
    after = np.empty(width)  # over the paths to the last node, for one row
    scales = np.empty(most)
    starts = np.empty(most, dtype=np.intp)  # of the blocks, where no slack is spent
    for s in range(n_stretches):
        count, slack = counts[s], slacks[s]
        for plane in range(n_planes):
            for place in range(n_cells):
                cell[plane, place] = factors[plane, place, s]
                changes[plane, place] = 0.0
        background = cell[0]
        start = 0
        sums[0, 0] = 1.0
        for t in range(slack):
            sums[0, t + 1] = sums[0, t] * background[t]
        for k in range(count):
            length, color, gap = lengths[s, k], cell[colors[s, k]], gaps[s, k]
            starts[k] = start
            here, there, edges = sums[k], sums[k + 1], laid[k]
            for t in range(slack + 1):
                edges[t] = background[start + length + t] if gap else 1.0
            for place in range(start, start + length):
                for t in range(slack + 1):
                    edges[t] *= color[place + t]
            start += length + gap
            for t in range(slack + 1):
                there[t] = here[t] * edges[t]
            so_far = largest = there[0]
            for t in range(1, slack + 1):
                so_far = there[t] + so_far * background[start + t - 1]
                there[t] = so_far
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
        after[slack] = 1.0 / total
        for t in range(slack - 1, -1, -1):
            after[t] = after[t + 1] * background[start + t]
        for k in range(count - 1, -1, -1):
            start, length, change, here, edges = starts[k], lengths[s, k], changes[colors[s, k]], sums[k], laid[k]
            for t in range(slack + 1):
                edges[t] *= after[t] * scales[k]
                share = here[t] * edges[t]
                change[start + t] += share
                change[start + t + length] -= share
            after[slack] = so_far = edges[slack]
            for t in range(slack - 1, -1, -1):
                so_far = edges[t] + so_far * background[start + t]
                after[t] = so_far
        for place in range(n_cells):
            shares[0, place, s] = 1.0
        for plane in range(1, n_planes):
            share = 0.0
            for place in range(n_cells):
                share += changes[plane, place]
                shares[plane, place, s] = share
                shares[0, place, s] -= share
