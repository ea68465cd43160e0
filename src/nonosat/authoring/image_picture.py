"""Tracing of images: the colour of each cell, among a few.

Drawings, which are images of few colours, keep their colours: a cell gets the colour that covers most of it.
Photographs are averaged over each cell first and then reduced to few colours. Of a given palette each cell gets the
colour that looks most like it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.authoring.drawn_cells import Drawing, FlatColors, drawing_of, flat_colors, quantized
from nonosat.authoring.image_canvas import Canvas, color_counts, grid_over, nearest_color, opaque
from nonosat.authoring.image_ground import background_of, remarks_on_background, with_opaque_border
from nonosat.authoring.photograph_cells import palette_cells, reduced_cells
from nonosat.authoring.picture_options import PictureOptions, TracedPicture
from nonosat.core.errors import argument
from nonosat.core.images import open_image
from nonosat.model.colors import (
    INDISTINGUISHABLE,
    RGB,
    merge_alike,
    name_of_rgb,
    perceived_distance,
    rgb,
    weighted_distance,
)
from nonosat.model.nouns import joined
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture

#: The default number of colours besides the background for a photograph.
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
    background, given = options.get("background"), [*map(rgb, options.get("colors") or ())]
    wanted = rgb(background) if background else None
    if given:
        given[0] = wanted = wanted or given[0]
    opened, remarks = open_image(data, file)
    image, hidden = opaque(opened, wanted)
    grid, on_grid = grid_over(image, options)
    canvas, on_ground = with_opaque_border(Canvas(image, hidden, grid))
    canvas, drawing = _recognised(canvas, options, wanted, given)
    if given:
        traced, background_color, on_colors = _palette_cells(canvas, drawing, options, given)
    else:
        traced, background_color, on_colors = _colored_cells(canvas, drawing, options, wanted)
    palette, numbers = _numbered(traced, background_color, given)
    if drawing:
        averages = drawing.averages(options.get("threshold"))
    else:
        levels, is_clear = canvas.averages()
        levels[is_clear] = background_color
        averages = tuple((int(r), int(g), int(b)) for r, g, b in levels)
    picture = Picture(grid, tuple(numbers))
    said = (*remarks, *on_grid, *on_ground, *on_colors)
    return TracedPicture(picture, palette, said, averages, options.get("dither", False))


def _recognised(
    canvas: Canvas, options: PictureOptions, wanted: RGB | None, given: Sequence[RGB]
) -> tuple[Canvas, Drawing | None]:
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
        n_beside = REDUCED if n_colors is None else n_colors
        flat = FlatColors([*dict.fromkeys(given)]) if given else quantized(canvas.image, n_beside)
    if not flat.colors:
        return photograph, None
    stroke_side = side if has_strokes else None
    if given:
        return canvas, drawing_of(canvas, flat, side=stroke_side, background=given[0], palette=given)
    background = nearest_color(wanted, flat.colors) if wanted else None
    if background is None or wanted is None or perceived_distance(background, wanted) > INDISTINGUISHABLE:
        background = background_of(flat.colors, canvas.image)
    return canvas, drawing_of(canvas, flat, side=stroke_side, background=background)


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
    if clear is not None and clear in traced.colors:
        return traced, clear, remarks
    if requested is None:
        found = background_of(traced.colors, canvas.image)
        return traced, found, [*remarks, *remarks_on_background(found, traced.colors, traced.counts, canvas.image)]
    found = nearest_color(requested, traced.colors)
    if perceived_distance(found, requested) <= limit or (n_colors == 1 and len(traced.colors) > 1):
        # With one colour besides the background, cells that are all filled would show nothing.
        if found != requested:
            remarks.append(f"the background is {name_of_rgb(found)}, the colour nearest to {name_of_rgb(requested)}")
        return traced, found, remarks
    if n_colors is not None:
        # The background is beside all colours of the picture, so that the largest number includes all of them.
        traced, _, remarks = _few_colors(canvas, drawing, options, max(1, n_colors - 1), None)
    names = " ".join(name_of_rgb(traced.colors[number]) for number in sorted(set(traced.cells)))
    remarks.append(f"no cell has the background {name_of_rgb(requested)}, so none is empty; the picture has {names}")
    return traced, requested, remarks


def _palette_cells(
    canvas: Canvas, drawing: Drawing | None, options: PictureOptions, given: Sequence[RGB]
) -> tuple[_Traced, RGB, list[str]]:
    """Cells in the colours of a palette, its background, and sentences for the user."""
    remarks: list[str] = []
    if drawing:
        colors, cells, lost = drawing.cells(options.get("threshold"))
        remarks += _lost(lost, options)
    else:
        colors, cells = [*given], palette_cells(canvas, given, dither=options.get("dither", False))
    used = {colors[cell] for cell in cells}
    if unused := [name_of_rgb(color) for color in given[1:] if color not in used]:
        remarks.append(f"no cell has {joined(unused, 'or')} of the palette")
    return _Traced(colors, cells), given[0], remarks


def _lost(lost: float, options: PictureOptions) -> list[str]:
    """A sentence, if a large share of a drawing is lost."""
    if lost <= _LOST:
        return []
    less = "" if options.get("threshold") is None else f" or a lower {argument('threshold')}"
    return [
        f"{100 * lost:.0f} % of the drawing is in background cells and lost; "
        f"a larger {argument('size')}{less} keeps more"
    ]


def _few_colors(
    canvas: Canvas, drawing: Drawing | None, options: PictureOptions, n_colors: int | None, wanted: RGB | None
) -> tuple[_Traced, RGB | None, list[str]]:
    """The cells in at most one colour more than `n_colors`; the colour of transparent ones; and sentences.

    Args:
        n_colors: the largest number of colours besides the background; None for all colours of a drawing.
        wanted: a background that is not merged into another colour if it occurs.
    """
    remarks: list[str] = []
    if drawing:
        clear = drawing.clear
        colors, cells, lost = drawing.cells(options.get("threshold"))
        remarks += _lost(lost, options)
    else:
        n_beside = REDUCED if n_colors is None else n_colors
        colors, cells, clear = reduced_cells(canvas, n_beside, dither=options.get("dither", False))
    traced = _Traced(colors, cells)
    if not options.get("keep_colors"):
        alike = merge_alike(colors, traced.counts)
        # Transparency is no colour, and nothing becomes or leaves it.
        alike = [a if clear in (colors[a], colors[b]) else b for a, b in enumerate(alike)]
        pairs = [f"{name_of_rgb(colors[a])} into {name_of_rgb(colors[b])}" for a, b in enumerate(alike) if a != b]
        if pairs:
            listed = ", ".join(pairs[:3]) + (f" and {len(pairs) - 3} more" if len(pairs) > 3 else "")
            keeps = argument("keep_colors", True)
            remarks.append(f"colours that look the same are merged: {listed}; {keeps} keeps them apart")
            traced = traced.replaced(alike)
    if n_colors is not None:
        limit = INDISTINGUISHABLE if drawing else _NEAR
        near = nearest_color(wanted, traced.colors) if wanted else None
        is_kept = near and wanted and perceived_distance(near, wanted) <= limit
        traced = _merged(traced, n_colors, near if is_kept else None, clear)
    return traced, clear, remarks


def _merged(traced: _Traced, n_colors: int, keep: RGB | None, clear: RGB | None) -> _Traced:
    """The cells after merging rare colours into similar ones, down to `n_colors` and a background.

    Args:
        keep: a colour that is not merged into another one.
        clear: the colour of transparent cells, which is not merged at all.
    """
    colors, counts = traced.colors, traced.counts
    merged_into = list(range(len(colors)))
    remaining = set(merged_into)
    while len(remaining) > n_colors + 1:
        opaque = [number for number in remaining if colors[number] != clear]
        removable = [number for number in opaque if colors[number] != keep]
        pairs = (
            (counts[a] * weighted_distance(colors[a], colors[b]), a, b) for a in removable for b in opaque if a != b
        )
        _, removed, kept = min(pairs)
        remaining.discard(removed)
        counts[kept] += counts[removed]
        merged_into = [kept if target == removed else target for target in merged_into]
    return traced.replaced(merged_into)


def _numbered(traced: _Traced, background: RGB, given: Sequence[RGB]) -> tuple[Palette, list[int]]:
    """The palette and the cells by its numbers; the background is first, the others as given or from dark to light."""
    colors, cells = traced
    used = {colors[cell] for cell in cells} - {background}
    # An empty picture is a puzzle, too, but a palette needs a colour besides the background.
    order = [background, *([*dict.fromkeys(c for c in given if c in used)] or sorted(used, key=lambda c: (sum(c), c)))]
    if len(order) == 1:
        order.append((0, 0, 0) if sum(background) > 382 else (255, 255, 255))
    number = [order.index(color) if color in order else 0 for color in colors]
    palette = Palette(tuple(map(name_of_rgb, order)))
    return palette, [number[cell] for cell in cells]
