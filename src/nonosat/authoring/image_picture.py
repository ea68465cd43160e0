"""Tracing images: which pixels are a cell, and which of few colours it gets.

Drawings, which are images of few colours, keep their colours: a cell gets the colour that covers most of it.
Photographs are averaged over each cell first and then reduced to few colours.
"""

from __future__ import annotations

from functools import reduce
from itertools import accumulate
from math import gcd
from typing import TYPE_CHECKING, NamedTuple

from nonosat.authoring.image_colors import (
    DRAWN,
    color_counts,
    name_of_rgb,
    nearest_color,
    rgb_of_name,
    weighted_distance,
)
from nonosat.authoring.image_loading import open_image
from nonosat.authoring.pixel_rows import PixelRow, rows_on_image
from nonosat.authoring.trace_request import TracedPicture, TraceRequest
from nonosat.drawing.color_distance import INDISTINGUISHABLE, RGB, merge_alike, perceived_distance
from nonosat.errors import PuzzleError, UsageError, argument
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.rect_grid import RectGrid

if TYPE_CHECKING:
    from PIL import Image

#: The default number of colours beside the background for an image that is no drawing.
REDUCED = 4
#: If no size is requested, each pixel of an image up to this side is a cell; larger images may have larger squares.
SMALL = 128
#: The largest side, in cells, of a puzzle whose size was not requested.
LARGEST = 400
#: The same for a photograph, of which each pixel as a cell makes no puzzle for a person.
LARGEST_PHOTOGRAPH = 100
#: The longer side, in cells, of the size that messages suggest.
SUGGESTED = 40

#: Up to this perceived distance from a colour of a photograph, a requested background means that colour: the colours of
#: a photograph are averages, and a white wall is rarely white.
_NEAR = 20.0


def trace_image(data: bytes, file: str, request: TraceRequest) -> TracedPicture:
    """Trace an image.

    Args:
        data: the contents of its file.
        file: name of the file in error messages.
        request: the options.

    Raises:
        InputError: it cannot be read, or is too large.
        MissingDependency: Pillow is not installed.
        UsageError: the requested grid is not possible.
    """
    image, clear = open_image(data, file)
    is_drawing = bool(color_counts(image))
    remarks: list[str] = []
    grid: Grid
    if request.size is None and request.hexagon is None:
        scale = _scale(image) if is_drawing and max(image.size) > SMALL else 1
        if scale > 1:
            remarks.append(f"each cell is {scale} x {scale} pixels")
        height, width = _size_in_pixels(image, scale, LARGEST if is_drawing else LARGEST_PHOTOGRAPH, file)
        grid = RectGrid(height, width)
        if max(height, width) > SMALL:
            remarks.append(f"{width} x {height} cells; {argument('size')} makes fewer, such as {_smaller(image)}")
    else:
        grid = _requested_grid(request)
    rows = rows_on_image(grid, image.size)
    traced = _colored_cells(image, rows, request, clear)
    palette, numbers = _numbered(traced.colors, traced.cells, traced.background)
    return TracedPicture(
        Picture(grid, tuple(numbers)), palette, (*remarks, *traced.remarks), tuple(_averages(_strips(image, rows)))
    )


class _ColoredCells(NamedTuple):
    """The colours of the cells.

    Attributes:
        colors: the colours that occur.
        cells: the number of its colour, for each cell.
        background: the colour of the background, which may be another colour.
        remarks: sentences for the user.
    """

    colors: list[RGB]
    cells: list[int]
    background: RGB
    remarks: list[str]


def _colored_cells(image: Image.Image, rows: list[PixelRow], request: TraceRequest, clear: RGB | None) -> _ColoredCells:
    """Colours for the cells and the background, as requested."""
    is_drawing = bool(color_counts(image))
    wanted = rgb_of_name(request.background) if request.background else clear
    limit = INDISTINGUISHABLE if is_drawing else _NEAR
    n_colors = request.n_colors if is_drawing else REDUCED if request.n_colors is None else request.n_colors
    colors, cells, remarks = _few_colors(image, rows, request, n_colors, wanted, limit)
    if wanted is None:
        return _ColoredCells(colors, cells, _background_of_border(colors, image), remarks)
    found = nearest_color(wanted, colors)
    if perceived_distance(found, wanted) <= limit or (request.background is None and not is_drawing):
        if request.background and found != wanted:
            remarks.append(f"the background is {name_of_rgb(found)}, the colour nearest to {name_of_rgb(wanted)}")
        return _ColoredCells(colors, cells, found, remarks)
    if n_colors is not None:
        # The background is beside all colours of the picture, so that the largest number includes all of them.
        colors, cells, remarks = _few_colors(image, rows, request, n_colors - 1, None, limit)
    if request.background:
        names = " ".join(name_of_rgb(colors[number]) for number in sorted(set(cells)))
        remarks.append(f"no cell has the background {name_of_rgb(wanted)}, so none is empty; the picture has {names}")
    return _ColoredCells(colors, cells, wanted, remarks)


def _few_colors(
    image: Image.Image,
    rows: list[PixelRow],
    request: TraceRequest,
    n_colors: int | None,
    wanted: RGB | None,
    limit: float,
) -> tuple[list[RGB], list[int], list[str]]:
    """The colours, at most one more than `n_colors`; the cells; and what was merged, in a sentence.

    Args:
        image: the image.
        rows: the rows of the grid on it.
        request: the options, of which `n_colors` and `background` are not used.
        n_colors: the largest number of colours beside the background; None for all colours of a drawing.
        wanted: a background that is not merged into another colour if it occurs.
        limit: the perceived distance up to which a colour is the wanted one.
    """
    if color_counts(image):
        colors, cells = _trace_drawing(image, rows)
    else:
        colors, cells = _trace_photograph(image, rows, REDUCED if n_colors is None else n_colors, request.dither)
    remarks: list[str] = []
    if not request.keep_colors:
        colors, cells, remarks = _without_alike(colors, cells)
    if n_colors is not None:
        colors, cells = _merged(colors, cells, n_colors, wanted, limit)
    return colors, cells, remarks


def _without_alike(colors: list[RGB], cells: list[int]) -> tuple[list[RGB], list[int], list[str]]:
    """Colours and cells after merging colours that a person cannot tell apart, and a sentence on these."""
    replaced_by = merge_alike(colors, [cells.count(number) for number in range(len(colors))])
    pairs = [f"{name_of_rgb(colors[a])} into {name_of_rgb(colors[b])}" for a, b in enumerate(replaced_by) if a != b]
    kept = sorted(set(replaced_by))
    if not pairs:
        return colors, cells, []
    listed = ", ".join(pairs[:3]) + (f" and {len(pairs) - 3} more" if len(pairs) > 3 else "")
    remark = f"colours that look the same are merged, {listed}; {argument('keep_colors', True)} keeps them"
    number = [kept.index(target) for target in replaced_by]
    return [colors[old] for old in kept], [number[cell] for cell in cells], [remark]


def _size_in_pixels(image: Image.Image, scale: int, largest: int, file: str) -> tuple[int, int]:
    """Height and width of the grid whose cells are squares of so many pixels a side, up to so many cells a side."""
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


def _trace_drawing(image: Image.Image, rows: list[PixelRow]) -> tuple[list[RGB], list[int]]:
    """The colours of a drawing that cells get, and for each cell the colour that covers most of it."""
    from PIL import Image

    colors = [color for _, color in sorted(color_counts(image), key=lambda item: (-item[0], item[1]))]
    bands = image.split()
    starts = [0, *accumulate(row.n_cells for row in rows)]
    best, cells = [-1] * starts[-1], [0] * starts[-1]
    for number, color in enumerate(colors):
        mask = _mask(bands, color)
        for start, row in zip(starts, rows, strict=False):
            shares = mask.resize((row.n_cells, 1), Image.Resampling.BOX, box=row.box).tobytes()
            # Of two colours that cover the same share, the rarer one wins: it is a line on the ground of the other.
            for cell, share in enumerate(shares, start):
                if share > 0 and share >= best[cell]:
                    best[cell], cells[cell] = share, number
    kept = sorted(set(cells))
    new = {number: place for place, number in enumerate(kept)}
    return [colors[number] for number in kept], [new[cell] for cell in cells]


def _mask(bands: tuple[Image.Image, ...], color: RGB) -> Image.Image:
    """255 where an image with these bands of red, green and blue has exactly this colour, 0 elsewhere."""
    from PIL import ImageChops

    # Not by `Image.quantize`, which does not distinguish colours that differ by under four.
    pairs = zip(bands, color, strict=True)
    equal = (band.point([255 * (value == level) for value in range(256)]) for band, level in pairs)
    return reduce(ImageChops.darker, equal)


def _merged(
    colors: list[RGB], cells: list[int], n_colors: int, wanted: RGB | None, limit: float
) -> tuple[list[RGB], list[int]]:
    """Colours and cells after merging rare colours into similar ones, down to a number of colours and a background.

    The wanted background is never merged into another colour; up to the limit of distance a colour is the wanted one.
    """
    near = nearest_color(wanted, colors) if wanted else None
    keep = near if near and wanted and perceived_distance(near, wanted) <= limit else None
    colors, counts = list(colors), [cells.count(number) for number in range(len(colors))]
    merged_into = list(range(len(colors)))
    remaining = set(merged_into)
    while len(remaining) > n_colors + 1:
        removable = [number for number in remaining if colors[number] != keep]
        pairs = (
            (counts[a] * weighted_distance(colors[a], colors[b]), a, b) for a in removable for b in remaining if a != b
        )
        _, removed, kept = min(pairs)
        remaining.discard(removed)
        counts[kept] += counts[removed]
        merged_into = [kept if target == removed else target for target in merged_into]
    order = sorted(remaining)
    number = [order.index(target) for target in merged_into]
    return [colors[old] for old in order], [number[cell] for cell in cells]


def _trace_photograph(
    image: Image.Image, rows: list[PixelRow], n_beside: int, dither: bool
) -> tuple[list[RGB], list[int]]:
    """Few colours for the average colours of the cells, by median cut and k-means, and the colour of each cell.

    Args:
        image: the photograph.
        rows: the rows of the grid on it.
        n_beside: the largest number of colours beside the background.
        dither: approximate colours by patterns of cells.
    """
    from PIL import Image

    longest = max(row.n_cells for row in rows)
    canvas = Image.new("RGB", (longest, len(rows)))
    strips = _strips(image, rows)
    for y, (row, strip) in enumerate(zip(rows, strips, strict=True)):
        # The rows of a hexagon are centred as they are on paper, so that dithering continues from row to row.
        canvas.paste(strip, ((longest - row.n_cells) // 2, y))
    cells = b"".join(strip.tobytes() for strip in strips)
    n_colors = 1 + n_beside
    alone = Image.frombytes("RGB", (len(cells) // 3, 1), cells)
    # With few iterations of k-means the result would depend on the start that median cut finds.
    palette = alone.quantize(n_colors, Image.Quantize.MEDIANCUT, kmeans=n_colors)
    values = palette.getpalette() or []
    colors = [(values[i], values[i + 1], values[i + 2]) for i in range(0, 3 * min(n_colors, len(values) // 3), 3)]
    pattern = Image.Dither.FLOYDSTEINBERG if dither else Image.Dither.NONE
    chosen = canvas.quantize(palette=palette, dither=pattern)
    numbers: list[int] = []
    for y, row in enumerate(rows):
        left = (longest - row.n_cells) // 2
        numbers += chosen.crop((left, y, left + row.n_cells, y + 1)).tobytes()
    return colors, [min(number, len(colors) - 1) for number in numbers]


def _strips(image: Image.Image, rows: list[PixelRow]) -> list[Image.Image]:
    """For each row of the grid an image with a pixel for each cell: the average colour of the cell."""
    from PIL import Image

    return [image.resize((row.n_cells, 1), Image.Resampling.BOX, box=row.box) for row in rows]


def _averages(strips: list[Image.Image]) -> list[RGB]:
    """The colours of the pixels of some images, in order."""
    levels = b"".join(strip.tobytes() for strip in strips)
    return list(zip(levels[::3], levels[1::3], levels[2::3], strict=True))


def _background_of_border(colors: list[RGB], image: Image.Image) -> RGB:
    """The most common colour along the border of an image; of two equally common ones, the lighter one."""
    width, height = image.size
    border: dict[RGB, int] = {}
    sides = ((0, 0, width, 1), (0, height - 1, width, height), (0, 0, 1, height), (width - 1, 0, width, height))
    for side in sides:
        strip = image.crop(side).tobytes()
        for i in range(0, len(strip), 3):
            near = nearest_color((strip[i], strip[i + 1], strip[i + 2]), colors)
            border[near] = border.get(near, 0) + 1
    return max(border, key=lambda color: (border[color], sum(color)))


def _numbered(colors: list[RGB], cells: list[int], background: RGB) -> tuple[Palette, list[int]]:
    """The palette, background first and the others from dark to light, and the cells by its numbers."""
    used = {colors[cell] for cell in cells} - {background}
    # A picture without any block is a puzzle, too, but a palette needs a colour beside the background.
    order = [background, *sorted(used, key=lambda color: (sum(color), color))]
    if len(order) == 1:
        order.append((0, 0, 0) if sum(background) > 382 else (255, 255, 255))
    number = [order.index(color) if color in order else 0 for color in colors]
    palette = Palette(tuple(map(name_of_rgb, order)))
    return palette, [number[cell] for cell in cells]
