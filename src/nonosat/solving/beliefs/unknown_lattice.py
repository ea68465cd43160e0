"""Lattices of stretches with `?` blocks: a node also knows the colour of the block that has just ended.

A node (k, t) holds one sum for the paths that came to it by background, and one for each colour for those that came by
a block of that colour. Any block may follow background; a block of colour c may follow a block of any other colour
than c. No gap is part of an edge: where colours agree, the background between two blocks is an ordinary edge.

What may follow what is one small matrix of zeros and ones, so that a diagonal is mixed by one product of matrices; sums
without differences lose nothing.
"""

from __future__ import annotations

import numpy as np

from nonosat.solving.beliefs.lattice import Floats, Lattice, Scratch
from nonosat.solving.beliefs.stretches import Batch


class UnknownLattice(Lattice):
    """Blocks that may have several colours.

    In arrays with a first axis of [1 + colours], the first plane is that of background.
    """

    def __init__(self, batch: Batch, n_colors: int, scratch: Scratch) -> None:
        super().__init__(batch, n_colors, scratch)
        k = np.minimum(self.k, self.n_blocks - 1)
        told = batch.colors[k]
        colors = np.arange(1, n_colors + 1)[:, None, None]
        edges = self.laid & ((told == colors) | (told == 0))
        begin = self.spot + (colors - 1) * self.plane
        self._set_edges(edges, begin, begin + batch.lengths[k] * self.n_stretches)
        self.padding = self.up.astype(np.float64)
        #: Row 0 is the sum of all; row c is the sum of what a block of colour c may follow, or be followed by.
        self.mix = np.ones((n_colors + 1, n_colors + 1))
        self.mix[colors.ravel(), colors.ravel()] = 0.0

    def shares(self, weights: Floats) -> Floats:
        free, laid = self._background(weights), self._block_weights(weights)
        mixed, scales = self._forward(free, laid)
        return self._backward(free, laid, mixed, scales)

    def _block_weights(self, weights: Floats) -> Floats:
        table = np.zeros((self.n_colors, self.n_places, self.n_stretches))
        np.cumsum(weights[1:], axis=1, out=table[:, 1:])
        laid = self.scratch.array("laid", (self.n_colors, *self.laid.shape))
        laid[:] = 0.0
        return self._weigh_edges(table.ravel(), laid)

    def _forward(self, free: Floats, laid: Floats) -> tuple[Floats, dict[int, Floats]]:
        """The paths to each node, all of them and those that a block of each colour may follow [1 + colours, nodes, S].

        Returns:
            besides, by what each diagonal was scaled.
        """
        shape = (self.n_colors + 1, *free.shape)
        #: By background, and by a block of each colour.
        sums, mixed = self.scratch.array("sums", shape), self.scratch.array("mixed", shape)
        flat, flat_mixed = sums.reshape(len(sums), -1), mixed.reshape(len(sums), -1)
        sums[:] = 0.0
        sums[0, 0] = 1.0
        product = np.empty((self.n_blocks + 1, self.n_stretches))
        scales = {}
        for d, step in enumerate(self.steps, 1):
            source = self._flat(self.diagonals[d - 1])
            np.matmul(self.mix, flat[:, source], out=flat_mixed[:, source])
            np.multiply(mixed[1:, step.by_block], laid[:, step.by_block], out=sums[1:, step.block_end])
            np.multiply(mixed[0, step.by_block], self.padding[step.by_block], out=sums[0, step.block_end])
            some = product[: step.by_background.stop - step.by_background.start]
            np.multiply(mixed[0, step.by_background], free[step.by_background], out=some)
            there = sums[0, step.background_end]
            there += some
            if self.scaled[d]:
                there = sums[:, self.diagonals[d]]
                scale = there.max(axis=(0, 1))
                scale[scale == 0] = 1.0
                there /= scale
                scales[d] = scale
        mixed[:, -1] = 0.0
        mixed[0, -1] = sums[:, -1].sum(axis=0)
        return mixed, scales

    def _backward(self, free: Floats, laid: Floats, mixed: Floats, scales: dict[int, Floats]) -> Floats:
        """The product of the sums before, on and after each edge by a block; overwrites its arguments."""
        #: From here to the end, for paths that came by background, and by a block of each colour.
        after = self.scratch.array("after", mixed.shape)
        #: The paths that go on by padding or background, and by a block of each colour.
        onward = self.scratch.array("onward", mixed.shape)
        flat, flat_onward = after.reshape(len(after), -1), onward.reshape(len(after), -1)
        after[:, -1] = self._reciprocal(mixed[0, -1])
        product = np.empty((self.n_blocks + 1, self.n_stretches))
        for d in range(len(self.steps) - 1, -1, -1):
            step, source = self.steps[d], self.diagonals[d]
            onward[:, source] = 0.0
            np.multiply(laid[:, step.by_block], after[1:, step.block_end], out=onward[1:, step.by_block])
            np.multiply(self.padding[step.by_block], after[0, step.block_end], out=onward[0, step.by_block])
            some = product[: step.by_background.stop - step.by_background.start]
            np.multiply(free[step.by_background], after[0, step.background_end], out=some)
            there = onward[0, step.by_background]
            there += some
            np.matmul(self.mix, flat_onward[:, self._flat(source)], out=flat[:, self._flat(source)])
            if d in scales:
                after[:, source] /= scales[d]
        onward[:, -1] = 0.0
        return np.multiply(onward[1:], mixed[1:], out=laid)
