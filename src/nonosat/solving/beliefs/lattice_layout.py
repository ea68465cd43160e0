"""The order of the nodes of a lattice in memory: diagonal by diagonal."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate, pairwise

import numpy as np

from nonosat.solving.beliefs.stretches import Ints


@dataclass(frozen=True, kw_only=True)
class DiagonalStep:
    """The edges from one diagonal to the next, by a block and by background: the nodes that they leave and lead to.

    The heads are in the order of their tails.
    """

    block_tails: slice
    block_heads: slice
    background_tails: slice
    background_heads: slice


@dataclass(frozen=True, kw_only=True)
class LatticeLayout:
    """The nodes (k, t) of a lattice of K blocks and slack T, in the order in which arrays have them.

    Diagonal d has the nodes with k + t = d, which are those with k from low(d) = max(0, d - T) to high(d) = min(K, d).
    They stand side by side, by k, one diagonal after the other. For K = 2 and T = 3:

               t = 0   1   2   3
        k = 0      0   1   3   6        an edge by background leads to the right,
        k = 1      2   4   7   9        one by a block leads down;
        k = 2      5   8  10  11        both lead to the next diagonal

    So the tails of all edges by a block from diagonal d, with k from low(d) to high(d + 1) - 1, are one slice, and so
    are their heads, with k one larger; likewise the edges by background, with k from low(d + 1) to high(d).

    Attributes:
        k: blocks laid at each node [nodes].
        t: slack spent at each node [nodes].
        diagonals: the nodes of each diagonal, from d = 0 to K + T.
        steps: the edges from each diagonal but the last to the next.
    """

    k: Ints
    t: Ints
    diagonals: tuple[slice, ...]
    steps: tuple[DiagonalStep, ...]


def lay_out(n_blocks: int, max_slack: int) -> LatticeLayout:
    """The layout of a lattice of `n_blocks` (K) and `max_slack` (T), both at least 0."""
    bounds = [(max(0, d - max_slack), min(n_blocks, d)) for d in range(n_blocks + max_slack + 1)]
    offsets = [0, *accumulate(high - low + 1 for low, high in bounds)]
    k = np.concatenate([np.arange(low, high + 1) for low, high in bounds])
    t = np.repeat(np.arange(len(bounds)), np.diff(offsets)) - k
    steps = []
    for d, ((low, high), (next_low, next_high)) in enumerate(pairwise(bounds)):
        # Node (k, d - k) is number here + k, and (k, d + 1 - k) is number there + k.
        here, there = offsets[d] - low, offsets[d + 1] - next_low
        steps.append(
            DiagonalStep(
                block_tails=slice(here + low, here + next_high),
                block_heads=slice(there + low + 1, there + next_high + 1),
                background_tails=slice(here + next_low, here + high + 1),
                background_heads=slice(there + next_low, there + high + 1),
            )
        )
    return LatticeLayout(k=k, t=t, diagonals=tuple(slice(*pair) for pair in pairwise(offsets)), steps=tuple(steps))
