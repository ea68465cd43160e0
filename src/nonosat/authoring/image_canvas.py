"""An image below the cells of a grid."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from PIL import Image

from nonosat.model.grid import Grid
from nonosat.model.rect_grid import RectGrid


class PixelRow(NamedTuple):
    """One row of the grid.

    Attributes:
        n_cells: number of cells.
        box: the part of the image that they divide evenly, as left, upper, right and lower coordinate in pixels.
    """

    n_cells: int
    box: tuple[float, float, float, float]


@dataclass(frozen=True)
class Canvas:
    """An image below a grid: a rectangle fills it; a hexagon is centred and as large as possible.

    Attributes:
        image: the image in red, green and blue.
        hidden: an image of the same size that is white where the image is transparent; None if it nowhere is.
        grid: a rectangle or a hexagon.
    """

    image: Image.Image
    hidden: Image.Image | None
    grid: Grid

    def reduced(self, step: int) -> Canvas:
        """An image of squares of `step` pixels a side in place of pixels, below the same grid."""
        return Canvas(self.image.reduce(step), self.hidden and self.hidden.reduce(step), self.grid)

    @cached_property
    def rows(self) -> list[PixelRow]:
        """The rows of the grid.

        Hexagonal cells are one unit wide. Their rows are sqrt(3)/2 apart, and the upper and lower corners of the first
        and the last row are 1/sqrt(3) from the centres of their cells.
        """
        width, height = self.image.size
        lengths = [len(self.grid.line(row)) for row in self.grid.families[0]]
        n = len(lengths)
        if isinstance(self.grid, RectGrid):
            return [
                PixelRow(length, (0, i * height / n, width, (i + 1) * height / n)) for i, length in enumerate(lengths)
            ]
        step, corner = sqrt(3) / 2, 1 / sqrt(3)
        unit = min(width / n, height / ((n - 1) * step + 2 * corner))
        rows = []
        for i, length in enumerate(lengths):
            x, y = width / 2 - length * unit / 2, height / 2 + (i - (n - 1) / 2) * step * unit
            box = (x, y - step * unit / 2, x + length * unit, y + step * unit / 2)
            rows.append(PixelRow(length, (max(0.0, box[0]), max(0.0, box[1]), min(width, box[2]), min(height, box[3]))))
        return rows

    @property
    def side(self) -> float:
        """The side of a square as large as a cell, in pixels."""
        row = self.rows[len(self.rows) // 2]
        left, upper, right, lower = row.box
        return sqrt((right - left) * (lower - upper) / row.n_cells)

    def means(self, image: Image.Image) -> Any:
        """For each cell, the mean of its pixels in an image of the same size."""
        strips = [image.resize((row.n_cells, 1), Image.Resampling.BOX, box=row.box) for row in self.rows]
        return np.concatenate([np.asarray(strip)[0] for strip in strips])

    def shares(self, weights: Any) -> Any:
        """For each cell, the mean of its pixels in an array of weights; rounded, so that equal shares are equal."""
        return self.means(Image.fromarray(weights.astype(np.float32))).round(5)

    def averages(self) -> tuple[Any, Any]:
        """The mean colours of the cells without transparent pixels, and a mask of those that are mostly transparent."""
        if self.hidden is None:
            averages = self.means(self.image)
            return averages, np.zeros(len(averages), bool)
        pixels, seen = np.asarray(self.image), np.asarray(self.hidden) < 128
        shares = self.shares(seen)
        bands = [self.shares(pixels[..., band] * seen) / np.maximum(shares, 1e-4) for band in range(3)]
        return np.stack(bands, -1).round().clip(0, 255).astype(np.uint8), shares < 0.5
