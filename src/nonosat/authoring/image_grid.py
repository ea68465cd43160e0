"""The grid over an image: as requested, or a cell for each pixel or for each square of pixels."""

from __future__ import annotations

from math import gcd
from typing import TYPE_CHECKING

from nonosat.authoring.image_colors import DRAWN, color_counts
from nonosat.authoring.trace_request import TraceRequest
from nonosat.errors import PuzzleError, UsageError, argument
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.rect_grid import RectGrid

if TYPE_CHECKING:
    from PIL import Image

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


def grid_over(image: Image.Image, request: TraceRequest, file: str) -> tuple[Grid, list[str]]:
    """The grid, and sentences for the user.

    Raises:
        UsageError: the requested grid is not possible, or one has to be requested.
    """
    if request.size is not None or request.hexagon is not None:
        return _requested_grid(request), _stretched(image, request)
    remarks = []
    is_drawing = bool(color_counts(image))
    scale = _scale(image) if is_drawing and max(image.size) > SMALL else 1
    if scale > 1:
        remarks.append(f"each cell is {scale} x {scale} pixels")
    height, width = _size_in_pixels(image, scale, LARGEST if is_drawing else LARGEST_PHOTOGRAPH, file)
    grid = RectGrid(height, width)
    if max(height, width) > SMALL:
        remarks.append(f"{width} x {height} cells; {argument('size')} makes fewer, such as {_smaller(image)}")
    return grid, remarks


def _size_in_pixels(image: Image.Image, scale: int, largest: int, file: str) -> tuple[int, int]:
    """Height and width of the grid whose cells are squares of `scale` pixels a side; each is at most `largest`."""
    height, width = image.height // scale, image.width // scale
    if max(height, width) > largest:
        pixels = f"{image.width} x {image.height} pixels"
        photograph = f" of more than {DRAWN} colours" if largest < LARGEST else ""
        raise UsageError(
            f"{file}: {pixels}{photograph}, expected {argument('size')} or {argument('hexagon')} for more than "
            f"{largest}, such as a size of {_smaller(image)}"
        )
    return height, width


def _smaller(image: Image.Image) -> str:
    """A size in cells of the proportions of an image, as width and height with an x between them."""
    longest = max(image.size)
    return "x".join(str(max(1, round(length * SUGGESTED / longest))) for length in image.size)


def _requested_grid(request: TraceRequest) -> Grid:
    """The grid of a requested size."""
    try:
        return HexGrid(request.hexagon) if request.hexagon else RectGrid(*(request.size or (0, 0)))
    except PuzzleError as error:
        raise UsageError(str(error)) from None


def _scale(image: Image.Image) -> int:
    """The side in pixels of the largest squares of one colour of which the whole image consists."""
    from PIL import Image, ImageChops

    if len(color_counts(image)) < 2:
        return 1
    common = gcd(*image.size)
    for scale in sorted((k for k in range(2, common + 1) if common % k == 0), reverse=True):
        small = image.resize((image.width // scale, image.height // scale), Image.Resampling.NEAREST)
        if ImageChops.difference(image, small.resize(image.size, Image.Resampling.NEAREST)).getbbox() is None:
            return scale
    return 1


def _stretched(image: Image.Image, request: TraceRequest) -> list[str]:
    """A sentence on cells that are not nearly square on the image."""
    if request.size is None:
        return []
    height, width = request.size
    across, down = image.width * height, image.height * width
    if max(across, down) <= _STRETCHED * min(across, down):
        return []
    keeps = f"{width}x{max(1, round(image.height * width / image.width))}"
    return [f"{width} x {height} cells stretch the image; {keeps} keeps its proportions"]
