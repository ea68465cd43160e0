"""SVG drawings of puzzles and pictures for screens; `drawing.worksheet` makes those for paper.

svgwrite takes time to import: import this module where a drawing is wanted, not before.
"""

from __future__ import annotations

from collections.abc import Collection

import svgwrite

from nonosat.drawing.cell_styles import cells_to_draw
from nonosat.drawing.contrast import ink, mix
from nonosat.drawing.puzzle_sheet import PuzzleSheet
from nonosat.drawing.sheet_style import SheetStyle
from nonosat.drawing.svg_document import ANOTHER_SOLUTION, UNTITLED, description_of, document_text
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: Pixels around everything, and the radius of the corners of the sheet.
PADDING = 10
SHEET_RADIUS = 6
#: Longer sides are shown in this many pixels; the drawing can be enlarged at will.
LARGEST = 1600


def svg(
    puzzle: Puzzle,
    picture: Picture | None = None,
    *,
    clues: bool = False,
    title: str = "",
    differs: Collection[int] = (),
    marks: str = ANOTHER_SOLUTION,
    grid: bool = True,
    description: str = "",
) -> str:
    """A drawing for screens as the text of an SVG file, the same for the same arguments.

    Args:
        puzzle: what to draw.
        picture: its solution; without one the grid is empty but for the givens.
        clues: whether the clues stand in the margin.
        title: name of the drawing for screen readers and tooltips; by default the title of the puzzle.
        differs: cells that another solution colours differently; they are marked.
        marks: what else the marks mean, for screen readers: after "cells outlined".
        grid: whether there are lines between the cells and a frame.
        description: the drawing in words, for screen readers; by default that of a solution, or of an empty puzzle.

    Raises:
        PuzzleError: the picture does not belong to the puzzle.
        UsageError: there is no layout for this kind of grid.
    """
    colors = [max(color, BACKGROUND) for color in cells_to_draw(puzzle, picture)]
    marked = sorted(set(differs))
    background = puzzle.palette.colors[BACKGROUND]
    ground = mix(background, ink(background), 0.07)
    sheet = PuzzleSheet(puzzle, SheetStyle(background=background, ground=ground, clues=clues))
    left, top, width, height = sheet.view(PADDING)
    shrink = min(1.0, LARGEST / max(width, height))
    # svgwrite's checks are for mistakes of its users, and take more time than all the rest.
    drawing = svgwrite.Drawing(
        size=tuple(max(1, round(length * shrink)) for length in (width, height)),
        viewBox=f"{left} {top} {width} {height}",
        debug=False,
    )
    # The ground below everything, so that the drawing does not depend on the page it is shown on.
    drawing.add(drawing.rect((left, top), (width, height), rx=SHEET_RADIUS, ry=SHEET_RADIUS, fill=ground))
    sheet.add_cells(colors)
    if picture is None:
        sheet.add_crosses([given.cell for given in puzzle.givens if given.color == BACKGROUND])
    if grid:
        sheet.add_rules(colors)
        sheet.add_frame()
    sheet.add_marks(marked)
    sheet.add_clues()
    drawing.elements.extend(sheet.elements)
    name = title or puzzle.metadata.title or UNTITLED
    words = description or description_of(puzzle, picture, len(marked), marks)
    return document_text(drawing, name, words, sheet.palette, sheet.checksum)
