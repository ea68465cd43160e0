"""Worksheets: puzzles on paper, to be solved with a pencil, on colour and on black-and-white printers.

A worksheet has a title, the grid with its clues on white ground, and a legend of the colours. It is an SVG drawing in
millimetres. svgwrite takes time to import: import this module where a drawing is wanted, not before.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import svgwrite

from nonosat.drawing.clue_chips import number
from nonosat.drawing.contrast import WHITE
from nonosat.drawing.paper import MARGIN, Area, page_of
from nonosat.drawing.paper_block import PaperBlock, pixel_size
from nonosat.drawing.paper_sheet import has_letters, paper_sheet
from nonosat.drawing.puzzle_sheet import PuzzleSheet
from nonosat.drawing.svg_document import UNTITLED, description_of, document_text
from nonosat.drawing.worksheet_heading import Heading, byline
from nonosat.drawing.worksheet_legend import Legend
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: The largest size of a pixel of the grid in millimetres: cells of rectangles are 8 mm wide.
LARGEST_PIXEL = 0.4
#: Width in millimetres of the smallest cell into which a pencil can write.
READABLE_CELL = 4.0
#: Millimetres between the heading, the grid and the legend.
_GAP = 5.0


@dataclass(frozen=True, kw_only=True)
class Worksheet:
    """A drawing for paper.

    Attributes:
        svg: the text of the SVG file.
        size: of the drawing.
        cell_size: width of a cell in millimetres, or of a square with its area.
    """

    svg: str
    size: Area
    cell_size: float


def worksheet(
    puzzle: Puzzle,
    picture: Picture | None = None,
    *,
    clues: bool = True,
    both_ends: bool = False,
    title: str = "",
    show_title: bool = True,
    paper: str | None = None,
    margins: bool = False,
) -> Worksheet:
    """Draw a puzzle for paper, upright or in landscape, whichever makes its cells larger.

    The clues of a puzzle of several colours carry the letters that clue files use, which the legend explains.

    Args:
        picture: its solution; without one the grid is empty but for the givens, and all cells are white.
        clues: draw the clues in the margin.
        both_ends: draw them at both ends of the lines.
        title: the heading; by default the title of the puzzle, if it has one.
        show_title: write title and author above the grid; otherwise they are for screen readers only.
        paper: the page, one of `drawing.paper.PAPERS`; by default the drawing fits both A4 and Letter.
        margins: draw the whole page with its margins; by default the drawing has the size of its content, for browsers,
            which add margins of their own.

    Raises:
        PuzzleError: the picture does not belong to the puzzle.
        UsageError: there is no such paper, no layout for this kind of grid, or no room for clues at both ends of its
            lines.
    """
    upright = page_of(paper)
    sheet = paper_sheet(puzzle, picture, clues=clues, both_ends=both_ends)
    name = title or puzzle.metadata.title
    heading = Heading(name, [byline(puzzle)]) if show_title else None
    legend = Legend(puzzle) if has_letters(puzzle) and (clues or picture is None) else None
    plans = [_Plan(page, sheet, heading, legend) for page in (upright, upright.turned())]
    plan = max(plans, key=lambda plan: plan.scale)
    drawing = plan.drawing(margins=margins, any_paper=paper is None)
    words = description_of(puzzle, picture, 0)
    text = document_text(drawing, name or UNTITLED, words, sheet.palette, sheet.checksum)
    return Worksheet(svg=text, size=plan.size(margins), cell_size=plan.scale * sheet.cell_size)


def small_cells_note(cell_size: float) -> str:
    """A warning that cells, with their width in millimetres, are too small for a pencil; empty for larger cells."""
    if cell_size >= READABLE_CELL:
        return ""
    return f"cells are {cell_size:.1f} mm wide, less than the {READABLE_CELL:g} mm that a pencil needs"


class _Plan:
    """A page with its margins, and the places of heading, grid and legend on it.

    Attributes:
        scale: millimetres per pixel of the grid.
    """

    def __init__(self, page: Area, sheet: PuzzleSheet, heading: Heading | None, legend: Legend | None) -> None:
        self._page, area = page, page.within_margins()
        above = heading.fitted(area.width) if heading else None
        below = legend.fitted(area.width) if legend else None
        others = sum(part.height + _GAP for part in (above, below) if part)
        width, height = pixel_size(sheet)
        self.scale = min(LARGEST_PIXEL, area.width / width, (area.height - others) / height)
        self._block = PaperBlock(sheet, scale=self.scale, heading=above, legend=below, gap=_GAP)

    def size(self, margins: bool) -> Area:
        return self._page if margins else self._block.size

    def drawing(self, *, margins: bool, any_paper: bool) -> Any:
        """The drawing without its description, as the whole page or without margins.

        Args:
            any_paper: the drawing fits several sizes of paper, so that a browser need not be told which.
        """
        width, height = self.size(margins)
        left = (width - self._block.size.width) / 2
        top = MARGIN if margins else 0.0
        drawing = svgwrite.Drawing(
            size=(f"{number(width)}mm", f"{number(height)}mm"),
            viewBox=f"{number(-left)} {number(-top)} {number(width)} {number(height)}",
            debug=False,
        )
        if not margins:
            drawing.defs.add(drawing.style(self._page_rule(any_paper=any_paper)))
        drawing.add(drawing.rect((number(-left), number(-top)), (number(width), number(height)), fill=WHITE))
        drawing.elements.extend(self._block.elements(self._block.size.width / 2, 0.0))
        return drawing

    def _page_rule(self, *, any_paper: bool) -> str:
        """The style sheet that makes a browser turn the page as the drawing is turned."""
        if any_paper:
            size = "landscape" if self._page.landscape else "portrait"
        else:
            size = f"{number(self._page.width)}mm {number(self._page.height)}mm"
        return f"@page{{size:{size};margin:{MARGIN}mm}}"
