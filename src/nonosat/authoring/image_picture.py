"""Tracing of images: the pixels of each cell, and its colour among a few.

Drawings, which are images of few colours, keep their colours: a cell gets the colour that covers most of it.
Photographs are averaged over each cell first and then reduced to few colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nonosat.authoring.drawn_cells import Drawing, drawing_of
from nonosat.authoring.flat_colors import FlatColors, flat_colors, quantized
from nonosat.authoring.image_colors import (
    color_counts,
    name_of_rgb,
    nearest_color,
    rgb_of_name,
    weighted_distance,
)
from nonosat.authoring.image_grid import grid_over
from nonosat.authoring.image_loading import open_image
from nonosat.authoring.photograph_cells import average_colors, photograph_cells
from nonosat.authoring.picture_options import PictureOptions, TracedPicture
from nonosat.authoring.pixel_rows import PixelRow, cell_side, rows_on_image
from nonosat.drawing.color_distance import INDISTINGUISHABLE, RGB, merge_alike, perceived_distance
from nonosat.errors import argument
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture

if TYPE_CHECKING:
    from PIL import Image

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
        MissingDependency: Pillow is not installed.
        UsageError: the requested grid is not possible.
    """
    background = options.get("background")
    wanted = rgb_of_name(background) if background else None
    image, hidden, opened = open_image(data, file, wanted)
    grid, remarks = grid_over(image, options, file)
    source = _source(image, hidden, grid, options, wanted)
    traced = _colored_cells(source, options, wanted)
    palette, numbers = _numbered(traced.colors, traced.cells, traced.background)
    if source.drawing:
        averages = source.drawing.averages(options.get("threshold"))
    else:
        averages = average_colors(image, hidden, source.rows, None if hidden is None else traced.background)
    picture, all_remarks = Picture(grid, tuple(numbers)), (*opened, *remarks, *traced.remarks)
    return TracedPicture(picture, palette, all_remarks, averages, options.get("dither", False))


class _Source(NamedTuple):
    """An image below a grid.

    Attributes:
        image: the image; a drawing is made smaller if its cells have many pixels.
        hidden: an image of the same size that is white where the image is transparent, or None.
        rows: the rows of the grid on the image.
        drawing: None for a photograph.
    """

    image: Image.Image
    hidden: Image.Image | None
    rows: list[PixelRow]
    drawing: Drawing | None


def _source(
    image: Image.Image, hidden: Image.Image | None, grid: Grid, options: PictureOptions, requested: RGB | None
) -> _Source:
    """Lay a grid over an image, and recognise a drawing."""
    rows = rows_on_image(grid, image.size)
    side = cell_side(rows)
    photograph = _Source(image, hidden, rows, None)
    step = int(side // _ENOUGH)
    if step > 1 and image.width * image.height > _MANY and not options.get("keep_colors"):
        # Neither a person nor a stroke needs more pixels in a cell.
        image, hidden = image.reduce(step), hidden and hidden.reduce(step)
        rows, side = rows_on_image(grid, image.size), side / step
    flat = FlatColors([])
    if side >= _BLENDED and not options.get("keep_colors"):
        flat = flat_colors(image)
    has_strokes = bool(flat.colors)
    if not has_strokes and (exact := color_counts(image)):
        by_count = sorted(exact, key=lambda item: (-item[0], item[1]))
        flat = FlatColors([color for _, color in by_count], len(exact))
    elif not has_strokes and options.get("threshold") is not None:
        n_colors = options.get("n_colors")
        flat = quantized(image, REDUCED if n_colors is None else n_colors)
    if not flat.colors:
        return photograph

    def background(colors: list[RGB]) -> RGB:
        near = nearest_color(requested, colors) if requested else None
        if near and requested and perceived_distance(near, requested) <= INDISTINGUISHABLE:
            return near
        return _background_of_border(colors, image)

    stroke_side = side if has_strokes else None
    drawing = drawing_of(image, hidden, rows, flat, side=stroke_side, background=background)
    return _Source(image, hidden, rows, drawing)


class _ColoredCells(NamedTuple):
    """The colours of the cells.

    Attributes:
        colors: the colours that occur.
        cells: for each cell, the number of its colour.
        background: one of `colors`, or another colour.
        remarks: sentences for the user.
    """

    colors: list[RGB]
    cells: list[int]
    background: RGB
    remarks: list[str]


def _colored_cells(source: _Source, options: PictureOptions, requested: RGB | None) -> _ColoredCells:
    """Colours for the cells and the background, as requested."""
    n_colors = options.get("n_colors")
    if source.drawing is None and n_colors is None:
        n_colors = REDUCED
    limit = INDISTINGUISHABLE if source.drawing else _NEAR
    colors, cells, clear, remarks = _few_colors(source, options, n_colors, requested, limit)
    wanted = requested or clear
    if wanted is None:
        return _ColoredCells(colors, cells, _background_of_border(colors, source.image), remarks)
    found = nearest_color(wanted, colors)
    if perceived_distance(found, wanted) <= limit:
        if found != wanted:
            remarks.append(f"the background is {name_of_rgb(found)}, the colour nearest to {name_of_rgb(wanted)}")
        return _ColoredCells(colors, cells, found, remarks)
    if n_colors is not None:
        # The background is beside all colours of the picture, so that the largest number includes all of them.
        colors, cells, _, remarks = _few_colors(source, options, n_colors - 1, None, limit)
    if requested:
        names = " ".join(name_of_rgb(colors[number]) for number in sorted(set(cells)))
        remarks.append(f"no cell has the background {name_of_rgb(wanted)}, so none is empty; the picture has {names}")
    return _ColoredCells(colors, cells, wanted, remarks)


def _few_colors(
    source: _Source, options: PictureOptions, n_colors: int | None, wanted: RGB | None, limit: float
) -> tuple[list[RGB], list[int], RGB | None, list[str]]:
    """The colours, at most one more than `n_colors`; the cells; the colour of transparent ones; and sentences.

    Args:
        options: those of tracing, of which `n_colors` and `background` are not used.
        n_colors: the largest number of colours beside the background; None for all colours of a drawing.
        wanted: a background that is not merged into another colour if it occurs.
        limit: perceived distance up to which a colour is the wanted one.
    """
    remarks: list[str] = []
    if source.drawing:
        clear = source.drawing.clear
        colors, cells, lost = source.drawing.cells(options.get("threshold"))
        if lost > _LOST:
            percent = f"{100 * lost:.0f} % of what is drawn"
            less = "" if options.get("threshold") is None else f" or a lower {argument('threshold')}"
            remarks.append(
                f"{percent} is in cells of the background, and lost; a larger {argument('size')}{less} keeps more"
            )
    else:
        n_beside = REDUCED if n_colors is None else n_colors
        dither = options.get("dither", False)
        colors, cells, clear = photograph_cells(source.image, source.hidden, source.rows, n_beside, dither)
    if not options.get("keep_colors"):
        colors, cells, alike = _without_alike(colors, cells)
        remarks += alike
    if n_colors is not None:
        colors, cells = _merged(colors, cells, n_colors, wanted or clear, limit)
    return colors, cells, clear, remarks


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
    # An empty picture is a puzzle, too, but a palette needs a colour beside the background.
    order = [background, *sorted(used, key=lambda color: (sum(color), color))]
    if len(order) == 1:
        order.append((0, 0, 0) if sum(background) > 382 else (255, 255, 255))
    number = [order.index(color) if color in order else 0 for color in colors]
    palette = Palette(tuple(map(name_of_rgb, order)))
    return palette, [number[cell] for cell in cells]
