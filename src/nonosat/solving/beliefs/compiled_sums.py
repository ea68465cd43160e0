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
        self._weights = self._ratios = np.empty(0)

    def update(self, incoming: Floats, outgoing: Floats) -> None:
        """As `lattice.Lattice.update`, but other cells get no information."""
        if self._weights.shape != incoming.shape:
            self._weights, self._ratios = np.empty(incoming.shape), np.ones(incoming.shape)
        np.copyto(self._weights, incoming)
        exponential(self._weights)  # by numpy, which computes several at once
        self._compiled.placement_messages(self._weights, self._stretches, self._ratios, self.failed)
        np.log(self._ratios, out=outgoing)
