"""`nonosat make --until` and `fit_picture`: pictures that are changed until their puzzles are of a class."""

from __future__ import annotations

import io
import json
import random
from functools import cache
from pathlib import Path

import oracle
import pytest
import snapshot
from conftest import misused

import nonosat
from nonosat.authoring import fit as class_fitting
from nonosat.authoring.class_targets import TARGETS
from nonosat.authoring.fit import FittedPicture, fewest_by_mending, fit_picture
from nonosat.authoring.image_error import ComparedPicture, ImageError
from nonosat.authoring.picture_fitting import FitSearch
from nonosat.authoring.picture_options import TracedPicture
from nonosat.authoring.tracing import trace, traced_value
from nonosat.core.deadline import NEVER
from nonosat.core.question import Outcome, Run
from nonosat.explaining.difficulty import Difficulty
from nonosat.lines.fixpoint import propagated
from nonosat.model.grid import neighbors_of
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid

Image = pytest.importorskip("PIL.Image")


@cache
def photograph(seed: int = 15, *, cells: int = 12, levels: tuple[int, int] = (0, 255)) -> bytes:
    """Soft noise, with details of about the size of a cell, as PNG."""
    rng = random.Random(seed)
    small = Image.frombytes("L", (cells, cells), rng.randbytes(cells * cells))
    image = small.resize((8 * cells, 8 * cells), Image.Resampling.BICUBIC)
    low, high = levels
    image = image.point([low + (high - low) * (255 - value) // 255 for value in range(256)])
    out = io.BytesIO()
    image.convert("RGB").save(out, "PNG")
    return out.getvalue()


def traced(seed: int = 15, *, dither: bool = False, **options) -> TracedPicture:
    options = {"n_colors": 1, "dither": dither} | options
    if "hexagon" not in options:
        options.setdefault("size", (12, 12))
    return trace(photograph(seed), "photograph", **options)


def n_open(puzzle: nonosat.Puzzle) -> int:
    state = propagated(puzzle)
    assert state is not None
    return state.n_open


def rank(until: str) -> int:
    """The rank of the hardest class that a goal allows."""
    return Difficulty.DEEP.rank if until == "unique" else Difficulty(until).rank


def check(fitted: FittedPicture, before: TracedPicture) -> None:
    """What is said of a picture is so."""
    assert fitted.before == before.picture
    assert nonosat.check(fitted.puzzle, fitted.picture) == []
    assert puzzle_of(fitted.picture, before.palette).clues == fitted.puzzle.clues
    assert {cell for cell, _ in fitted.changes} == {
        cell for cell, color in enumerate(fitted.picture.cells) if color != before.picture.cells[cell]
    }
    assert all(fitted.picture.cells[cell] == color for cell, color in fitted.changes)
    if fitted.outcome is Outcome.YES:
        rating = nonosat.rate(fitted.puzzle)
        assert rating.difficulty is fitted.difficulty
        assert rating.difficulty.rank <= rank(fitted.until)
        assert nonosat.solve(fitted.puzzle, unique=True).unique


def test_lines_are_not_erased_for_free() -> None:
    image = Image.new("RGB", (240, 240), "white")
    image.paste("black", (20, 24, 220, 28))
    image.paste("black", (110, 24, 114, 200))
    traced = traced_value(image, size=(12, 12))
    for cell, color in enumerate(traced.picture.cells):
        red = traced.averages[cell][0]
        assert (red <= 128) == (color == 1), (cell, color, red)


@pytest.mark.slow
@pytest.mark.parametrize("until", TARGETS)
@pytest.mark.parametrize("options", [{}, {"n_colors": 3}, {"dither": True}, {"hexagon": 6}], ids=str)
def test_the_goal_is_reached(until: str, options: dict) -> None:
    changed = 0
    for seed in (2, 15):
        before = traced(seed, **options)
        fitted = fit_picture(before, until=until)
        assert fitted.outcome is Outcome.YES
        check(fitted, before)
        changed += len(fitted.changes)
    if options == {}:
        assert changed


def test_a_picture_of_the_class_stays_as_it_is() -> None:
    before = trace(photograph(levels=(0, 10)), "photograph", size=(1, 1), n_colors=1)
    fitted = fit_picture(before, until="trivial")
    assert fitted.changes == ()
    assert fitted.picture == before.picture
    assert fitted.error == fitted.error_before


@pytest.mark.slow
def test_the_same_image_gives_the_same_picture() -> None:
    before = traced()
    assert fit_picture(before, until="lines") == fit_picture(before, until="lines")


def test_doubtful_cells_change_first() -> None:
    grid, palette = RectGrid(2, 2), Palette(("#ffffff", "#000000"))
    picture = Picture(grid, (1, 0, 0, 1))
    for doubtful in range(4):
        # Any of the four cells makes the puzzle unique; one of them is nearly as bright as it is dark.
        averages = [(255, 255, 255) if color == 0 else (0, 0, 0) for color in picture.cells]
        averages[doubtful] = (120, 120, 120) if picture.cells[doubtful] else (135, 135, 135)
        fitted = fit_picture(TracedPicture(picture, palette, (), tuple(averages)))
        assert fitted.changed_cells == (doubtful,)
        assert fitted.error - fitted.error_before < 10


@pytest.mark.slow
def test_what_changed_costs_less_than_changes_of_other_cells() -> None:
    before = traced(36)
    fitted = fit_picture(before, until="lines")
    image = ComparedPicture(ImageError(before.picture.grid, before.palette, before.averages), before.picture.cells)
    increases = [image.increase(cell, 1 - color) for cell, color in enumerate(before.picture.cells)]
    mean = sum(increases) / len(increases)
    assert fitted.changes
    assert sum(increases[cell] for cell in fitted.changed_cells) / len(fitted.changes) < mean / 2
    # No change can be undone.
    for cell in fitted.changed_cells:
        cells = list(fitted.picture.cells)
        cells[cell] = before.picture.cells[cell]
        assert n_open(puzzle_of(Picture(before.picture.grid, tuple(cells)), before.palette))


@pytest.mark.parametrize("grid", [RectGrid(4, 6), HexGrid(3), TriGrid((2, 1, 3, 1, 2, 2))], ids=["rect", "hex", "tri"])
@pytest.mark.parametrize("blurred", [False, True])
def test_errors_are_squared_differences(grid, blurred: bool) -> None:
    rng = random.Random(5)
    palette = Palette(("#ffffff", "#102030", "#aa5533"))
    averages = [(rng.randrange(256), rng.randrange(256), rng.randrange(256)) for _ in range(grid.n_cells)]
    image = ImageError(grid, palette, averages, blurred=blurred)
    compared = ComparedPicture(image, [rng.randrange(3) for _ in range(grid.n_cells)])
    for _ in range(40):
        cell, color = rng.randrange(grid.n_cells), rng.randrange(3)
        expected = compared.error + compared.increase(cell, color)
        compared.change(cell, color)
        assert compared.error == expected
    neighbors = neighbors_of(grid)
    own = max(map(len, neighbors))
    total = 0
    for band in range(3):
        differences = [image.colors[color][band] - averages[cell][band] for cell, color in enumerate(compared.cells)]
        for cell, around in enumerate(neighbors):
            there = own * differences[cell] + sum(differences[other] for other in around)
            total += (there if blurred else differences[cell]) ** 2
    assert compared.error == total


@pytest.mark.parametrize("until", TARGETS)
def test_targets_agree_with_the_rating(until: str) -> None:
    rng = random.Random(7)
    for _ in range(20):
        grid = oracle.random_grid(rng, 30)
        picture = Picture(grid, oracle.random_cells(rng, grid, 1))
        puzzle = puzzle_of(picture, oracle.palette(1))
        rating = nonosat.rate(puzzle)
        is_reached = rating.difficulty is not None and rating.difficulty.rank <= rank(until)
        assert (TARGETS[until].left_open(puzzle, picture, NEVER).n_open == 0) == is_reached


def test_pictures_without_an_image() -> None:
    fitted = nonosat.fit_picture(["#-", "-#"])
    assert len(fitted.changes) == 1
    assert fitted.error_before == 0
    assert fitted.error > 0
    assert nonosat.solve(fitted.puzzle, unique=True).unique


@pytest.mark.slow
def test_the_library_takes_images(tmp_path: Path) -> None:
    (tmp_path / "x.png").write_bytes(photograph())
    fitted = nonosat.fit_picture(tmp_path / "x.png", size=(12, 12), n_colors=1, until="trivial")
    check(fitted, traced())
    with pytest.raises(nonosat.UsageError, match="until 'easy'"):
        nonosat.fit_picture([[1]], until="easy")


def test_the_time_limit_ends_the_search() -> None:
    fitted = fit_picture(traced(), until="trivial", timeout=1e-9)
    assert fitted.is_cut
    assert fitted.outcome is Outcome.GAVE_UP
    assert fitted.picture == fitted.before


def test_work_is_limited(monkeypatch: pytest.MonkeyPatch) -> None:
    before = traced()
    puzzles = class_fitting.EditedPuzzles(puzzle_of(before.picture, before.palette), before.picture)
    compared = ComparedPicture(ImageError(before.picture.grid, before.palette, before.averages), before.picture.cells)
    search = FitSearch(puzzles, compared, TARGETS["lines"], Run(), 1)
    search.run([{}])
    assert search.best.changes == {}
    assert search.best.n_open == n_open(puzzle_of(before.picture, before.palette)) > 0


@pytest.mark.slow
def test_mending_that_needs_fewer_changes() -> None:
    rng = random.Random(2)
    picture = Picture(RectGrid(20, 20), tuple(int(rng.random() < 0.5) for _ in range(400)))
    fitted = fit_picture(picture)
    fewer = fewest_by_mending(fitted)
    assert fewer is not None
    assert fitted.at_least <= fewer < len(fitted.changes)


def test_mending_that_needs_no_fewer_changes() -> None:
    assert fewest_by_mending(fit_picture(Picture(RectGrid(2, 2), (1, 0, 0, 1)))) is None


class TestCommand:
    @pytest.fixture(autouse=True)
    def folder(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.chdir(tmp_path)
        Path("x.png").write_bytes(photograph())
        Path("two.txt").write_text("#-\n-#\n")

    @pytest.mark.slow
    @pytest.mark.parametrize("until", TARGETS)
    def test_a_photograph(self, run, until: str) -> None:
        arguments = ["x.png", "x.clues", "--size", "12x12", "--colors", "1", "--until", until, "--goal"]
        done = run("make", *arguments, "--svg", "after.svg", "--before", "before.svg")
        assert (done.code, done.err) == (0, "")
        sheet = nonosat.load_sheet("x.clues")
        result = nonosat.solve(sheet.puzzle, unique=True)
        assert result.unique
        assert result.picture == sheet.goal
        rating = nonosat.rate(sheet.puzzle)
        assert rating.difficulty is not None
        assert rating.difficulty.rank <= rank(until)
        after, before = Path("after.svg").read_bytes(), Path("before.svg").read_bytes()
        assert trace(after, "after").picture == sheet.goal
        assert trace(before, "before").picture == traced().picture
        assert run("make", *arguments).out == done.out

    def test_as_json(self, run) -> None:
        done = run("make", "two.txt", "x.clues", "--until", "unique", "--json", "--before", "before.svg")
        record = json.loads(done.out)
        assert done.code == 0
        assert trace(Path("before.svg").read_bytes(), "before").picture.cells == (1, 0, 0, 1)
        assert record["unique"]
        assert record["fitting"] == {
            "until": "unique",
            "class": "trivial",
            "open": 0,
            "cut": False,
            "changes": 1,
            "at_least": 1,
            "fewest": True,
            "error_before": 0,
            "error": record["fitting"]["error"],
            "by_mending": None,
            "cells": record["fitting"]["cells"],
        }

    def test_a_class_that_is_not_reached(self, run, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(FitSearch, "_choose", lambda *_: [])
        monkeypatch.setattr(class_fitting, "starts", lambda *_, **__: [{}])
        done = run("make", "two.txt", "x.clues", "--until", "lines", "--no-color")
        assert done.code == 1
        snapshot.compare("authoring/make", "a class that is not reached", done.out + done.err)
        assert nonosat.load("x.clues").grid == RectGrid(2, 2)

    def test_the_time_limit(self, run) -> None:
        done = run("make", "two.txt", "x.clues", "--until", "unique", "--timeout", "0.0000001", "--no-check")
        assert done.code == 5

    @pytest.mark.parametrize(
        ("arguments", "names"),
        [
            ("--until easy", ["'easy'", "'trivial'"]),
            ("--before x.svg", ["--before", "--until"]),
            ("--until lines --svg - --before -", ["file"]),
            ("--until lines --before -", ["file"]),
            ("--until lines --svg x.svg --before x.svg", ["--svg", "--before", "x.svg"]),
            ("--until lines --svg x.gif", ["x.gif"]),
            ("--until lines --before x.gif", ["x.gif"]),
            ("--until lines --to pzl", ["pzl", "--to"]),
        ],
    )
    def test_usage_errors(self, run, arguments: str, names: list[str]) -> None:
        misused(run("make", "x.png", "-", "--size", "12x12", *arguments.split()), *names)
        assert not Path("x.svg").exists()
