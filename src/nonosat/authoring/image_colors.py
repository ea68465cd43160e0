"""The colours of images: their number, their distances, and their names."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from nonosat.drawing.color_distance import RGB

if TYPE_CHECKING:
    from PIL import Image

#: The largest number of colours of a drawing.
DRAWN = 24


def color_counts(image: Image.Image) -> list[tuple[int, RGB]]:
    """The pixels of each colour of a drawing; empty if the image has too many colours to be one."""
    return cast("list[tuple[int, RGB]]", image.getcolors(DRAWN) or [])


def nearest_color(wanted: RGB, colors: list[RGB]) -> RGB:
    """The one of `colors`, of which there is at least one, that is nearest to a wanted colour."""
    return min(colors, key=lambda color: weighted_distance(color, wanted))


def rgb_of_name(name: str) -> RGB:
    """The colour of a name `#rrggbb`."""
    value = int(name[1:], 16)
    return value >> 16, value >> 8 & 255, value & 255


def name_of_rgb(color: RGB) -> str:
    """The name `#rrggbb` of a colour."""
    return "#{:02x}{:02x}{:02x}".format(*color)


def weighted_distance(one: RGB, other: RGB) -> int:
    """The perceived difference of two colours, roughly: squared differences, weighted by the sensitivity of the eye."""
    (r, g, b), (R, G, B) = one, other  # noqa: N806
    return 3 * (r - R) ** 2 + 6 * (g - G) ** 2 + (b - B) ** 2
