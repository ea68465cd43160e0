"""Puzzles and solutions in the style for paper, as SVG elements."""

from __future__ import annotations

from nonosat.drawing.cell_styles import cells_to_draw
from nonosat.drawing.puzzle_sheet import PuzzleSheet
from nonosat.drawing.sheet_style import SheetStyle, Stroke
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle

#: Size in pixels of the letters of solved cells, which are drawn small.
_SOLVED_LETTER = 13.0


def paper_sheet(
    puzzle: Puzzle,
    picture: Picture | None = None,
    *,
    clues: bool = True,
    both_ends: bool = False,
    cell_letters: bool = False,
) -> PuzzleSheet:
    """The grid and the clues of a puzzle, empty or with a solution.

    Args:
        picture: its solution; without one the grid is empty but for the givens, and all cells are white.
        clues: draw the clues in the margin.
        both_ends: draw them at both ends of the lines.
        cell_letters: write the letters of their colours into the cells of a solution, for prints in grey.

    Raises:
        PuzzleError: the picture does not belong to the puzzle.
        UsageError: there is no layout for this kind of grid, or no room for clues at both ends of its lines.
    """
    colors = [max(color, BACKGROUND) for color in cells_to_draw(puzzle, picture)]
    style = SheetStyle(clues=clues, both_ends=clues and both_ends, letters=has_letters(puzzle))
    if picture is None:
        # Lines are dark enough to be seen when they are printed in grey.
        thin, strong = Stroke(0.7, 0.55), Stroke(1.8, 0.85)
        style = style._replace(thin=(thin, thin), strong=(strong, strong), frame=Stroke(2.2, 0.95))
    else:
        style = style._replace(background=puzzle.palette.colors[BACKGROUND])
    sheet = PuzzleSheet(puzzle, style)
    sheet.add_cells(colors)
    sheet.add_rules(colors, guides=picture is None)
    sheet.add_frame()
    if picture is None:
        sheet.add_frames_of_light_cells(colors)
        sheet.add_crosses([given.cell for given in puzzle.givens if given.color == BACKGROUND])
        if puzzle.n_colors > 1:
            sheet.add_letters([given for given in puzzle.givens if given.color != BACKGROUND])
    elif cell_letters:
        lettered = [Given(cell, color) for cell, color in enumerate(colors) if color != BACKGROUND]
        sheet.add_letters(lettered, _SOLVED_LETTER)
    sheet.add_clues()
    return sheet


def has_letters(puzzle: Puzzle) -> bool:
    """True if the clues of a puzzle carry the letters of their colours, which a legend has to explain."""
    return puzzle.n_colors > 1 or puzzle.has_unknown_colors
