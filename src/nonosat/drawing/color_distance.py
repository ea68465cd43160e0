"""The perceived distance of two colours, and colours that a person cannot tell apart.

Colours are compared in CIELAB, with the white of sRGB (D65), by the Euclidean distance of 1976 (CIE 15, Colorimetry).
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cbrt, dist, hypot

from nonosat.drawing.contrast import linear

#: Red, green and blue, from 0 to 255.
RGB = tuple[int, int, int]

#: Up to this distance two colours count as the same. 2.3 is a just noticeable difference of colours that lie side by
#: side (Mahy, Van Eycken and Oosterlinck, Evaluation of uniform color spaces developed after the adoption of CIELAB and
#: CIELUV, Color Research and Application 19, 1994). This is twice that, since a number in the margin and a cell lie
#: apart.
INDISTINGUISHABLE = 4.6

#: The distance from gray at which `softened_lab` sees half of a strong colour; chosen by eye on palettes of puzzles.
_HALF_CHROMA = 40.0

#: The rows of the matrix from linear sRGB to CIE XYZ, each divided by the coordinate of white (IEC 61966-2-1).
_XYZ = (
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)


def perceived_distance(one: RGB, other: RGB) -> float:
    """The distance of two colours in CIELAB: 100 from black to white."""
    return dist(lab(one), lab(other))


def merge_alike(colors: Sequence[RGB], counts: Sequence[int]) -> list[int]:
    """The number of the colour that replaces each colour: itself, or a more frequent one that looks the same.

    Every colour is indistinguishable from the one that replaces it, so that a gradient does not become one colour.

    Args:
        colors: in any order.
        counts: numbers of occurrences of the colours; the most frequent colours are kept.
    """
    kept: list[int] = []
    replaced_by = [0] * len(colors)
    for number in sorted(range(len(colors)), key=lambda number: (-counts[number], number)):
        near = min(kept, key=lambda other: perceived_distance(colors[number], colors[other]), default=number)
        if near == number or perceived_distance(colors[number], colors[near]) > INDISTINGUISHABLE:
            kept.append(number)
            near = number
        replaced_by[number] = near
    return replaced_by


@lru_cache(maxsize=256)
def lab(color: RGB) -> tuple[float, float, float]:
    """Lightness and the two coordinates of hue of a colour in CIELAB."""
    light = [linear(value / 255) for value in color]
    x, y, z = (_root(sum(part * value for part, value in zip(row, light, strict=True))) for row in _XYZ)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def softened_lab(color: RGB) -> tuple[float, float, float]:
    """A colour in CIELAB with its distance from gray brought closer to that of other colours.

    Among a few strong colours and grays, the nearest one to a soft colour by these coordinates has its hue; by those of
    `lab` it would be a gray.
    """
    lightness, a, b = lab(color)
    factor = 100 / (hypot(a, b) + _HALF_CHROMA)
    return lightness, a * factor, b * factor


def _root(value: float) -> float:
    """The cube root, with the straight part near 0 that CIELAB has."""
    return cbrt(value) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29
