"""Worksheets: puzzles on paper, to be solved with a pencil, on colour and on black-and-white printers.

A worksheet has a title, the grid with its clues on white ground, and a legend of the colours. It is an SVG drawing in
millimetres. svgwrite takes time to import: import this module where a drawing is wanted, not before.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Any

import svgwrite
from svgwrite.container import Group

from nonosat.drawing.cell_styles import cells_to_draw
from nonosat.drawing.clue_chips import number
from nonosat.drawing.contrast import WHITE
from nonosat.drawing.paper import MARGIN, Area, page_of
from nonosat.drawing.puzzle_sheet import PuzzleSheet
from nonosat.drawing.sheet_style import SheetStyle, Stroke
from nonosat.drawing.svg_document import UNTITLED, description_of, document_text
from nonosat.drawing.worksheet_heading import Heading
from nonosat.drawing.worksheet_legend import Legend
from nonosat.model.clue import UNKNOWN
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: The largest size of a pixel of the grid in millimetres: cells of rectangles are 8 mm wide.
_LARGEST_PIXEL = 0.4
#: Width in millimetres of the smallest cell into which a pencil can write.
READABLE_CELL = 4.0
#: Millimetres between the heading, the grid and the legend.
_GAP = 5.0
#: Pixels around the grid with its clues, for lines that are half outside.
_PADDING = 2


@dataclass(frozen=True, kw_only=True)
class Worksheet:
    """A drawing for paper.

    Attributes:
        svg: the drawing as the text of an SVG file.
        size: of the drawing in millimetres.
        cell_size: width of a cell in millimetres, or of a square that is as large.
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
        puzzle: what to draw.
        picture: its solution; without one the grid is empty but for the givens, and all cells are white.
        clues: whether the clues stand in the margin.
        both_ends: whether they stand at both ends of the lines.
        title: what stands above the grid; by default the title of the puzzle, if it has one.
        show_title: whether title and author stand above the grid; otherwise they are for screen readers only.
        paper: the page, one of `drawing.paper.PAPERS`; by default the drawing fits both A4 and Letter.
        margins: whether the drawing is the whole page with its margins; without them it is as large as its content,
            for browsers, which add margins of their own.

    Raises:
        PuzzleError: the picture does not belong to the puzzle.
        UsageError: there is no such paper, no layout for this kind of grid, or no room for clues at both ends of its
            lines.
    """
    upright = page_of(paper)
    colors = [max(color, BACKGROUND) for color in cells_to_draw(puzzle, picture)]
    with_colors = puzzle.n_colors > 1 or any(color == UNKNOWN for clue in puzzle.clues for _, color in clue)
    sheet = PuzzleSheet(puzzle, _style(puzzle, picture, clues=clues, both_ends=both_ends, letters=with_colors))
    _add_grid(sheet, puzzle, colors, is_empty=picture is None)
    name = title or puzzle.metadata.title
    heading = Heading(puzzle, name) if show_title else None
    legend = Legend(puzzle) if with_colors and (clues or picture is None) else None
    plans = [_Plan(page, sheet, heading, legend) for page in (upright, upright.turned())]
    plan = max(plans, key=lambda plan: plan.scale)
    drawing = plan.drawing(margins=margins, any_paper=paper is None)
    words = description_of(puzzle, picture, 0)
    text = document_text(drawing, name or UNTITLED, words, sheet.palette, sheet.checksum)
    return Worksheet(svg=text, size=plan.size(margins), cell_size=plan.scale * sheet.cell_size)


def _style(puzzle: Puzzle, picture: Picture | None, *, clues: bool, both_ends: bool, letters: bool) -> SheetStyle:
    """The style for paper: lines of an empty grid are dark enough to be seen when they are printed in grey."""
    style = SheetStyle(clues=clues, both_ends=clues and both_ends, letters=letters)
    if picture is not None:
        return replace(style, background=puzzle.palette.colors[BACKGROUND])
    thin, strong = Stroke(0.7, 0.55), Stroke(1.8, 0.85)
    return replace(style, thin=(thin, thin), strong=(strong, strong), frame=Stroke(2.2, 0.95))


def _add_grid(sheet: PuzzleSheet, puzzle: Puzzle, colors: list[int], *, is_empty: bool) -> None:
    """Add the grid and the clues.

    Args:
        sheet: to which they are added.
        puzzle: what is drawn.
        colors: one colour number per cell.
        is_empty: whether the cells are those of a puzzle to be solved.
    """
    sheet.add_cells(colors)
    sheet.add_rules(colors, guides=is_empty)
    sheet.add_frame()
    if is_empty:
        sheet.add_frames_of_light_cells(colors)
        sheet.add_crosses([given.cell for given in puzzle.givens if given.color == BACKGROUND])
        if puzzle.n_colors > 1:
            sheet.add_letters([given for given in puzzle.givens if given.color != BACKGROUND])
    sheet.add_clues()


class _Plan:
    """Where everything stands on a page.

    Attributes:
        scale: millimetres per pixel of the grid.

    Args:
        page: with its margins.
        sheet: the grid and its clues.
        heading: what stands above it, or None.
        legend: what stands below it, or None.
    """

    def __init__(self, page: Area, sheet: PuzzleSheet, heading: Heading | None, legend: Legend | None) -> None:
        self._page, self._sheet = page, sheet
        self._area = area = page.within_margins()
        self._view = sheet.view(_PADDING)
        _, _, width, height = self._view
        self._heading = heading.fitted(area.width) if heading else None
        self._legend = legend.fitted(area.width) if legend else None
        above = self._heading.height + _GAP if self._heading else 0.0
        below = self._legend.height + _GAP if self._legend else 0.0
        self.scale = min(_LARGEST_PIXEL, area.width / width, (area.height - above - below) / height)
        self._above = above
        parts = (self._heading, self._legend)
        self._content = Area(
            max([width * self.scale, *(part.width for part in parts if part)]),
            above + height * self.scale + below,
        )

    def size(self, margins: bool) -> Area:
        """Size of the drawing."""
        return self._page if margins else self._content

    def drawing(self, *, margins: bool, any_paper: bool) -> Any:
        """The drawing without its description.

        Args:
            margins: whether it is the whole page.
            any_paper: whether it fits several sizes of paper, so that a browser need not be told which.
        """
        width, height = self.size(margins)
        left = (width - self._content.width) / 2
        top = MARGIN if margins else 0.0
        drawing = svgwrite.Drawing(
            size=(f"{number(width)}mm", f"{number(height)}mm"),
            viewBox=f"{number(-left)} {number(-top)} {number(width)} {number(height)}",
            debug=False,
        )
        if not margins:
            drawing.defs.add(drawing.style(self._page_rule(any_paper=any_paper)))
        drawing.add(drawing.rect((number(-left), number(-top)), (number(width), number(height)), fill=WHITE))
        middle = self._content.width / 2
        if self._heading:
            drawing.elements.extend(self._heading.elements(middle))
        x, y, grid_width, grid_height = self._view
        shift = (middle - (x + grid_width / 2) * self.scale, self._above - y * self.scale)
        group = Group(
            transform=f"translate({number(shift[0])} {number(shift[1])}) scale({self.scale:.4f})", debug=False
        )
        group.elements.extend(self._sheet.elements)
        drawing.add(group)
        if self._legend:
            drawing.elements.extend(self._legend.elements(middle, self._above + grid_height * self.scale + _GAP))
        return drawing

    def _page_rule(self, *, any_paper: bool) -> str:
        """The style sheet that makes a browser turn the page as the drawing is turned."""
        if any_paper:
            size = "landscape" if self._page.landscape else "portrait"
        else:
            size = f"{number(self._page.width)}mm {number(self._page.height)}mm"
        return f"@page{{size:{size};margin:{MARGIN}mm}}"
