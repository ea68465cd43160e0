"""The colours of the cells of a photograph: the nearest of a few to the average of each cell, or patterns of them."""

from __future__ import annotations

import numpy as np
from PIL import Image

from nonosat.authoring.image_canvas import Canvas
from nonosat.authoring.image_loading import unused_gray
from nonosat.drawing.color_distance import RGB


def photograph_cells(canvas: Canvas, n_beside: int, *, dither: bool) -> tuple[list[RGB], list[int], RGB | None]:
    """Few colours for the average colours of the cells, by median cut and k-means, and the colour of each cell.

    Args:
        n_beside: the largest number of colours beside the background.
        dither: approximate colours by patterns of cells.

    Returns:
        The colours; for each cell the number of its colour; and the colour of transparent cells, if there are any.
    """
    averages, is_clear = canvas.averages()
    seen = averages[~is_clear]
    if not len(seen):
        return [(255, 255, 255)], [0] * len(is_clear), (255, 255, 255)
    n_colors = max(1, n_beside + (not is_clear.any()))
    # With few iterations of k-means the result would depend on the start that median cut finds.
    palette = Image.fromarray(seen[None]).quantize(n_colors, Image.Quantize.MEDIANCUT, kmeans=n_colors)
    values = palette.getpalette() or []
    colors = [*zip(values[::3], values[1::3], values[2::3], strict=True)][:n_colors]
    averages[is_clear] = colors[0]  # exactly, so that no difference is spread from there
    lengths = [row.n_cells for row in canvas.rows]
    # The rows of a hexagon are centred as they are on paper, so that dithering continues from row to row.
    places = np.concatenate(
        [y * max(lengths) + (max(lengths) - length) // 2 + np.arange(length) for y, length in enumerate(lengths)]
    )
    paper = np.zeros((len(lengths) * max(lengths), 3), np.uint8)
    paper[places] = averages
    pattern = Image.Dither.FLOYDSTEINBERG if dither else Image.Dither.NONE
    whole = Image.fromarray(paper.reshape(len(lengths), max(lengths), 3)).quantize(palette=palette, dither=pattern)
    cells = np.asarray(whole).ravel()[places].clip(max=len(colors) - 1).astype(int)
    if not is_clear.any():
        return colors, cells.tolist(), None
    clear = unused_gray(colors)
    cells[is_clear] = len(colors)
    return [*colors, clear], cells.tolist(), clear
