"""What holds for every kind of grid, and a kind that is written here alone, on which every stage must work.

A new grid is a class, an entry in `GRIDS` and one in `LAYOUTS`. The one here is a regular hexagon of triangles, written
without a look at nonosat's own grids of triangles, which must agree with it. Up to six cells meet in a corner, and two
lines of different families share up to two cells.
"""

from __future__ import annotations

import io
import itertools
import json
import random
from collections import Counter
from dataclasses import dataclass, replace
from functools import cached_property
from importlib import import_module
from itertools import pairwise
from typing import ClassVar

import pytest
import resvg_py
from conftest import misused, write
from PIL import Image

import nonosat
from nonosat.core.errors import PuzzleError, UsageError
from nonosat.drawing.layout import Entry, Layout, loops, sides_of
from nonosat.drawing.layouts import LAYOUTS, layout_of
from nonosat.formats import FORMATS
from nonosat.formats.picture_text import picture_rows, read_picture
from nonosat.model.clue import clue_text
from nonosat.model.grid import FamilyName, Grid, cell_name, cell_place, find_line, line_label, line_name
from nonosat.model.grid_kinds import GRIDS, GridKind, GridSize, find_described, grid_of_rows, kind_of, read_header
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import BLACK_ON_WHITE, Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid


@dataclass(frozen=True)
class TriangleGrid:
    """A hexagon of triangles with `size` of them along each side.

    The clues follow the border counter-clockwise from the top left corner, as those of `HexGrid` do: rows, read to the
    right; lines that enter from below, read to the upper left; lines that enter from the right, read to the lower left.
    """

    size: int
    kind: ClassVar[str] = "triangles"
    family_names: ClassVar[tuple[FamilyName, ...]] = (
        FamilyName("row", "r"),
        FamilyName("up-left line", "u"),
        FamilyName("down-left line", "d"),
    )

    def __post_init__(self) -> None:
        if not 1 <= self.size <= 1000:
            raise PuzzleError(f"grid of triangles of size {self.size}, expected 1 to 1000")

    @property
    def n_cells(self) -> int:
        return 6 * self.size**2

    @property
    def n_lines(self) -> int:
        return 6 * self.size

    @property
    def families(self) -> tuple[range, ...]:
        n = 2 * self.size
        return range(n), range(n, 2 * n), range(2 * n, 3 * n)

    @property
    def header(self) -> str:
        return f"triangles {self.size}"

    def line(self, index: int) -> tuple[int, ...]:
        return self._lines[index]

    @cached_property
    def corners(self) -> list[tuple[int, int, bool]]:
        """For each cell the left end of its level side in half sides, its row, and whether it points upward."""
        found = []
        for row in range(2 * self.size):
            upper = row < self.size
            left = self.size - 1 - row if upper else row - self.size
            length = 4 * self.size - 1 - 2 * left
            found += [(left + place, row, (place % 2 == 0) == upper) for place in range(length)]
        return found

    @cached_property
    def _lines(self) -> list[tuple[int, ...]]:
        n = 2 * self.size
        lines: list[list[int]] = [[] for _ in range(3 * n)]
        for cell, (left, row, up) in enumerate(self.corners):
            # Lines between the corners run where left - row is constant, or left + row; `up` moves a cell by one.
            lines[row].append(cell)
            lines[n + (left - row - up + self.size) // 2].append(cell)
            lines[3 * n - 1 - (left + row + up - self.size) // 2].append(cell)
        down_left = (sorted(line, key=lambda cell: (self.corners[cell][1], -cell)) for line in lines[2 * n :])
        return [*map(tuple, lines[:n]), *(tuple(line[::-1]) for line in lines[n : 2 * n]), *map(tuple, down_left)]


class TriangleLayout(Layout):
    """Triangles with sides of 60 units and a height of 52, which is off by less than 0.1 %."""

    scale = 0.44
    chip = ((-30, 0), (-15, -26), (15, -26), (30, 0), (15, 26), (-15, 26))
    outward = ((-60, 0), (30, 52), (30, -52))

    def polygon(self, cell: int) -> tuple[tuple[int, int], ...]:
        left, row, up = self.grid.corners[cell]
        corners = [(0, 1), (1, 0), (2, 1)] if up else [(0, 0), (2, 0), (1, 1)]
        return tuple((30 * (left + x), 52 * (row + y)) for x, y in corners)

    def entry(self, line: int) -> Entry:
        dx, dy = self.outward[line // len(self.grid.families[0])]
        middles = [
            ((ax + bx) / 2, (ay + by) / 2) for (ax, ay), (bx, by) in sides_of(self.polygon(self.grid.line(line)[0]))
        ]
        x, y = max(middles, key=lambda point: point[0] * dx + point[1] * dy)
        return Entry((x + dx / 2, y + dy / 2), (dx, dy))


of_sizes = TriangleGrid
TRIANGLES = GridKind(
    "triangles", __name__, "triangles", (GridSize("size", "triangle along each side", "triangles along each side"),)
)


@pytest.fixture(autouse=True)
def registered(monkeypatch: pytest.MonkeyPatch) -> None:
    """All that nonosat must be given to know triangles."""
    monkeypatch.setitem(GRIDS, "triangles", TRIANGLES)
    monkeypatch.setitem(LAYOUTS, "triangles", TriangleLayout)


COLORS = Palette(("#ffffff", "#333333", "#cc3333", "#3366cc"))
SAMPLES = [
    *(RectGrid(height, width) for height, width in itertools.product((1, 2, 5), (1, 3, 4))),
    *map(HexGrid, (1, 2, 3, 5)),
    *map(TriangleGrid, (1, 2, 3, 5)),
    *map(
        TriGrid,
        [
            (1, 0, 1, 0, 1, 0),
            (0, 1, 0, 1, 0, 1),
            (1, 0, 3, 1, 0, 3),
            (2, 1, 2, 2, 1, 2),
            (3, 0, 3, 0, 3, 0),
            (0, 4, 2, 4, 0, 6),
            (5, 4, 1, 6, 3, 2),
            (3, 3, 3, 3, 3, 3),
        ],
    ),
]
samples = pytest.mark.parametrize("grid", SAMPLES, ids=lambda grid: grid.header)

#: The picture `aa- / -a-`, by hand.
SMALL = """\
triangles 1
#ffffff #333333
2a
1a
1a 1a
1a
1a
2a
"""


def random_picture(grid: Grid, n_colors: int, seed: int) -> Picture:
    return Picture(grid, tuple(random.Random(seed).choices(range(n_colors + 1), k=grid.n_cells)))


def palette(n_colors: int) -> Palette:
    return Palette(COLORS.colors[: n_colors + 1])


def hard_puzzle() -> tuple[Puzzle, Picture]:
    """A puzzle with one solution, of which lines alone find next to nothing, and that solution."""
    picture = random_picture(TriangleGrid(3), 1, 28)
    return puzzle_of(picture, palette(1)), picture


# What holds for every kind of grid


def test_every_kind_has_samples() -> None:
    assert {grid.kind for grid in SAMPLES} == set(GRIDS) == set(LAYOUTS)


@samples
def test_lines_and_names(grid: Grid) -> None:
    """Every cell is on one line of every family; headers, descriptions and names read back."""
    assert [index for family in grid.families for index in family] == list(range(grid.n_lines))
    for family in grid.families:
        assert sorted(cell for index in family for cell in grid.line(index)) == list(range(grid.n_cells))
    assert [cell for row in grid.families[0] for cell in grid.line(row)] == list(range(grid.n_cells))
    assert read_header(grid.header) == grid
    assert hash(read_header(grid.header)) == hash(grid)
    assert find_described(f"Nonogram, {kind_of(grid).describe(grid)}, 1 colour") == grid
    assert len(grid.family_names) == len(grid.families) == len({family.label for family in grid.family_names})
    assert len({line_name(grid, index) for index in range(grid.n_lines)}) == grid.n_lines
    for index in range(grid.n_lines):
        assert find_line(grid, line_label(grid, index)) == index
    with pytest.raises(UsageError, match="x1"):
        find_line(grid, "x1")
    places = [cell_place(grid, cell) for cell in range(grid.n_cells)]
    assert places == [(r + 1, j + 1) for r in grid.families[0] for j in range(len(grid.line(r)))]
    for wrong in (grid.n_lines, -1):
        with pytest.raises(IndexError):
            line_name(grid, wrong)
    with pytest.raises(IndexError):
        cell_place(grid, grid.n_cells)


def has_mirror(grid: TriGrid) -> bool:
    """Whether the left half of an outline is the mirror image of the right half."""
    top_left, bottom_left, _, bottom_right, top_right, _ = grid.sides
    return (top_left, bottom_left) == (top_right, bottom_right)


@samples
def test_rows_make_the_grid_known(grid: Grid) -> None:
    lengths = [len(grid.line(row)) for row in grid.families[0]]
    if hasattr(import_module(kind_of(grid).module), "of_rows"):
        is_known = grid.kind != "tri" or (len(lengths) > 1 and has_mirror(grid))
        found = grid_of_rows(lengths)
        assert found == grid if is_known else found is None or found.kind != grid.kind
        assert grid_of_rows([*lengths[:-1], 100]) is None


def area(corners) -> int:
    """Twice the area of a polygon, positive if it runs clockwise on paper."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*corners, corners[0]]))


def is_inside(point, polygon) -> bool:
    """Whether a point lies in a convex polygon that runs clockwise."""
    return all(area((a, b, point)) > 0 for a, b in sides_of(polygon))


@pytest.mark.thinned(5)
@samples
def test_cells_fill_the_outline_without_overlap(grid: Grid) -> None:
    layout: Layout = layout_of(grid)
    polygons = [layout.polygon(cell) for cell in range(grid.n_cells)]
    (outline,) = loops(layout.borders([1] * grid.n_cells)[1])
    assert len(set(outline)) == len(outline)
    assert area(outline) == sum(map(area, polygons))
    assert (min(x for x, _ in outline), min(y for _, y in outline)) == (0, 0)
    assert (max(x for x, _ in outline), max(y for _, y in outline)) == layout.size
    for cell, polygon in enumerate(polygons):
        assert [is_inside(layout.center(other), polygon) for other in range(grid.n_cells)].index(True) == cell
        assert sum(is_inside(layout.center(other), polygon) for other in range(grid.n_cells)) == 1


@samples
def test_borders_and_rules_are_sides_of_cells(grid: Grid) -> None:
    layout = layout_of(grid)
    for seed in range(2):
        colors = random_picture(grid, 3, seed).cells
        borders = layout.borders(colors)
        assert set(borders) == set(colors) - {0}
        for color, sides in borders.items():
            cells = [cell for cell in range(grid.n_cells) if colors[cell] == color]
            assert sum(map(area, loops(sides))) == sum(area(layout.polygon(cell)) for cell in cells)
        tones = [min(color, 1) for color in colors]
        length: Counter[tuple[int, ...]] = Counter()
        for (ax, ay), (bx, by) in (pair for corners, *_ in layout.rules(tones) for pair in pairwise(corners)):
            length[abs(bx - ax), abs(by - ay)] += 1
        owners = {side: cell for cell in range(grid.n_cells) for side in sides_of(layout.polygon(cell))}
        expected = sum(
            abs(bx - ax) + abs(by - ay)
            for ((ax, ay), (bx, by)), cell in owners.items()
            if ((bx, by), (ax, ay)) in owners and tones[cell] == tones[owners[(bx, by), (ax, ay)]]
        )
        assert sum((dx + dy) * n for (dx, dy), n in length.items()) * 2 == expected


@samples
def test_neighbours_share_a_side_and_no_two_clues_overlap(grid: Grid) -> None:
    layout = layout_of(grid)
    for index in range(grid.n_lines):
        for one, other in pairwise(grid.line(index)):
            reverse = {(b, a) for a, b in sides_of(layout.polygon(other))}
            assert len(reverse & set(sides_of(layout.polygon(one)))) == 1
    places = [layout.center(cell) for cell in range(grid.n_cells)]
    for line in range(grid.n_lines):
        (x, y), (dx, dy) = layout.entry(line)
        places += [(x + i * dx, y + i * dy) for i in range(9)]
    radius = min(abs(x) for x, _ in layout.chip)
    for number, (x, y) in enumerate(places[grid.n_cells :], grid.n_cells):
        for other_x, other_y in places[:number]:
            assert max(abs(x - other_x), abs(y - other_y)) > radius


@samples
def test_text_reads_back(grid: Grid) -> None:
    picture = random_picture(grid, 3, 1)
    puzzle = puzzle_of(picture, COLORS)
    assert read_picture(nonosat.text(puzzle, picture), puzzle) == picture
    assert read_picture("\n".join(picture_rows(puzzle, picture)), puzzle) == picture


# Triangles


@pytest.mark.parametrize("size", [1, 2, 3, 4, 7])
def test_own_triangles_are_those_of_nonosat(size: int) -> None:
    here, there = TriangleGrid(size), TriGrid((size,) * 6)
    assert [tuple(there.line(index)) for index in range(there.n_lines)] == here._lines
    assert there.families == here.families
    assert there.n_cells == here.n_cells
    assert [triangle.points_up for triangle in there.triangles] == [up for _, _, up in here.corners]


def test_geometry_of_triangles_by_hand() -> None:
    grid = TriangleGrid(1)
    lines = [grid.line(index) for index in range(grid.n_lines)]
    assert lines == [(0, 1, 2), (3, 4, 5), (4, 3, 0), (5, 2, 1), (2, 5, 4), (1, 0, 3)]
    assert [len(TriangleGrid(3).line(row)) for row in range(6)] == [7, 9, 11, 11, 9, 7]
    corners = Counter(corner for cell in range(6) for corner in layout_of(grid).polygon(cell))
    assert max(corners.values()) == 6


def test_any_cells_that_meet_in_a_corner_have_an_outline() -> None:
    layout = layout_of(TriangleGrid(1))
    for cells in itertools.combinations(range(6), 3):
        found = loops(layout.borders([int(cell in cells) for cell in range(6)])[1])
        assert sum(map(area, found)) == 3 * area(layout.polygon(0))
        assert all(len(loop) >= 3 for loop in found)


def test_lines_between_triangles_are_long() -> None:
    """Through the middle of a hexagon, from border to border, in three directions; and two of each beside it."""
    rules = list(layout_of(TriangleGrid(2)).rules([0] * 24))
    assert len(rules) == 9
    assert ((0, 104), (240, 104)) in [corners for corners, *_ in rules]


def test_clues_of_triangles_by_hand() -> None:
    puzzle = nonosat.loads(SMALL)
    assert puzzle == puzzle_of(Picture(TriangleGrid(1), (1, 1, 0, 0, 1, 0)), palette(1))
    assert nonosat.text(puzzle, nonosat.solve(puzzle).picture) == "aa-\n-a-"


def test_text_of_triangles() -> None:
    picture = Picture(TriangleGrid(2), tuple("-ab".index(char) for char in "aab-b-aaab-bb--aa-abba--"))
    puzzle = puzzle_of(picture, palette(2))
    assert nonosat.text(puzzle, picture).split("\n") == [" aab-b", "-aaab-b", "b--aa-a", " bba--"]
    lines = nonosat.text(puzzle, picture, clues=True).split("\n")
    assert lines[0] == " 2a 1b 1b aab-b"
    assert lines[5] == f"up-left line 1   {clue_text(puzzle.clues[4])}"
    assert len(lines) == 4 + 1 + 8
    assert nonosat.text(puzzle, picture, color=True).split("\n")[0].startswith("  \x1b[48;2;51;51;51m    \x1b")
    assert cell_name(puzzle.grid, 5) == "row 2, cell 1"


@pytest.mark.parametrize(("clues", "solved"), [(False, True), pytest.param(True, False, marks=pytest.mark.slow)])
def test_drawing_of_triangles(clues: bool, solved: bool) -> None:
    picture = random_picture(TriangleGrid(4), 3, 5)
    puzzle = puzzle_of(picture, COLORS)
    text = nonosat.svg(puzzle, picture if solved else None, clues=clues, differs=[40])
    zoom = 3
    image = Image.open(io.BytesIO(bytes(resvg_py.svg_to_bytes(svg_string=text, zoom=zoom)))).convert("RGB")
    left, top, *_ = map(int, text.split('viewBox="')[1].split('"')[0].split())
    layout = layout_of(puzzle.grid)
    for cell, color in enumerate(picture.cells):
        x, y = layout.center(cell)
        pixel = image.getpixel((int((x * layout.scale - left) * zoom), int((y * layout.scale - top) * zoom)))
        assert "#" + bytes(pixel).hex() == COLORS.colors[color if solved else 0]
    assert text.count("<text") == (sum(max(1, len(clue)) for clue in puzzle.clues) if clues else 0)


@pytest.mark.parametrize("name", [name for name, format_ in FORMATS.items() if format_.grids is None])
def test_formats_of_all_grids_hold_triangles(name: str) -> None:
    puzzle = replace(nonosat.loads(SMALL), palette=BLACK_ON_WHITE)
    assert FORMATS[name].read(FORMATS[name].write(puzzle)) == puzzle


def test_the_command_line(run, tmp_path) -> None:
    puzzle, picture = hard_puzzle()
    path = write(tmp_path / "t.clues", FORMATS["clues"].write(puzzle))
    shown = nonosat.text(puzzle, picture)

    solved = run("solve", "--unique", "--letters", path)
    assert (solved.code, solved.err) == (0, "")
    assert shown in solved.out
    assert run("check", path, write(tmp_path / "t.txt", shown)).code == 0
    assert "triangles 3" in run("info", path).out

    assert run("convert", path, tmp_path / "again.clues").code == 0
    assert nonosat.load(tmp_path / "again.clues") == puzzle
    misused(run("convert", path, tmp_path / "t.non"), "non", "triangles")
    assert not (tmp_path / "t.non").exists()

    assert run("render", path, "-o", tmp_path / "t.svg").code == 0
    assert "triangles" in run("formats").out.split("\n")[0].split()
    assert json.loads(run("formats", "--json").out)[0]["triangles"] is True


def test_a_puzzle_from_what_nonosat_wrote(run, tmp_path) -> None:
    """Its text and its drawing of a solution are pictures from which the puzzle can be made again."""
    puzzle, picture = hard_puzzle()
    write(tmp_path / "t.txt", nonosat.text(puzzle, picture))
    write(tmp_path / "t.svg", nonosat.svg(puzzle, picture))
    for name in ("t.txt", "t.svg"):
        made = run("make", tmp_path / name, tmp_path / "made.clues", "--no-check")
        assert (made.code, made.err) == (0, "")
        assert nonosat.load(tmp_path / "made.clues").clues == puzzle.clues


def test_without_its_entries_a_grid_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    puzzle, _ = hard_puzzle()
    monkeypatch.delitem(LAYOUTS, "triangles")
    with pytest.raises(UsageError, match="triangles"):
        nonosat.svg(puzzle)
    monkeypatch.delitem(GRIDS, "triangles")
    with pytest.raises(nonosat.InputError, match=r"^1:1: .*triangles"):
        nonosat.loads(SMALL)
