"""`nonosat scan`, and an image in the place of a puzzle."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path

import pytest

import nonosat

pytest.importorskip("cv2")

from PIL import Image
from screenshots import PUZZLE, drawn, marked


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    drawn(PUZZLE).save("shot.png")


def test_the_puzzle_is_written(run):
    done = run("scan", "shot.png", "-o", "p.clues", "--overlay", "over.png")
    assert done.code == 0
    assert done.out == "shot.png: rect 7 7, 17 numbers, one solution\n"
    assert nonosat.load("p.clues") == PUZZLE
    with open("over.png", "rb") as file:
        assert file.read(4) == b"\x89PNG"


def test_the_record(run):
    done = run("scan", "shot.png", "--json")
    record = json.loads(done.out)
    assert [*record][:3] == ["name", "file", "outcome"]
    assert record["unique"]
    assert [number["value"] for number in record["lines"][0]["numbers"]] == [2, 2]


def test_an_image_is_solved(run):
    done = run("solve", "-u", "shot.png")
    assert done.code == 0
    assert "solved, unique" in done.out


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


def test_puzzle_and_marks_from_one_image(run):
    marked(["aa-????", *["???????"] * 6]).save("started.png")
    done = run("scan", "started.png", "--json")
    assert json.loads(done.out)["marks"] == ["aa-????", *["???????"] * 6]
    done = run("scan", "started.png", "-o", "p.clues", "--overlay", "over.png")
    assert done.code == 1
    assert done.out.splitlines() == [
        "started.png: rect 7 7, 17 numbers, one solution; 3 marks; 2 doubts",
        "  row 1, cell 1: filled, and the solution has it empty",
        "  row 1, cell 3: empty, and the solution has it filled",
    ]
    done = run("hint", "started.png")
    assert (done.code, done.out, done.err) == (1, "2 cells are wrong.\n", "")


def test_the_page_of_an_image_shows_its_crop(run):
    page = run("page", "shot.png").out
    jpeg = base64.b64decode(page.partition("data:image/jpeg;base64,")[2].partition('"')[0])
    crop, whole = Image.open(io.BytesIO(jpeg)), drawn(PUZZLE)
    # The board of 7 x 7 cells, with half a cell around it and the numbers, of which there are two on each side.
    assert 8.5 * 24 <= min(crop.size) <= max(crop.size) <= 10.5 * 24
    assert max(crop.size) < min(whole.size)


def test_a_partial_picture_beside_an_image(run, tmp_path):
    (tmp_path / "part.txt").write_text("?aa????\n" + "???????\n" * 6)
    assert run("hint", "shot.png", "part.txt").code == 0


def test_no_image(run, tmp_path):
    (tmp_path / "x.clues").write_text("rect 1 1\n")
    done = run("scan", "x.clues")
    assert (done.code, done.out) == (3, "")
    assert done.err == "x.clues: not an image, expected one of PNG, GIF, JPEG, BMP, PPM, WEBP, TIFF, ICO\n"


def test_a_broken_image_in_the_place_of_a_puzzle(run, tmp_path):
    (tmp_path / "x.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    done = run("solve", "x.png", "shot.png")
    assert done.code == 3
    assert done.err.startswith("x.png: a broken image (")
    assert "shot.png: solved" in done.out


def test_one_file_for_several_images(run):
    assert run("scan", "shot.png", "shot.png", "-o", "p.clues").code == 2
