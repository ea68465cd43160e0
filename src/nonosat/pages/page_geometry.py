"""The geometry of a puzzle on a page: cells, clues and lines, as plain data for the script of the page.

All of it comes from the layout of the grid, so the script knows no kinds of grids. The script derives the frame and the
guide lines from the outlines of the cells and from their lines.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.drawing.clue_chips import GAP, Chip, chip_corners, chips, chips_data
from nonosat.drawing.layout import Layout
from nonosat.drawing.layouts import layout_of
from nonosat.drawing.sheet_style import SheetStyle
from nonosat.model.puzzle import Puzzle

#: Pixels around the grid with its clues, for lines that are half outside.
_PADDING = 3


def page_geometry(puzzle: Puzzle) -> dict[str, object]:
    """The geometry of a puzzle, as JSON can hold it.

    Returns:
        In units of the layout:

        scale: pixels per unit.
        shapes: for each form of cells its centre and corners, as x and y from the upper left end of the cell.
        shape: index of the form of each cell.
        x, y: upper left ends of the cells.
        entries: for each line x and y of the block nearest to the border if there were no gap, and x and y of the step
            from one block to the next one.
        offsets: of the groups of five lines, for each family.
        slanted: True if short lines lead from the grid to the clues.

        In pixels:

        gap: between the border and the first block.
        view: left, top, width, height.
        chip: outline of a block as path data around its centre.
        fonts: the size of the text on a block by its number of characters.
    """
    # Imported here since it takes a while.
    from nonosat.drawing.puzzle_sheet import PuzzleSheet

    layout = layout_of(puzzle.grid)
    shapes: dict[tuple[float, ...], int] = {}
    shape, lefts, tops = [], [], []
    for cell in range(puzzle.grid.n_cells):
        corners = layout.polygon(cell)
        left, top = min(x for x, _ in corners), min(y for _, y in corners)
        points = (layout.center(cell), *corners)
        outline = tuple(round(part, 3) for x, y in points for part in (x - left, y - top))
        shape.append(shapes.setdefault(outline, len(shapes)))
        lefts.append(left)
        tops.append(top)
    corner = Chip(x=0.0, y=0.0, text="", color=0, font_size=0.0)
    return {
        "scale": layout.scale,
        "shapes": [list(outline) for outline in shapes],
        "shape": shape,
        "x": lefts,
        "y": tops,
        "entries": [(*entry.nearest, *entry.step) for entry in map(layout.entry, range(puzzle.grid.n_lines))],
        "offsets": list(layout.guide_offsets),
        "slanted": layout.slanted,
        "gap": GAP,
        "view": list(PuzzleSheet(puzzle, SheetStyle()).view(_PADDING)),
        "chip": chips_data([corner], chip_corners(layout)),
        "fonts": _font_sizes(puzzle, layout),
    }


def _font_sizes(puzzle: Puzzle, layout: Layout) -> Sequence[float]:
    """The size of text on a block by its number of characters, from 0 on, with and without the letter of its colour."""
    every = [chip for letters in (False, True) for chip in chips(puzzle, layout, letters=letters)]
    sizes = {len(chip.text): chip.font_size for chip in every}
    # A number of characters that no text has gets the size of the next larger one.
    return [sizes[min(known for known in sizes if known >= length)] for length in range(max(sizes) + 1)]
