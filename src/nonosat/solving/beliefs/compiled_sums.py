"""The sums over all placements of lines of known blocks by compiled kernels.

Operations of numpy on whole diagonals of many lattices (`lattice.KnownLattice`) read and write each number several
times, and pad all stretches to the largest one. A compiled loop (`kernels/placements.c`) goes through the nodes of one
stretch after the other, which is several times as fast (docs/search.md).
"""

from __future__ import annotations

import numpy as np

from nonosat.core.compiled import Kernels
from nonosat.solving.beliefs.lattice import Floats
from nonosat.solving.beliefs.stretches import Batch


class CompiledSums:
    """The sums of a batch of stretches of known blocks; `update` is that of `lattice.Lattice`.

    Attributes:
        failed: the stretches for which the last `update` found no placement of a weight above 0 [S].
    """

    def __init__(self, batch: Batch, kernels: Kernels) -> None:
        self.batch, self._kernels = batch, kernels
        self.failed = np.zeros(len(batch.lines), dtype=bool)
        self._stretches = (
            np.ascontiguousarray(batch.cells.T),
            batch.counts,
            batch.slack,
            np.ascontiguousarray(batch.lengths.T),
            np.ascontiguousarray(batch.colors.T),
            np.ascontiguousarray(batch.apart.T),
        )
        self._shares = self._weights = np.empty(0)
        self._covered = np.empty(0, dtype=bool)

    def update(self, incoming: Floats, outgoing: Floats) -> None:
        """Replace the weights of the cells of all stretches by those of their colours among all placements.

        Args:
            incoming, outgoing: as for `lattice.Lattice.update` [1 + colours, cells + 1].
        """
        if self._shares.shape != incoming.shape:
            self._shares, self._weights = np.ones(incoming.shape), np.empty(incoming.shape)
            self._covered = np.zeros(incoming.shape[1], dtype=bool)
            self._covered[self.batch.cells] = True
            self._covered[-1] = False  # it is padding
        np.exp(incoming, out=self._weights)  # by numpy, which computes several at once
        self._kernels.placement_shares(self._weights, self._stretches, self._shares, self.failed)
        np.log(self._shares, out=self._weights)
        np.copyto(outgoing, self._weights, where=self._covered)
        if self.failed.any():
            kept = self.batch.cells[:, self.failed]
            outgoing[:, kept] = incoming[:, kept]
