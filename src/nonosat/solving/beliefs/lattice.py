"""All placements of the blocks of a stretch as paths in a lattice, and sums over them for many stretches at once.

Lay the blocks of a stretch from its beginning: a node (k, t) of the lattice says that k blocks are laid and t cells
have been spent on background that no gap required. From a node a path goes to (k, t+1) by one more background cell, or
to (k+1, t) by block k together with the gap that it must have to the next block. Paths from (0, 0) to (K, T), with K
blocks and slack T, are the placements. With each cell's weight for the colour it gets, the weight of a path is the
product of the weights of its edges, so sums over all paths are the forward-backward algorithm (the sum-product
algorithm on a chain: Kschischang, Frey, Loeliger, "Factor graphs and the sum-product algorithm", 2001).

Every path crosses every diagonal k + t = d once. Nodes are stored diagonal by diagonal with the stretches side by
side, so that one step is a few operations of numpy on contiguous memory, for all blocks and stretches of a batch; and
diagonals can be scaled without changing what they say of each other. Short stretches are padded: from their last node
(K_s, T_s) edges of weight 1 lead up and then along to the last node of the batch.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from itertools import accumulate, pairwise
from math import exp, prod

import numpy as np
import numpy.typing as npt

from nonosat.solving.beliefs.stretches import Batch, Flags, Ints

Floats = npt.NDArray[np.float64]

#: Log weight of what is impossible: its exponential is 0, and sums of it stay small enough to be exact.
IMPOSSIBLE = -800.0

#: Diagonals are scaled after so many cells at most, each of a weight not far below 1.
_CELLS_TO_SCALE = 48


class Scratch:
    """Arrays for use within one call, kept between calls: fresh memory costs more than the arithmetic on it."""

    def __init__(self) -> None:
        self._buffers: dict[str, Floats] = {}

    def array(self, name: str, shape: tuple[int, ...]) -> Floats:
        """An array with any content, valid until the same name is asked for again."""
        size = prod(shape)
        if name not in self._buffers or self._buffers[name].size < size:
            self._buffers[name] = np.empty(size)
        return self._buffers[name][:size].reshape(shape)


@dataclass(frozen=True)
class LatticeStep:
    """From one diagonal to the next: nodes with an edge by a block or by background, and where these lead."""

    by_block: slice
    block_end: slice
    by_background: slice
    background_end: slice


class Lattice(ABC):
    """The lattices of a batch of stretches, and the sums over their paths.

    Attributes:
        batch: the stretches.
        k, t: blocks laid and slack spent at each node [nodes].
        place: position of each node in its stretch [nodes, S].
        laid: whether the edge by a block is one of a placement [nodes, S].
        failed: the stretches for which the last `sweep` found no placement of a weight above 0 [S].
    """

    def __init__(self, batch: Batch, n_colors: int, scratch: Scratch) -> None:
        self.batch, self.n_colors, self.scratch = batch, n_colors, scratch
        self.n_blocks, self.max_slack = int(batch.counts.max()), int(batch.slack.max())
        self.n_places, self.n_stretches = batch.cells.shape[0] + 1, batch.cells.shape[1]
        self.plane = self.n_places * self.n_stretches
        self.failed = np.zeros(self.n_stretches, dtype=bool)
        self._diagonals()
        k, t = self.k[:, None], self.t[:, None]
        used = np.zeros((self.n_blocks + 1, self.n_stretches), dtype=np.intp)
        np.cumsum(batch.lengths + batch.apart, axis=0, out=used[1:])
        self.place = used[self.k] + t
        self.laid = (k < batch.counts) & (t <= batch.slack)
        self.spot = self.place * self.n_stretches + np.arange(self.n_stretches)
        free = (k <= batch.counts) & (t < batch.slack)
        along = (k == self.n_blocks) & (t >= batch.slack)
        #: Index of the weight of the edge by background: a cell, 1 or 0.
        self.free = np.where(free, self.spot, np.where(along, self.plane, self.plane + 1))
        self.up = (k >= batch.counts) & (t == batch.slack) & (k < self.n_blocks)

    def _diagonals(self) -> None:
        n, m = self.n_blocks, self.max_slack
        bounds = [(max(0, d - m), min(n, d)) for d in range(n + m + 1)]
        offsets = [0, *accumulate(high - low + 1 for low, high in bounds)]
        self.k = np.concatenate([np.arange(low, high + 1) for low, high in bounds])
        self.t = np.repeat(np.arange(n + m + 1), np.diff(offsets)) - self.k
        self.diagonals = [slice(*pair) for pair in pairwise(offsets)]
        self.steps: list[LatticeStep] = []
        for d, ((low, high), (next_low, next_high)) in enumerate(pairwise(bounds)):
            here, there = offsets[d] - low, offsets[d + 1] - next_low
            self.steps.append(
                LatticeStep(
                    slice(here + low, here + next_high),
                    slice(there + low + 1, there + next_high + 1),
                    slice(here + next_low, here + high + 1),
                    slice(there + next_low, there + high + 1),
                )
            )
        longest = [*self.batch.lengths.max(axis=1).tolist(), 0]
        since, self.scaled = 0, [False] * (n + m + 1)
        for d, (low, high) in enumerate(bounds[: n + m]):
            since += 1 + max(longest[low : high + 1])
            if since > _CELLS_TO_SCALE and d + 1 < n + m:
                since, self.scaled[d + 1] = 0, True

    def sweep(self, weights: Floats) -> Floats:
        """How the cells are coloured by the placements, each counted with its weight.

        In whatever is returned here and by `shares`, the next call on lattices with the same scratch may write.

        Args:
            weights: log weight of each colour, from background, for each cell [colours, n, S]; the largest of a cell
                is 0, what is impossible is at most `IMPOSSIBLE`, padding is 0.

        Returns:
            The share of each colour [colours, n, S]; means nothing for padding and for stretches that `failed`.
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
        """The share of the placements that take the edge by a block at each node.

        Returns:
            One plane for the told colours of the blocks, or else one for each colour [planes, nodes, S].
        """

    def _set_edges(self, edges: Flags, begin: Ints, end: Ints) -> None:
        """Note which edges by a block there are, and which entries of a table of prefix sums give their log weights.

        Args:
            edges: whether there is one [planes, nodes, S] or [nodes, S].
            begin, end: indices of the sums before and after the block; the same shape.
        """
        self.edges = np.flatnonzero(edges)
        self.begin, self.end = begin.ravel()[self.edges], end.ravel()[self.edges]
        #: Where blocks have ended; `end` may lie a multiple further.
        self.ended = self.end % (self.n_colors * self.plane)

    def _weigh_edges(self, table: Floats, laid: Floats) -> Floats:
        """Put the weights of the edges by a block into an array of the shape of these edges."""
        logs = np.take(table, self.end, out=self.scratch.array("logs", self.end.shape), mode="clip")
        logs -= np.take(table, self.begin, out=self.scratch.array("begin", self.begin.shape), mode="clip")
        laid.reshape(-1)[self.edges] = exponential(logs)
        return laid

    def _flat(self, nodes: slice) -> slice:
        """The nodes in an array whose last axes, nodes and stretches, are one."""
        return slice(nodes.start * self.n_stretches, nodes.stop * self.n_stretches)

    def _background(self, weights: Floats) -> Floats:
        """The weights of the edges by background [nodes, S]."""
        table = np.zeros(self.plane + 2)
        table[: self.plane - self.n_stretches] = weights[0].ravel()
        exponential(table[: self.plane - self.n_stretches])
        table[self.plane] = 1.0
        return np.take(table, self.free, out=self.scratch.array("free", self.free.shape), mode="clip")

    def _reciprocal(self, total: Floats) -> Floats:
        """One over the sum of all paths; marks the stretches that have none."""
        self.failed = ~((total > 0) & np.isfinite(total))
        return np.asarray(1.0 / np.where(self.failed, 1.0, total))


class KnownLattice(Lattice):
    """Blocks of known colours: the gap after a block is part of its edge."""

    def __init__(self, batch: Batch, n_colors: int, scratch: Scratch) -> None:
        super().__init__(batch, n_colors, scratch)
        self.half = self.plane * n_colors
        k = np.minimum(self.k, self.n_blocks - 1)
        begin = self.spot + (batch.colors[k] - 1) * self.plane
        # The second half of the table has the sums with one more cell of background, the gap.
        self._set_edges(self.laid, begin, begin + batch.lengths[k] * self.n_stretches + batch.apart[k] * self.half)
        self.padding = self.up.astype(np.float64)

    def shares(self, weights: Floats) -> Floats:
        free, laid = self._background(weights), self._block_weights(weights)
        sums, scales = self._forward(free, laid)
        return self._backward(free, laid, sums, scales)[None]

    def _block_weights(self, weights: Floats) -> Floats:
        table = np.zeros(2 * self.half)
        shape = (self.n_colors, self.n_places, self.n_stretches)
        sums = table[: self.half].reshape(shape)
        np.cumsum(weights[1:], axis=1, out=sums[:, 1:])
        np.add(sums[:, :-1], weights[0], out=table[self.half :].reshape(shape)[:, :-1])
        laid = self.scratch.array("laid", self.padding.shape)
        laid[:] = self.padding
        return self._weigh_edges(table, laid)

    def _forward(self, free: Floats, laid: Floats) -> tuple[Floats, dict[int, Floats]]:
        """The sum of all paths to each node, and by what each diagonal was scaled."""
        sums, scales = self.scratch.array("sums", free.shape), {}
        sums[:] = 0.0
        sums[0] = 1.0
        product = np.empty((self.n_blocks + 1, self.n_stretches))
        for d, step in enumerate(self.steps, 1):
            np.multiply(sums[step.by_block], laid[step.by_block], out=sums[step.block_end])
            some = product[: step.by_background.stop - step.by_background.start]
            np.multiply(sums[step.by_background], free[step.by_background], out=some)
            there = sums[step.background_end]
            there += some
            if self.scaled[d]:
                there = sums[self.diagonals[d]]
                scale = there.max(axis=0)
                scale[scale == 0] = 1.0
                there /= scale
                scales[d] = scale
        return sums, scales

    def _backward(self, free: Floats, laid: Floats, sums: Floats, scales: dict[int, Floats]) -> Floats:
        """The product of the sums before, on and after each edge by a block; overwrites its arguments."""
        after = self.scratch.array("after", free.shape)
        after[-1] = self._reciprocal(sums[-1])
        product = np.empty((self.n_blocks + 1, self.n_stretches))
        for d in range(len(self.steps) - 1, -1, -1):
            step = self.steps[d]
            here = after[self.diagonals[d]]
            here[:] = 0.0
            along = laid[step.by_block]
            along *= after[step.block_end]
            after[step.by_block] = along
            some = product[: step.by_background.stop - step.by_background.start]
            np.multiply(free[step.by_background], after[step.background_end], out=some)
            there = after[step.by_background]
            there += some
            if d in scales:
                here /= scales[d]
        laid *= sums
        return laid


def exponential(values: Floats) -> Floats:
    """The exponential, in place; 0 from e^-700 on, as the way there through denormal numbers is slow."""
    np.maximum(values, -700.0, out=values)
    np.exp(values, out=values)
    values -= exp(-700.0)
    return values
