"""Lattices of stretches with `?` blocks: a node also knows the colour of the block that has just ended.

A node (k, t) holds one sum for the paths that came to it by background, and one for each colour for those that came by
a block of that colour. Any block may follow background; a block of colour c may follow a block of any other colour
than c. No gap is part of an edge: where colours agree, the background between two blocks is an ordinary edge.
"""

from __future__ import annotations

import numpy as np

from nonosat.search.lattice import IMPOSSIBLE, Floats, Lattice, Scratch, added_up, exponential
from nonosat.search.stretches import Batch


class UnknownLattice(Lattice):
    """Blocks that may have several colours."""

    def __init__(self, batch: Batch, n_colors: int, scratch: Scratch) -> None:
        super().__init__(batch, n_colors, scratch)
        k = np.minimum(self.k, self.n_blocks - 1)
        self.total = self.plane * n_colors
        begins, ends = [], []
        for color in range(1, n_colors + 1):
            laid = self.laid & ((batch.colors[k] == color) | (batch.colors[k] == 0))
            begin = self.spot + (color - 1) * self.plane
            begins.append(np.where(laid, begin, self.total))
            ends.append(np.where(laid, begin + batch.lengths[k] * self.n_stretches, self.total + 1))
        #: Index of the log weight up to the start and to the end of the block [colours, nodes, S].
        self.begin, self.end = np.stack(begins), np.stack(ends)
        self.padding = self.up.astype(np.float64)

    def _laid_blocks(self, weights: Floats) -> tuple[Floats, Floats]:
        share = self.shares(weights)
        return added_up(self.begin, share, self.total), added_up(self.end, share, self.total)

    def shares(self, weights: Floats) -> Floats:
        free, laid = self._background(weights), self._block_weights(weights)
        before, totals, scales = self._forward(free, laid)
        return self._backward(free, laid, before, totals, scales)

    def _block_weights(self, weights: Floats) -> Floats:
        table = np.zeros(self.total + 2)
        sums = table[: self.total].reshape(self.n_colors, self.n_places, self.n_stretches)
        np.cumsum(weights[1:], axis=1, out=sums[:, 1:])
        table[self.total + 1] = IMPOSSIBLE
        laid = np.take(table, self.end, out=self.scratch.array("laid", self.end.shape), mode="clip")
        laid -= np.take(table, self.begin, out=self.scratch.array("begin", self.begin.shape), mode="clip")
        return exponential(laid)

    def _forward(self, free: Floats, laid: Floats) -> tuple[Floats, Floats, dict[int, Floats]]:
        """For each edge by a block the paths that may take it; of all nodes the last; how diagonals were scaled."""
        n_nodes, width = free.shape
        #: By background, and by a block of each colour.
        sums = np.zeros((self.n_colors + 1, n_nodes, width))
        before = np.zeros((self.n_colors, n_nodes, width))
        sums[0, 0] = 1.0
        scales = {}
        for d, step in enumerate(self.steps, 1):
            source = self.diagonals[d - 1]
            here = sums[:, source]
            before[:, source] = here[0] + _others(here[1:])
            total = np.empty_like(free[source])
            np.sum(here, axis=0, out=total)
            block, back = _within(source, step.by_block), _within(source, step.by_background)
            sums[1:, step.block_end] = before[:, step.by_block] * laid[:, step.by_block]
            sums[0, step.block_end] = self.padding[step.by_block] * total[block]
            sums[0, step.background_end] += free[step.by_background] * total[back]
            if self.scaled[d]:
                there = sums[:, self.diagonals[d]]
                scale = there.max(axis=(0, 1))
                scale[scale == 0] = 1.0
                there /= scale
                scales[d] = scale
        return before, sums[:, -1].sum(axis=0), scales

    def _backward(self, free: Floats, laid: Floats, before: Floats, total: Floats, scales: dict[int, Floats]) -> Floats:
        """The product of the sums before, on and after each edge by a block; overwrites its arguments."""
        #: From here to the end, for paths that came by background, and by a block of each colour.
        after = np.zeros((self.n_colors + 1, *free.shape))
        after[:, -1] = self._reciprocal(total)
        laid[:, -1] = 0.0
        for d in range(len(self.steps) - 1, -1, -1):
            step, source = self.steps[d], self.diagonals[d]
            block, back = _within(source, step.by_block), _within(source, step.by_background)
            onward = np.zeros_like(free[source])
            onward[block] = self.padding[step.by_block] * after[0, step.block_end]
            onward[back] += free[step.by_background] * after[0, step.background_end]
            laid[:, step.by_block] *= after[1:, step.block_end]
            along = laid[:, source]
            after[0, source] = onward + along.sum(axis=0)
            after[1:, source] = onward + _others(along)
            if d in scales:
                after[:, source] /= scales[d]
        laid *= before
        return laid


def _others(planes: Floats) -> Floats:
    """For each plane the sum of the others, without the loss of a difference."""
    sums = np.zeros_like(planes)
    np.cumsum(planes[:-1], axis=0, out=sums[1:])
    if len(planes) > 1:
        sums[:-1] += np.cumsum(planes[:0:-1], axis=0)[::-1]
    return sums


def _within(whole: slice, part: slice) -> slice:
    return slice(part.start - whole.start, part.stop - whole.start)
