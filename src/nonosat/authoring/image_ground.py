"""The background of an image: what is transparent, or a colour.

Transparent pixels are background if they look meant: they are half of the border, or a tenth of the image, or a
hundredth if no cell is transparent in part only. Otherwise, as in the rounded corners of an icon, they get the most
common colour along the border, which decides as if they were not there.

Without transparency the background is the most common colour along the border. Of two greys it is the lighter one,
whatever the border: in black and white, black is filled.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np
from PIL import Image

from nonosat.authoring.image_canvas import Canvas, nearest_color
from nonosat.core.errors import argument
from nonosat.model.colors import RGB, lighter_grey, name_of_rgb
from nonosat.model.nouns import count

#: The least shares of transparent pixels from which on they are the background: of the border, of the image, and of an
#: image in which they make whole cells.
_OF_BORDER, _OF_IMAGE, _OF_CELLS = 1 / 2, 1 / 10, 1 / 100


def with_opaque_border(canvas: Canvas) -> tuple[Canvas, list[str]]:
    """A canvas whose transparent pixels, if it has any, are its background; the others are painted; and remarks."""
    if canvas.hidden is None:
        return canvas, []
    hidden = np.asarray(canvas.hidden) > 127
    shares = canvas.shares(hidden)
    are_whole = bool(((shares < 0.01) | (shares > 0.99)).all())
    if _border(hidden).mean() >= _OF_BORDER or hidden.mean() >= (_OF_CELLS if are_whole else _OF_IMAGE):
        return canvas, []
    colors, counts = np.unique(_border(np.asarray(canvas.image))[~_border(hidden)], axis=0, return_counts=True)
    red, green, blue = map(int, colors[counts.argmax()])
    painted = canvas.image.copy()
    painted.paste((red, green, blue), mask=canvas.hidden)
    n_clear = int((shares >= 0.5).sum())
    remarks = []
    if n_clear:
        color = name_of_rgb((red, green, blue))
        cells = count(n_clear, "transparent cell")
        remarks.append(f"{cells} painted {color}, the most common colour along the border")
    return Canvas(painted, None, canvas.grid), remarks


def background_of(colors: Sequence[RGB], image: Image.Image) -> RGB:
    """The background, one of the `colors` of the cells of an image without transparency."""
    return lighter_grey(colors) or _of_border(colors, image)


def remarks_on_background(
    background: RGB, colors: Sequence[RGB], counts: Sequence[int], image: Image.Image
) -> list[str]:
    """A sentence on the choice of `background_of`, if it may surprise; each of the `colors` has `counts` cells."""
    other = _of_border(colors, image)
    if other != background:
        why = f"the lighter of two greys, though the border is mostly {name_of_rgb(other)}"
    else:
        other = colors[max(range(len(colors)), key=lambda number: counts[number])]
        if counts[list(colors).index(background)] == max(counts):
            return []
        why = f"the most common colour along the border, though {name_of_rgb(other)} has more cells"
    chooses = argument("background", name_of_rgb(other))
    return [f"the background is {name_of_rgb(background)}, {why}; {chooses} makes that colour the background"]


def _of_border(colors: Sequence[RGB], image: Image.Image) -> RGB:
    """The most common colour along the border of an image; of two equally common ones, the lighter one."""
    counts: Counter[RGB] = Counter()
    border = _border(np.asarray(image))
    for color, n_pixels in zip(*np.unique(border, axis=0, return_counts=True), strict=True):
        red, green, blue = map(int, color)
        counts[nearest_color((red, green, blue), colors)] += int(n_pixels)
    return max(counts, key=lambda color: (counts[color], sum(color)))


def _border(pixels: Any) -> Any:
    """The outermost pixels of an array of pixels."""
    return np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
