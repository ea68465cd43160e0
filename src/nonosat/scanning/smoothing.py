"""Smooth vectors at the nodes of a grid, of which some are known and a few of these are wrong.

Splines with robust weights, as in D. Garcia, Robust smoothing of gridded data in one and higher dimensions with missing
values, Computational Statistics and Data Analysis 54 (2010), with weights of Cauchy's estimator and free borders.
"""

from __future__ import annotations

from typing import Any

import numpy as np

#: The number of rounds in which weights settle, the most steps of each, the error that ends one, and the
#: weight of zero where nothing is known.
_ROUNDS, _STEPS, _SMALL, _LEVEL = 4, 1000, 1e-3, 1e-3


def smoothed(values: Any, weight: Any, scale: float) -> Any:
    """Vectors x + yi at the nodes of a grid, smooth along rows and columns, near those that are known.

    The sum of squares of the distances and of the second differences is least, as with splines; so a slope goes on up
    to the border. The weight of a known vector falls with its distance, as in Cauchy's estimator, so that the crossing
    of a line with something else, such as a digit, counts little.

    Args:
        weight: 1 where a vector is known, else 0.
        scale: the distance at which a vector counts half.
    """
    smooth = np.zeros_like(values)
    for _ in range(_ROUNDS):
        known = weight / (1 + (abs(values - smooth) / scale) ** 2)
        # Conjugate gradients.
        rest = known * values - _bending(smooth, known)
        way, length = rest, np.vdot(rest, rest).real
        for _ in range(_STEPS):
            if length <= _SMALL * scale**2:
                break
            bent = _bending(way, known)
            step = length / np.vdot(way, bent).real
            smooth, rest = smooth + step * way, rest - step * bent
            before, length = length, np.vdot(rest, rest).real
            way = rest + length / before * way
    return smooth


def _bending(values: Any, known: Any) -> Any:
    """The gradient of half of the sum of squares that `smoothed` makes least, without its constant part."""
    result = (known + _LEVEL) * values
    for axis in (0, 1):
        second = np.pad(np.diff(values, 2, axis), [(2, 2) if each == axis else (0, 0) for each in (0, 1)])
        result += np.diff(second, 2, axis)
    return result
