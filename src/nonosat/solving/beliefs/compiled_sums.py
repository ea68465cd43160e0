"""The sums over all placements of lines of known blocks by compiled kernels.

Operations of numpy on whole diagonals of many lattices (`lattice.KnownLattice`) read and write each number several
times, and pad all stretches to the largest one. A compiled loop (`kernels/placements.c`) goes through the nodes of one
stretch after the other, which is several times as fast (docs/search.md).
"""

from __future__ import annotations

import numpy as np

from nonosat.core.compiled import Kernels
from nonosat.solving.beliefs.lattice import Floats, exponential
from nonosat.solving.beliefs.stretches import Batch


class CompiledSums:
    """The sums of a batch of stretches of known blocks; `update` is that of `lattice.Lattice`.

    Attributes:
        failed: the stretches for which the last `update` found no placement of a weight above 0 [S].
    """

    def __init__(self, batch: Batch, kernels: Kernels) -> None:
        self.batch, self._compiled = batch, kernels
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
        #: 0 for the cells of the stretches and 1 for others [cells + 1].
        self._others = np.empty(0)

    def update(self, incoming: Floats, outgoing: Floats) -> None:
        """Replace the weights of the cells of all stretches by those of their colours among all placements.

        Args:
            incoming, outgoing: as for `lattice.Lattice.update` [1 + colours, cells + 1].
        """
        if self._shares.shape != incoming.shape:
            self._shares, self._weights = np.ones(incoming.shape), np.empty(incoming.shape)
            self._others = np.ones(incoming.shape[1])
            self._others[self.batch.cells] = 0.0
            self._others[-1] = 1.0  # it is padding
        np.copyto(self._weights, incoming)
        exponential(self._weights)  # by numpy, which computes several at once
        self._compiled.placement_shares(self._weights, self._stretches, self._shares, self.failed)
        outgoing *= self._others
        outgoing += np.log(self._shares, out=self._weights)  # the logarithm is 0 for other cells
        if self.failed.any():
            kept = self.batch.cells[:, self.failed]
            outgoing[:, kept] = incoming[:, kept]
