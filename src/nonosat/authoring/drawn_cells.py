"""The colour of each cell of a drawing: the one that covers most of it, where strokes count more than areas.

A stroke that is thinner than a cell covers the smaller part of each cell that it crosses, and would vanish. A pixel of
a stroke of width w on cells of side c counts 2c/w - 1 times. Then the stroke has the cell from a share of w/2c on. If
it runs along the border of two cells, it covers that share of one of them at least. Pixels of areas as wide as a cell
count once.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from nonosat.authoring.flat_colors import FlatColors, blurred, color_numbers
from nonosat.authoring.image_canvas import Canvas
from nonosat.authoring.image_loading import unused_gray
from nonosat.drawing.color_distance import RGB


class Drawing(NamedTuple):
    """The colours of a drawing below a grid.

    Attributes:
        colors: the colours; the last one is that of transparent pixels, if there are any.
        clear: the colour of transparent pixels, or None.
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
            threshold: the share of a cell from which on all other colours together have it, from 0 to 1; None to
                choose by the width of strokes.
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


def drawing_of(canvas: Canvas, flat: FlatColors, *, side: float | None, background: RGB) -> Drawing:
    """The colours of a drawing below a grid.

    Args:
        side: side of a cell in pixels; None for a drawing without strokes, such as one whose pixels are cells.
        background: one of the colours, which is the background if no pixel is transparent.
    """
    numbers = color_numbers(canvas.image, flat)
    colors, clear = list(flat.colors), None
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
        mask: an array of truth values, the pixels that have the colour.
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
