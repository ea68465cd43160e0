"""The grid over an image: as requested, or a cell for each pixel or for each square of pixels."""

from __future__ import annotations

from math import gcd

from PIL import Image, ImageChops

from nonosat.authoring.image_colors import DRAWN, color_counts
from nonosat.authoring.picture_options import PictureOptions
from nonosat.errors import PuzzleError, UsageError, argument
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.rect_grid import RectGrid

#: If no size is requested, each pixel of an image up to this side is a cell; larger images may have larger squares.
SMALL = 128
#: The largest side, in cells, of a puzzle whose size was not requested.
LARGEST = 400
#: The largest side for a photograph: with a cell for each pixel it would not be a puzzle for a person.
LARGEST_PHOTOGRAPH = 100
#: The longer side, in cells, of the size that messages suggest.
SUGGESTED = 40
#: A cell that is longer than wide by this factor, or wider than long, stretches the picture.
_STRETCHED = 1.1


def grid_over(image: Image.Image, options: PictureOptions, file: str) -> tuple[Grid, list[str]]:
    """The grid, and sentences for the user.

    Raises:
        UsageError: the requested grid is not possible, or one has to be requested.
    """
    size, hexagon = options.get("size"), options.get("hexagon")
    try:
        if hexagon is not None:
            return HexGrid(hexagon), []
        if size is not None:
            return RectGrid(*size), _stretched(image, *size)
    except PuzzleError as error:
        raise UsageError(str(error)) from None
    remarks = []
    is_drawing = bool(color_counts(image))
    scale = _scale(image) if is_drawing and max(image.size) > SMALL else 1
    if scale > 1:
        remarks.append(f"each cell is {scale} x {scale} pixels")
    height, width = image.height // scale, image.width // scale
    if max(height, width) > (LARGEST if is_drawing else LARGEST_PHOTOGRAPH):
        most, kind = (LARGEST, "") if is_drawing else (LARGEST_PHOTOGRAPH, f" of more than {DRAWN} colours")
        raise UsageError(
            f"{file}: {image.width} x {image.height} pixels{kind}, expected {argument('size')} or "
            f"{argument('hexagon')} for more than {most}, such as a size of {_smaller(image)}"
        )
    if max(height, width) > SMALL:
        remarks.append(f"{width} x {height} cells; {argument('size')} makes fewer, such as {_smaller(image)}")
    return RectGrid(height, width), remarks


def _smaller(image: Image.Image) -> str:
    """A size in cells of the proportions of an image, as width and height with an x between them."""
    longest = max(image.size)
    return "x".join(str(max(1, round(length * SUGGESTED / longest))) for length in image.size)


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
    keeps = f"{width}x{max(1, round(image.height * width / image.width))}"
    return [f"{width} x {height} cells stretch the image; {keeps} keeps its proportions"]
