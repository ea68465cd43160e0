"""Sums, bounds and damping of messages: what belief propagation does to them outside of lines.

All arrays but the first argument of `sum_messages` have the shape [1 + colours, cells + 1]; the last cell is padding,
whose messages are 0.
"""

from __future__ import annotations

import numpy as np

from nonosat.solving.beliefs.lattice import Floats


def sum_messages(messages: Floats, left_out: int, impossible: Floats, sums: Floats) -> None:
    """Multiply the messages to each cell, as a sum of logarithms whose largest entry is 0.

    Args:
        messages: from some sources, at least two [sources, 1 + colours, cells + 1].
        left_out: the source whose messages do not count, from 0; -1 for none.
        impossible: `lattice.IMPOSSIBLE` for excluded colours, else 0.
        sums: gets the result.
    """
    first, *others = (each for source, each in enumerate(messages) if source != left_out)
    sums[:] = first
    for each in others:
        sums += each
    sums += impossible
    sums -= sums.max(axis=0)
    sums[:, -1] = 0.0


def damp_messages(
    impossible: Floats, counted: Floats, least: float, damping: float, unbounded: Floats, bounded: Floats
) -> float:
    """Bound new messages, and mix the old ones into them.

    Args:
        impossible: `lattice.IMPOSSIBLE` for excluded colours, else 0.
        counted: 1 for the entries whose changes count, else 0, as for padding.
        least: the smallest entry of a bounded message, as a logarithm, where the largest is 0.
        damping: the share of the old message in the new one, from 0 to 1.
        unbounded: the new messages, with any entries for excluded colours; these are excluded, and the largest entry of
            each message becomes 0.
        bounded: the old messages; gets the new ones, bounded and damped.

    Returns:
        The sum of the changes of bounded messages.
    """
    # A share that should be 0 may be a rounding error, which divided by the weight of what is impossible is large.
    np.copyto(unbounded, impossible, where=impossible < 0.0)
    unbounded -= unbounded.max(axis=0)
    damped = np.maximum(unbounded, least)
    damped *= 1.0 - damping
    damped += bounded * damping
    damped -= damped.max(axis=0)
    damped[:, -1] = 0.0
    # Not `vdot`: BLAS would share it among threads, which wait for each other where other searches have the cores.
    bounded -= damped
    change = float(np.einsum("ij,ij->", np.abs(bounded, out=bounded), counted))
    bounded[:] = damped
    return change
