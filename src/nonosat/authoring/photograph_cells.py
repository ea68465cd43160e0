"""The colour of each cell of a photograph: the one of few that is nearest to the average of its pixels."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np
from PIL import Image

from nonosat.authoring.image_canvas import Canvas
from nonosat.model.colors import RGB, most_alike, unused_gray


def reduced_cells(canvas: Canvas, n_beside: int, *, dither: bool) -> tuple[list[RGB], list[int], RGB | None]:
    """Few colours for the average colours of the cells, by median cut and k-means, and the colour of each cell.

    Args:
        n_beside: the largest number of colours besides the background.

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
    cells = _quantized(canvas, averages, palette, len(colors), dither=dither)
    if not is_clear.any():
        return colors, cells.tolist(), None
    clear = unused_gray(colors)
    cells[is_clear] = len(colors)
    return [*colors, clear], cells.tolist(), clear


def palette_cells(canvas: Canvas, palette: Sequence[RGB], *, dither: bool) -> list[int]:
    """For each cell the number of the colour of a palette that looks most like its average."""
    averages, _ = canvas.averages()
    if dither:
        fixed = Image.new("P", (1, 1))
        fixed.putpalette([level for color in palette for level in color])
        cells: list[int] = _quantized(canvas, averages, fixed, len(palette), dither=True).tolist()
        return cells
    colors = [(int(red), int(green), int(blue)) for red, green, blue in averages]
    numbers = {color: most_alike(color, palette) for color in set(colors)}
    return [numbers[color] for color in colors]


def _quantized(canvas: Canvas, averages: Any, palette: Image.Image, n_colors: int, *, dither: bool) -> Any:
    """For the average colour of each cell, the number of the colour of a `palette`; `dither` mixes these."""
    lengths = [row.n_cells for row in canvas.rows]
    # The rows of a hexagon are centred as they are on paper, so that dithering continues from row to row.
    places = np.concatenate(
        [y * max(lengths) + (max(lengths) - length) // 2 + np.arange(length) for y, length in enumerate(lengths)]
    )
    paper = np.zeros((len(lengths) * max(lengths), 3), np.uint8)
    paper[places] = averages
    pattern = Image.Dither.FLOYDSTEINBERG if dither else Image.Dither.NONE
    whole = Image.fromarray(paper.reshape(len(lengths), max(lengths), 3)).quantize(palette=palette, dither=pattern)
    return np.asarray(whole).ravel()[places].clip(max=n_colors - 1).astype(int)
