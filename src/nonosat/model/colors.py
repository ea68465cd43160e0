"""Colours as people see them: contrast and distance.

A colour is a text `#rrggbb`, or an `RGB` where many are compared.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import cbrt, dist, hypot

#: Red, green and blue, from 0 to 255.
RGB = tuple[int, int, int]

#: The two colours of text and lines on coloured ground.
BLACK = "#1a1a1a"
WHITE = "#ffffff"

#: The least contrast of text that is read with ease, of small letters on colours that are printed, and of a cell that
#: can be distinguished from white paper.
LEGIBLE, CLEAR, VISIBLE = 4.5, 7.0, 1.35

#: Up to this distance two colours count as the same. 2.3 is a just noticeable difference of colours that lie side by
#: side (Mahy, Van Eycken and Oosterlinck, Evaluation of uniform color spaces developed after the adoption of CIELAB and
#: CIELUV, Color Research and Application 19, 1994). This is twice that, since a number in the margin and a cell lie
#: apart.
INDISTINGUISHABLE = 4.6

#: The `weighted_distance` above which colours are easy to distinguish.
_APART = 10 * 24**2

#: The distance from gray at which `softened_lab` sees half of a strong colour; chosen by eye on palettes of puzzles.
_HALF_CHROMA = 40.0

#: The rows of the matrix from linear sRGB to CIE XYZ, each divided by the coordinate of white (IEC 61966-2-1).
_XYZ = (
    (0.4124564 / 0.95047, 0.3575761 / 0.95047, 0.1804375 / 0.95047),
    (0.2126729, 0.7151522, 0.0721750),
    (0.0193339 / 1.08883, 0.1191920 / 1.08883, 0.9503041 / 1.08883),
)

#: The largest difference of red, green and blue that still counts as a grey.
_GREY = 24


def luminance(color: str) -> float:
    """Relative luminance, 0 for black to 1 for white, as defined by WCAG 2."""
    red, green, blue = (linear(value / 255) for value in rgb(color))
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Contrast ratio of two colours, 1 to 21, as defined by WCAG 2."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def ink(ground: str) -> str:
    """Black or white, whichever has more contrast with the ground."""
    return max(WHITE, BLACK, key=lambda color: contrast(color, ground))


def legible_ground(color: str, least: float) -> str:
    """The colour itself, or its nearest lighter or darker tone with the `least` contrast (up to 17) to its ink."""
    tones = (mix(color, end, step / 20) for step in range(21) for end in (WHITE, BLACK))
    return next(tone for tone in tones if contrast(ink(tone), tone) >= least)


def mix(color: str, other: str, share: float) -> str:
    """A colour between two; `share`, from 0 to 1, is the part of the second one."""
    parts = (round(a + (b - a) * share) for a, b in zip(rgb(color), rgb(other), strict=True))
    return "#" + "".join(f"{part:02x}" for part in parts)


def rgb(color: str) -> RGB:
    """Red, green and blue of a colour `#rrggbb`."""
    red, green, blue = bytes.fromhex(color[1:])
    return red, green, blue


def name_of_rgb(color: RGB) -> str:
    """The name `#rrggbb` of a colour."""
    return "#{:02x}{:02x}{:02x}".format(*color)


def linear(value: float) -> float:
    """The light intensity of a value of sRGB, both from 0 to 1."""
    return float(value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4)


def is_grey(color: RGB) -> bool:
    """True if a colour is a grey, or black or white, with at most a tint."""
    return max(color) - min(color) <= _GREY


def lighter_grey(colors: Sequence[RGB]) -> RGB | None:
    """The lighter one of two greys; None for other colours."""
    return max(colors, key=sum) if len(colors) == 2 and all(map(is_grey, colors)) else None


def unused_gray(used: Sequence[RGB]) -> RGB:
    """White, or a grey that is easy to distinguish from the `used` colours, for transparent pixels."""
    grays = [(level, level, level) for level in range(255, -1, -8)]
    return max(grays, key=lambda gray: (min([_APART, *(weighted_distance(gray, color) for color in used)]), gray))


def weighted_distance(one: RGB, other: RGB) -> int:
    """The perceived difference of two colours, roughly: squared differences, weighted by the sensitivity of the eye."""
    (r, g, b), (R, G, B) = one, other  # noqa: N806
    return 3 * (r - R) ** 2 + 6 * (g - G) ** 2 + (b - B) ** 2


def perceived_distance(one: RGB, other: RGB) -> float:
    """The distance of two colours in CIELAB: 100 from black to white."""
    return dist(lab(one), lab(other))


def merge_alike(colors: Sequence[RGB], counts: Sequence[int]) -> list[int]:
    """The number of the colour that replaces each of the `colors`: itself, or a more frequent one that looks the same.

    Every colour is indistinguishable from the one that replaces it, so that a gradient does not become one colour. Of
    colours that look the same the one with the largest of the `counts` is kept.
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


def most_alike(color: RGB, palette: Sequence[RGB]) -> int:
    """The number of the colour of a palette that is nearest by `softened_lab`; the first of equally near ones."""
    place = softened_lab(color)
    return min(range(len(palette)), key=lambda number: dist(place, softened_lab(palette[number])))


def _root(value: float) -> float:
    """The cube root, with the straight part near 0 that CIELAB has."""
    return cbrt(value) if value > (6 / 29) ** 3 else value / (3 * (6 / 29) ** 2) + 4 / 29
