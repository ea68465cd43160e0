"""Maps of solutions as SVG: the cells that are the same in all solutions of a puzzle, and the shares in the others.

constant cell      its colour
cell that differs  a disc on grey, each colour with a sector as large as its share of the solutions;
                   a ring with a question mark where the shares are not known
cell not decided   a question mark on grey: it is not proved to be constant
independent place  dashes around its cells
"""

from __future__ import annotations

from math import cos, pi, sin

from nonosat.drawing.clue_chips import number
from nonosat.drawing.puzzle_canvas import PuzzleCanvas, centered_texts
from nonosat.drawing.svg import screen_style, screen_text
from nonosat.model.cell_colors import CellColors
from nonosat.model.colors import ink, mix
from nonosat.model.grid_kinds import kind_of
from nonosat.model.nouns import count
from nonosat.model.palette import BACKGROUND, Palette
from nonosat.model.puzzle import Puzzle

#: Radius of a disc, in shares of the width of a square as large as a cell; of the hole of a ring, in shares of that.
_RADIUS = 0.36
_HOLE = 0.62


def svg_map(found: CellColors, *, title: str = "") -> str:
    """The map of a puzzle as the text of an SVG file, by default with the title of the puzzle."""
    puzzle = found.puzzle
    background = puzzle.palette.colors[BACKGROUND]
    # The cells that differ are one more colour of the drawing.
    grey = mix(background, ink(background), 0.3)
    palette = Palette((*puzzle.palette.colors, grey))
    shown = Puzzle(puzzle.grid, palette, puzzle.clues, puzzle.givens, puzzle.metadata)
    canvas = _MapCanvas(shown, screen_style(palette, clues=False))
    colors = [each[0] if len(each) == 1 else puzzle.n_colors + 1 for each in found.possible]
    canvas.add_cells(colors)
    canvas.add_rules(colors)
    canvas.add_frame()
    for place in found.places:
        canvas.add_marks(place)
    canvas.add_discs(found)
    return screen_text(canvas, puzzle, title, _description(found))


class _MapCanvas(PuzzleCanvas):
    def add_discs(self, found: CellColors) -> None:
        """Add the disc of every cell with several colours."""
        sectors: dict[int, str] = {}
        edges, doubts = "", []
        radius = _RADIUS * self.cell_size
        for cell in found.open_cells:
            x, y = self._center(cell)
            if cell in found.unproved:
                doubts.append((x, y))
                continue
            is_known = cell in found.frequencies
            hole = 0.0 if is_known else _HOLE * radius
            begin = 0.0
            for color in found.possible[cell]:
                share = found.share(cell, color) if is_known else 1 / len(found.possible[cell])
                end = begin + (share or 0.0)
                sectors[color] = sectors.get(color, "") + _sector(x, y, radius, hole, begin, end)
                begin = end
            edges += _sector(x, y, radius, 0, 0, 1)
            if not is_known:
                doubts.append((x, y))
        for color, data in sorted(sectors.items()):
            self._in_pixels(data, fill=self.palette[color])
        edge = ink(self.palette[BACKGROUND])
        if edges:
            self._in_pixels(edges, fill="none", stroke=edge, stroke_opacity=0.6, stroke_width=0.8)
        if doubts:
            self.elements.append(centered_texts([(x, y, "?") for x, y in doubts], 1.1 * radius, edge))


def _sector(x: float, y: float, radius: float, hole: float, begin: float, end: float) -> str:
    """Path data of a part of a disc or ring around (x, y).

    Args:
        hole: radius of the hole of a ring; 0 for a disc.
        begin, end: of the part, as shares of a full turn, clockwise from the top.
    """
    if end - begin > 0.9999:  # the ends of a full circle are the same point, so it is drawn in two halves
        return _sector(x, y, radius, hole, 0, 0.5) + _sector(x, y, radius, hole, 0.5, 1)

    def at(distance: float, part: float) -> str:
        angle = 2 * pi * part
        return f"{number(x + distance * sin(angle))} {number(y - distance * cos(angle))}"

    large = int(end - begin > 0.5)
    arc = f"M{at(radius, begin)}A{number(radius)} {number(radius)} 0 {large} 1 {at(radius, end)}"
    if not hole:
        # A half has its straight side through the centre anyway.
        return arc + ("" if end - begin == 0.5 else f"L{number(x)} {number(y)}") + "Z"
    return f"{arc}L{at(hole, end)}A{number(hole)} {number(hole)} 0 {large} 0 {at(hole, begin)}Z"


def _description(found: CellColors) -> str:
    puzzle, n_open = found.puzzle, len(found.open_cells)
    sizes = kind_of(puzzle.grid).describe(puzzle.grid)
    many = f"{count(n_open, 'cell')} with several colours in {count(len(found.places), 'independent place')}"
    if found.unproved:
        many = f"{count(n_open, 'cell')} not proved to be constant"
    return f"Map of the solutions of a nonogram, {sizes}, {count(puzzle.n_colors, 'colour')}, {many}"
