"""Pictures out of images: which pixels make a cell, and which of few colours it gets.

Drawings, images of few colours, keep their colours: a cell gets the one that covers most of it. Photographs are
averaged over each cell first and then reduced to few colours. This module alone imports Pillow.
"""

from __future__ import annotations

import warnings
from io import BytesIO
from itertools import accumulate
from math import gcd, sqrt
from typing import TYPE_CHECKING, NamedTuple, cast

from nonosat.authoring.request import Traced, Wish
from nonosat.errors import InputError, PuzzleError, UsageError
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.rect_grid import RectGrid

if TYPE_CHECKING:
    from PIL import Image

#: Formats of Pillow that are opened; what else it knows need not be trusted.
FORMATS = ("PNG", "GIF", "JPEG", "BMP", "PPM")
#: More pixels than a camera makes; keeps a small file from becoming a large memory.
MAX_PIXELS = 60_000_000
#: An image of at most so many colours is a drawing.
DRAWN = 24
#: Colours beside the background that anything else is reduced to.
REDUCED = 4
#: Without a wished size each pixel is a cell in images up to this side; larger ones are looked at for larger pixels.
SMALL = 128
#: Largest side of a puzzle that nobody asked for.
LARGEST = 400

#: Distance from which on colours are easily told apart; Pillow takes those for one that differ by less than four.
_APART = 10 * 24**2

RGB = tuple[int, int, int]


class _PixelRow(NamedTuple):
    """One row of the grid: how many cells it has, and the part of the image that they share evenly."""

    n_cells: int
    box: tuple[float, float, float, float]


def trace_image(data: bytes, file: str, wish: Wish) -> Traced:
    """The picture that an image shows.

    Raises:
        InputError: it cannot be read, or is too large.
        UsageError: Pillow is not installed, or the wish cannot be met.
    """
    image, clear = _open(data, file)
    drawn = bool(_counts(image))
    remarks = []
    if wish.size is None and wish.hexagon is None:
        scale = _scale(image) if drawn and max(image.size) > SMALL else 1
        if scale > 1:
            remarks.append(f"each cell is {scale} x {scale} pixels")
        height, width = image.height // scale, image.width // scale
        if max(height, width) > LARGEST:
            message = f"{image.width} x {image.height} pixels, expected --size WxH or --hex N for more than {LARGEST}"
            raise UsageError(f"{file}: {message}")
        grid: Grid = RectGrid(height, width)
    else:
        try:
            grid = HexGrid(wish.hexagon) if wish.hexagon else RectGrid(*(wish.size or (0, 0)))
        except PuzzleError as error:
            raise UsageError(str(error)) from None
    rows = _rows(grid, image.size)
    if drawn:
        colors, cells = _drawn(image, rows, wish)
    else:
        colors, cells = _averaged(image, rows, wish)
    background = _background(wish, colors, clear, image)
    palette, numbers = _numbered(colors, cells, background)
    return Traced(Picture(grid, tuple(numbers)), palette, tuple(remarks))


def _open(data: bytes, file: str) -> tuple[Image.Image, RGB | None]:
    """The image without transparency, and the colour that what was transparent has now, if anything was."""
    try:
        from PIL import Image
    except ImportError:
        message = "Pillow is needed to read images, expected it installed: pip install 'nonosat[pictures]'"
        raise UsageError(message) from None
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # Pillow's own limit warns; ours decides
            image = Image.open(BytesIO(data), formats=FORMATS)
            if image.width * image.height > MAX_PIXELS:
                message = f"{image.width} x {image.height} pixels, expected at most {MAX_PIXELS:,}"
                raise InputError(message, file=file)
            colored = image.convert("RGBA")
    except InputError:
        raise
    except (Image.DecompressionBombError, MemoryError):
        raise InputError(f"more pixels than sense, expected at most {MAX_PIXELS:,}", file=file) from None
    except Exception as error:  # Pillow's readers raise whatever their parsers stumble over
        reason = str(error).partition("\n")[0][:80] or type(error).__name__
        raise InputError(f"a broken image ({reason}), expected a whole one", file=file) from None
    alpha = colored.getchannel("A")
    opaque = colored.convert("RGB")
    clearings = alpha.point([255 if value < 128 else 0 for value in range(256)])
    if clearings.getbbox() is None:
        return opaque, None
    clear = _unused(opaque)
    opaque.paste(clear, mask=clearings)
    return opaque, clear


def _counts(image: Image.Image) -> list[tuple[int, RGB]]:
    """How often each colour of a drawing occurs; nothing if there are too many."""
    return cast("list[tuple[int, RGB]]", image.getcolors(DRAWN) or [])


def _unused(image: Image.Image) -> RGB:
    """White, or a grey that is unlike all colours of the image, so that clear pixels keep apart."""
    used = [color for _, color in _counts(image)]
    greys = [(level, level, level) for level in range(255, -1, -8)]
    return max(greys, key=lambda grey: (min([_APART, *(_distance(grey, color) for color in used)]), grey))


def _scale(image: Image.Image) -> int:
    """How many pixels wide and high the squares are that an image consists of."""
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
    """The rows of a grid over an image: a rectangle fills it, a hexagon is as large as fits, in the middle."""
    width, height = size
    lengths = [len(grid.line(row)) for row in grid.families[0]]
    n = len(lengths)
    if isinstance(grid, RectGrid):
        return [_PixelRow(length, (0, i * height / n, width, (i + 1) * height / n)) for i, length in enumerate(lengths)]
    # In cell widths: rows are sqrt(3)/2 apart, and the points of the first and last row stand out by 1/sqrt(3).
    step, point = sqrt(3) / 2, 1 / sqrt(3)
    unit = min(width / n, height / ((n - 1) * step + 2 * point))
    rows = []
    for i, length in enumerate(lengths):
        x, y = width / 2 - length * unit / 2, height / 2 + (i - (n - 1) / 2) * step * unit
        box = (x, y - step * unit / 2, x + length * unit, y + step * unit / 2)
        rows.append(_PixelRow(length, (max(0.0, box[0]), max(0.0, box[1]), min(width, box[2]), min(height, box[3]))))
    return rows


def _drawn(image: Image.Image, rows: list[_PixelRow], wish: Wish) -> tuple[list[RGB], list[int]]:
    """The colours of a drawing, merged until they are few enough, and for each cell the one that covers most of it."""
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
            # Of two colours that cover as much, the rarer one is the line, and the other the ground.
            for cell, share in enumerate(shares, start):
                if share > 0 and share >= best[cell]:
                    best[cell], cells[cell] = share, number
    kept = sorted(set(cells))
    new = {number: place for place, number in enumerate(kept)}
    return _merged([colors[number] for number in kept], [new[cell] for cell in cells], wish)


def _merged(colors: list[RGB], cells: list[int], wish: Wish) -> tuple[list[RGB], list[int]]:
    """Colours of which the rarest have been replaced by what is most like them, until they are as few as wished."""
    if wish.n_colors is None:
        return colors, cells
    colors, counts = list(colors), [cells.count(number) for number in range(len(colors))]
    into = list(range(len(colors)))
    left = set(into)
    while len(left) > wish.n_colors + 1:
        pairs = ((counts[a] * _distance(colors[a], colors[b]), a, b) for a in left for b in left if a != b)
        _, gone, kept = min(pairs)
        left.discard(gone)
        counts[kept] += counts[gone]
        into = [kept if target == gone else target for target in into]
    order = sorted(left)
    place = [order.index(target) for target in into]
    return [colors[number] for number in order], [place[cell] for cell in cells]


def _averaged(image: Image.Image, rows: list[_PixelRow], wish: Wish) -> tuple[list[RGB], list[int]]:
    """Few colours for the averages of the cells, by median cut and k-means, and the one of each cell."""
    from PIL import Image

    longest = max(row.n_cells for row in rows)
    canvas = Image.new("RGB", (longest, len(rows)))
    strips = [image.resize((row.n_cells, 1), Image.Resampling.BOX, box=row.box) for row in rows]
    for y, (row, strip) in enumerate(zip(rows, strips, strict=True)):
        # Rows of a hexagon lie as on paper, so that patterns go on from row to row.
        canvas.paste(strip, ((longest - row.n_cells) // 2, y))
    cells = b"".join(strip.tobytes() for strip in strips)
    n_colors = 1 + (REDUCED if wish.n_colors is None else wish.n_colors)
    alone = Image.frombytes("RGB", (len(cells) // 3, 1), cells)
    # Without many iterations the result depends on where median cut happened to begin.
    palette = alone.quantize(n_colors, Image.Quantize.MEDIANCUT, kmeans=n_colors)
    values = palette.getpalette() or []
    colors = [(values[i], values[i + 1], values[i + 2]) for i in range(0, 3 * min(n_colors, len(values) // 3), 3)]
    dither = Image.Dither.FLOYDSTEINBERG if wish.dither else Image.Dither.NONE
    chosen = canvas.quantize(palette=palette, dither=dither)
    numbers: list[int] = []
    for y, row in enumerate(rows):
        left = (longest - row.n_cells) // 2
        numbers += chosen.crop((left, y, left + row.n_cells, y + 1)).tobytes()
    return colors, [min(number, len(colors) - 1) for number in numbers]


def _background(wish: Wish, colors: list[RGB], clear: RGB | None, image: Image.Image) -> RGB:
    """The colour that is background: as wished, what was transparent, or what is most common around the border."""
    if wish.background:
        value = int(wish.background[1:], 16)
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
        # Of two that are as common, the lighter one.
        return max(border, key=lambda color: (border[color], sum(color)))
    return min(colors, key=lambda color: _distance(color, wanted))


def _numbered(colors: list[RGB], cells: list[int], background: RGB) -> tuple[Palette, list[int]]:
    """The palette, background first and the others from dark to light, and the cells by its numbers."""
    used = {colors[cell] for cell in cells} - {background}
    # A picture without any block is a puzzle too, but one needs a colour to write it down.
    order = [background, *sorted(used, key=lambda color: (sum(color), color))]
    if len(order) == 1:
        order.append((0, 0, 0) if sum(background) > 382 else (255, 255, 255))
    number = [order.index(color) if color in order else 0 for color in colors]
    palette = Palette(tuple("#{:02x}{:02x}{:02x}".format(*color) for color in order))
    return palette, [number[cell] for cell in cells]


def _distance(one: RGB, other: RGB) -> int:
    """How unlike two colours are to the eye, roughly: squares of differences, weighted as the eye does."""
    (r, g, b), (R, G, B) = one, other  # noqa: N806
    return 3 * (r - R) ** 2 + 6 * (g - G) ** 2 + (b - B) ** 2
