"""The places of the rows of a grid on an image."""

from __future__ import annotations

from math import sqrt
from typing import NamedTuple

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


def rows_on_image(grid: Grid, size: tuple[int, int]) -> list[PixelRow]:
    """The rows of a grid on an image: a rectangle fills it; a hexagon is centred and as large as possible.

    Hexagonal cells are one unit wide. Their rows are sqrt(3)/2 apart, and the upper and lower corners of the first and
    the last row are 1/sqrt(3) from the centres of their cells.

    Args:
        size: width and height of the image in pixels.
    """
    width, height = size
    lengths = [len(grid.line(row)) for row in grid.families[0]]
    n = len(lengths)
    if isinstance(grid, RectGrid):
        return [PixelRow(length, (0, i * height / n, width, (i + 1) * height / n)) for i, length in enumerate(lengths)]
    step, corner = sqrt(3) / 2, 1 / sqrt(3)
    unit = min(width / n, height / ((n - 1) * step + 2 * corner))
    rows = []
    for i, length in enumerate(lengths):
        x, y = width / 2 - length * unit / 2, height / 2 + (i - (n - 1) / 2) * step * unit
        box = (x, y - step * unit / 2, x + length * unit, y + step * unit / 2)
        rows.append(PixelRow(length, (max(0.0, box[0]), max(0.0, box[1]), min(width, box[2]), min(height, box[3]))))
    return rows


def cell_side(rows: list[PixelRow]) -> float:
    """The side of a square as large as a cell, in pixels."""
    left, upper, right, lower = rows[len(rows) // 2].box
    return sqrt((right - left) * (lower - upper) / rows[len(rows) // 2].n_cells)
