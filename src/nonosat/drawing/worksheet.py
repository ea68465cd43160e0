"""Worksheets: puzzles on paper, to be solved with a pencil, on colour and on black-and-white printers.

A worksheet has a title, the grid with its clues on white ground, and a legend of the colours. It is an SVG drawing in
millimetres.
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
from nonosat.drawing.svg_document import UNTITLED, description_of, document_text
from nonosat.drawing.worksheet_heading import byline, fitted_heading
from nonosat.drawing.worksheet_legend import fitted_legend
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
    has_legend = has_letters(puzzle) and (clues or picture is None)

    def placed(page: Area) -> PaperBlock:
        area = page.within_margins()
        heading = fitted_heading(name, [byline(puzzle)], area.width) if show_title else None
        legend = fitted_legend(puzzle, area.width) if has_legend else None
        others = sum(part.height + _GAP for part in (heading, legend) if part)
        width, height = pixel_size(sheet)
        scale = min(LARGEST_PIXEL, area.width / width, (area.height - others) / height)
        return PaperBlock(sheet, scale=scale, heading=heading, legend=legend, gap=_GAP)

    page, block = max(((page, placed(page)) for page in (upright, upright.turned())), key=lambda plan: plan[1].scale)
    drawing = _drawing(block, page if margins else block.size)
    if not margins:
        drawing.defs.add(drawing.style(_page_rule(page, any_paper=paper is None)))
    words = description_of(puzzle, picture, 0)
    text = document_text(drawing, name or UNTITLED, words, sheet.palette, sheet.checksum)
    return Worksheet(svg=text, size=page if margins else block.size, cell_size=block.scale * sheet.cell_size)


def small_cells_note(cell_size: float) -> str:
    """A warning that cells, with their width in millimetres, are too small for a pencil; empty for larger cells."""
    if cell_size >= READABLE_CELL:
        return ""
    return f"cells are {cell_size:.1f} mm wide, less than the {READABLE_CELL:g} mm that a pencil needs"


def _drawing(block: PaperBlock, size: Area) -> Any:
    """A drawing without its description, in the middle of a page or as large as its content."""
    width, height = size
    left = (width - block.size.width) / 2
    top = 0.0 if size == block.size else MARGIN
    drawing = svgwrite.Drawing(
        size=(f"{number(width)}mm", f"{number(height)}mm"),
        viewBox=f"{number(-left)} {number(-top)} {number(width)} {number(height)}",
        debug=False,
    )
    drawing.add(drawing.rect((number(-left), number(-top)), (number(width), number(height)), fill=WHITE))
    drawing.elements.extend(block.elements(block.size.width / 2, 0.0))
    return drawing


def _page_rule(page: Area, *, any_paper: bool) -> str:
    """The style sheet that makes a browser turn the page as the drawing is turned.

    Args:
        any_paper: the drawing fits several sizes of paper, so that a browser need not be told which.
    """
    if any_paper:
        size = "landscape" if page.width > page.height else "portrait"
    else:
        size = f"{number(page.width)}mm {number(page.height)}mm"
    return f"@page{{size:{size};margin:{MARGIN}mm}}"
