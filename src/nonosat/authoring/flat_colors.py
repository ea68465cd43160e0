"""The few colours of a drawing, and the colour of each pixel among them.

A drawing consists of areas of one colour. Where they meet, pixels are blends of their colours, and compression adds
noise. So the colours of a drawing are those of pixels that are like their neighbours, and those that are not a blend of
others, such as the colour of thin lines. An image without such areas is a photograph.
"""

from __future__ import annotations

from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageFilter

from nonosat.authoring.image_colors import DRAWN, color_counts
from nonosat.drawing.color_distance import RGB

#: Neighbouring pixels up to this difference, in levels of 255, belong to one area.
_EVEN = 8
#: An area's pixels are up to this many levels from its most common colour, where compression adds noise.
_TIGHT = 8
#: Colours up to this many levels apart are one, where there is noise.
_SAME = 24
#: The largest number of colours of a drawing with noise.
_MOST = 16
#: The least share of a drawing that is even, and of that the least share that is near the colours.
_EVEN_SHARE, _TIGHT_SHARE = 0.5, 0.9
#: The smallest share of the image that an area's colour has, where there is noise.
_AREA = 1 / 4000
#: The least distance, in levels, of a colour of its own from all blends of others.
_APART = 80
#: The smallest number of pixels of a colour that fills no area, and their smallest share where there is noise.
_LINE, _LINE_SHARE = 12, 1 / 2000
#: The width of a blend between two areas, in pixels.
_REACH = 2


class FlatColors(NamedTuple):
    """The colours of a drawing.

    Attributes:
        colors: those that fill areas, then those of lines; empty for a photograph.
        n_areas: number of colours that fill areas.
        noise: number of levels by which pixels of an area may differ from its colour.
    """

    colors: list[RGB]
    n_areas: int = 0
    noise: int = 0


def flat_colors(image: Image.Image) -> FlatColors:
    """The colours of a drawing in red, green and blue, without blends between its areas."""
    pixels = np.asarray(image, np.int16)
    if min(pixels.shape[:2]) < 2:
        return FlatColors([])
    blocks = np.stack([pixels[:-1, :-1], pixels[1:, :-1], pixels[:-1, 1:], pixels[1:, 1:]])
    even = (blocks.max(0) - blocks.min(0)).max(-1) <= _EVEN
    is_exact = bool(color_counts(image))
    most, least, tight, same = (DRAWN, 4.0, 0, 0) if is_exact else (_MOST, max(4, even.size * _AREA), _TIGHT, _SAME)
    values, counts = _histogram(pixels[:-1, :-1][even])
    found: list[Any] = []
    n_near, left = 0, counts.copy()
    while len(found) <= most and left.max(initial=0) >= least:
        found.append(values[left.argmax()])
        away = abs(values - found[-1]).max(-1)
        n_near += left[away <= tight].sum()
        left[away <= same] = 0
    if even.mean() < _EVEN_SHARE or len(found) > most or n_near < _TIGHT_SHARE * counts.sum():
        return FlatColors([])
    n_areas = len(found)
    fewest = _LINE if is_exact else max(_LINE, even.size * _LINE_SHARE)
    values, counts = _histogram(pixels.reshape(-1, 3))
    while len(found) <= most:
        away = _from_blends(values, found)
        if counts[away > _APART].sum() < fewest:
            break
        # The farthest of them; the colours between are blends with it.
        order = np.argsort(-away, kind="stable")
        found.append(values[order[np.searchsorted(counts[order].cumsum(), fewest)]])
    return FlatColors([(int(r), int(g), int(b)) for r, g, b in found], n_areas, same)


def quantized(image: Image.Image, n_beside: int) -> FlatColors:
    """Few colours for the pixels of a photograph, as if it were a drawing: `n_beside` beside the background at most."""
    palette = image.quantize(1 + n_beside, Image.Quantize.MEDIANCUT, kmeans=1 + n_beside).getpalette() or []
    colors = dict.fromkeys(zip(palette[::3], palette[1::3], palette[2::3], strict=True))
    return FlatColors([*colors][: 1 + n_beside])


def color_numbers(image: Image.Image, flat: FlatColors) -> Any:
    """An array of the number of a colour for each pixel: the nearest one of lines and of areas close to the pixel."""
    pixels = np.asarray(image, np.int32)
    nearest = np.zeros(pixels.shape[:2], np.uint8)
    least = np.full(pixels.shape[:2], np.iinfo(np.int32).max)
    for number, color in enumerate(flat.colors):
        steps = pixels - np.array(color)
        away = steps**2 @ np.array((3, 6, 1))  # as `weighted_distance`
        if number < flat.n_areas:
            # A blend of two areas may look like a third one that is elsewhere.
            away[blurred(abs(steps).max(-1) <= flat.noise, _REACH) == 0] += 1 << 24
        nearest[away < least] = number
        np.minimum(least, away, out=least)
    return nearest


def blurred(mask: Any, radius: int) -> Any:
    """For each pixel, the share of the square around it that is in a mask, from 0 to 255.

    Args:
        mask: an array of truth values.
        radius: pixels from the centre of the square to its sides.
    """
    image = Image.fromarray(mask.astype(np.uint8) * 255)
    return np.asarray(image.filter(ImageFilter.BoxBlur(radius)))


def _histogram(pixels: Any) -> tuple[Any, Any]:
    """The colours of pixels, and the number of pixels of each."""
    packed = pixels.astype(np.int32) @ np.array((65536, 256, 1))
    values, counts = np.unique(packed, return_counts=True)
    return np.stack([values >> 16, values >> 8 & 255, values & 255], -1), counts


def _from_blends(values: Any, colors: list[Any]) -> Any:
    """The distance of each value from the nearest colour, or blend of two colours."""
    away = np.min([np.linalg.norm(values - color, axis=-1) for color in colors], 0)
    for one, other in combinations(colors, 2):
        step = other - one
        place = ((values - one) @ step / (step @ step)).clip(0, 1)
        away = np.minimum(away, np.linalg.norm(values - one - place[:, None] * step, axis=-1))
    return away
