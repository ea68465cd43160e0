"""The colour of each cell of a drawing: the one that covers most of it, where strokes count more than areas.

A stroke that is thinner than a cell covers the smaller part of each cell that it crosses, and would vanish. A pixel of
a stroke of width w on cells of side c counts 2c/w - 1 times. Then the stroke has the cell from a share of w/2c on. If
it runs along the border of two cells, it covers that share of one of them at least. Pixels of areas as wide as a cell
count once.

A drawing consists of areas of one colour. Where they meet, pixels are blends of their colours, and compression adds
noise. So the colours of a drawing are those of pixels that are like their neighbours, and those that are not a blend of
others, such as the colour of thin lines. An image without such areas is a photograph.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
from PIL import Image, ImageFilter

from nonosat.authoring.image_canvas import DRAWN, Canvas, color_counts
from nonosat.model.colors import RGB, most_alike, unused_gray

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


class Drawing(NamedTuple):
    """The colours of a drawing below a grid.

    Attributes:
        colors, clear: the colours; the last one is that of transparent pixels, `clear`, if there are any.
        ground: the number of the background's colour.
        shares: an array of the share of each cell that each colour covers, a row for each colour.
        weighted: such an array in which the pixels of strokes count several times.
    """

    colors: list[RGB]
    clear: RGB | None
    ground: int
    shares: Any
    weighted: Any

    def cells(self, threshold: float | None) -> tuple[list[RGB], list[int], float]:
        """The colours of the cells, for each cell the number of its colour, and the share of the picture that is lost.

        Args:
            threshold: the share of a cell, 0 to 1, from which on all colours but the background together have it; None
                to choose by the width of strokes.
        """
        ink = 1 - self.shares[self.ground]
        if threshold is None:
            # Of two colours with equal shares the rarer one wins: it is a line on the ground of the other.
            order = self.shares.sum(1).argsort(kind="stable")
            chosen = order[self.weighted[order].argmax(0)]
        else:
            others = self.shares.copy()
            others[self.ground] = -1
            chosen = np.where((ink >= threshold) & (ink > 0), others.argmax(0), self.ground)
        lost = ink[chosen == self.ground].sum() / max(ink.sum(), 1e-9)
        used, cells = np.unique(chosen, return_inverse=True)
        return [self.colors[number] for number in used], cells.ravel().tolist(), float(lost)

    def averages(self, threshold: float | None) -> tuple[RGB, ...]:
        """The colour of each cell as a mixture, half way between two colours where `cells` chooses either of them."""
        parts = self.weighted
        if threshold is not None:
            parts = self.shares * (1 - min(threshold, 0.999))
            parts[self.ground] = self.shares[self.ground] * threshold
        mixed = (parts / parts.sum(0).clip(1e-9)).T @ np.array(self.colors)
        return tuple((int(r), int(g), int(b)) for r, g, b in mixed.round())


def drawing_of(
    canvas: Canvas, flat: FlatColors, *, side: float | None, background: RGB, palette: Sequence[RGB] = ()
) -> Drawing:
    """The colours of a drawing below a grid.

    Args:
        side: that of a cell in pixels; None for a drawing without strokes, such as one whose pixels are cells.
        background: the colour that is the background if no pixel is transparent.
        palette: if it is not empty, each colour becomes the one of these that looks most like it.
    """
    numbers = color_numbers(canvas.image, flat)
    colors, clear = list(flat.colors), None
    if palette:
        chosen = [palette[most_alike(color, palette)] for color in colors]
        colors = [*dict.fromkeys([*chosen, background])]
        numbers = np.array([colors.index(color) for color in chosen], np.uint8)[numbers]
    if canvas.hidden is not None:
        numbers[np.asarray(canvas.hidden) > 127] = len(colors)
        kept = [number for number in range(len(colors)) if (numbers == number).any()]
        numbers = np.searchsorted([*kept, len(colors)], numbers)
        colors = [colors[number] for number in kept]
        clear = unused_gray(colors)
        colors.append(clear)
    masks = [numbers == number for number in range(len(colors))]
    shares = np.stack([canvas.shares(mask) for mask in masks])
    weighted = shares
    if side is not None:
        weighted = np.stack([canvas.shares(stroke_weights(mask, side)) for mask in masks])
    return Drawing(colors, clear, colors.index(clear or background), shares, weighted)


def stroke_weights(mask: Any, side: float) -> Any:
    """The weight of each pixel of a colour; 0 for all others.

    The width of a stroke is that of the largest square within it, found by erosion and dilation with squares of side
    c, c/2, c/4 and so on; between two of these it is twice the area divided by the length of the outline.

    Args:
        mask: an array of truth values, true for pixels of the colour.
        side: side c of a cell, in pixels.
    """
    weights = np.zeros(mask.shape, np.float32)
    left, width = mask.copy(), side
    while left.any():
        radius = int((width - 1) / 2 + 1e-6)
        layer = left
        if radius:
            core = blurred(mask, radius) == 255
            # Half as far again, so that the corners and caps of an area are part of it.
            layer = left & (blurred(core, radius + (radius + 1) // 2) > 0)
        if width < side and layer.any():
            outline = (layer[1:] != layer[:-1]).sum() + (layer[:, 1:] != layer[:, :-1]).sum()
            thickness = min(max(2 * layer.sum() / max(1, outline), width if radius else 1), 2 * width)
            weights[layer] = max(1.0, 2 * side / thickness - 1)
        else:
            weights[layer] = 1
        left &= ~layer
        width /= 2
    return weights


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
    """Few colours for the pixels of a photograph, as if it were a drawing: at most `n_beside` besides background."""
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
    """For each pixel, the share, 0 to 255, of the square around it that is in a mask; `radius` is half its side."""
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
