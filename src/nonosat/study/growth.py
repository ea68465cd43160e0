"""How fast a number grows with the size of a puzzle."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable


def exponent(points: Iterable[tuple[float, float]]) -> float | None:
    """The exponent p of the power law y = c * x ** p that fits best, by least squares on the logarithms.

    Args:
        points: pairs (x, y); those that are not positive are left out.

    Returns:
        The exponent, or None for fewer than two different x.
    """
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    if len({x for x, _ in logs}) < 2:
        return None
    slope, _ = statistics.linear_regression([x for x, _ in logs], [y for _, y in logs])
    return slope
