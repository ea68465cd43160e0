"""SVG drawings of puzzles and pictures.

This module alone imports svgwrite, which takes time: import it where a drawing is wanted, not before.

Every colour of a picture is one path, the outlines of its regions; so are the lines of each tone. Files stay small, and
cells of one colour that touch show no hairlines at any size.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import groupby
from math import ceil, floor
from operator import attrgetter
from zlib import crc32

import svgwrite
from svgwrite.base import Desc, Title
from svgwrite.container import Group
from svgwrite.path import Path
from svgwrite.text import Text

from nonosat.drawing.cell_styles import cells_to_draw
from nonosat.drawing.clue_chips import EMPTY, Chip, chip_corners, chips, chips_data, leads_data, number
from nonosat.drawing.contrast import BLACK, WHITE, contrast, ink, is_dark, mix
from nonosat.drawing.layouts import layout_of
from nonosat.drawing.outline import Point, lines_data, loops, loops_data
from nonosat.model.clue import UNKNOWN
from nonosat.model.grid_kinds import kind_of
from nonosat.model.nouns import count
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: Pixels around everything, and the radius of the corners of the sheet.
_PADDING = 10
_SHEET_RADIUS = 6
#: Longer sides are shown in this many pixels; the drawing can be enlarged at will.
_LARGEST = 1600
#: Lines between cells: width in pixels and opacity, thin and strong, on light and on dark cells.
_RULES = {
    (0, False): (0.8, 0.2),
    (0, True): (1.4, 0.5),
    (1, False): (0.8, 0.24),
    (1, True): (1.4, 0.5),
}
#: Contrast from which on text can be read with ease.
_LEGIBLE = 4.5
#: Contrast from which on a cell can be distinguished from white paper.
_VISIBLE = 1.25
_FONTS = "Helvetica, Arial, 'DejaVu Sans', sans-serif"


def svg(
    puzzle: Puzzle,
    picture: Picture | None = None,
    *,
    clues: bool = False,
    title: str = "",
    differs: Collection[int] = (),
    grid: bool = True,
    paper: bool = False,
) -> str:
    """A drawing as the text of an SVG file, the same for the same arguments.

    Args:
        puzzle: what to draw.
        picture: its solution; without one the grid is empty but for the givens.
        clues: whether the clues stand in the margin.
        title: name of the drawing for screen readers and tooltips; by default the title of the puzzle.
        differs: cells that another solution colours differently; they are marked.
        grid: whether there are lines between the cells and a frame.
        paper: whether the background and everything around the grid is white, to be printed; givens that are as light
            get a frame.

    Raises:
        PuzzleError: the picture does not belong to the puzzle.
        UsageError: there is no layout for this kind of grid.
    """
    colors = [max(color, BACKGROUND) for color in cells_to_draw(puzzle, picture)]
    marked = sorted(set(differs))
    drawing = _Sheet(puzzle, clues, paper)
    drawing.add_sheet()
    drawing.add_cells(colors)
    if picture is None:
        drawing.add_crosses([given.cell for given in puzzle.givens if given.color == BACKGROUND])
    if grid:
        drawing.add_rules(colors)
        drawing.add_frame()
    if paper:
        drawing.add_frames_of_light_cells(colors)
    drawing.add_marks(marked)
    drawing.add_clues()
    return drawing.text(title or puzzle.metadata.title or "Nonogram", _description(puzzle, picture, len(marked)))


def _description(puzzle: Puzzle, picture: Picture | None, n_marked: int) -> str:
    """The drawing in words, for screen readers."""
    sizes = kind_of(puzzle.grid).describe(puzzle.grid)
    parts = ["Nonogram", sizes, count(puzzle.n_colors, "colour"), "empty" if picture is None else "solved"]
    if n_marked:
        parts.append(f"{count(n_marked, 'cell')} outlined where another solution differs")
    metadata = puzzle.metadata
    author = f"By {metadata.author}" if metadata.author else ""
    sentences = [", ".join(parts), author, metadata.copyright, metadata.license, metadata.description]
    return ". ".join(filter(None, sentences))


class _Sheet:
    """A drawing that is made from bottom to top, one call for each kind of thing in it.

    Args:
        puzzle: what to draw.
        clues: whether there is a margin with the clues.
        paper: whether the background and everything around the grid is white.
    """

    def __init__(self, puzzle: Puzzle, clues: bool, paper: bool) -> None:
        self.layout = layout = layout_of(puzzle.grid)
        self.puzzle = puzzle
        background = WHITE if paper else puzzle.palette.colors[BACKGROUND]
        self.palette = (background, *puzzle.palette.colors[BACKGROUND + 1 :])
        self.color = WHITE if paper else mix(background, ink(background), 0.07)
        self.chips = list(chips(puzzle, layout)) if clues else []
        #: The region of the whole grid, and its outline.
        self.everywhere = [1] * puzzle.grid.n_cells
        self.outline = self._region(self.everywhere)
        self.view = self._view()
        shrink = min(1.0, _LARGEST / max(self.view[2:]))
        # svgwrite's checks are for mistakes of its users, and take more time than all the rest.
        self.drawing = svgwrite.Drawing(
            size=tuple(max(1, round(length * shrink)) for length in self.view[2:]),
            viewBox=" ".join(map(str, self.view)),
            debug=False,
        )
        self.checksum = 0

    def text(self, title: str, description: str) -> str:
        """The finished file.

        Args:
            title: name of the drawing.
            description: the drawing in words.
        """
        # Two drawings in one page must not share an id, and the same drawing must always have the same.
        checksum = crc32("\n".join((title, description, *self.palette)).encode(errors="replace"), self.checksum)
        ids: list[str] = []
        for element, content in ((Desc, description), (Title, title)):
            item = element(_clean(content))
            ids.insert(0, f"nonogram-{checksum:08x}-{element.elementname}")
            item.xml.set("id", ids[0])
            self.drawing.elements.insert(0, item)
        self.drawing.attribs.update({"role": "img", "aria-labelledby": " ".join(ids)})
        return str(self.drawing.tostring()) + "\n"

    def add_sheet(self) -> None:
        """Add the ground below everything, so that the drawing does not depend on the page it is shown on."""
        left, top, width, height = self.view
        self.drawing.add(
            self.drawing.rect((left, top), (width, height), rx=_SHEET_RADIUS, ry=_SHEET_RADIUS, fill=self.color)
        )

    def add_cells(self, colors: Sequence[int]) -> None:
        """Add the grid in the colour of the background, and the regions of every other colour.

        Args:
            colors: one colour number per cell.
        """
        self._in_units(self.outline, fill=self.palette[BACKGROUND])
        for color, sides in sorted(self.layout.borders(colors).items()):
            fill = self.palette[color]
            # A renderer blends both of two regions that touch with the ground at their common side. A little overlap
            # hides the ground there.
            seam = {"stroke": fill, "stroke_width": self._units(0.7)} if len(self.palette) > 2 else {}
            self._in_units(loops_data(loops(sides)), fill=fill, **seam)

    def add_crosses(self, cells: Sequence[int]) -> None:
        """Add crosses in cells that are known to be background."""
        if not cells:
            return
        arm = 3.5
        data = ""
        for cell in cells:
            x, y = (place * self.layout.scale for place in self.layout.center(cell))
            data += f"M{number(x - arm)} {number(y - arm)}l7 7m-7 0l7-7"
        self._in_pixels(data, fill="none", stroke=ink(self.palette[BACKGROUND]), stroke_opacity=0.55, stroke_width=1.5)

    def add_rules(self, colors: Sequence[int]) -> None:
        """Add lines between cells, dark on light cells and light on dark ones.

        Args:
            colors: one colour number per cell.
        """
        tone_of = [int(is_dark(color)) for color in self.palette]
        lines: dict[tuple[int, bool], list[Sequence[Point]]] = {}
        for corners, tone, strong in self.layout.rules([tone_of[color] for color in colors]):
            lines.setdefault((tone, strong), []).append(corners)
        for (tone, strong), chains in sorted(lines.items()):
            width, opacity = _RULES[tone, strong]
            color = WHITE if tone else BLACK
            style = {"stroke": color, "stroke_width": self._units(width), "stroke_opacity": opacity}
            self._in_units(lines_data(chains), fill="none", **style)

    def add_frame(self) -> None:
        """Add the border of the grid."""
        color = mix(self.color, ink(self.color), 0.75)
        self._in_units(self.outline, fill="none", stroke=color, stroke_width=self._units(1.6), stroke_linejoin="round")

    def add_frames_of_light_cells(self, colors: Sequence[int]) -> None:
        """Add a frame around cells whose colour can hardly be distinguished from the background.

        Args:
            colors: one colour number per cell.
        """
        ground = self.palette[BACKGROUND]
        light = [color != BACKGROUND and contrast(self.palette[color], ground) < _VISIBLE for color in colors]
        if any(light):
            style = {"stroke": ink(ground), "stroke_width": self._units(2), "stroke_linejoin": "round"}
            self._in_units(self._region(list(map(int, light))), fill="none", **style)

    def add_marks(self, cells: Sequence[int]) -> None:
        """Add black and white dashes around cells; they can be seen on any colours."""
        if not cells:
            return
        chosen = [0] * len(self.everywhere)
        for cell in cells:
            chosen[cell] = 1
        data = self._region(chosen)
        dashes = f"{self._units(4)} {self._units(4)}"
        for color, width, style in ((BLACK, 5, {}), (WHITE, 3, {}), (BLACK, 3, {"stroke_dasharray": dashes})):
            self._in_units(
                data, fill="none", stroke=color, stroke_width=self._units(width), stroke_linejoin="round", **style
            )

    def add_clues(self) -> None:
        """Add the chips of the clues, with black or white numbers."""
        on_sheet = ink(self.color)
        if self.layout.slanted and self.chips:
            lead = {"stroke": mix(self.color, on_sheet, 0.22), "stroke_width": 3}
            self._in_pixels(leads_data(self.puzzle, self.layout), **lead)
        # Numbers in a single colour that can be read on the sheet need no chips.
        plain = len(self.palette) == 2 and contrast(self.palette[1], self.color) >= _LEGIBLE
        by_color = attrgetter("color")
        for color, run in groupby(sorted(self.chips, key=by_color), key=by_color):
            same = list(run)
            if color == EMPTY:
                self._numbers(same, mix(self.color, on_sheet, 0.5))
            elif color == UNKNOWN:
                edge = {"stroke": mix(self.color, on_sheet, 0.7), "stroke_width": 1.2, "stroke_dasharray": "2.5 1.8"}
                self._in_pixels(chips_data(same, self.layout), fill=mix(self.color, on_sheet, 0.1), **edge)
                self._numbers(same, on_sheet)
            elif plain:
                self._numbers(same, self.palette[color])
            else:
                fill = self.palette[color]
                edge = {"stroke": on_sheet, "stroke_width": 0.8, "stroke_opacity": 0.35}
                self._in_pixels(chips_data(same, self.layout), fill=fill, **edge)
                self._numbers(same, ink(fill))

    def _numbers(self, same: Sequence[Chip], fill: str) -> None:
        """Add the numbers of chips in one colour."""
        by_size = attrgetter("font_size")
        for size, run in groupby(sorted(same, key=by_size), key=by_size):
            numbers = Group(fill=fill, font_family=_FONTS, font_size=number(size), text_anchor="middle", debug=False)
            for chip in run:
                # Digits are about 0.72 of the size of the font high.
                numbers.add(Text(chip.text, x=[number(chip.x)], y=[number(chip.y + 0.36 * size)], debug=False))
            self.drawing.add(numbers)

    def _view(self) -> tuple[int, int, int, int]:
        """Left, top, width and height of the drawing in whole pixels; the corner of the grid is at (0, 0)."""
        half = [max(corner[axis] for corner in chip_corners(self.layout)) for axis in (0, 1)]
        low, high = [], []
        for axis in (0, 1):
            centers = [(chip.x, chip.y)[axis] for chip in self.chips]
            low.append(floor(min([0.0, *(at - half[axis] for at in centers)])) - _PADDING)
            length = self.layout.size[axis] * self.layout.scale
            high.append(ceil(max([length, *(at + half[axis] for at in centers)])) + _PADDING)
        return low[0], low[1], high[0] - low[0], high[1] - low[1]

    def _region(self, chosen: Sequence[int]) -> str:
        """Path data of the region of all cells with a 1, where the others have 0."""
        return loops_data(loops(self.layout.borders(chosen)[1]))

    def _units(self, pixels: float) -> str:
        """A length for paths that are drawn in units of the layout."""
        return f"{pixels / self.layout.scale:.3g}"

    def _in_units(self, data: str, **style: object) -> None:
        """Add a path whose data are in units of the layout."""
        self._in_pixels(data, transform=f"scale({self.layout.scale:g})", **style)

    def _in_pixels(self, data: str, **style: object) -> None:
        """Add a path whose data are in pixels."""
        self.checksum = crc32(data.encode(), self.checksum)
        self.drawing.add(Path(data, debug=False, **style))


def _clean(text: str) -> str:
    """Text without the characters that XML cannot hold."""
    return "".join(
        char
        for char in text
        if char in "\t\n\r" or " " <= char < "\ud800" or "\udfff" < char < "\ufffe" or char > "\uffff"
    )
