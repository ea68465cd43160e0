"""Puzzles made by chance: unique, of the wanted class and symmetry, no two alike, the same for the same seed."""

from __future__ import annotations

import json
import random

import oracle
import pytest
from conftest import tree

import nonosat
from nonosat.authoring import generate as module
from nonosat.authoring.generate import GenerationRequest, attempt, generate_puzzles, select_new
from nonosat.core.errors import GaveUp, UsageError
from nonosat.explaining.difficulty import Difficulty
from nonosat.explaining.rate import rate
from nonosat.formats import load, load_sheet
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.symmetries import all_symmetries, canonical_cells, find_symmetry, orbits
from nonosat.model.tri_grid import TriGrid

GRIDS = [RectGrid(10, 10), RectGrid(7, 12), HexGrid(5), TriGrid((4, 3, 4, 3, 4, 3))]


def generated(grid: Grid, count: int = 3, **options):
    return list(generate_puzzles(GenerationRequest(grid=grid, **options), count=count))


@pytest.mark.thinned(4)
@pytest.mark.parametrize("grid", GRIDS, ids=lambda grid: grid.header)
@pytest.mark.parametrize("difficulty", ["trivial", "lines", "moderate"])
@pytest.mark.parametrize("style", ["noise", "picture"])
def test_the_class_holds(grid, difficulty, style):
    for found in generated(grid, 2, difficulty=Difficulty(difficulty), style=style):
        rating = rate(found.puzzle)
        assert rating.difficulty == found.difficulty == difficulty
        assert puzzle_of(found.picture, found.puzzle.palette) == found.puzzle


@pytest.mark.costly
def test_deep_puzzles():
    for found in generated(RectGrid(9, 9), 1, difficulty=Difficulty.DEEP):
        assert rate(found.puzzle).difficulty is Difficulty.DEEP
        assert nonosat.solve(found.puzzle, unique=True).unique


def test_any_class_and_what_lines_solve():
    assert len(generated(RectGrid(9, 9), 5)) == 5
    for found in generated(RectGrid(9, 9), 5, until="lines", n_colors=2):
        assert rate(found.puzzle).difficulty in (Difficulty.TRIVIAL, Difficulty.LINES)


@pytest.mark.parametrize("n_colors", [1, 2])
def test_uniqueness_by_brute_force(n_colors):
    for seed in range(8):
        for found in generated(RectGrid(4, 5), 2, n_colors=n_colors, seed=seed):
            assert oracle.brute_force(found.puzzle) == {found.picture.cells}
            assert set(found.picture.cells) - {0} == set(range(1, n_colors + 1))


@pytest.mark.parametrize(
    ("grid", "name"),
    [
        *((RectGrid(8, 8), name) for name in ("mirror", "mirror-both", "rotation", "rotation-4")),
        (RectGrid(6, 9), "rotation"),
        *((HexGrid(4), name) for name in ("mirror", "mirror-both", "rotation", "rotation-3", "rotation-6")),
    ],
)
@pytest.mark.parametrize("style", ["noise", "picture"])
def test_the_symmetry_holds(grid, name, style):
    for found in generated(grid, 2, symmetry=name, style=style):
        cells = found.picture.cells
        for move in find_symmetry(grid, name):
            assert tuple(cells[cell] for cell in move) == cells
        assert len(set(cells)) > 1


@pytest.mark.slow
def test_no_two_are_alike():
    """Also not turned or mirrored: so few small pictures are unique that without care some would be."""
    grid = RectGrid(3, 3)
    request = GenerationRequest(grid=grid)
    found = []
    with pytest.raises(GaveUp, match="no further puzzle"):
        found.extend(generate_puzzles(request, count=1000))
    turned = {tuple(each.picture.cells[cell] for cell in move) for each in found for move in all_symmetries(grid)}
    assert len({canonical_cells(grid, each.picture.cells) for each in found}) == len(found) > 20
    again = [attempt(request, number) for number in range(200)]
    assert {each.picture.cells for each in again if each is not None} <= turned


def test_equal_results_count_once():
    first = attempt(GenerationRequest(grid=RectGrid(6, 6), difficulty=Difficulty.TRIVIAL), 0)
    other = attempt(GenerationRequest(grid=RectGrid(6, 6), difficulty=Difficulty.TRIVIAL), 1)
    assert list(select_new(iter([first, None, first, other]), 2)) == [first, other]
    assert list(select_new(iter([]), 0)) == []


def test_the_same_for_the_same_seed():
    for options in ({}, {"difficulty": Difficulty.MODERATE}, {"style": "picture", "n_colors": 3}):
        one, two = (generated(RectGrid(7, 8), 2, seed=5, **options) for _ in range(2))
        assert one == two
        assert generated(RectGrid(7, 8), 2, seed=6, **options) != one


@pytest.mark.parametrize(
    "grid",
    [RectGrid(1, 1), RectGrid(3, 3), RectGrid(2, 5), HexGrid(1), HexGrid(2), HexGrid(4), TriGrid((3,) * 6)],
    ids=str,
)
def test_symmetries_map_lines_to_lines(grid):
    lines = {frozenset(grid.line(index)) for index in range(grid.n_lines)}
    moves = all_symmetries(grid)
    for move in moves:
        assert sorted(move) == list(range(grid.n_cells))
        assert {frozenset(move[cell] for cell in line) for line in lines} == lines
    if grid.n_cells > 8:
        kinds = {("rect", True): 8, ("rect", False): 4, ("hex", False): 12, ("tri", False): 12}
        assert len(moves) == kinds[grid.kind, getattr(grid, "height", 0) == getattr(grid, "width", 1)]


def test_pictures_that_are_turned_have_the_same_canonical_form():
    rng = random.Random(3)
    for grid in (RectGrid(4, 4), RectGrid(3, 5), HexGrid(3)):
        cells = oracle.random_cells(rng, grid, 3)
        key = canonical_cells(grid, cells)
        for move in all_symmetries(grid):
            assert canonical_cells(grid, [cells[cell] for cell in move]) == key
        assert canonical_cells(grid, [(0, 2, 3, 1)[color] for color in cells]) == key
        other = list(cells)
        other[0] = 0 if other[0] else 1
        assert canonical_cells(grid, other) != key


def test_orbits():
    assert orbits(RectGrid(2, 3), "mirror") == [[0, 2], [1], [3, 5], [4]]
    assert orbits(RectGrid(2, 3), "rotation") == [[0, 5], [1, 4], [2, 3]]
    assert orbits(HexGrid(2), "rotation-6") == [[0, 1, 2, 4, 5, 6], [3]]
    assert orbits(HexGrid(2), "rotation-3") == [[0, 4, 5], [1, 2, 6], [3]]
    assert orbits(RectGrid(1, 2), None) == [[0], [1]]
    with pytest.raises(UsageError, match="rotation-6"):
        orbits(RectGrid(2, 2), "rotation-6")


@pytest.mark.parametrize(
    ("options", "noun"),
    [
        ({"n_colors": 6}, "6 colours"),
        ({"style": "x"}, "style 'x'"),
        ({"until": "x"}, "until 'x'"),
        ({"density": 1.0}, "density 1.0"),
        ({"until": "lines", "difficulty": Difficulty.DEEP}, "deep"),
        ({"symmetry": "rotation-3"}, "rotation-3"),
    ],
)
def test_bad_requests(options, noun):
    with pytest.raises(UsageError, match=noun):
        generate_puzzles(GenerationRequest(grid=RectGrid(5, 5), **options))


def test_a_time_limit():
    with pytest.raises(GaveUp):
        list(generate_puzzles(GenerationRequest(grid=HexGrid(3), difficulty=Difficulty.DEEP), timeout=0.05))


def test_pictures_are_connected_where_asked_for():
    """More neighbours have the same colour than in noise."""
    grid = RectGrid(15, 15)

    def equal_pairs(style):
        cells = generated(grid, 1, style=style, density=0.5)[0].picture.cells
        return sum(cells[cell] == cells[cell + 1] for cell in range(grid.n_cells - 1))

    assert equal_pairs("picture") > equal_pairs("noise") + 30


def test_large_grids_are_filled_until_solutions_can_be_compared(monkeypatch):
    monkeypatch.setattr(module, "_MAX_OPEN", 20)
    for found in generated(RectGrid(12, 12), 2, density=0.4):
        assert nonosat.solve(found.puzzle, unique=True).unique


def test_command(run, tmp_path):
    done = run("generate", "rect", "8x6", "--class", "trivial")
    assert (done.code, done.err) == (0, "")
    puzzle = nonosat.loads(done.out)
    assert puzzle.grid == RectGrid(6, 8)
    assert "seed 1" in puzzle.metadata.title
    assert run("generate", "8x6", "--class", "trivial").out == done.out
    out = tmp_path / "out"
    options = ["hex", "4", "--class", "trivial", "--count", "10", "--seed", "3"]
    assert run("generate", *options, "-o", out).code == 0
    names = [f"hex-4-trivial-seed-3-{number:02}.clues" for number in range(1, 11)]
    assert tree(out) == names
    rated = [json.loads(line) for line in run("rate", out, "--json").out.splitlines()]
    assert [record["class"] for record in rated] == ["trivial"] * 10
    assert "seed 3" in load(out / names[3]).metadata.title


@pytest.mark.costly
def test_workers_change_nothing(run, tmp_path):
    for jobs in (1, 2):
        options = ["--class", "moderate", "--count", "3", "--seed", "2", "-j", jobs]
        assert run("generate", "rect", "7x7", *options, "-o", tmp_path / str(jobs)).code == 0
    one, two = (
        [(path.name, path.read_bytes()) for path in sorted((tmp_path / str(jobs)).iterdir())] for jobs in (1, 2)
    )
    assert one == two
    assert len(one) == 3


def test_what_was_found_is_written(run, tmp_path, monkeypatch):
    monkeypatch.setattr(module, "MAX_FRUITLESS", 50)
    done = run("generate", "rect", "2x2", "--count", "20", "-j", 1, "-o", tmp_path / "out")
    assert (done.code, done.out) == (5, "")
    n_found = len(tree(tmp_path / "out"))
    assert 0 < n_found < 20
    assert f"wrote {n_found}" in done.err
    done = run("generate", "hex", "2", "--class", "deep", "--timeout", "0.1", "-j", 1, "-o", tmp_path / "none")
    assert done.code == 5
    assert not (tmp_path / "none").exists()


@pytest.mark.parametrize("name", ["non", "cwd", "webpbn"])
def test_other_formats(run, tmp_path, name):
    assert run("generate", "rect", "6x6", "--class", "trivial", "--to", name, "-o", tmp_path / "out").code == 0
    (path,) = (tmp_path / "out").iterdir()
    found = generated(RectGrid(6, 6), 1, difficulty=Difficulty.TRIVIAL)[0]
    assert load_sheet(path).puzzle.clues == found.puzzle.clues
