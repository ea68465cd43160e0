"""Puzzles and text on paper, in millimetres: the sizes of pages, and what worksheets and books draw on them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any, NamedTuple

from svgwrite import Drawing
from svgwrite.container import Group
from svgwrite.text import Text

from nonosat.core.registries import choose
from nonosat.drawing.cell_pens import cells_to_draw
from nonosat.drawing.clue_chips import number
from nonosat.drawing.puzzle_canvas import CanvasStyle, PuzzleCanvas, Stroke
from nonosat.drawing.svg_document import FONTS, xml_text
from nonosat.model.colors import BLACK
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle

#: Margin on each side of a page in millimetres: half an inch, which browsers leave, and more than printers need.
MARGIN = 12.7
#: Pixels around the grid with its clues, for lines that are half outside.
_PADDING = 2
#: Size in pixels of the letters of solved cells, which are drawn small.
_SOLVED_LETTER = 13.0


class Area(NamedTuple):
    """A rectangle, in millimetres unless it is said otherwise."""

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
    return ANY_PAPER if name is None else choose(PAPERS, name, "paper")


def page_drawing(size: Area, left: float, top: float) -> Drawing:
    """An empty drawing of some `size`, with (0, 0) at a distance of `left` and `top` from its upper left corner."""
    width, height = map(number, size)
    view = f"{number(-left)} {number(-top)} {width} {height}"
    return Drawing(size=(f"{width}mm", f"{height}mm"), viewBox=view, debug=False)


def paper_text(
    words: str, x: float, y: float, size: float, *, anchor: str | None = None, bold: bool = False, fill: str = BLACK
) -> Text:
    """A line of text.

    Args:
        x: of its anchor: its beginning, or its `middle` or `end`.
        y: of its baseline.
        size: of its font.
    """
    style = {"text_anchor": anchor, "font_weight": "bold" if bold else None}
    known = {name: value for name, value in style.items() if value}
    font = {"font_family": FONTS, "font_size": number(size), "fill": fill}
    return Text(xml_text(words), x=[number(x)], y=[number(y)], debug=False, **font, **known)


def pixel_size(canvas: PuzzleCanvas) -> Area:
    """The size of a grid with its clues, in pixels."""
    return Area(*canvas.view(_PADDING)[2:])


class PaperPart(NamedTuple):
    """A heading or a legend; `elements` makes its SVG elements, from the middle of their width and their upper side."""

    width: float
    height: float
    elements: Callable[[float, float], Iterable[Any]]

    def scaled(self, share: float) -> PaperPart:
        """The part reduced to a share of its size."""

        def elements(middle: float, top: float) -> Iterator[Any]:
            yield _moved(self.elements(0.0, 0.0), middle, top, share)

        return PaperPart(self.width * share, self.height * share, elements)


class PaperBlock:
    """A puzzle with heading and legend.

    Attributes:
        scale: millimetres per pixel of the grid.
        size: of all parts together, with a `gap` between two.
    """

    def __init__(
        self, canvas: PuzzleCanvas, *, scale: float, heading: PaperPart | None, legend: PaperPart | None, gap: float
    ) -> None:
        self._canvas, self.scale, self._heading, self._legend = canvas, scale, heading, legend
        self._above = heading.height + gap if heading else 0.0
        width, height = pixel_size(canvas)
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
        x, y, width, _ = self._canvas.view(_PADDING)
        left = middle - (x + width / 2) * self.scale
        yield _moved(self._canvas.elements, left, top + self._above - y * self.scale, self.scale)
        if self._legend:
            yield from self._legend.elements(middle, top + self._legend_top)


def _moved(elements: Iterable[Any], x: float, y: float, scale: float) -> Group:
    """Elements with their point (0, 0) at (x, y), after scaling."""
    group = Group(transform=f"translate({number(x)} {number(y)}) scale({scale:.4f})", debug=False)
    group.elements.extend(elements)
    return group


def paper_canvas(
    puzzle: Puzzle,
    picture: Picture | None = None,
    *,
    clues: bool = True,
    both_ends: bool = False,
    cell_letters: bool = False,
) -> PuzzleCanvas:
    """The grid and the clues of a puzzle, empty or with a solution.

    Args:
        picture: its solution; without one the grid is empty but for the givens, and all cells are white.
        clues: draw the clues, if `both_ends` at both ends of the lines.
        cell_letters: write the letters of their colours into the cells of a solution, for prints in grey.

    Raises:
        PuzzleError: the picture does not belong to the puzzle.
        UsageError: there is no layout for this kind of grid, or no room for clues at both ends of its lines.
    """
    colors = [max(color, BACKGROUND) for color in cells_to_draw(puzzle, picture)]
    style = CanvasStyle(clues=clues, both_ends=clues and both_ends, letters=has_letters(puzzle))
    if picture is None:
        # Lines are dark enough to be seen when they are printed in grey.
        thin, strong = Stroke(0.7, 0.55), Stroke(1.8, 0.85)
        style = style._replace(thin=(thin, thin), strong=(strong, strong), frame=Stroke(2.2, 0.95))
    else:
        style = style._replace(background=puzzle.palette.colors[BACKGROUND])
    canvas = PuzzleCanvas(puzzle, style)
    canvas.add_cells(colors)
    canvas.add_rules(colors, guides=picture is None)
    canvas.add_frame()
    if picture is None:
        canvas.add_frames_of_light_cells(colors)
        canvas.add_crosses([given.cell for given in puzzle.givens if given.color == BACKGROUND])
        if puzzle.n_colors > 1:
            canvas.add_letters([given for given in puzzle.givens if given.color != BACKGROUND])
    elif cell_letters:
        lettered = [ColoredCell(cell, color) for cell, color in enumerate(colors) if color != BACKGROUND]
        canvas.add_letters(lettered, _SOLVED_LETTER)
    canvas.add_clues()
    return canvas


def has_letters(puzzle: Puzzle) -> bool:
    """True if the clues of a puzzle carry the letters of their colours, which a legend has to explain."""
    return puzzle.n_colors > 1 or puzzle.has_unknown_colors
