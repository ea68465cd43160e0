"""The colours of the cells of a photograph: the nearest of a few to the average of each cell, or patterns of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from nonosat.authoring.drawn_cells import cell_shares
from nonosat.authoring.image_loading import unused_gray
from nonosat.authoring.pixel_rows import PixelRow
from nonosat.drawing.color_distance import RGB

if TYPE_CHECKING:
    from PIL import Image


def average_colors(
    image: Image.Image, hidden: Image.Image | None, rows: list[PixelRow], clear: RGB | None = None
) -> tuple[RGB, ...]:
    """For each cell of a grid, the average colour of its pixels.

    Args:
        hidden: white where the image is transparent; None if it is not.
        rows: the rows of the grid.
        clear: the colour of cells that are transparent for the most part.
    """
    averages, is_clear = _averages(image, hidden, rows)
    if clear is not None:
        averages[is_clear] = clear
    return tuple((int(r), int(g), int(b)) for r, g, b in averages)


def photograph_cells(
    image: Image.Image, hidden: Image.Image | None, rows: list[PixelRow], n_beside: int, dither: bool
) -> tuple[list[RGB], list[int], RGB | None]:
    """Few colours for the average colours of the cells, by median cut and k-means, and the colour of each cell.

    Args:
        hidden: white where the photograph is transparent; None if it is not.
        rows: the rows of the grid on it.
        n_beside: the largest number of colours beside the background.
        dither: approximate colours by patterns of cells.

    Returns:
        The colours; for each cell the number of its colour; and the colour of transparent cells, if there are any.
    """
    from PIL import Image

    averages, is_clear = _averages(image, hidden, rows)
    seen = averages[~is_clear]
    if not len(seen):
        return [(255, 255, 255)], [0] * len(is_clear), (255, 255, 255)
    n_colors = max(1, n_beside + (not is_clear.any()))
    alone = Image.fromarray(seen[None])
    # With few iterations of k-means the result would depend on the start that median cut finds.
    palette = alone.quantize(n_colors, Image.Quantize.MEDIANCUT, kmeans=n_colors)
    values = palette.getpalette() or []
    colors = [(values[i], values[i + 1], values[i + 2]) for i in range(0, 3 * min(n_colors, len(values) // 3), 3)]
    averages[is_clear] = colors[0]  # exactly, so that no difference is spread from there
    longest = max(row.n_cells for row in rows)
    canvas = np.zeros((len(rows), longest, 3), np.uint8)
    # The rows of a hexagon are centred as they are on paper, so that dithering continues from row to row.
    ends = np.cumsum([row.n_cells for row in rows])
    lefts = [(longest - row.n_cells) // 2 for row in rows]
    for y, (row, left, end) in enumerate(zip(rows, lefts, ends, strict=True)):
        canvas[y, left : left + row.n_cells] = averages[end - row.n_cells : end]
    pattern = Image.Dither.FLOYDSTEINBERG if dither else Image.Dither.NONE
    chosen = np.asarray(Image.fromarray(canvas).quantize(palette=palette, dither=pattern))
    parts = [chosen[y, left : left + row.n_cells] for y, (row, left) in enumerate(zip(rows, lefts, strict=True))]
    cells = np.concatenate(parts).clip(max=len(colors) - 1).astype(int)
    if not is_clear.any():
        return colors, cells.tolist(), None
    clear = unused_gray(colors)
    cells[is_clear] = len(colors)
    return [*colors, clear], cells.tolist(), clear


def _averages(image: Image.Image, hidden: Image.Image | None, rows: list[PixelRow]) -> tuple[Any, Any]:
    """The average colours of the cells without transparent pixels, and a mask of those that are mostly transparent."""
    pixels = np.asarray(image)
    if hidden is None:
        from PIL import Image as Images

        strips = [image.resize((row.n_cells, 1), Images.Resampling.BOX, box=row.box) for row in rows]
        averages = np.concatenate([np.asarray(strip)[0] for strip in strips])
        return averages, np.zeros(len(averages), bool)
    seen = np.asarray(hidden) < 128
    shares = cell_shares(seen, rows)
    bands = [cell_shares(pixels[..., band] * seen, rows) / np.maximum(shares, 1e-4) for band in range(3)]
    return np.stack(bands, -1).round().clip(0, 255).astype(np.uint8), shares < 0.5
