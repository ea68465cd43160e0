"""Tracing images: which pixels are a cell, and which of few colours it gets.

Drawings, which are images of few colours, keep their colours: a cell gets the colour that covers most of it.
Photographs are averaged over each cell first and then reduced to few colours. Only this module imports Pillow.
"""

from __future__ import annotations

import warnings
from io import BytesIO
from itertools import accumulate
from math import gcd, sqrt
from typing import TYPE_CHECKING, NamedTuple, cast

from nonosat.authoring.trace_request import TracedPicture, TraceRequest
from nonosat.errors import InputError, PuzzleError, UsageError
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.rect_grid import RectGrid

if TYPE_CHECKING:
    from PIL import Image

#: The formats that Pillow is allowed to read, so that its other readers need not be trusted.
FORMATS = ("PNG", "GIF", "JPEG", "BMP", "PPM")
#: Limit of pixels, more than those of a photograph; a small file could otherwise need much memory.
MAX_PIXELS = 60_000_000
#: The largest number of colours of a drawing.
DRAWN = 24
#: The default number of colours beside the background for an image that is no drawing.
REDUCED = 4
#: If no size is requested, each pixel of an image up to this side is a cell; larger images may have larger squares.
SMALL = 128
#: The largest side, in cells, of a puzzle whose size was not requested.
LARGEST = 400

#: The distance above which colours are easy to distinguish; Pillow does not distinguish those that differ by under
#: four.
_APART = 10 * 24**2

#: Red, green and blue, from 0 to 255.
RGB = tuple[int, int, int]


class _PixelRow(NamedTuple):
    """One row of the grid.

    Attributes:
        n_cells: number of its cells.
        box: the part of the image that they divide evenly, as left, upper, right and lower coordinate in pixels.
    """

    n_cells: int
    box: tuple[float, float, float, float]


def trace_image(data: bytes, file: str, request: TraceRequest) -> TracedPicture:
    """Trace an image.

    Args:
        data: the contents of its file.
        file: name of the file in error messages.
        request: the options.

    Raises:
        InputError: it cannot be read, or is too large.
        UsageError: Pillow is not installed, or the requested grid is not possible.
    """
    image, clear = _open(data, file)
    is_drawing = bool(_counts(image))
    remarks = []
    if request.size is None and request.hexagon is None:
        scale = _scale(image) if is_drawing and max(image.size) > SMALL else 1
        if scale > 1:
            remarks.append(f"each cell is {scale} x {scale} pixels")
        grid = _grid_of_pixels(image, scale, file)
    else:
        grid = _requested_grid(request)
    rows = _rows(grid, image.size)
    if is_drawing:
        colors, cells = _trace_drawing(image, rows, request)
    else:
        colors, cells = _trace_photograph(image, rows, request)
    background = _background(request, colors, clear, image)
    palette, numbers = _numbered(colors, cells, background)
    return TracedPicture(Picture(grid, tuple(numbers)), palette, tuple(remarks))


def _grid_of_pixels(image: Image.Image, scale: int, file: str) -> Grid:
    """The grid whose cells are squares of so many pixels a side."""
    height, width = image.height // scale, image.width // scale
    if max(height, width) > LARGEST:
        pixels = f"{image.width} x {image.height} pixels"
        raise UsageError(f"{file}: {pixels}, expected one of the options size and hex for more than {LARGEST}")
    return RectGrid(height, width)


def _requested_grid(request: TraceRequest) -> Grid:
    """The grid of a requested size."""
    try:
        return HexGrid(request.hexagon) if request.hexagon else RectGrid(*(request.size or (0, 0)))
    except PuzzleError as error:
        raise UsageError(str(error)) from None


def _open(data: bytes, file: str) -> tuple[Image.Image, RGB | None]:
    """The image without transparency, and the colour that replaces transparent pixels, if there are any."""
    try:
        from PIL import Image
    except ImportError:
        message = "Pillow is needed to read images, expected it installed: pip install 'nonosat[pictures]'"
        raise UsageError(message) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow warns of large images; `MAX_PIXELS` decides
            image = Image.open(BytesIO(data), formats=FORMATS)
            if image.width * image.height > MAX_PIXELS:
                message = f"{image.width} x {image.height} pixels, expected at most {MAX_PIXELS:,}"
                raise InputError(message, file=file)
            colored = image.convert("RGBA")
    except InputError:
        raise
    except (Image.DecompressionBombError, MemoryError):
        raise InputError(f"too many pixels, expected at most {MAX_PIXELS:,}", file=file) from None
    except Exception as error:  # the readers of Pillow raise errors of any type
        reason = str(error).partition("\n")[0][:80] or type(error).__name__
        raise InputError(f"a broken image ({reason}), expected a whole one", file=file) from None
    alpha = colored.getchannel("A")
    opaque = colored.convert("RGB")
    transparent = alpha.point([255 if value < 128 else 0 for value in range(256)])
    if transparent.getbbox() is None:
        return opaque, None
    clear = _unused(opaque)
    opaque.paste(clear, mask=transparent)
    return opaque, clear


def _counts(image: Image.Image) -> list[tuple[int, RGB]]:
    """The pixels of each colour of a drawing; empty if the image has too many colours to be one."""
    return cast("list[tuple[int, RGB]]", image.getcolors(DRAWN) or [])


def _unused(image: Image.Image) -> RGB:
    """White, or a grey that is easy to distinguish from all colours of the image, for transparent pixels."""
    used = [color for _, color in _counts(image)]
    greys = [(level, level, level) for level in range(255, -1, -8)]
    return max(greys, key=lambda grey: (min([_APART, *(_distance(grey, color) for color in used)]), grey))


def _scale(image: Image.Image) -> int:
    """The side in pixels of the largest squares of one colour of which the whole image consists."""
    from PIL import Image, ImageChops

    if len(_counts(image)) < 2:
        return 1
    common = gcd(*image.size)
    for scale in sorted((k for k in range(2, common + 1) if common % k == 0), reverse=True):
        small = image.resize((image.width // scale, image.height // scale), Image.Resampling.NEAREST)
        if ImageChops.difference(image, small.resize(image.size, Image.Resampling.NEAREST)).getbbox() is None:
            return scale
    return 1


def _rows(grid: Grid, size: tuple[int, int]) -> list[_PixelRow]:
    """The rows of a grid on an image: a rectangle fills it; a hexagon is centred and as large as possible.

    Hexagonal cells are one unit wide. Their rows are sqrt(3)/2 apart, and the upper and lower corners of the first and
    the last row are 1/sqrt(3) from the centres of their cells.
    """
    width, height = size
    lengths = [len(grid.line(row)) for row in grid.families[0]]
    n = len(lengths)
    if isinstance(grid, RectGrid):
        return [_PixelRow(length, (0, i * height / n, width, (i + 1) * height / n)) for i, length in enumerate(lengths)]
    step, corner = sqrt(3) / 2, 1 / sqrt(3)
    unit = min(width / n, height / ((n - 1) * step + 2 * corner))
    rows = []
    for i, length in enumerate(lengths):
        x, y = width / 2 - length * unit / 2, height / 2 + (i - (n - 1) / 2) * step * unit
        box = (x, y - step * unit / 2, x + length * unit, y + step * unit / 2)
        rows.append(_PixelRow(length, (max(0.0, box[0]), max(0.0, box[1]), min(width, box[2]), min(height, box[3]))))
    return rows


def _trace_drawing(image: Image.Image, rows: list[_PixelRow], request: TraceRequest) -> tuple[list[RGB], list[int]]:
    """The colours of a drawing, merged to the requested number, and for each cell the colour that covers most of it."""
    from PIL import Image

    colors = [color for _, color in sorted(_counts(image), key=lambda item: (-item[0], item[1]))]
    indexed = Image.new("P", (1, 1))
    indexed.putpalette([value for color in colors for value in color])
    pixels = image.quantize(palette=indexed, dither=Image.Dither.NONE)
    starts = [0, *accumulate(row.n_cells for row in rows)]
    best, cells = [-1] * starts[-1], [0] * starts[-1]
    for number in range(len(colors)):
        mask = pixels.point([255 if value == number else 0 for value in range(256)], "L")
        for start, row in zip(starts, rows, strict=False):
            shares = mask.resize((row.n_cells, 1), Image.Resampling.BOX, box=row.box).tobytes()
            # Of two colours that cover the same share, the rarer one wins: it is a line on the ground of the other.
            for cell, share in enumerate(shares, start):
                if share > 0 and share >= best[cell]:
                    best[cell], cells[cell] = share, number
    kept = sorted(set(cells))
    new = {number: place for place, number in enumerate(kept)}
    return _merged([colors[number] for number in kept], [new[cell] for cell in cells], request)


def _merged(colors: list[RGB], cells: list[int], request: TraceRequest) -> tuple[list[RGB], list[int]]:
    """Colours and cells after merging rare colours into similar ones, down to the requested number."""
    if request.n_colors is None:
        return colors, cells
    colors, counts = list(colors), [cells.count(number) for number in range(len(colors))]
    merged_into = list(range(len(colors)))
    remaining = set(merged_into)
    while len(remaining) > request.n_colors + 1:
        pairs = ((counts[a] * _distance(colors[a], colors[b]), a, b) for a in remaining for b in remaining if a != b)
        _, removed, kept = min(pairs)
        remaining.discard(removed)
        counts[kept] += counts[removed]
        merged_into = [kept if target == removed else target for target in merged_into]
    order = sorted(remaining)
    number = [order.index(target) for target in merged_into]
    return [colors[old] for old in order], [number[cell] for cell in cells]


def _trace_photograph(image: Image.Image, rows: list[_PixelRow], request: TraceRequest) -> tuple[list[RGB], list[int]]:
    """Few colours for the average colours of the cells, by median cut and k-means, and the colour of each cell."""
    from PIL import Image

    longest = max(row.n_cells for row in rows)
    canvas = Image.new("RGB", (longest, len(rows)))
    strips = [image.resize((row.n_cells, 1), Image.Resampling.BOX, box=row.box) for row in rows]
    for y, (row, strip) in enumerate(zip(rows, strips, strict=True)):
        # The rows of a hexagon are centred as they are on paper, so that dithering continues from row to row.
        canvas.paste(strip, ((longest - row.n_cells) // 2, y))
    cells = b"".join(strip.tobytes() for strip in strips)
    n_colors = 1 + (REDUCED if request.n_colors is None else request.n_colors)
    alone = Image.frombytes("RGB", (len(cells) // 3, 1), cells)
    # With few iterations of k-means the result would depend on the start that median cut finds.
    palette = alone.quantize(n_colors, Image.Quantize.MEDIANCUT, kmeans=n_colors)
    values = palette.getpalette() or []
    colors = [(values[i], values[i + 1], values[i + 2]) for i in range(0, 3 * min(n_colors, len(values) // 3), 3)]
    dither = Image.Dither.FLOYDSTEINBERG if request.dither else Image.Dither.NONE
    chosen = canvas.quantize(palette=palette, dither=dither)
    numbers: list[int] = []
    for y, row in enumerate(rows):
        left = (longest - row.n_cells) // 2
        numbers += chosen.crop((left, y, left + row.n_cells, y + 1)).tobytes()
    return colors, [min(number, len(colors) - 1) for number in numbers]


def _background(request: TraceRequest, colors: list[RGB], clear: RGB | None, image: Image.Image) -> RGB:
    """The background colour: as requested, that of transparent pixels, or the most common one along the border."""
    if request.background:
        value = int(request.background[1:], 16)
        wanted = (value >> 16, value >> 8 & 255, value & 255)
    elif clear:
        wanted = clear
    else:
        width, height = image.size
        border: dict[RGB, int] = {}
        sides = ((0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height))
        for side in sides:
            strip = image.crop(side).tobytes()
            for i in range(0, len(strip), 3):
                near = min(colors, key=lambda color: _distance(color, (strip[i], strip[i + 1], strip[i + 2])))
                border[near] = border.get(near, 0) + 1
        # Of two equally common ones, the lighter one.
        return max(border, key=lambda color: (border[color], sum(color)))
    return min(colors, key=lambda color: _distance(color, wanted))


def _numbered(colors: list[RGB], cells: list[int], background: RGB) -> tuple[Palette, list[int]]:
    """The palette, background first and the others from dark to light, and the cells by its numbers."""
    used = {colors[cell] for cell in cells} - {background}
    # A picture without any block is a puzzle, too, but a palette needs a colour beside the background.
    order = [background, *sorted(used, key=lambda color: (sum(color), color))]
    if len(order) == 1:
        order.append((0, 0, 0) if sum(background) > 382 else (255, 255, 255))
    number = [order.index(color) if color in order else 0 for color in colors]
    palette = Palette(tuple("#{:02x}{:02x}{:02x}".format(*color) for color in order))
    return palette, [number[cell] for cell in cells]


def _distance(one: RGB, other: RGB) -> int:
    """The perceived difference of two colours, roughly: squared differences, weighted by the sensitivity of the eye."""
    (r, g, b), (R, G, B) = one, other  # noqa: N806
    return 3 * (r - R) ** 2 + 6 * (g - G) ** 2 + (b - B) ** 2
