"""Tracing of images: the colour of each cell, among a few.

Drawings, which are images of few colours, keep their colours: a cell gets the colour that covers most of it.
Photographs are averaged over each cell first and then reduced to few colours.
"""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np
from PIL import Image

from nonosat.authoring.drawn_cells import Drawing, FlatColors, drawing_of, flat_colors, quantized
from nonosat.authoring.image_canvas import (
    Canvas,
    color_counts,
    grid_over,
    name_of_rgb,
    nearest_color,
    open_image,
    unused_gray,
    weighted_distance,
)
from nonosat.authoring.picture_options import PictureOptions, TracedPicture
from nonosat.core.errors import argument
from nonosat.drawing.colors import INDISTINGUISHABLE, RGB, merge_alike, perceived_distance, rgb
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture

#: The default number of colours beside the background for a photograph.
REDUCED = 4
#: Up to this perceived distance from a colour of a photograph, a requested background means that colour: the colours of
#: a photograph are averages, and a white wall is rarely white.
_NEAR = 20.0
#: A cell of an image of more pixels than this is made as small as this many pixels a side, or less than twice that.
_MANY, _ENOUGH = 2_000_000, 20
#: The side of a cell in pixels from which pixels between areas of a drawing are blends, and none of them is a cell.
_BLENDED = 3.0
#: The share of a drawing that may be lost without a remark.
_LOST = 1 / 3


def trace_image(data: bytes, file: str, options: PictureOptions) -> TracedPicture:
    """Trace the image in `data`, the contents of a file.

    Raises:
        InputError: it cannot be read, or is too large.
        UsageError: the requested grid is not possible.
    """
    background = options.get("background")
    wanted = rgb(background) if background else None
    image, hidden, remarks = open_image(data, file, wanted)
    grid, on_grid = grid_over(image, options, file)
    canvas, drawing = _recognised(Canvas(image, hidden, grid), options, wanted)
    traced, background_color, on_colors = _colored_cells(canvas, drawing, options, wanted)
    palette, numbers = _numbered(traced, background_color)
    if drawing:
        averages = drawing.averages(options.get("threshold"))
    else:
        levels, is_clear = canvas.averages()
        if hidden is not None:
            levels[is_clear] = background_color
        averages = tuple((int(r), int(g), int(b)) for r, g, b in levels)
    picture = Picture(grid, tuple(numbers))
    return TracedPicture(picture, palette, (*remarks, *on_grid, *on_colors), averages, options.get("dither", False))


def _recognised(canvas: Canvas, options: PictureOptions, wanted: RGB | None) -> tuple[Canvas, Drawing | None]:
    """Recognise a drawing, which is made smaller if its cells have many pixels; None for a photograph."""
    keeps, threshold = options.get("keep_colors"), options.get("threshold")
    photograph, image = canvas, canvas.image
    step = int(canvas.side // _ENOUGH)
    if step > 1 and image.width * image.height > _MANY and not keeps:
        # Neither a person nor a stroke needs more pixels in a cell.
        side = canvas.side / step
        canvas = Canvas(image.reduce(step), canvas.hidden and canvas.hidden.reduce(step), canvas.grid)
    else:
        side = canvas.side
    flat = flat_colors(canvas.image) if side >= _BLENDED and not keeps else FlatColors([])
    has_strokes = bool(flat.colors)
    if not has_strokes and (exact := color_counts(canvas.image)):
        by_count = sorted(exact, key=lambda item: (-item[0], item[1]))
        flat = FlatColors([color for _, color in by_count], len(exact))
    elif not has_strokes and threshold is not None:
        n_colors = options.get("n_colors")
        flat = quantized(canvas.image, REDUCED if n_colors is None else n_colors)
    if not flat.colors:
        return photograph, None
    background = nearest_color(wanted, flat.colors) if wanted else None
    if background is None or wanted is None or perceived_distance(background, wanted) > INDISTINGUISHABLE:
        background = _background_of_border(flat.colors, canvas.image)
    return canvas, drawing_of(canvas, flat, side=side if has_strokes else None, background=background)


class _Traced(NamedTuple):
    """The colours that occur, and for each cell the number of its colour."""

    colors: list[RGB]
    cells: list[int]

    @property
    def counts(self) -> list[int]:
        return [self.cells.count(number) for number in range(len(self.colors))]

    def replaced(self, by: list[int]) -> _Traced:
        """The cells after each colour has been replaced `by` the one of a number, which may be its own."""
        kept = sorted(set(by))
        number = [kept.index(target) for target in by]
        return _Traced([self.colors[old] for old in kept], [number[cell] for cell in self.cells])


def _colored_cells(
    canvas: Canvas, drawing: Drawing | None, options: PictureOptions, requested: RGB | None
) -> tuple[_Traced, RGB, list[str]]:
    """Colours for the cells, the background, which need not be one of them, and sentences for the user."""
    n_colors = options.get("n_colors")
    if drawing is None and n_colors is None:
        n_colors = REDUCED
    limit = INDISTINGUISHABLE if drawing else _NEAR
    traced, clear, remarks = _few_colors(canvas, drawing, options, n_colors, requested)
    wanted = requested or clear
    if wanted is None:
        return traced, _background_of_border(traced.colors, canvas.image), remarks
    found = nearest_color(wanted, traced.colors)
    if perceived_distance(found, wanted) <= limit:
        if found != wanted:
            remarks.append(f"the background is {name_of_rgb(found)}, the colour nearest to {name_of_rgb(wanted)}")
        return traced, found, remarks
    if n_colors is not None:
        # The background is beside all colours of the picture, so that the largest number includes all of them.
        traced, _, remarks = _few_colors(canvas, drawing, options, n_colors - 1, None)
    if requested:
        names = " ".join(name_of_rgb(traced.colors[number]) for number in sorted(set(traced.cells)))
        remarks.append(f"no cell has the background {name_of_rgb(wanted)}, so none is empty; the picture has {names}")
    return traced, wanted, remarks


def _few_colors(
    canvas: Canvas, drawing: Drawing | None, options: PictureOptions, n_colors: int | None, wanted: RGB | None
) -> tuple[_Traced, RGB | None, list[str]]:
    """The cells in at most one colour more than `n_colors`; the colour of transparent ones; and sentences.

    Args:
        n_colors: the largest number of colours beside the background; None for all colours of a drawing.
        wanted: a background that is not merged into another colour if it occurs.
    """
    remarks: list[str] = []
    threshold = options.get("threshold")
    if drawing:
        clear = drawing.clear
        colors, cells, lost = drawing.cells(threshold)
        if lost > _LOST:
            less = "" if threshold is None else f" or a lower {argument('threshold')}"
            remarks.append(
                f"{100 * lost:.0f} % of what is drawn is in cells of the background, and lost; "
                f"a larger {argument('size')}{less} keeps more"
            )
    else:
        n_beside = REDUCED if n_colors is None else n_colors
        colors, cells, clear = _photograph_cells(canvas, n_beside, dither=options.get("dither", False))
    traced = _Traced(colors, cells)
    if not options.get("keep_colors"):
        alike = merge_alike(colors, traced.counts)
        pairs = [f"{name_of_rgb(colors[a])} into {name_of_rgb(colors[b])}" for a, b in enumerate(alike) if a != b]
        if pairs:
            listed = ", ".join(pairs[:3]) + (f" and {len(pairs) - 3} more" if len(pairs) > 3 else "")
            keeps = argument("keep_colors", True)
            remarks.append(f"colours that look the same are merged, {listed}; {keeps} keeps them")
            traced = traced.replaced(alike)
    if n_colors is not None:
        keep, limit = wanted or clear, INDISTINGUISHABLE if drawing else _NEAR
        near = nearest_color(keep, traced.colors) if keep else None
        is_kept = near and keep and perceived_distance(near, keep) <= limit
        traced = _merged(traced, n_colors, near if is_kept else None)
    return traced, clear, remarks


def _photograph_cells(canvas: Canvas, n_beside: int, *, dither: bool) -> tuple[list[RGB], list[int], RGB | None]:
    """Few colours for the average colours of the cells, by median cut and k-means, and the colour of each cell.

    Args:
        n_beside: the largest number of colours beside the background.

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
    lengths = [row.n_cells for row in canvas.rows]
    # The rows of a hexagon are centred as they are on paper, so that dithering continues from row to row.
    places = np.concatenate(
        [y * max(lengths) + (max(lengths) - length) // 2 + np.arange(length) for y, length in enumerate(lengths)]
    )
    paper = np.zeros((len(lengths) * max(lengths), 3), np.uint8)
    paper[places] = averages
    pattern = Image.Dither.FLOYDSTEINBERG if dither else Image.Dither.NONE
    whole = Image.fromarray(paper.reshape(len(lengths), max(lengths), 3)).quantize(palette=palette, dither=pattern)
    cells = np.asarray(whole).ravel()[places].clip(max=len(colors) - 1).astype(int)
    if not is_clear.any():
        return colors, cells.tolist(), None
    clear = unused_gray(colors)
    cells[is_clear] = len(colors)
    return [*colors, clear], cells.tolist(), clear


def _merged(traced: _Traced, n_colors: int, keep: RGB | None) -> _Traced:
    """The cells after merging rare colours, but not `keep`, into similar ones, down to `n_colors` and a background."""
    colors, counts = traced.colors, traced.counts
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
    return traced.replaced(merged_into)


def _background_of_border(colors: list[RGB], image: Image.Image) -> RGB:
    """The most common colour along the border of an image; of two equally common ones, the lighter one."""
    pixels = np.asarray(image)
    border = np.concatenate([pixels[0], pixels[-1], pixels[:, 0], pixels[:, -1]])
    counts: Counter[RGB] = Counter()
    for color, count in zip(*np.unique(border, axis=0, return_counts=True), strict=True):
        red, green, blue = map(int, color)
        counts[nearest_color((red, green, blue), colors)] += int(count)
    return max(counts, key=lambda color: (counts[color], sum(color)))


def _numbered(traced: _Traced, background: RGB) -> tuple[Palette, list[int]]:
    """The palette, background first and the others from dark to light, and the cells by its numbers."""
    colors, cells = traced
    used = {colors[cell] for cell in cells} - {background}
    # An empty picture is a puzzle, too, but a palette needs a colour beside the background.
    order = [background, *sorted(used, key=lambda color: (sum(color), color))]
    if len(order) == 1:
        order.append((0, 0, 0) if sum(background) > 382 else (255, 255, 255))
    number = [order.index(color) if color in order else 0 for color in colors]
    palette = Palette(tuple(map(name_of_rgb, order)))
    return palette, [number[cell] for cell in cells]
