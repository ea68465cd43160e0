"""Sums, bounds and damping of messages, in Python and compiled."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import need_kernels

from nonosat.core.compiled import kernels
from nonosat.solving.beliefs import message_arithmetic
from nonosat.solving.beliefs.lattice import IMPOSSIBLE

FORMS = [message_arithmetic, *([kernels()] if kernels() else [])]


@pytest.mark.parametrize("form", FORMS, ids=["Python", "compiled"][: len(FORMS)])
def test_small_messages(form) -> None:
    """Two families and a field, of background and one colour, to two cells; the second cannot be background."""
    impossible = np.array([[0.0, IMPOSSIBLE, 0.0], [0.0, 0.0, 0.0]])
    messages = np.array(
        [[[0.0, 0.0, 9.0], [-3.0, 0.0, 9.0]], [[-5.0, 0.0, 9.0], [0.0, -1.0, 9.0]], np.full((2, 3), -1.0)]
    )
    sums = np.empty((2, 3))
    form.sum_messages(messages, -1, impossible, sums)
    assert sums.tolist() == [[-2.0, IMPOSSIBLE + 1.0, 0.0], [0.0, 0.0, 0.0]]
    form.sum_messages(messages, 1, impossible, sums)
    assert sums.tolist() == [[0.0, IMPOSSIBLE, 0.0], [-3.0, 0.0, 0.0]]
    unbounded, bounded = np.array([[2.0, 700.0, 5.0], [12.0, -1.0, 5.0]]), np.zeros((2, 3))
    counted = np.array([[1.0, 0.0, 0.0], [1.0, 1.0, 0.0]])
    assert form.damp_messages(impossible, counted, -8.0, 0.25, unbounded, bounded) == 6.0
    assert unbounded[:, :2].tolist() == [[-10.0, IMPOSSIBLE + 1.0], [0.0, 0.0]]
    assert bounded.tolist() == [[-6.0, -6.0, 0.0], [0.0, 0.0, 0.0]]


@pytest.mark.parametrize("n_cells", [1, 2, 255, 256, 257, 600])
@pytest.mark.parametrize("seed", range(5))
def test_compiled_messages_are_those_of_python(n_cells: int, seed: int) -> None:
    compiled, random = need_kernels(), np.random.default_rng(seed)
    n_sources, n_planes, damping = random.integers(2, 5), random.integers(1, 5), float(random.random())
    shape = (n_planes, n_cells)
    messages = random.normal(0.0, 20.0, (n_sources, *shape))
    impossible = np.where(random.random(shape) < 0.2, IMPOSSIBLE, 0.0)
    counted = (random.random(shape) < 0.8).astype(float)
    counted[:, -1] = 0.0
    left_out = int(random.integers(-1, n_sources))
    new, old = random.normal(0.0, 20.0, shape), random.normal(0.0, 20.0, shape)
    results = []
    for form in (message_arithmetic, compiled):
        sums, unbounded, bounded = np.empty(shape), new.copy(), old.copy()
        form.sum_messages(messages, left_out, impossible, sums)
        change = form.damp_messages(impossible, counted, -8.0, damping, unbounded, bounded)
        results.append((sums, unbounded[:, :-1], bounded, change))
    for python, c in zip(*results, strict=True):
        assert c == pytest.approx(python, rel=1e-12, abs=1e-12)


MESSAGES, PLANES = np.zeros((3, 2, 4)), np.zeros((2, 4))


@pytest.mark.parametrize("place", range(4))
@pytest.mark.parametrize(
    ("change", "error"),
    [
        (lambda array: array.astype(np.float32), TypeError),
        (lambda array: array[0], TypeError),
        (lambda array: np.zeros((*array.shape[:-1], 5)), ValueError),
        (lambda array: np.zeros((*array.shape[:-2], 3, 4)), ValueError),
    ],
    ids=["type", "axes", "cells", "colours"],
)
def test_other_arrays_are_refused(place: int, change, error: type[Exception]) -> None:
    compiled = need_kernels()
    arrays = [PLANES.copy() for _ in range(4)]
    arrays[place] = change(arrays[place])
    with pytest.raises(error):
        compiled.damp_messages(*arrays[:2], -8.0, 0.1, *arrays[2:])
    arrays = [MESSAGES.copy(), PLANES.copy(), PLANES.copy()]
    arrays[place % 3] = change(arrays[place % 3])
    with pytest.raises(error):
        compiled.sum_messages(arrays[0], 0, *arrays[1:])


def test_no_cells_and_one_source_are_refused() -> None:
    compiled, nothing = need_kernels(), np.zeros((2, 0))
    with pytest.raises(ValueError, match="shapes"):
        compiled.damp_messages(nothing, nothing, -8.0, 0.1, nothing, nothing)
    with pytest.raises(ValueError, match="shapes"):
        compiled.sum_messages(MESSAGES[:1].copy(), -1, PLANES, PLANES.copy())
