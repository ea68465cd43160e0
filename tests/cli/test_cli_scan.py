"""`nonosat scan`, and an image in the place of a puzzle."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path

import pytest
import snapshot
from conftest import refused

import nonosat

pytest.importorskip("cv2")

from PIL import Image
from screenshots import drawn, marked

PUZZLE = nonosat.puzzle([[1, 1], [5], [5], [3], [1]], [[2], [4], [4], [4], [2]])
SIDE = 16


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    drawn(PUZZLE, SIDE).save("shot.png")


@pytest.mark.costly
def test_the_puzzle_is_written(run):
    done = run("scan", "shot.png", "-o", "p.clues", "--overlay", "over.png", "--json")
    assert done.code == 0
    assert nonosat.load("p.clues") == PUZZLE
    assert Path("over.png").read_bytes().startswith(b"\x89PNG")
    record = json.loads(done.out)
    assert [*record][:3] == ["name", "file", "outcome"]
    assert record["unique"]
    assert [number["value"] for number in record["lines"][0]["numbers"]] == [1, 1]


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cactus", "penguin"], ids=["unknown colors", "white blocks"])
def test_worksheets_are_read_back(run, name):
    pytest.importorskip("resvg_py")
    puzzle = Path(__file__).parents[2] / "puzzles" / f"{name}.clues"
    assert run("render", str(puzzle), "-o", "sheet.png").code == 0
    run("scan", "sheet.png", "-o", "read.clues")
    read, right = nonosat.load("read.clues"), nonosat.load(str(puzzle))
    names: dict[int, int] = {0: 0}
    for clue, expected in zip(read.clues, right.clues, strict=True):
        assert [length for length, _ in clue] == [length for length, _ in expected]
        for (_, color), (_, known) in zip(clue, expected, strict=True):
            assert names.setdefault(known, color) == color
    assert len({*names.values()}) == len(names)
    assert len({*read.palette.colors}) == len(read.palette.colors)


@pytest.mark.slow
def test_puzzle_and_marks_from_one_image(run):
    marked(["aa-????", *["???????"] * 6]).save("started.png")
    done = run("scan", "started.png", "--json")
    assert json.loads(done.out)["marks"] == ["aa-????", *["???????"] * 6]
    done = run("scan", "started.png", "-o", "p.clues", "--overlay", "over.png")
    assert done.code == 1
    snapshot.compare("cli/scan", "marks that are doubtful", done.out)
    done = run("hint", "started.png", "--json")
    assert (done.code, done.err, json.loads(done.out)["n_wrong"]) == (1, "", 2)


@pytest.mark.slow
def test_the_page_of_an_image_shows_its_crop(run):
    page = run("page", "shot.png").out
    jpeg = base64.b64decode(page.partition("data:image/jpeg;base64,")[2].partition('"')[0])
    crop, whole = Image.open(io.BytesIO(jpeg)), drawn(PUZZLE, SIDE)
    # The board of 5 x 5 cells, with half a cell around it and the numbers, of which there are at most two on each side.
    assert 6 * SIDE <= min(crop.size) <= max(crop.size) <= 8.5 * SIDE
    assert max(crop.size) < min(whole.size)


@pytest.mark.slow
def test_a_partial_picture_beside_an_image(run, tmp_path):
    (tmp_path / "part.txt").write_text("?a???\n" + "?????\n" * 4)
    assert run("hint", "shot.png", "part.txt").code == 0


def test_no_image(run, tmp_path):
    (tmp_path / "x.clues").write_text("rect 1 1\n")
    refused(run("scan", "x.clues"), "x.clues", "image", "PNG")


@pytest.mark.costly
def test_images_in_the_place_of_puzzles(run, tmp_path):
    (tmp_path / "x.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    done = run("solve", "-u", "--json", "x.png", "shot.png")
    assert done.code == 3
    assert done.err.startswith("x.png: ")
    assert [json.loads(line)["outcome"] for line in done.out.splitlines()] == ["failed", "yes"]


def test_one_file_for_several_images(run):
    assert run("scan", "shot.png", "shot.png", "-o", "p.clues").code == 2
