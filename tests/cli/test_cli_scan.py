"""`nonosat scan`, and an image in the place of a puzzle."""

from __future__ import annotations

import base64
import io
import json
from pathlib import Path

import pytest
import snapshot
from conftest import misused, refused

import nonosat

pytest.importorskip("cv2")

from PIL import Image, ImageOps
from screenshots import PUZZLE, drawn, marked


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    drawn(PUZZLE, 16, room=2).save("shot.png")


@pytest.mark.costly
def test_the_puzzle_is_written(run):
    done = run("scan", "shot.png", "-o", "p.clues", "--overlay", "over.png", "--json")
    assert (done.code, done.err) == (0, "")
    record = json.loads(done.out)
    assert [*record][:3] == ["name", "file", "outcome"]
    assert record["unique"]
    assert [number["value"] for number in record["lines"][0]["numbers"]] == [2, 2]
    assert nonosat.load("p.clues") == PUZZLE
    assert Path("over.png").read_bytes().startswith(b"\x89PNG")


def check_read_back(read, right):
    """A puzzle as it was drawn up to the names of colours; an unknown one is read as a colour of its own."""
    names: dict[int, int] = {0: 0}
    for clue, expected in zip(read.clues, right.clues, strict=True):
        assert [length for length, _ in clue] == [length for length, _ in expected]
        for (_, color), (_, known) in zip(clue, expected, strict=True):
            assert names.setdefault(known, color) == color
    assert len({*names.values()}) == len(names)
    assert len({*read.palette.colors}) == len(read.palette.colors)


@pytest.mark.costly
def test_a_small_worksheet_is_read_back(run):
    pytest.importorskip("resvg_py")
    rows = [[0, 1, 1, 1, 0], [1, 2, 2, 2, 1], [2, 0, 2, 0, 2], [1, 1, 0, 1, 1], [0, 1, 2, 1, 0]]
    right = nonosat.puzzle_of_picture(rows)
    Path("p.clues").write_text(nonosat.find_format("clues").write(right))
    assert run("render", "p.clues", "-o", "sheet.png", "--dpi", "72").code == 0
    with Image.open("sheet.png") as sheet:
        sheet.crop(ImageOps.invert(sheet.convert("L")).getbbox()).save("cropped.png")
    run("scan", "cropped.png", "-o", "read.clues")
    check_read_back(nonosat.load("read.clues"), right)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["cactus", "penguin"], ids=["unknown colors", "white blocks"])
def test_worksheets_are_read_back(run, name):
    pytest.importorskip("resvg_py")
    puzzle = Path(__file__).parents[2] / "puzzles" / f"{name}.clues"
    assert run("render", puzzle, "-o", "sheet.png").code == 0
    run("scan", "sheet.png", "-o", "read.clues")
    check_read_back(nonosat.load("read.clues"), nonosat.load(puzzle))


@pytest.mark.costly
def test_puzzle_and_marks_from_one_image(run):
    rows = ["aa-????", *["???????"] * 6]
    marked(rows).save("started.png")
    done = run("scan", "started.png", "--json")
    record = json.loads(done.out)
    assert (record["exit"], record["marks"], len(record["doubts"])) == (1, rows, 2)
    assert run("hint", "started.png").code == 1


@pytest.mark.slow
def test_marks_and_doubts_as_text(run):
    marked(["aa-????", *["???????"] * 6]).save("started.png")
    done = run("scan", "started.png", "-o", "p.clues", "--overlay", "over.png")
    assert done.code == 1
    snapshot.compare("cli/scan", "a clear image", run("scan", "shot.png", "-o", "p.clues").out)
    snapshot.compare("cli/scan", "marks that are wrong", done.out)


@pytest.mark.slow
def test_the_page_of_an_image_shows_its_crop(run):
    drawn(PUZZLE, 16).save("wide.png")
    page = run("page", "wide.png").out
    jpeg = base64.b64decode(page.partition("data:image/jpeg;base64,")[2].partition('"')[0])
    crop = Image.open(io.BytesIO(jpeg))
    # The board of 7 x 7 cells, with half a cell around it and the numbers, of which there are two on each side.
    assert 8.5 * 16 <= min(crop.size) <= max(crop.size) <= 10.5 * 16


@pytest.mark.costly
def test_an_image_and_a_broken_one_in_the_place_of_puzzles(run):
    Path("x.png").write_bytes(b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR")
    done = run("solve", "-u", "--json", "x.png", "shot.png")
    assert done.code == 3
    assert done.err.startswith("x.png: ")
    assert "image" in done.err
    broken, solved = map(json.loads, done.out.splitlines())
    assert (broken["exit"], solved["exit"], solved["unique"]) == (3, 0, True)


@pytest.mark.slow
def test_a_partial_picture_beside_an_image(run):
    Path("part.txt").write_text("?aa????\n" + "???????\n" * 6)
    assert run("hint", "shot.png", "part.txt").code == 0


def test_no_image(run):
    Path("x.clues").write_text("rect 1 1\n")
    refused(run("scan", "x.clues"), "x.clues", "image", "PNG")


def test_one_file_for_several_images(run):
    misused(run("scan", "shot.png", "shot.png", "-o", "p.clues"), "-o", "IMAGE")
