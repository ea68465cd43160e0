"""Lattices of stretches with blocks of unknown length: such a block is laid cell by cell.

The edge by a block of unknown length lays its first cell; for the nodes (k, t) it counts as a block of one cell. Each
further cell is an edge of its own from (k, t) to (k, t+1), since it spends slack. Such an edge follows only an edge by
the same block, its first cell or a further one: it is taken from the sum for the colour of the block that has just
ended, and leads to the sum for the same colour. So the nodes are those of `unknown_lattice`, and every placement is one
path:

    blocks of unknown length and of 2 cells, of one colour, on six cells:

    # # # - # #      (0,0) --first cell--> (1,0) --further--> (1,1) --further--> (1,2) --gap--> (1,3) --2--> (2,3)
"""

from __future__ import annotations

import numpy as np

from nonosat.solving.beliefs.lattice import Floats, Scratch, exponential
from nonosat.solving.beliefs.lattice_layout import DiagonalStep
from nonosat.solving.beliefs.stretches import Batch
from nonosat.solving.beliefs.unknown_lattice import UnknownLattice


class HiddenLattice(UnknownLattice):
    """Lattices of blocks of which some have an unknown length; all may have several colours."""

    def __init__(self, batch: Batch, n_colors: int, scratch: Scratch) -> None:
        super().__init__(batch, n_colors, scratch)
        k, t = self.layout.k[:, None], self.layout.t[:, None]
        block = np.maximum(self.layout.k - 1, 0)
        is_inside = (k > 0) & (k <= batch.counts) & (t < batch.slack) & batch.hidden[block]
        colors = np.arange(1, n_colors + 1)[:, None, None]
        edges = is_inside & self._may_have(block, colors)
        spots = self.spot + (colors - 1) * self.plane
        self._further_edges = np.flatnonzero(edges)
        self._further_spots = np.broadcast_to(spots, edges.shape).ravel()[self._further_edges]
        #: The weights of the edges by a further cell [colours, nodes, S]; only for use within one call.
        self._further: Floats = np.empty(0)

    def sweep(self, weights: Floats) -> Floats:
        shares = super().sweep(weights)
        # So far a block of unknown length covers its first cell only. `sums` of `_forward` go up to each edge by a
        # further cell; `_return_further` has left in `_further` the sums over the paths that begin with it.
        sums = self.scratch.array("sums", (self.n_colors + 1, *self.laid.shape))
        self._further *= sums[1:]
        found = np.bincount(
            self._further_spots, np.take(self._further, self._further_edges), self.n_colors * self.plane
        )
        covered = found.reshape(self.n_colors, self.n_places, self.n_stretches)[:, :-1]
        shares[1:] += covered
        shares[0] -= covered.sum(axis=0)
        return shares

    def shares(self, weights: Floats) -> Floats:
        table = np.zeros((self.n_colors, self.n_places, self.n_stretches))
        table[:, :-1] = weights[1:]
        exponential(table)
        self._further = self.scratch.array("further", (self.n_colors, *self.laid.shape))
        self._further[:] = 0.0
        self._further.reshape(-1)[self._further_edges] = np.take(table, self._further_spots)
        return super().shares(weights)

    def _lay_further(self, step: DiagonalStep, sums: Floats) -> None:
        tails, heads = step.background_tails, step.background_heads
        sums[1:, heads] += sums[1:, tails] * self._further[:, tails]

    def _return_further(self, step: DiagonalStep, after: Floats) -> None:
        tails, heads = step.background_tails, step.background_heads
        self._further[:, tails] *= after[1:, heads]
        after[1:, tails] += self._further[:, tails]
