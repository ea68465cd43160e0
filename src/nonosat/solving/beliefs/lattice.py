"""All placements of the blocks of a stretch as paths in a lattice, and sums over them for many stretches at once.

Lay the blocks of a stretch from its beginning: at a node (k, t) of the lattice k blocks are laid and t cells
have been spent on background that no gap required. From a node a path goes to (k, t+1) by one more background cell, or
to (k+1, t) by block k together with the gap that it must have to the next block. Paths from (0, 0) to (K, T), with K
blocks and slack T, are the placements. With each cell's weight for the colour it gets, the weight of a path is the
product of the weights of its edges, so sums over all paths are the forward-backward algorithm (the sum-product
algorithm on a chain: Kschischang, Frey, Loeliger, "Factor graphs and the sum-product algorithm", 2001).

Every path crosses every diagonal k + t = d once. Nodes are stored diagonal by diagonal (see `lattice_layout`) with the
stretches side by side, so that one step is a few operations of numpy on contiguous memory, for all blocks and stretches
of a batch; and all sums of a diagonal can be divided by the same number, which cancels out in the shares. Short
stretches are padded: from their last node (K_s, T_s) edges of weight 1 lead by blocks, then by background to the last
node of the batch.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from math import exp, prod

import numpy as np
import numpy.typing as npt

from nonosat.solving.beliefs.lattice_layout import lay_out
from nonosat.solving.beliefs.stretches import Batch, Flags, Ints

Floats = npt.NDArray[np.float64]

#: Log weight of what is impossible: its exponential is 0, and sums of it stay small enough to be exact.
IMPOSSIBLE = -800.0

#: Smaller shares count as this one, so that all have a logarithm.
LEAST_SHARE = 1e-30

#: Diagonals are scaled after this number of cells at most, each of a weight not far below 1.
_CELLS_TO_SCALE = 48


class Scratch:
    """Arrays for use within one call, kept between calls: fresh memory costs more than the arithmetic on it."""

    def __init__(self) -> None:
        self._buffers: dict[str, Floats] = {}

    def array(self, name: str, shape: tuple[int, ...]) -> Floats:
        """An array of a `shape` with any content, valid until the same name is used again."""
        size = prod(shape)
        if name not in self._buffers or self._buffers[name].size < size:
            self._buffers[name] = np.empty(size)
        return self._buffers[name][:size].reshape(shape)


class Lattice(ABC):
    """The lattices of a batch of S stretches, and the sums over their paths.

    In the methods, `weights` are logarithms, for each colour and cell, as for `update` [1 + colours, n, S]; `free` are
    the weights of the edges by background, and `laid` those of the edges by a block [nodes, S].

    Attributes:
        n_blocks: K, of the stretch with the most blocks.
        max_slack: T, of the stretch with the most slack.
        place: the number of cells of the stretch that are laid at each node [nodes, S].
        laid: whether the edge by a block is one of a placement [nodes, S].
        scaled: for each diagonal whether its sums are scaled.
        failed: the stretches for which the last `sweep` found no placement of a weight above 0 [S].
    """

    def __init__(self, batch: Batch, n_colors: int, scratch: Scratch) -> None:
        """Prepare sums for `n_colors` besides the background, in buffers that all lattices of a puzzle share."""
        self.batch, self.n_colors, self.scratch = batch, n_colors, scratch
        self.n_blocks, self.max_slack = int(batch.counts.max()), int(batch.slack.max())
        self.n_places, self.n_stretches = batch.cells.shape[0] + 1, batch.cells.shape[1]
        self.plane = self.n_places * self.n_stretches
        self.failed = np.zeros(self.n_stretches, dtype=bool)
        self.layout = lay_out(self.n_blocks, self.max_slack)
        self.scaled = self._scaled_diagonals()
        k, t = self.layout.k[:, None], self.layout.t[:, None]
        used = np.zeros((self.n_blocks + 1, self.n_stretches), dtype=np.intp)
        np.cumsum(batch.lengths + batch.apart, axis=0, out=used[1:])
        self.place = used[self.layout.k] + t
        self.laid = (k < batch.counts) & (t <= batch.slack)
        self.spot = self.place * self.n_stretches + np.arange(self.n_stretches)
        free = (k <= batch.counts) & (t < batch.slack)
        along = (k == self.n_blocks) & (t >= batch.slack)
        #: Index of the weight of the edge by background [nodes, S] in a table of all cells, 1 and 0.
        self.free = np.where(free, self.spot, np.where(along, self.plane, self.plane + 1))
        #: True where the edge by a block is one of padding [nodes, S].
        self.up = (k >= batch.counts) & (t == batch.slack) & (k < self.n_blocks)

    def _scaled_diagonals(self) -> list[bool]:
        """True for each diagonal whose sums are scaled: after `_CELLS_TO_SCALE` cells on some path since the last."""
        longest = [*self.batch.lengths.max(axis=1).tolist(), 0]
        n_diagonals = len(self.layout.diagonals)
        scaled, cells = [False] * n_diagonals, 0
        for d in range(n_diagonals - 2):
            blocks = range(max(0, d - self.max_slack), min(self.n_blocks, d) + 1)
            cells += 1 + max(longest[block] for block in blocks)
            if cells > _CELLS_TO_SCALE:
                scaled[d + 1], cells = True, 0
        return scaled

    def update(self, incoming: Floats, outgoing: Floats) -> None:
        """Set the messages to the cells of all stretches: of each colour the share, divided by its weight.

        Args:
            incoming: log weight of each colour, from background, for each cell of the grid, and for padding. The
                largest of a cell is 0; an impossible colour has at most `IMPOSSIBLE`; padding is 0 [1 + colours,
                cells + 1].
            outgoing: gets the logarithms of the messages: anything for impossible colours, and 0 in stretches without a
                placement of a weight above 0. Other cells are not changed; padding may have any content [1 + colours,
                cells + 1].
        """
        cells = self.batch.cells
        weights = np.take(incoming, cells, axis=1)
        shares = self.sweep(weights)
        np.maximum(shares, LEAST_SHARE, out=shares)
        logs = np.log(shares, out=shares)
        logs -= weights
        if self.failed.any():
            logs[:, :, self.failed] = 0.0
        for plane, values in zip(outgoing, logs, strict=True):
            plane[cells] = values

    def sweep(self, weights: Floats) -> Floats:
        """The share of the placements that give each cell each colour, counted with their weights [1 + colours, n, S].

        It is undefined for padding and for stretches that `failed`. The results of this method and of `shares` may be
        overwritten by the next call on a lattice with the same scratch.
        """
        share = np.take(self.shares(weights), self.edges)
        size = self.n_colors * self.plane
        changes = np.bincount(self.begin, share, size) - np.bincount(self.ended, share, size)
        covered = np.cumsum(changes.reshape(self.n_colors, self.n_places, self.n_stretches), axis=1)[:, :-1]
        shares = np.empty_like(weights)
        shares[1:] = covered
        np.subtract(1.0, covered.sum(axis=0), out=shares[0])
        return shares

    @abstractmethod
    def shares(self, weights: Floats) -> Floats:
        """The share of the placements that take the edge by a block at each node [planes, nodes, S].

        There is one plane if the blocks have known colours, or else one for each colour.
        """

    def _set_edges(self, edges: Flags, begin: Ints, end: Ints) -> None:
        """Note the edges by a block, and where a table of prefix sums gives their log weights.

        All arguments are [planes, nodes, S] or [nodes, S]; `begin` and `end` are the indices of the sums before and
        after the block.
        """
        self.edges = np.flatnonzero(edges)
        self.begin, self.end = begin.ravel()[self.edges], end.ravel()[self.edges]
        #: The places where blocks have ended; `end` may lie a multiple further.
        self.ended = self.end % (self.n_colors * self.plane)

    def _weigh_edges(self, table: Floats, laid: Floats) -> Floats:
        """Put the weights of the edges by a block into an array of the shape of these edges."""
        logs = np.take(table, self.end, out=self.scratch.array("logs", self.end.shape), mode="clip")
        logs -= np.take(table, self.begin, out=self.scratch.array("begin", self.begin.shape), mode="clip")
        laid.reshape(-1)[self.edges] = exponential(logs)
        return laid

    def _background(self, weights: Floats) -> Floats:
        """The weights of the edges by background [nodes, S]."""
        table = np.zeros(self.plane + 2)
        table[: self.plane - self.n_stretches] = weights[0].ravel()
        exponential(table[: self.plane - self.n_stretches])
        table[self.plane] = 1.0
        return np.take(table, self.free, out=self.scratch.array("free", self.free.shape), mode="clip")

    def _reciprocal(self, total: Floats) -> Floats:
        """One over the sum of all paths of each stretch [S]; sets `failed` where there is none."""
        self.failed = ~((total > 0) & np.isfinite(total))
        return np.asarray(1.0 / np.where(self.failed, 1.0, total))


class KnownLattice(Lattice):
    """Lattices of blocks of known colours: the gap after a block is part of its edge."""

    def __init__(self, batch: Batch, n_colors: int, scratch: Scratch) -> None:
        super().__init__(batch, n_colors, scratch)
        self.half = self.plane * n_colors
        k = np.minimum(self.layout.k, self.n_blocks - 1)
        begin = self.spot + (batch.colors[k] - 1) * self.plane
        # The second half of the table has the sums with one more cell of background, the gap.
        self._set_edges(self.laid, begin, begin + batch.lengths[k] * self.n_stretches + batch.apart[k] * self.half)
        self.padding = self.up.astype(np.float64)

    def shares(self, weights: Floats) -> Floats:
        free, laid = self._background(weights), self._block_weights(weights)
        sums, scales = self._forward(free, laid)
        return self._backward(free, laid, sums, scales)[None]

    def _block_weights(self, weights: Floats) -> Floats:
        """The weights of the edges by a block [nodes, S]."""
        table = np.zeros(2 * self.half)
        shape = (self.n_colors, self.n_places, self.n_stretches)
        sums = table[: self.half].reshape(shape)
        np.cumsum(weights[1:], axis=1, out=sums[:, 1:])
        np.add(sums[:, :-1], weights[0], out=table[self.half :].reshape(shape)[:, :-1])
        laid = self.scratch.array("laid", self.padding.shape)
        laid[:] = self.padding
        return self._weigh_edges(table, laid)

    def _forward(self, free: Floats, laid: Floats) -> tuple[Floats, dict[int, Floats]]:
        """The sums over all paths from the first node.

            sums(k, t) = sums(k-1, t) * laid(k-1, t) + sums(k, t-1) * free(k, t-1)

        Returns:
            The sums to each node [nodes, S]; and for each diagonal that was scaled its divisors [S].
        """
        sums, scales = self.scratch.array("sums", free.shape), {}
        sums[:] = 0.0
        sums[0] = 1.0
        buffer = np.empty((self.n_blocks + 1, self.n_stretches))
        for d, step in enumerate(self.layout.steps, 1):
            np.multiply(sums[step.block_tails], laid[step.block_tails], out=sums[step.block_heads])
            by_background = buffer[: step.background_tails.stop - step.background_tails.start]
            np.multiply(sums[step.background_tails], free[step.background_tails], out=by_background)
            heads = sums[step.background_heads]
            heads += by_background
            if self.scaled[d]:
                diagonal = sums[self.layout.diagonals[d]]
                scale = diagonal.max(axis=0)
                scale[scale == 0] = 1.0
                diagonal /= scale
                scales[d] = scale
        return sums, scales

    def _backward(self, free: Floats, laid: Floats, sums: Floats, scales: dict[int, Floats]) -> Floats:
        """The share of all paths that take each edge by a block [nodes, S], in the memory of `laid`.

            after(k, t) = laid(k, t) * after(k+1, t) + free(k, t) * after(k, t+1)
            share(k, t) = sums(k, t) * laid(k, t) * after(k+1, t)

        with 1 / (the sum of all paths) for `after` at the last node; `sums` and `scales` are those of `_forward`.
        """
        after = self.scratch.array("after", free.shape)
        after[-1] = self._reciprocal(sums[-1])
        buffer = np.empty((self.n_blocks + 1, self.n_stretches))
        for d in range(len(self.layout.steps) - 1, -1, -1):
            step = self.layout.steps[d]
            diagonal = after[self.layout.diagonals[d]]
            diagonal[:] = 0.0
            by_block = laid[step.block_tails]
            by_block *= after[step.block_heads]
            after[step.block_tails] = by_block
            by_background = buffer[: step.background_tails.stop - step.background_tails.start]
            np.multiply(free[step.background_tails], after[step.background_heads], out=by_background)
            tails = after[step.background_tails]
            tails += by_background
            if d in scales:
                diagonal /= scales[d]
        laid *= sums
        return laid


def exponential(values: Floats) -> Floats:
    """The exponential, in place; 0 from e^-700 down, since arithmetic with denormal numbers is slow."""
    np.maximum(values, -700.0, out=values)
    np.exp(values, out=values)
    values -= exp(-700.0)
    return values
