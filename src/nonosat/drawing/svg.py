"""SVG drawings of puzzles and pictures for screens; `drawing.worksheet` makes those for paper."""

from __future__ import annotations

from collections.abc import Collection

from nonosat.drawing.cell_pens import cells_to_draw
from nonosat.drawing.puzzle_sheet import PuzzleSheet
from nonosat.drawing.svg_document import ANOTHER_SOLUTION, UNTITLED, description_of, screen_style, screen_text
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle


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
        picture: its solution; without one the grid is empty but for the givens.
        clues: draw the clues in the margin.
        title: for screen readers and tooltips; by default the title of the puzzle.
        differs: cells to mark, such as those that another solution colours differently.
        marks: the meaning of the marks for screen readers, as words after "cells outlined".
        grid: draw lines between the cells, and a frame.
        description: the drawing in words, for screen readers; by default that of a solution, or of an empty puzzle.

    Raises:
        PuzzleError: the picture does not belong to the puzzle.
        UsageError: there is no layout for this kind of grid.
    """
    colors = [color if color > BACKGROUND else BACKGROUND for color in cells_to_draw(puzzle, picture)]
    marked = sorted(set(differs))
    sheet = PuzzleSheet(puzzle, screen_style(puzzle.palette, clues=clues))
    sheet.add_cells(colors)
    if picture is None:
        sheet.add_crosses([given.cell for given in puzzle.givens if given.color == BACKGROUND])
    if grid:
        sheet.add_rules(colors)
        sheet.add_frame()
    sheet.add_marks(marked)
    sheet.add_clues()
    name = title or puzzle.metadata.title or UNTITLED
    return screen_text(sheet, name, description or description_of(puzzle, picture, len(marked), marks))
