"""SVG drawings of puzzles and pictures for screens; `drawing.worksheet` makes those for paper."""

from __future__ import annotations

from collections.abc import Collection

import svgwrite

from nonosat.core.arguments import public
from nonosat.drawing.cell_pens import cells_to_draw
from nonosat.drawing.puzzle_canvas import CanvasStyle, PuzzleCanvas
from nonosat.drawing.svg_document import ANOTHER_SOLUTION, UNTITLED, description_of, document_text
from nonosat.model.colors import ink, mix
from nonosat.model.palette import BACKGROUND, Palette
from nonosat.model.picture_forms import PictureLike, as_picture
from nonosat.model.puzzle import Puzzle

#: Pixels around everything, and the radius of the corners of the canvas.
PADDING, _RADIUS = 10, 6
#: Longer sides are shown in this many pixels; the drawing can be enlarged at will.
LARGEST = 1600


@public
def svg(
    puzzle: Puzzle,
    picture: PictureLike | None = None,
    *,
    clues: bool = False,
    title: str = "",
    differs: Collection[int] = (),
    marks: str = ANOTHER_SOLUTION,
    wrong: Collection[int] = (),
    grid: bool = True,
    description: str = "",
) -> str:
    """A drawing for screens as the text of an SVG file, the same for the same arguments.

    Args:
        picture: its solution, in a form that `check` takes; without one the grid is empty but for the givens.
        clues: draw the clues in the margin.
        title: for screen readers and tooltips; by default the title of the puzzle.
        differs: cells to mark, such as those that another solution colours differently.
        marks: the meaning of the marks for screen readers, after "cells outlined".
        wrong: lines to frame in red, such as those whose clues a picture violates.
        grid: draw lines between the cells, and a frame.
        description: the drawing in words, for screen readers; by default that of a solution, or of an empty puzzle.

    Raises:
        PuzzleError: the picture does not belong to the puzzle.
        UsageError: there is no layout for this kind of grid.
    """
    picture = None if picture is None else as_picture(puzzle, picture)
    colors = [color if color > BACKGROUND else BACKGROUND for color in cells_to_draw(puzzle, picture)]
    marked = sorted(set(differs))
    canvas = PuzzleCanvas(puzzle, screen_style(puzzle.palette, clues=clues))
    canvas.add_cells(colors)
    if picture is None:
        canvas.add_crosses([given.cell for given in puzzle.givens if given.color == BACKGROUND])
    if grid:
        canvas.add_rules(colors)
        canvas.add_frame()
    wrong = sorted(set(wrong))
    canvas.add_wrong_lines(wrong)
    canvas.add_marks(marked)
    canvas.add_clues()
    words = description or description_of(puzzle, picture, len(marked), marks, wrong)
    return screen_text(canvas, puzzle, title, words)


def screen_style(palette: Palette, *, clues: bool) -> CanvasStyle:
    """The style of a drawing for screens, whose ground is a little darker or lighter than the background."""
    background = palette.colors[BACKGROUND]
    return CanvasStyle(background=background, ground=mix(background, ink(background), 0.07), clues=clues)


def screen_text(canvas: PuzzleCanvas, puzzle: Puzzle, title: str, description: str) -> str:
    """A finished drawing for screens as the text of an SVG file, by default with the title of the puzzle."""
    drawing = screen_drawing(canvas.view(PADDING), canvas.style.ground)
    drawing.elements.extend(canvas.elements)
    name = title or puzzle.metadata.title or UNTITLED
    return document_text(drawing, name, description, canvas.palette, canvas.checksum)


def screen_drawing(view: tuple[int, int, int, int], ground: str) -> svgwrite.Drawing:
    """A drawing with nothing but its ground; `view` is left, top, width and height in pixels."""
    left, top, width, height = view
    shrink = min(1.0, LARGEST / max(width, height))
    # svgwrite's checks are for mistakes of its users, and take more time than all the rest.
    drawing = svgwrite.Drawing(
        size=tuple(max(1, round(length * shrink)) for length in (width, height)),
        viewBox=f"{left} {top} {width} {height}",
        debug=False,
    )
    # A ground of its own makes the drawing independent of the page around it.
    drawing.add(drawing.rect((left, top), (width, height), rx=_RADIUS, ry=_RADIUS, fill=ground))
    return drawing
