"""The parts of an animation that lie on the grid: the cells as far as they are known, and the marks of a frame."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from math import ceil, sqrt
from typing import Any

from svgwrite.container import Group
from svgwrite.path import Path

from nonosat.drawing.clue_chips import number
from nonosat.drawing.layout import cells_outline, loops_data
from nonosat.drawing.puzzle_canvas import CanvasStyle, PuzzleCanvas, Stroke, centered_texts, grouped
from nonosat.model.colors import BLACK, WHITE, ink, mix
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Puzzle
from nonosat.publishing.animation_frames import AnimationFrame, ShownCell, SupposedCell

#: The colours of the lines that a frame names, of the line that contradicts, and of the cells that it decides.
LINE_COLOR, BROKEN_COLOR, CELL_COLOR = "#e39b00", "#d4001a", "#0b6cff"
#: Lines between cells, which have to be seen on all colours.
_RULE_COLOR, _THIN, _STRONG = "#808080", Stroke(0.8, 0.45), Stroke(1.4, 0.9)
#: More possible colours than this are not drawn in a cell.
_MOST_PIPS = 4
#: Sizes in shares of the width of a square as large as a cell: of the pips of possible colours with their distance, of
#: the discs of supposed cells, and of their labels.
_PIP, _PIP_PITCH, _DISC, _LABEL = 0.22, 0.3, 0.36, 0.46


class AnimationCanvas(PuzzleCanvas):
    """A puzzle whose cells become known frame by frame."""

    def __init__(self, puzzle: Puzzle, style: CanvasStyle) -> None:
        super().__init__(puzzle, style)
        background = puzzle.palette.colors[BACKGROUND]
        #: The colour of cells that are open, and of the dots in them.
        self.open_color = mix(background, ink(background), 0.17)
        self._dot = mix(background, ink(background), 0.45)

    def taken(self) -> list[Any]:
        """The elements added so far, which are no longer those of the canvas."""
        elements, self.elements = self.elements, []
        return elements

    def add_open_cells(self) -> None:
        """Add the grid with all cells open."""
        self.elements.append(self._units_group([self._path(range(self._puzzle.grid.n_cells), fill=self.open_color)]))
        dots = "".join("M{} {}h0".format(*map(number, self._center(cell))) for cell in range(self._puzzle.grid.n_cells))
        style = {"stroke": self._dot, "stroke_width": "2.4", "stroke_linecap": "round"}
        self._in_pixels(dots, fill="none", **style)

    def known_elements(self, shown: Iterable[ShownCell]) -> list[Any]:
        """The elements that are drawn from a frame on, for the cells of which more is known."""
        decided, narrowed = [], []
        for colors, same in grouped(shown, "colors"):
            if len(colors) == 1:
                fill = self.palette[colors[0]]
                decided.append(self._path([each.cell for each in same], fill=fill, stroke=fill))
            elif len(colors) <= _MOST_PIPS:
                narrowed += same
        if not narrowed:
            return [self._units_group(decided, stroke_width=self._units(0.5))] if decided else []
        unknown = self._path([each.cell for each in narrowed], fill=self.open_color, stroke=self.open_color)
        return [self._units_group([*decided, unknown], stroke_width=self._units(0.5)), *self._pips(narrowed)]

    def _pips(self, narrowed: Sequence[ShownCell]) -> Iterator[Any]:
        """A small square for each possible colour of each cell."""
        size, pitch = _PIP * self.cell_size, _PIP_PITCH * self.cell_size
        side = number(size)
        data: dict[int, str] = {}
        for cell, colors in narrowed:
            x, y = self._center(cell)
            columns = ceil(sqrt(len(colors)))
            rows = ceil(len(colors) / columns)
            for place, color in enumerate(colors):
                row, column = divmod(place, columns)
                left = x + (column - (columns - 1) / 2) * pitch - size / 2
                top = y + (row - (rows - 1) / 2) * pitch - size / 2
                data[color] = data.get(color, "") + f"M{number(left)} {number(top)}h{side}v{side}h-{side}z"
        for color, squares in sorted(data.items()):
            edge = {"stroke": ink(self.open_color), "stroke_opacity": 0.5, "stroke_width": 0.6}
            yield Path(squares, debug=False, fill=self.palette[color], **edge)

    def add_toneless_rules(self) -> None:
        """Add lines between cells in a tone that is seen on all colours, since they change."""
        rules = list(self._layout.rules([0] * self._puzzle.grid.n_cells))
        for strong, stroke in ((False, _THIN), (True, _STRONG)):
            chains = [corners for corners, _, is_strong in rules if is_strong == strong]
            if chains:
                self._add_lines(chains, stroke, _RULE_COLOR)

    def highlight_elements(self, frame: AnimationFrame) -> list[Any]:
        """The elements below the clues in a frame: a bar behind the clue of each line that it names."""
        if not self.style.clues:
            return []
        bars: dict[str, list[str]] = {}
        for line in frame.lines:
            color = BROKEN_COLOR if line == frame.broken else LINE_COLOR
            (x, y), (dx, dy) = self._layout.entry(line)
            scale = self._layout.scale
            places = max(len(self._puzzle.clues[line]), 1)
            length = number((places - 0.6) * dx * scale), number((places - 0.6) * dy * scale)
            begin = f"M{number((x - 0.3 * dx) * scale)} {number((y - 0.3 * dy) * scale)}"
            bars.setdefault(color, []).append(f"{begin}l{' '.join(length)}")
        width = number(1.14 * self.cell_size)
        style = {"fill": "none", "stroke_width": width, "stroke_opacity": 0.4, "stroke_linecap": "round"}
        return [Path("".join(data), debug=False, stroke=color, **style) for color, data in sorted(bars.items())]

    def mark_elements(self, frame: AnimationFrame) -> list[Any]:
        """The elements above the grid in a frame: its lines, the cells that it decides and those that it supposes."""
        elements: list[Any] = []
        others = [line for line in frame.lines if line != frame.broken]
        broken = [] if frame.broken is None else [frame.broken]
        bands = [
            Path("".join(self._line_data[line] for line in lines), debug=False, stroke=color, fill=color)
            for color, lines in ((LINE_COLOR, others), (BROKEN_COLOR, broken))
            if lines
        ]
        if bands:
            style = {"fill_opacity": 0.08, "stroke_width": self._units(2.2), "stroke_linejoin": "round"}
            elements.append(self._units_group(bands, **style))
        elements += self._supposed(frame.supposed)
        if frame.shown:
            cells = [each.cell for each in frame.shown]
            edges = [
                self._path(cells, stroke=color, stroke_width=self._units(width))
                for color, width in ((WHITE, 4.2), (CELL_COLOR, 2.4))
            ]
            elements.append(self._units_group(edges, fill="none", stroke_linejoin="round"))
        return elements

    def _supposed(self, supposed: Sequence[SupposedCell]) -> Iterator[Any]:
        """Discs in the supposed colours with their labels; dashes around the first one."""
        if not supposed:
            return
        dashes = f"{self._units(4)} {self._units(2.5)}"
        first = [
            self._path([supposed[0].cell], stroke=color, stroke_width=self._units(2.6), stroke_dasharray=dash)
            for color, dash in ((WHITE, "none"), (BLACK, dashes))
        ]
        yield self._units_group(first, fill="none")
        radius = _DISC * self.cell_size
        for color, same in grouped(supposed, "color"):
            fill = self.palette[color]
            # Points with round ends are the shortest way to write discs.
            data = "".join("M{} {}h0".format(*map(number, self._center(each.cell))) for each in same)
            for stroke, width in ((ink(self.open_color), 2 * radius + 0.9), (fill, 2 * radius - 0.9)):
                style = {"stroke": stroke, "stroke_width": number(width), "stroke_linecap": "round"}
                yield Path(data, debug=False, fill="none", **style)
            labels = [(*self._center(each.cell), each.label) for each in same]
            yield centered_texts(labels, _LABEL * self.cell_size, ink(fill))

    @cached_property
    def _line_data(self) -> list[str]:
        """The path data of the outline of each line, in units of the layout."""
        polygon, grid = self._layout.polygon, self._puzzle.grid
        return [loops_data(cells_outline(map(polygon, grid.line(line)))) for line in range(grid.n_lines)]

    def _path(self, cells: Iterable[int], **style: object) -> Path:
        """The outline of some cells, in units of the layout."""
        return Path(loops_data(cells_outline(map(self._layout.polygon, cells))), debug=False, **style)

    def _units_group(self, elements: Iterable[Any], **style: object) -> Group:
        group = Group(transform=f"scale({self._layout.scale:g})", debug=False, **style)
        group.elements.extend(elements)
        return group
