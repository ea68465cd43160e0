"""Layouts and outlines: exact geometry, checked by hand where it is small and by counting where it is not."""

from __future__ import annotations

import random
from collections import Counter
from functools import cache
from itertools import combinations, pairwise

import pytest

from nonosat.core.errors import UsageError
from nonosat.drawing.layout import loops
from nonosat.drawing.layouts import LAYOUTS, layout_of
from nonosat.model.grid_kinds import GRIDS as KINDS
from nonosat.model.grid_kinds import find_described, kind_of
from nonosat.model.hex_grid import HexGrid
from nonosat.model.rect_grid import RectGrid

GRIDS = [RectGrid(1, 1), RectGrid(4, 5), RectGrid(7, 3), RectGrid(1, 6), HexGrid(1), HexGrid(2), HexGrid(4)]
grids = pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.header)


def sides_of(polygon):
    return set(zip(polygon, (*polygon[1:], polygon[0]), strict=True))


@cache
def polygon_sides(layout, cell):
    return frozenset(sides_of(layout.polygon(cell)))


def shared_sides(layout, one, other):
    return {(a, b) for a, b in polygon_sides(layout, one) if (b, a) in polygon_sides(layout, other)}


def area(loop):
    """Twice the area, positive for a loop that is clockwise on paper."""
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in pairwise([*loop, loop[0]]))


def unit_sides(grid, corners):
    """The sides between some corners in order, cut where they are longer than one cell."""
    for (ax, ay), (bx, by) in pairwise(corners):
        n = max(abs(bx - ax), abs(by - ay)) if grid.kind == "rect" else 1
        stops = [(ax + (bx - ax) * i // n, ay + (by - ay) * i // n) for i in range(n + 1)]
        yield from pairwise(stops)


@grids
def test_neighbours_on_a_line_share_exactly_one_side(grid):
    layout = layout_of(grid)
    neighbours = {frozenset(pair) for i in range(grid.n_lines) for pair in pairwise(grid.line(i))}
    for one, other in combinations(range(grid.n_cells), 2):
        assert len(shared_sides(layout, one, other)) == (frozenset((one, other)) in neighbours)


@grids
def test_polygons_are_clockwise_around_the_centre_and_fill_the_size(grid):
    layout = layout_of(grid)
    corners = [corner for cell in range(grid.n_cells) for corner in layout.polygon(cell)]
    assert all(isinstance(part, int) for corner in corners for part in corner)
    assert (min(x for x, _ in corners), min(y for _, y in corners)) == (0, 0)
    assert (max(x for x, _ in corners), max(y for _, y in corners)) == layout.size
    for cell in range(grid.n_cells):
        polygon = layout.polygon(cell)
        assert area(polygon) == area(layout.polygon(0)) > 0
        x, y = layout.center(cell)
        assert (sum(px for px, _ in polygon) / len(polygon), sum(py for _, py in polygon) / len(polygon)) == (x, y)


def test_hexagons_are_regular_but_for_rounding():
    polygon = layout_of(HexGrid(1)).polygon(0)
    lengths = [((bx - ax) ** 2 + (by - ay) ** 2) ** 0.5 for (ax, ay), (bx, by) in sides_of(polygon)]
    assert lengths == pytest.approx([30] * 6, rel=1e-3)
    assert polygon[0] == (26, 0)  # a point at the top


@grids
def test_clues_lead_straight_into_their_lines(grid):
    layout = layout_of(grid)
    for line in range(grid.n_lines):
        (x, y), (dx, dy) = layout.entry(line)
        centers = [layout.center(cell) for cell in grid.line(line)]
        assert centers == [(x - (i + 1) * dx, y - (i + 1) * dy) for i in range(len(centers))]


@grids
def test_no_two_clues_overlap_however_long(grid):
    layout = layout_of(grid)
    places = [layout.center(cell) for cell in range(grid.n_cells)]
    for line in range(grid.n_lines):
        (x, y), (dx, dy) = layout.entry(line)
        places += [(x + i * dx, y + i * dy) for i in range(9)]
    assert len(set(places)) == len(places)


@grids
def test_borders_are_the_sides_that_colours_do_not_share(grid):
    layout = layout_of(grid)
    for seed in range(8):
        colors = random.Random(seed).choices(range(4), k=grid.n_cells)
        borders = layout.borders(colors)
        assert set(borders) == set(colors) - {0}
        for color, sides in borders.items():
            cells = [cell for cell in range(grid.n_cells) if colors[cell] == color]
            own = Counter(side for cell in cells for side in sides_of(layout.polygon(cell)))
            own -= Counter((b, a) for a, b in own)
            found = loops(sides)
            assert Counter(side for loop in found for side in unit_sides(grid, [*loop, loop[0]])) == own
            assert sum(map(area, found)) == len(cells) * area(layout.polygon(0))


@grids
def test_rules_are_the_sides_between_cells_of_equal_tone_once(grid):
    layout = layout_of(grid)
    pairs = combinations(range(grid.n_cells), 2)
    shared = [(one, other, side) for one, other in pairs for side in shared_sides(layout, one, other)]
    for seed in range(8):
        tones = random.Random(seed).choices(range(2), k=grid.n_cells)
        equal = [(one, side) for one, other, side in shared if tones[one] == tones[other]]
        expected = Counter((frozenset(side), tones[one]) for one, side in equal)
        found = Counter()
        for corners, tone, _ in layout.rules(tones):
            found.update((frozenset(side), tone) for side in unit_sides(grid, corners))
        assert found == expected


def test_every_fifth_rule_of_a_rectangle_is_strong():
    rules = list(layout_of(RectGrid(11, 7)).rules([0] * 77))
    assert [corners for corners, _, strong in rules if strong] == [
        ((0, 5), (7, 5)),
        ((0, 10), (7, 10)),
        ((5, 0), (5, 11)),
    ]
    assert len(rules) == 10 + 6


def test_a_ring_has_an_outer_loop_and_a_hole():
    sides = layout_of(RectGrid(3, 3)).borders([1, 1, 1, 1, 0, 1, 1, 1, 1])[1]
    assert sorted(map(area, loops(sides))) == [-2, 18]


def test_cells_that_touch_in_corners_only():
    sides = layout_of(RectGrid(3, 3)).borders([1, 0, 1, 0, 1, 0, 1, 0, 1])[1]
    assert sum(map(area, loops(sides))) == 10


def test_no_loop_is_lost_in_whatever_order_sides_come():
    """The cell in the middle touches four others in its corners. Its own sides come last, and those from its corners
    just before them, so that the other loops begin and end in the corners of the middle.
    """
    cells = [(0, 0), (2, 0), (2, 2), (0, 2)]
    polygons = [((x, y), (x + 1, y), (x + 1, y + 1), (x, y + 1)) for x, y in cells]
    sides = [side for polygon in polygons for side in zip(polygon, (*polygon[1:], polygon[0]), strict=True)]
    middle = [(1, 1), (2, 1), (2, 2), (1, 2)]
    sides.sort(key=lambda side: side[0] in middle)
    sides += zip(middle, (*middle[1:], middle[0]), strict=True)
    assert sum(map(area, loops(sides))) == 10


def test_unknown_kinds_of_grids_are_refused():
    class TriangleGrid(RectGrid):
        kind = "triangle"

    with pytest.raises(UsageError, match=r"triangle.*rect, hex"):
        layout_of(TriangleGrid(1, 1))


def test_there_is_a_layout_for_every_kind_of_grid():
    assert set(KINDS) == set(LAYOUTS)
    for name, kind in KINDS.items():
        assert kind.grid(*(max(1, size.least) for size in kind.sizes)).kind == name


@grids
def test_words_name_the_size(grid):
    words = kind_of(grid).describe(grid)
    assert all(part in words for part in grid.header.split()[1:])
    assert find_described(f"A drawing of {words}. 3 columns") == grid
    assert kind_of(RectGrid(1, 2)).describe(RectGrid(1, 2)) == "1 row, 2 columns"
