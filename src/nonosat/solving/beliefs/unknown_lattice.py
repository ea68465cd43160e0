"""Lattices of stretches with blocks of unknown colour or length.

Sums are kept apart by the colour of the block that has just ended.

A node (k, t) holds one sum for the paths that came to it by background, and one for each colour for those that came by
a block of that colour. Any block may follow background; a block of colour c may follow a block of any other colour
than c. No gap is part of an edge: where colours agree, the background between two blocks is an ordinary edge.

A small matrix of zeros and ones says which colours may follow each other, so one product of matrices combines all sums
of a diagonal. Only sums are formed, no differences, so nothing cancels.

A block of unknown length is laid cell by cell. The edge by it lays its first cell; for the nodes (k, t) it counts as a
block of one cell. Each further cell is an edge of its own from (k, t) to (k, t+1), since it spends slack. Such an edge
follows only an edge by the same block, its first cell or a further one: it is taken from the sum for the colour of the
block that has just ended, and leads to the sum for the same colour. So every placement is one path:

    blocks of unknown length and of 2 cells, of one colour, on six cells:

    # # # - # #      (0,0) --first cell--> (1,0) --further--> (1,1) --further--> (1,2) --gap--> (1,3) --2--> (2,3)
"""

from __future__ import annotations

import numpy as np

from nonosat.model.clue import ANY_COLOR
from nonosat.solving.beliefs.lattice import Floats, Lattice, Scratch, exponential
from nonosat.solving.beliefs.stretches import Batch, Flags, Ints


class UnknownLattice(Lattice):
    """Lattices of blocks that may have several colours and lengths.

    In arrays with a first axis of [1 + colours], the first plane is that of background. The weights `laid` have a first
    axis of colours.

    Attributes:
        padding: 1.0 for the edges of padding that lead by blocks, else 0.0 [nodes, S].
        mix: 1 where one colour may follow another, else 0 [1 + colours, 1 + colours]; symmetric. Row 0 is all ones, as
            background may follow everything; row c has a zero at c alone.
    """

    def __init__(self, batch: Batch, n_colors: int, scratch: Scratch) -> None:
        super().__init__(batch, n_colors, scratch)
        k = np.minimum(self.layout.k, self.n_blocks - 1)
        colors = np.arange(1, n_colors + 1)[:, None, None]
        edges = self.laid & self._may_have(k, colors)
        begin = self.spot + (colors - 1) * self.plane
        self._set_edges(edges, begin, begin + batch.lengths[k] * self.n_stretches)
        self.padding = self.up.astype(np.float64)
        self.mix = np.ones((n_colors + 1, n_colors + 1))
        self.mix[colors.ravel(), colors.ravel()] = 0.0
        self._has_hidden = bool(batch.hidden.any())
        if self._has_hidden:
            k, t = self.layout.k[:, None], self.layout.t[:, None]
            block = np.maximum(self.layout.k - 1, 0)
            is_inside = (k > 0) & (k <= batch.counts) & (t < batch.slack) & batch.hidden[block]
            edges = is_inside & self._may_have(block, colors)
            spots = self.spot + (colors - 1) * self.plane
            self._further_edges = np.flatnonzero(edges)
            self._further_spots = np.broadcast_to(spots, edges.shape).ravel()[self._further_edges]
        #: The weights of the edges by a further cell [colours, nodes, S]; only for use within one call.
        self._further: Floats = np.empty(0)

    def _may_have(self, blocks: Ints, colors: Ints) -> Flags:
        """True where a block may have a colour [colours, n, S]; from blocks [n] and colours [colours, 1, 1]."""
        known = self.batch.colors[blocks]
        return np.asarray((known == colors) | (known == ANY_COLOR))

    def sweep(self, weights: Floats) -> Floats:
        shares = super().sweep(weights)
        if self._has_hidden:
            # So far a block of unknown length covers its first cell only. `sums` of `_forward` go up to each edge by a
            # further cell; `_backward` has left in `_further` the sums over the paths that begin with it.
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
        if self._has_hidden:
            self._further = self._further_weights(weights)
        free, laid = self._background(weights), self._block_weights(weights)
        mixed, scales = self._forward(free, laid)
        return self._backward(free, laid, mixed, scales)

    def _block_weights(self, weights: Floats) -> Floats:
        """The weights of the edges by a block [colours, nodes, S]."""
        table = np.zeros((self.n_colors, self.n_places, self.n_stretches))
        np.cumsum(weights[1:], axis=1, out=table[:, 1:])
        laid = self.scratch.array("laid", (self.n_colors, *self.laid.shape))
        laid[:] = 0.0
        return self._weigh_edges(table.ravel(), laid)

    def _further_weights(self, weights: Floats) -> Floats:
        """The weights of the edges by a further cell [colours, nodes, S]."""
        table = np.zeros((self.n_colors, self.n_places, self.n_stretches))
        table[:, :-1] = weights[1:]
        exponential(table)
        further = self.scratch.array("further", (self.n_colors, *self.laid.shape))
        further[:] = 0.0
        further.reshape(-1)[self._further_edges] = np.take(table, self._further_spots)
        return further

    def _flat(self, nodes: slice) -> slice:
        """The nodes in an array whose last axes, nodes and stretches, are one."""
        return slice(nodes.start * self.n_stretches, nodes.stop * self.n_stretches)

    def _forward(self, free: Floats, laid: Floats) -> tuple[Floats, dict[int, Floats]]:
        """The sums over all paths from the first node, by the colour that may follow them.

        With v - w an edge of any kind, c = 0 for background and c >= 1 for the colours:

            sums[c, w]   of the paths to w whose last edge has colour c
            mixed[c, v]  of the paths to v that a block of colour c may follow; mixed[0, v] of all paths to v

            mixed      = mix @ sums
            sums[c, w] = mixed[c, v] * laid[c, v]                    by a block of colour c
            sums[0, w] = mixed[0, v] * free[v]                       by background, and so by padding
            sums[c, w] = sums[c, v] * further[c, v]                  by a further cell of a block of colour c

        Returns:
            `mixed` [1 + colours, nodes, S]; and for each diagonal that was scaled its divisors [S].
        """
        shape = (self.n_colors + 1, *free.shape)
        sums, mixed = self.scratch.array("sums", shape), self.scratch.array("mixed", shape)
        flat, flat_mixed = sums.reshape(len(sums), -1), mixed.reshape(len(sums), -1)
        sums[:] = 0.0
        sums[0, 0] = 1.0
        buffer = np.empty((self.n_blocks + 1, self.n_stretches))
        scales = {}
        diagonals = self.layout.diagonals
        for d, step in enumerate(self.layout.steps, 1):
            tails = self._flat(diagonals[d - 1])
            np.matmul(self.mix, flat[:, tails], out=flat_mixed[:, tails])
            np.multiply(mixed[1:, step.block_tails], laid[:, step.block_tails], out=sums[1:, step.block_heads])
            np.multiply(mixed[0, step.block_tails], self.padding[step.block_tails], out=sums[0, step.block_heads])
            by_background = buffer[: step.background_tails.stop - step.background_tails.start]
            np.multiply(mixed[0, step.background_tails], free[step.background_tails], out=by_background)
            sums[0, step.background_heads] += by_background
            if self._has_hidden:
                tails, heads = step.background_tails, step.background_heads
                sums[1:, heads] += sums[1:, tails] * self._further[:, tails]
            if self.scaled[d]:
                diagonal = sums[:, diagonals[d]]
                scale = diagonal.max(axis=(0, 1))
                scale[scale == 0] = 1.0
                diagonal /= scale
                scales[d] = scale
        mixed[:, -1] = 0.0
        mixed[0, -1] = sums[:, -1].sum(axis=0)
        return mixed, scales

    def _backward(self, free: Floats, laid: Floats, mixed: Floats, scales: dict[int, Floats]) -> Floats:
        """The share of all paths that take each edge by a block [colours, nodes, S], in the memory of `laid`.

        With v - w an edge of any kind, c = 0 for background and c >= 1 for the colours:

            after[c, w]   the sums over the paths from w to the end, for a path that came to w by an edge of colour c
            onward[c, v]  those from v to the end whose first edge has colour c

            onward[c, v] = laid[c, v] * after[c, w]                  by a block of colour c
            onward[0, v] = free[v] * after[0, w]                     by background, and so by padding
            after        = mix @ onward, and after[c, v] += further[c, v] * after[c, w]
            share[c, v]  = mixed[c, v] * onward[c, v]

        with 1 / (the sum of all paths) for `after` at the last node; `mixed` and `scales` are those of `_forward`.
        """
        after, onward = self.scratch.array("after", mixed.shape), self.scratch.array("onward", mixed.shape)
        flat, flat_onward = after.reshape(len(after), -1), onward.reshape(len(after), -1)
        after[:, -1] = self._reciprocal(mixed[0, -1])
        buffer = np.empty((self.n_blocks + 1, self.n_stretches))
        for d in range(len(self.layout.steps) - 1, -1, -1):
            step, diagonal = self.layout.steps[d], self.layout.diagonals[d]
            onward[:, diagonal] = 0.0
            np.multiply(laid[:, step.block_tails], after[1:, step.block_heads], out=onward[1:, step.block_tails])
            np.multiply(self.padding[step.block_tails], after[0, step.block_heads], out=onward[0, step.block_tails])
            by_background = buffer[: step.background_tails.stop - step.background_tails.start]
            np.multiply(free[step.background_tails], after[0, step.background_heads], out=by_background)
            onward[0, step.background_tails] += by_background
            nodes = self._flat(diagonal)
            np.matmul(self.mix, flat_onward[:, nodes], out=flat[:, nodes])
            if self._has_hidden:
                tails, heads = step.background_tails, step.background_heads
                self._further[:, tails] *= after[1:, heads]
                after[1:, tails] += self._further[:, tails]
            if d in scales:
                after[:, diagonal] /= scales[d]
        onward[:, -1] = 0.0
        return np.multiply(onward[1:], mixed[1:], out=laid)
