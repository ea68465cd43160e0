"""Paper: the sizes of pages, and the area on them that every printer can print."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from svgwrite.container import Group

from nonosat.core.errors import UsageError
from nonosat.drawing.cell_pens import cells_to_draw
from nonosat.drawing.clue_chips import number
from nonosat.drawing.puzzle_sheet import PuzzleSheet, SheetStyle, Stroke
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle

#: Margin on each side of a page in millimetres: half an inch, which browsers leave, and more than printers need.
MARGIN = 12.7


class Area(NamedTuple):
    """A rectangle on paper, in millimetres."""

    width: float
    height: float

    def turned(self) -> Area:
        """The area with width and height exchanged."""
        return Area(self.height, self.width)

    def within_margins(self) -> Area:
        """The area of a page within a margin on each side."""
        return Area(self.width - 2 * MARGIN, self.height - 2 * MARGIN)


#: The pages that can be chosen, upright.
PAPERS: dict[str, Area] = {
    "a4": Area(210, 297),
    "letter": Area(215.9, 279.4),
    "a3": Area(297, 420),
    "a5": Area(148, 210),
}

#: The area that A4 and Letter have in common: a drawing that fits it can be printed on both.
ANY_PAPER = Area(210, 279.4)


def page_of(name: str | None) -> Area:
    """The upright page of a name in `PAPERS`, or `ANY_PAPER` for None.

    Raises:
        UsageError: there is no such paper.
    """
    if name is None:
        return ANY_PAPER
    if name not in PAPERS:
        raise UsageError(f"paper {name!r}, expected one of {', '.join(PAPERS)}")
    return PAPERS[name]


#: Pixels around the grid with its clues, for lines that are half outside.
_PADDING = 2


def pixel_size(sheet: PuzzleSheet) -> Area:
    """The size of a grid with its clues, in pixels."""
    _, _, width, height = sheet.view(_PADDING)
    return Area(width, height)


class PaperPart(NamedTuple):
    """A heading or a legend on paper.

    Attributes:
        width, height: in millimetres.
        elements: makes the SVG elements, in millimetres, from the middle of their width and their upper side.
    """

    width: float
    height: float
    elements: Callable[[float, float], Iterable[Any]]

    def scaled(self, share: float) -> PaperPart:
        """The part reduced to a share of its size."""

        def elements(middle: float, top: float) -> Iterator[Any]:
            group = Group(transform=f"translate({number(middle)} {number(top)}) scale({share:.4f})", debug=False)
            group.elements.extend(self.elements(0.0, 0.0))
            yield group

        return PaperPart(self.width * share, self.height * share, elements)


class PaperBlock:
    """A puzzle on paper at a certain scale. Lengths are in millimetres.

    Attributes:
        scale: millimetres per pixel of the grid.
        size: of all parts together.

    Args:
        gap: between heading, grid and legend.
    """

    def __init__(
        self,
        sheet: PuzzleSheet,
        *,
        scale: float,
        heading: PaperPart | None,
        legend: PaperPart | None,
        gap: float,
    ) -> None:
        self._sheet, self.scale, self._heading, self._legend = sheet, scale, heading, legend
        self._above = heading.height + gap if heading else 0.0
        width, height = pixel_size(sheet)
        self._legend_top = self._above + height * scale + gap
        parts = [part.width for part in (heading, legend) if part]
        self.size = Area(
            max([width * scale, *parts]),
            self._above + height * scale + (legend.height + gap if legend else 0.0),
        )

    def elements(self, middle: float, top: float) -> Iterator[Any]:
        """The SVG elements, with their horizontal middle at `middle` and their upper side at `top`."""
        if self._heading:
            yield from self._heading.elements(middle, top)
        x, y, width, _ = self._sheet.view(_PADDING)
        shift = (middle - (x + width / 2) * self.scale, top + self._above - y * self.scale)
        group = Group(
            transform=f"translate({number(shift[0])} {number(shift[1])}) scale({self.scale:.4f})", debug=False
        )
        group.elements.extend(self._sheet.elements)
        yield group
        if self._legend:
            yield from self._legend.elements(middle, top + self._legend_top)


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
