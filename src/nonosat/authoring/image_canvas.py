"""Images below the cells of a grid."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from math import gcd, sqrt
from typing import Any, NamedTuple, cast

import numpy as np
from PIL import Image, ImageChops

from nonosat.authoring.picture_options import PictureOptions
from nonosat.core.errors import PuzzleError, UsageError, argument
from nonosat.model.colors import RGB, unused_gray, weighted_distance
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.rect_grid import RectGrid

#: The largest number of colours of a drawing.
DRAWN = 24
#: If no size is requested, each pixel of an image up to this side is a cell; larger images may have larger squares.
SMALL = 128
#: The largest side, in cells, of a puzzle whose size was not requested.
LARGEST = 400
#: The largest side for a photograph: with a cell for each pixel it would not be a puzzle for a person.
LARGEST_PHOTOGRAPH = 100
#: The longer side, in cells, of the default size.
DEFAULT = 30
#: A cell that is longer than wide by this factor, or wider than long, stretches the picture.
_STRETCHED = 1.1


def opaque(image: Image.Image, background: RGB | None) -> tuple[Image.Image, Image.Image | None]:
    """An image without its transparency, and one that is white where a pixel was transparent, if any was.

    Args:
        image: in red, green, blue and opacity.
        background: the colour of transparent pixels; None for one that no other pixel of a drawing has.
    """
    hidden = image.getchannel("A").point([255 if value < 128 else 0 for value in range(256)])
    if hidden.getbbox() is None:
        return image.convert("RGB"), None
    # The colour below full transparency means nothing.
    image.putalpha(255)
    image.paste((0, 0, 0, 0), mask=hidden)
    counts = cast("list[tuple[int, tuple[int, int, int, int]]]", image.getcolors(DRAWN + 1) or [])
    used = [(red, green, blue) for _, (red, green, blue, opacity) in counts if opacity]
    image = image.convert("RGB")
    image.paste(background or unused_gray(used), mask=hidden)
    return image, None if background else hidden


class PixelRow(NamedTuple):
    """A row of `n_cells` cells, and the box that they divide evenly: left, upper, right and lower side in pixels."""

    n_cells: int
    box: tuple[float, float, float, float]


@dataclass(frozen=True)
class Canvas:
    """An image below a grid: a rectangle fills it; a hexagon is centred and as large as possible.

    Attributes:
        image: in red, green and blue.
        hidden: an image of the same size that is white where this one is transparent; None if it nowhere is.
    """

    image: Image.Image
    hidden: Image.Image | None
    grid: Grid

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


def grid_over(image: Image.Image, options: PictureOptions) -> tuple[Grid, list[str]]:
    """The grid, and remarks; UsageError if the requested one is not possible."""
    size, hexagon = options.get("size"), options.get("hexagon")
    try:
        if hexagon is not None:
            return HexGrid(hexagon), []
        if size is not None:
            height, width = _whole_size(image, *size)
            return RectGrid(height, width), _stretched(image, height, width) if None not in size else []
    except PuzzleError as error:
        raise UsageError(str(error)) from None
    remarks = []
    is_drawing = bool(color_counts(image))
    scale = _scale(image) if is_drawing and max(image.size) > SMALL else 1
    if scale > 1:
        remarks.append(f"each cell is {scale} x {scale} pixels")
    height, width = image.height // scale, image.width // scale
    if max(height, width) > (LARGEST if is_drawing else LARGEST_PHOTOGRAPH):
        height, width = _default_size(image)
        chooses = f"the default for {image.width} x {image.height} pixels; {argument('size')} chooses another size"
        return RectGrid(height, width), [f"{width} x {height} cells, {chooses}"]
    if max(height, width) > SMALL:
        fewer = "x".join(map(str, _default_size(image)[::-1]))
        remarks.append(f"{width} x {height} cells; {argument('size')} makes fewer, such as {fewer}")
    return RectGrid(height, width), remarks


def _default_size(image: Image.Image) -> tuple[int, int]:
    """Height and width in cells of the proportions of an image, the longer side of `DEFAULT` cells."""
    return _whole_size(image, *((DEFAULT, None) if image.height > image.width else (None, DEFAULT)))


def _whole_size(image: Image.Image, height: int | None, width: int | None) -> tuple[int, int]:
    """Height and width in cells; one that is missing follows from the proportions of an image."""
    if height is None and width is not None:
        height = max(1, round(image.height * width / image.width))
    if width is None and height is not None:
        width = max(1, round(image.width * height / image.height))
    if height is None or width is None:
        raise UsageError(f"{argument('size')} without a number, expected the height, the width or both")
    return height, width


def _scale(image: Image.Image) -> int:
    """The side in pixels of the largest squares of one colour of which the whole image consists."""
    if len(color_counts(image)) < 2:
        return 1
    common = gcd(*image.size)
    for scale in sorted((k for k in range(2, common + 1) if common % k == 0), reverse=True):
        small = image.resize((image.width // scale, image.height // scale), Image.Resampling.NEAREST)
        if ImageChops.difference(image, small.resize(image.size, Image.Resampling.NEAREST)).getbbox() is None:
            return scale
    return 1


def _stretched(image: Image.Image, height: int, width: int) -> list[str]:
    """A sentence on cells that are not nearly square on the image."""
    across, down = image.width * height, image.height * width
    if max(across, down) <= _STRETCHED * min(across, down):
        return []
    keeps = f"{width}x{_whole_size(image, None, width)[0]}"
    return [f"{width} x {height} cells stretch the image; {keeps} keeps its proportions"]


def color_counts(image: Image.Image) -> list[tuple[int, RGB]]:
    """The pixels of each colour of a drawing; empty if the image has too many colours to be one."""
    return cast("list[tuple[int, RGB]]", image.getcolors(DRAWN) or [])


def nearest_color(wanted: RGB, colors: Sequence[RGB]) -> RGB:
    """The one of `colors`, of which there is at least one, that is nearest to a wanted colour."""
    return min(colors, key=lambda color: weighted_distance(color, wanted))
