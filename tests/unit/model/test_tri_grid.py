"""Grids of triangles: outlines, lines, drawings, symmetries, and where they are more than other grids."""

from __future__ import annotations

import dataclasses
import math
import random
from itertools import combinations, pairwise

import pytest
import stress_triangles
from conftest import examples, misused, refused, write
from hypothesis import given
from hypothesis import strategies as st
from oracle import brute_force, palette, random_cells, random_puzzle, triangle_outlines

import nonosat
from nonosat.core.errors import PuzzleError, UsageError
from nonosat.drawing.layout import sides_of
from nonosat.drawing.layouts import layout_of
from nonosat.explaining.known_cells import PuzzleLines
from nonosat.formats import FORMATS
from nonosat.formats.webpbn_triddler import SECTIONS, clues_by_section
from nonosat.model.grid import Grid
from nonosat.model.grid_kinds import GRIDS
from nonosat.model.hex_grid import HexGrid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.symmetries import all_symmetries, find_symmetry
from nonosat.model.tri_grid import SIDE_NAMES, TriGrid, of_rows

#: From the triangle of one cell to outlines with sides of up to six triangles.
outlines = st.sampled_from(triangle_outlines(80, 5))


def bounds(grid: TriGrid) -> list[range]:
    """The six bounds of an outline: the numbers of its rows and of its strips in both other directions."""
    top_left, bottom_left, _, _, top_right, top = grid.sides
    return [range(top_left + bottom_left), range(top_right + top), range(-top_left, top)]


# Outlines


@examples(100, fast=10)
@given(outlines)
def test_an_outline_is_a_box_of_six_bounds(grid):
    rows, slashes, backslashes = bounds(grid)
    box = {(a, b, c) for a in rows for b in slashes for c in backslashes if a - b + c in (-1, 0)}
    assert set(grid.triangles) == box
    assert grid.n_cells == len(grid.triangles) == len(box)
    layout = layout_of(grid)
    for cell, triangle in enumerate(grid.triangles):
        heights = [y for _, y in layout.polygon(cell)]
        assert heights.count(min(heights)) == (1 if triangle.points_up else 2)


@examples(100, fast=10)
@given(outlines)
def test_lines_are_strips(grid):
    """Rows by a, up-left lines by c from the left, down-left lines by b from the right; whole families."""
    rows, up_left, down_left = grid.families
    for family, part in ((rows, 0), (up_left, 2), (down_left, 1)):
        numbers = [{grid.triangles[cell][part] for cell in grid.line(line)} for line in family]
        assert all(len(each) == 1 for each in numbers)
        found = [each.pop() for each in numbers]
        assert found == sorted(found, reverse=family is down_left)
        assert found == sorted(bounds(grid)[part], reverse=family is down_left)
        assert sorted(cell for line in family for cell in grid.line(line)) == list(range(grid.n_cells))


@examples(100, fast=10)
@given(outlines)
def test_lines_are_straight_and_contiguous(grid):
    """Each cell shares a side with the next one, and all steps have one direction but for the zigzag of the centres."""
    layout = layout_of(grid)
    outward = [(1, 0), (-0.5, -math.sqrt(3) / 2), (-0.5, math.sqrt(3) / 2)]
    for (dx, dy), family in zip(outward, grid.families, strict=True):
        for line in family:
            for one, other in pairwise(grid.line(line)):
                shared = {(b, a) for a, b in sides_of(layout.polygon(other))} & set(sides_of(layout.polygon(one)))
                assert len(shared) == 1
                (ax, ay), (bx, by) = layout.center(one), layout.center(other)
                assert (bx - ax) * dx + (by - ay) * dy > 25


@examples(100, fast=10)
@given(outlines)
def test_the_clues_follow_the_border(grid):
    """Counter-clockwise from the top left corner: the sides through which the lines enter, one after the other."""
    layout = layout_of(grid)
    border = {side for cell in range(grid.n_cells) for side in sides_of(layout.polygon(cell))}
    border = {side for side in border if side[::-1] not in border}
    assert len(border) == grid.n_lines
    entered = []
    for line in range(grid.n_lines):
        (x, y), (dx, dy) = layout.entry(line)
        middle = (x - dx / 2, y - dy / 2)
        (side,) = (each for each in border if middle == tuple((a + b) / 2 for a, b in zip(*each, strict=True)))
        entered.append(side)
    assert len(set(entered)) == len(entered)
    assert all(one[0] == other[1] for one, other in pairwise([*entered, entered[0]]))
    # Where the border turns, it does so between the clues of two sides.
    directions = [(bx - ax, by - ay) for (ax, ay), (bx, by) in entered]
    turns = sum(one != other for one, other in pairwise(directions))
    assert turns == sum(side > 0 for side in grid.sides) - 1
    assert (0, 0) not in directions
    assert entered[0][1][1] == 0, "the walk begins at the top"


@examples(100, fast=10)
@given(outlines)
def test_two_lines_share_at_most_two_cells_which_are_neighbours(grid):
    through = [[set(grid.line(line)) for line in family] for family in grid.families]
    most = 0
    for one, other in combinations(range(3), 2):
        for first, line in zip(grid.families[one], through[one], strict=True):
            for second, crossed in zip(grid.families[other], through[other], strict=True):
                shared = line & crossed
                most = max(most, len(shared))
                if len(shared) == 2:
                    for each in (first, second):
                        places = sorted(list(grid.line(each)).index(cell) for cell in shared)
                        assert places[1] - places[0] == 1
    assert most == min(grid.n_cells, 2)


def test_symmetric_outlines_by_the_lengths_of_their_rows():
    symmetric = [grid for grid in triangle_outlines(80, 5) if grid.sides[:2] == grid.sides[4:2:-1]]
    for grid in symmetric:
        lengths = [len(grid.line(row)) for row in grid.families[0]]
        assert of_rows(lengths) == (grid if len(lengths) > 1 else None)
        assert of_rows([*lengths, max(lengths) + 1]) is None
    assert len(symmetric) > 20


@examples(100, fast=10)
@given(outlines)
def test_rows_begin_where_they_do_on_paper(grid):
    layout = layout_of(grid)
    lefts = [min(x for x, _ in layout.polygon(grid.line(row)[0])) for row in grid.families[0]]
    assert [30 * start for start in grid.row_starts] == lefts


@pytest.mark.parametrize(
    ("sides", "noun"),
    [
        ((1, 1, 1, 1, 1, 2), "bottom left.* 2.*top right.* 3"),
        ((2, 1, 2, 2, 2, 2), "bottom left.* 3.*top right.* 4"),
        *(((1, 0, 0, 1, 0, 0), "cells"), ((0, 0, 3, 0, 0, 3), "cells"), ((0,) * 6, "cells")),
        *(((3, 3), "six"), ((1, -1, 1, -1, 1, -1), "six"), ((2000,) * 6, "16,000,000"), ((10**9,) * 6, "16,000,000")),
    ],
)
def test_outlines_that_cannot_be(sides, noun):
    with pytest.raises(PuzzleError, match=f"{' '.join(map(str, sides))}.*{noun}"):
        TriGrid(sides)


def test_one_wrong_side_is_always_noticed():
    """Each side counts in one of the two sums that are compared, or in both."""
    for grid in triangle_outlines(60):
        for place in range(6):
            for step in (-1, 1):
                sides = tuple(side + step * (number == place) for number, side in enumerate(grid.sides))
                with pytest.raises(PuzzleError):
                    TriGrid(sides)


@pytest.mark.parametrize(
    ("header", "place", "noun"),
    [
        ("tri 2 1 2 2 1", 14, "5 words"),
        ("tri 2 1 2 2 1 2 0", 17, "7 words"),
        ("tri 2 1 2 x 1 2", 11, "'x'"),
        ("tri 2 1 3 2 1 2", 5, "2 1 3 2 1 2"),
        ("tri 0 0 0 0 0 0", 5, "0 0 0 0 0 0"),
    ],
)
def test_wrong_headers(header, place, noun):
    with pytest.raises(nonosat.InputError, match=noun) as caught:
        nonosat.loads(f"{header}\n#ffffff #000000\n", "p")
    assert (caught.value.line, caught.value.column) == (1, place)


# Symmetries


@examples(100, fast=10)
@given(outlines)
def test_symmetries_map_lines_to_lines(grid):
    lines = {frozenset(grid.line(line)) for line in range(grid.n_lines)}
    moves = all_symmetries(grid)
    assert len(moves) in (1, 2, 3, 4, 6, 12)
    for move in moves:
        assert sorted(move) == list(range(grid.n_cells))
        assert {frozenset(move[cell] for cell in line) for line in lines} == lines


@pytest.mark.parametrize(
    ("sides", "names", "number"),
    [
        ((3, 3, 3, 3, 3, 3), ["mirror", "mirror-both", "rotation", "rotation-3", "rotation-6"], 12),
        ((3, 2, 3, 2, 3, 2), ["mirror", "rotation-3"], 6),
        ((2, 2, 4, 2, 2, 4), ["mirror", "mirror-both", "rotation"], 4),
        ((3, 0, 4, 3, 0, 4), ["rotation"], 2),
        ((2, 3, 1, 3, 2, 2), ["mirror"], 2),
    ],
)
def test_symmetries_of_outlines(sides, names, number):
    grid = TriGrid(sides)
    known = []
    for name in ("mirror", "mirror-both", "rotation", "rotation-3", "rotation-4", "rotation-6"):
        try:
            find_symmetry(grid, name)
        except UsageError:
            continue
        known.append(name)
    assert known == names
    assert len(all_symmetries(grid)) == number


def test_an_outline_without_symmetry():
    with pytest.raises(UsageError, match="tri 5 4 1 6 3 2"):
        find_symmetry(TriGrid((5, 4, 1, 6, 3, 2)), "mirror")


# Drawings


@examples(100, fast=10)
@given(outlines)
def test_guide_lines_meet(grid):
    """Where guide lines of two directions cross, one of the third direction does, too."""
    ends: dict[tuple[int, int], set[tuple[int, int]]] = {}
    for (ax, ay), (bx, by) in layout_of(grid).guides():
        for corner in ((ax, ay), (bx, by)):
            ends.setdefault(corner, set()).add((abs(bx - ax), (by - ay) * (1 if bx > ax else -1) if by != ay else 0))
    border = {corner for cell in range(grid.n_cells) for corner in layout_of(grid).polygon(cell)}
    inner = [directions for corner, directions in ends.items() if corner in border and len(directions) > 1]
    if all(len(family) > 10 for family in grid.families):
        assert inner
        assert all(len(directions) == 3 for directions in inner)


@pytest.mark.parametrize("sides", [(3, 3, 3, 3, 3, 3), (4, 0, 4, 0, 4, 0), (0, 3, 0, 3, 0, 3), (5, 4, 1, 6, 3, 2)])
def test_clues_at_both_ends_do_not_overlap(sides):
    grid = TriGrid(sides)
    layout = layout_of(grid)
    wide, high = (max(corner[axis] for corner in layout.end_chip) * 2 for axis in (0, 1))
    places = [
        (lane.nearest[0] + i * lane.step[0], lane.nearest[1] + i * lane.step[1])
        for line in range(grid.n_lines)
        for lane in layout.lanes(line)
        for i in range(5)
    ]
    for (ax, ay), (bx, by) in combinations(places, 2):
        assert abs(ax - bx) >= wide or abs(ay - by) >= high


# What is special about two cells in common


@pytest.mark.parametrize(
    ("grid", "least"), [(RectGrid(3, 3), 4), (HexGrid(3), 3), (TriGrid((2,) * 6), 2), (TriGrid((1, 0, 1, 0, 1, 0)), 3)]
)
def test_lines_that_cross_in_a_circle(grid: Grid, least: int):
    assert PuzzleLines(puzzle_of(Picture(grid, (1,) * grid.n_cells), palette(1))).shortest_cycle == least


@pytest.mark.parametrize("seed", range(8))
def test_counts_are_those_of_brute_force(seed):
    rng = random.Random(seed)
    grid = rng.choice(triangle_outlines(16))
    puzzle, _ = random_puzzle(
        rng, grid, rng.randint(1, 2), unknown=rng.choice([0, 0.5]), density=rng.choice([0.3, 0.6])
    )
    found = nonosat.count(puzzle)
    assert (found.at_least, found.is_exact) == (len(brute_force(puzzle)), True)


def test_counts_are_those_of_an_independent_model(monkeypatch, capsys):
    monkeypatch.setattr("sys.argv", ["stress_triangles.py", "--puzzles", "3", "--size", "3"])
    assert stress_triangles.main() == 0
    assert capsys.readouterr().out.startswith("3 puzzles")


def test_a_wrong_count_is_noticed(monkeypatch, capsys):
    monkeypatch.setattr(stress_triangles, "number_of_models", lambda *_: 999)
    monkeypatch.setattr("sys.argv", ["stress_triangles.py", "--puzzles", "1", "--size", "2"])
    assert stress_triangles.main() == 1
    assert "999" in capsys.readouterr().err


# Files


def test_sections_are_the_sides():
    grid = TriGrid((2, 1, 3, 1, 2, 2))
    found = clues_by_section(grid, range(grid.n_lines))
    assert [list(lines) for lines in found.values()] == [[0, 1], [2], [3, 4, 5], [6], [7, 8], [9, 10]]
    assert tuple(found) == SECTIONS
    assert [name.replace(" ", "") for name in SIDE_NAMES] == list(SECTIONS)


@examples(100, fast=15)
@given(outlines, st.integers(0, 2**32), st.sampled_from(["clues", "webpbn", "olsak"]))
def test_puzzles_read_back(grid, seed, name):
    cells = random_cells(random.Random(seed), grid, 3)
    puzzle = puzzle_of(Picture(grid, cells), palette(3))
    text = FORMATS[name].write(puzzle)
    assert FORMATS[name].read(text) == puzzle
    if name == "olsak":
        end = text.rindex(": end")
        stripped = text[:end].replace("\n0\n", "\n\n").replace("\n0\n", "\n\n").rstrip("\n")
        assert FORMATS[name].read(stripped) == puzzle, "empty clues at the end may be missing"


# The command line


PICTURE = "tri 2 1 2 2 1 2\n a-a-a\naa-aaa\n--a--\n"


def test_a_picture_with_a_header(run, tmp_path):
    made = run("make", write(tmp_path / "p.txt", PICTURE), "-")
    assert (made.code, made.out.split("\n")[0]) == (0, "tri 2 1 2 2 1 2")
    assert "15 blocks" in made.err


@pytest.mark.parametrize(
    ("text", "place", "noun"),
    [
        (PICTURE + "---\n", "", "4 rows"),
        (PICTURE.replace("aaa\n", "aaaa\n"), ":3", "7 cells"),
        (PICTURE.replace("tri 2", "tri 3"), ":1", "3 1 2 2 1 2"),
        ("tri 2 1 2 2 1 2\n", "", "rows"),
    ],
)
def test_wrong_pictures_with_a_header(run, tmp_path, text, place, noun):
    path = write(tmp_path / "p.txt", text)
    refused(run("make", path, "-"), f"{path}{place}", noun)


def test_generated_triangles(run, tmp_path):
    made = run("generate", "tri", "2", "1", "2", "1", "2", "1", "--count", "2", "-o", tmp_path)
    assert made.code == 0
    names = sorted(path.name for path in tmp_path.iterdir())
    assert names == [f"tri-2-1-2-1-2-1-unique-seed-1-{number}.clues" for number in (1, 2)]
    puzzles = [nonosat.load(tmp_path / name) for name in names]
    assert all(puzzle.grid == TriGrid((2, 1, 2, 1, 2, 1)) for puzzle in puzzles)
    assert nonosat.loads(run("generate", "tri", "2").out).grid == TriGrid((2,) * 6)


@pytest.mark.parametrize("words", ["tri 2 3", "tri x", "tri 2 2 2 2 2 3", "tri 9999"])
def test_wrong_sizes_of_triangles(run, words):
    misused(run("generate", *words.split()), words.removeprefix("tri "))


@pytest.mark.costly
def test_every_stage_on_the_command_line(run, tmp_path):
    rng = random.Random(4)
    puzzle, picture = random_puzzle(rng, TriGrid((3, 2, 3, 2, 3, 2)), 2, unknown=0.2, givens=2)
    path = write(tmp_path / "p.clues", FORMATS["clues"].write(dataclasses.replace(puzzle)))
    assert nonosat.solve(puzzle, unique=True).unique
    assert run("solve", "-u", path).code == 0
    assert run("count", path).code == 0
    assert run("rate", path).code == 0
    assert run("hint", path).code == 0
    assert "down-left line" in run("explain", path).out.lower()
    assert run("page", path, "-o", tmp_path / "p.html").code == 0
    assert run("render", path, "-o", tmp_path / "q.svg", "--both-sides").code == 0
    assert run("certify", path, "-o", tmp_path / "proof").code == 0
    assert run("verify-proof", tmp_path / "proof").code == 0
    assert run("check", path, write(tmp_path / "p.txt", nonosat.text(puzzle, picture))).code == 0
    assert GRIDS["tri"].cells in run("convert", path, tmp_path / "p.non").err
