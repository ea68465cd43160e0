"""How fast a number grows with the size of a puzzle."""

from __future__ import annotations

import math
import statistics
from collections.abc import Iterable


def exponent(points: Iterable[tuple[float, float]]) -> float | None:
    """The power p for which y = c * x ** p fits best, by least squares on the logarithms; None for fewer than two x."""
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    if len({x for x, _ in logs}) < 2:
        return None
    slope, _ = statistics.linear_regression([x for x, _ in logs], [y for _, y in logs])
    return slope
