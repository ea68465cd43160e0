"""Sums, bounds and damping of messages."""

from __future__ import annotations

import numpy as np

from nonosat.solving.beliefs.lattice import IMPOSSIBLE
from nonosat.solving.beliefs.message_arithmetic import damp_messages, sum_messages


def test_small_messages() -> None:
    """Two families and a field, of background and one colour, to two cells; the second cannot be background."""
    impossible = np.array([[0.0, IMPOSSIBLE, 0.0], [0.0, 0.0, 0.0]])
    messages = np.array(
        [[[0.0, 0.0, 9.0], [-3.0, 0.0, 9.0]], [[-5.0, 0.0, 9.0], [0.0, -1.0, 9.0]], np.full((2, 3), -1.0)]
    )
    sums = np.empty((2, 3))
    sum_messages(messages, -1, impossible, sums)
    assert sums.tolist() == [[-2.0, IMPOSSIBLE + 1.0, 0.0], [0.0, 0.0, 0.0]]
    sum_messages(messages, 1, impossible, sums)
    assert sums.tolist() == [[0.0, IMPOSSIBLE, 0.0], [-3.0, 0.0, 0.0]]
    unbounded, bounded = np.array([[2.0, 700.0, 5.0], [12.0, -1.0, 5.0]]), np.zeros((2, 3))
    counted = np.array([[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]])
    assert damp_messages(impossible, counted, -8.0, 0.25, unbounded, bounded) == 6.0
    assert unbounded[:, :2].tolist() == [[-10.0, IMPOSSIBLE + 1.0], [0.0, 0.0]]
    assert bounded.tolist() == [[-6.0, -6.0, 0.0], [0.0, 0.0, 0.0]]
