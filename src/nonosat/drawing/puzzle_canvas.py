"""Puzzles as SVG elements: the common base of all drawings of puzzles, on a screen and on paper."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from math import ceil, floor, sqrt
from operator import attrgetter
from typing import Any, NamedTuple, TypeVar
from xml.etree import ElementTree
from zlib import crc32

from svgwrite.container import Group
from svgwrite.path import Path

from nonosat.drawing.clue_chips import EMPTY, Chip, chip_corners, chips, chips_data, leads_data, number, require_room
from nonosat.drawing.layout import Point, lines_data, loops, loops_data, sides_of
from nonosat.drawing.layouts import layout_of
from nonosat.drawing.svg_document import FONTS
from nonosat.model.clue import ANY_COLOR
from nonosat.model.colors import BLACK, CLEAR, LEGIBLE, VISIBLE, WHITE, contrast, ink, legible_ground, mix
from nonosat.model.grid_kinds import kind_of
from nonosat.model.palette import BACKGROUND, letter
from nonosat.model.puzzle import ColoredCell, Puzzle

T = TypeVar("T")

#: The frames of lines whose clues fail.
WRONG = "#d4001a"
#: Size of the letters of given cells in pixels.
_LETTER_SIZE = 9.0


class Stroke(NamedTuple):
    """A line between cells or around all of them; `width` is in pixels, `opacity` from 0 to 1."""

    width: float
    opacity: float


class CanvasStyle(NamedTuple):
    """The style of a drawing; the default lines are those for screens.

    Attributes:
        background: the colour of cells that belong to no block, as `#rrggbb`.
        ground: the colour around the cells.
        both_ends: clues stand at both ends of the lines.
        letters: chips and givens carry the letter of their colour, and chips are light enough to read it.
        thin, strong: lines between cells and between groups of them; the first on light cells, the second on dark ones.
        frame: the border of the grid.
    """

    background: str = WHITE
    ground: str = WHITE
    clues: bool = True
    both_ends: bool = False
    letters: bool = False
    thin: tuple[Stroke, Stroke] = (Stroke(0.8, 0.2), Stroke(0.8, 0.24))
    strong: tuple[Stroke, Stroke] = (Stroke(1.4, 0.5), Stroke(1.4, 0.5))
    frame: Stroke = Stroke(1.6, 0.75)


class PuzzleCanvas:
    """A puzzle as SVG elements, added from bottom to top, one method for each kind of element.

    Every colour of a picture is one path, the outlines of its regions; so are the lines of each tone. Files stay small,
    and cells of one colour that touch show no hairlines at any size.

    Attributes:
        elements: those added so far, in pixels; the corner of the grid is at (0, 0).
        checksum: of all paths so far.
        palette: the colours as they are drawn, the background first.

    Raises:
        UsageError: there is no layout for this kind of grid, or no room for clues at both ends of its lines.
    """

    def __init__(self, puzzle: Puzzle, style: CanvasStyle) -> None:
        self.elements: list[Any] = []
        self.checksum = 0
        self.palette = (style.background, *puzzle.palette.colors[BACKGROUND + 1 :])
        self._puzzle, self.style = puzzle, style
        self._layout = layout = layout_of(puzzle.grid)
        self._corners = chip_corners(layout, both_ends=style.both_ends)
        every = chips(puzzle, layout, both_ends=style.both_ends, letters=style.letters) if style.clues else ()
        self._chips = list(every)
        if style.both_ends:
            require_room(self._chips, layout, kind_of(puzzle.grid).cells)
        #: The region of the whole grid, and its outline.
        self._everywhere = [1] * puzzle.grid.n_cells
        self._outline = self._region(self._everywhere)

    @property
    def cell_size(self) -> float:
        """Width in pixels of a square that is as large as a cell."""
        corners = self._layout.polygon(0)
        twice = sum(ax * by - bx * ay for (ax, ay), (bx, by) in sides_of(corners))
        return sqrt(abs(twice) / 2) * self._layout.scale

    def view(self, padding: int) -> tuple[int, int, int, int]:
        """Left, top, width and height of the drawing with some padding, in whole pixels."""
        low, high = [], []
        for axis in (0, 1):
            half = max(corner[axis] for corner in self._corners)
            centers = [(chip.x, chip.y)[axis] for chip in self._chips]
            low.append(floor(min([0.0, *(at - half for at in centers)])) - padding)
            length = self._layout.size[axis] * self._layout.scale
            high.append(ceil(max([length, *(at + half for at in centers)])) + padding)
        return low[0], low[1], high[0] - low[0], high[1] - low[1]

    def add_cells(self, colors: Sequence[int]) -> None:
        """Add the grid in the colour of the background, and the regions of every other one of the cells' `colors`."""
        self._in_units(self._outline, fill=self.palette[BACKGROUND])
        for color, sides in sorted(self._layout.borders(colors).items()):
            fill = self.palette[color]
            # Where two regions touch, a renderer blends both with the ground. A little overlap hides the ground there.
            seam = {"stroke": fill, "stroke_width": self._units(0.7)} if len(self.palette) > 2 else {}
            self._in_units(loops_data(loops(sides)), fill=fill, **seam)

    def add_crosses(self, cells: Sequence[int]) -> None:
        """Add crosses in cells that are known to be background."""
        if not cells:
            return
        arm = 3.5
        data = ""
        for x, y in map(self._center, cells):
            data += f"M{number(x - arm)} {number(y - arm)}l7 7m-7 0l7-7"
        self._in_pixels(data, fill="none", stroke=ink(self.palette[BACKGROUND]), stroke_opacity=0.55, stroke_width=1.5)

    def add_letters(self, cells: Sequence[ColoredCell], size: float = _LETTER_SIZE) -> None:
        """Write the letters of their colours into `cells`, with a `size` in pixels."""
        for color, same in grouped(cells, "color"):
            texts = [(*self._center(given.cell), letter(color)) for given in same]
            self.elements.append(centered_texts(texts, size, ink(self.palette[color])))

    def add_rules(self, colors: Sequence[int], *, guides: bool = False) -> None:
        """Add lines between cells, dark on light cells and light on dark ones; `colors` has the number of each cell's.

        Args:
            guides: draw heavier lines between groups of five lines across the whole grid, as on paper, in every kind
                of grid; by default the layout says which lines are heavier.
        """
        tone_of = [int(ink(color) == WHITE) for color in self.palette]
        lines: dict[tuple[int, bool], list[Sequence[Point]]] = defaultdict(list)
        for corners, tone, strong in self._layout.rules([tone_of[color] for color in colors]):
            lines[tone, strong and not guides].append(corners)
        for (tone, strong), chains in sorted(lines.items()):
            stroke = (self.style.strong if strong else self.style.thin)[tone]
            self._add_lines(chains, stroke, WHITE if tone else BLACK)
        chains = list(self._layout.guides()) if guides else []
        if chains:
            self._add_lines(chains, self.style.strong[0], BLACK, stroke_linecap="round")

    def add_frame(self) -> None:
        """Add the border of the grid."""
        ground, (width, opacity) = self.style.ground, self.style.frame
        edge = {"stroke": mix(ground, ink(ground), opacity), "stroke_width": self._units(width)}
        self._in_units(self._outline, fill="none", stroke_linejoin="round", **edge)

    def add_frames_of_light_cells(self, colors: Sequence[int]) -> None:
        """Add a frame around cells whose colour can hardly be distinguished from the background."""
        ground = self.palette[BACKGROUND]
        light = [color != BACKGROUND and contrast(self.palette[color], ground) < VISIBLE for color in colors]
        if any(light):
            style = {"stroke": ink(ground), "stroke_width": self._units(2), "stroke_linejoin": "round"}
            self._in_units(self._region(list(map(int, light))), fill="none", **style)

    def add_marks(self, cells: Sequence[int]) -> None:
        """Add black and white dashes around cells; they can be seen on any colours."""
        if not cells:
            return
        chosen = [0] * len(self._everywhere)
        for cell in cells:
            chosen[cell] = 1
        data = self._region(chosen)
        dashes = f"{self._units(4)} {self._units(4)}"
        for color, width, style in ((BLACK, 5, {}), (WHITE, 3, {}), (BLACK, 3, {"stroke_dasharray": dashes})):
            self._in_units(
                data, fill="none", stroke=color, stroke_width=self._units(width), stroke_linejoin="round", **style
            )

    def add_wrong_lines(self, lines: Iterable[int]) -> None:
        """Add a red frame around each of some lines, whose clues fail."""
        for line in lines:
            chosen = [0] * len(self._everywhere)
            for cell in self._puzzle.grid.line(line):
                chosen[cell] = 1
            for color, width in ((WHITE, 4.5), (WRONG, 2.5)):
                style = {"stroke": color, "stroke_width": self._units(width), "stroke_linejoin": "round"}
                self._in_units(self._region(chosen), fill="none", **style)

    def add_clues(self) -> None:
        """Add the chips of the clues, with black or white numbers."""
        ground = self.style.ground
        on_ground = ink(ground)
        if self._layout.slanted and self._chips:
            lead = {"stroke": mix(ground, on_ground, 0.22), "stroke_width": 3}
            self._in_pixels(leads_data(self._puzzle, self._layout, both_ends=self.style.both_ends), **lead)
        # Numbers in a single colour that can be read on the ground need no chips.
        plain = len(self.palette) == 2 and contrast(self.palette[1], ground) >= LEGIBLE
        for color, same in grouped(self._chips, "color"):
            if color == EMPTY:
                self._numbers(same, mix(ground, on_ground, 0.5))
            elif color == ANY_COLOR:
                edge = {"stroke": mix(ground, on_ground, 0.7), "stroke_width": 1.2, "stroke_dasharray": "2.5 1.8"}
                self._in_pixels(chips_data(same, self._corners), fill=mix(ground, on_ground, 0.1), **edge)
                self._numbers(same, on_ground)
            elif plain:
                self._numbers(same, self.palette[color])
            else:
                # Letters must be read on a print in grey, too.
                fill = legible_ground(self.palette[color], CLEAR) if self.style.letters else self.palette[color]
                edge = {"stroke": on_ground, "stroke_width": 0.8, "stroke_opacity": 0.35}
                self._in_pixels(chips_data(same, self._corners), fill=fill, **edge)
                self._numbers(same, ink(fill))

    def _numbers(self, same: Sequence[Chip], fill: str) -> None:
        for size, run in grouped(same, "font_size"):
            self.elements.append(centered_texts([chip[:3] for chip in run], size, fill))

    def _center(self, cell: int) -> tuple[float, float]:
        x, y = self._layout.center(cell)
        return x * self._layout.scale, y * self._layout.scale

    def _add_lines(self, chains: Sequence[Sequence[Point]], stroke: Stroke, color: str, **style: object) -> None:
        width = {"stroke_width": self._units(stroke.width), "stroke_opacity": stroke.opacity}
        self._in_units(lines_data(chains), fill="none", stroke=color, **width, **style)

    def _region(self, chosen: Sequence[int]) -> str:
        """Path data of the region of the cells with a 1; all other cells have a 0."""
        return loops_data(loops(self._layout.borders(chosen)[1]))

    def _units(self, pixels: float) -> str:
        """A length for paths that are drawn in units of the layout."""
        return f"{pixels / self._layout.scale:.3g}"

    def _in_units(self, data: str, **style: object) -> None:
        """Add a path whose data are in units of the layout."""
        self._in_pixels(data, transform=f"scale({self._layout.scale:g})", **style)

    def _in_pixels(self, data: str, **style: object) -> None:
        """Add a path whose data are in pixels."""
        self.checksum = crc32(data.encode(), self.checksum)
        self.elements.append(Path(data, debug=False, **style))


def grouped(items: Iterable[T], attribute: str) -> Iterator[tuple[Any, list[T]]]:
    """The values of an attribute of `items`, ascending, each with the items that have it."""
    value = attrgetter(attribute)
    return ((key, list(run)) for key, run in groupby(sorted(items, key=value), key=value))


class _Texts(Group):  # type: ignore[misc]
    """A group of texts with their places: an object of svgwrite for each takes a third of the time of a drawing."""

    def __init__(self, texts: Iterable[tuple[str, str, str]], **style: object) -> None:
        super().__init__(debug=False, **style)
        self._texts = list(texts)

    def get_xml(self) -> ElementTree.Element:
        xml: ElementTree.Element = super().get_xml()
        for x, y, text in self._texts:
            ElementTree.SubElement(xml, "text", x=x, y=y).text = text
        return xml


def centered_texts(texts: Iterable[tuple[float, float, str]], size: float, fill: str) -> Group:
    """Short texts in one colour and font size, each with the place of its middle, in pixels."""
    # Digits are about 0.72 of the size of the font high.
    places = ((number(x), number(y + 0.36 * size), text) for x, y, text in texts)
    return _Texts(places, fill=fill, font_family=FONTS, font_size=number(size), text_anchor="middle")
