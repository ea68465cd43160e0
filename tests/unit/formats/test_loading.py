"""From a path to puzzles: suffix, content, numbers, names; what formats cannot express."""

from __future__ import annotations

import dataclasses

import pytest
import snapshot
from conftest import HEX, RECT, RECT_PICTURE, examples, refused, write
from hypothesis import given
from hypothesis import strategies as st

from nonosat.core.errors import InputError, UsageError
from nonosat.formats import FORMATS, find_format, load, load_sheet, load_sheets, loads, puzzle_name
from nonosat.formats.file_format import Sheet
from nonosat.formats.picture_text import read_picture
from nonosat.model.puzzle import Metadata

PX = "1,2\n1\n1\n0\n"


def test_suffix_comes_before_content(tmp_path):
    path = write(tmp_path / "p.px", RECT)
    with pytest.raises(InputError, match="format='clues'") as caught:
        load(path)
    assert (caught.value.line, caught.value.column) == (1, 1)
    assert load(path, "clues") == loads(RECT)


def test_content_tells_where_the_suffix_does_not(tmp_path):
    assert load(write(tmp_path / "p.text", PX)) == FORMATS["px"].read(PX)
    assert load(write(tmp_path / "q", HEX)) == loads(HEX)
    assert loads(PX) == FORMATS["px"].read(PX)


def test_images_are_for_make(tmp_path):
    path = write(tmp_path / "p.png", b"\x89PNG\r\n\x1a\n\0")
    with pytest.raises(InputError, match=r"PNG image.*nonosat make"):
        load(path)
    assert load(write(tmp_path / "q.svg", RECT)) == loads(RECT)
    with pytest.raises(InputError, match="No such file"):
        load(tmp_path / "absent.png")


def test_unknown_format(rect):
    with pytest.raises(UsageError, match=r"pdf.*clues"):
        load(rect, "pdf")
    assert find_format("px") is FORMATS["px"]


def test_numbers(rect, tmp_path):
    assert [sheet.name for sheet in load_sheets(rect)] == ["rect"]
    assert [sheet.name for sheet in load_sheets(f"{rect}#1")] == ["rect-1"]
    with pytest.raises(InputError, match="#2"):
        load(f"{rect}#2")
    odd = write(tmp_path / "odd.clues#2", RECT)
    assert load_sheet(odd) == Sheet(loads(RECT), None, "odd.clues#2", format="clues")
    assert puzzle_name("a/p.clues#12") == "p-12"
    assert puzzle_name("-#3") == "stdin-3"


GOAL = "".join(f"goal {row}\n" for row in RECT_PICTURE.split("\n"))


def test_metadata_and_goal_of_a_clue_file(tmp_path):
    sheet = load_sheet(write(tmp_path / "p.clues", f"{RECT}title  A  boat \n{GOAL}author\nlicense MIT\n"))
    assert sheet.puzzle == loads(RECT)
    assert sheet.puzzle.metadata == Metadata(title="A boat", license="MIT")
    assert sheet.goal == read_picture(RECT_PICTURE, sheet.puzzle)
    assert FORMATS["clues"].write(sheet.puzzle, sheet.goal) == f"{RECT}title A boat\nlicense MIT\n{GOAL}"


@examples(100, fast=10)
@given(st.text())
def test_metadata_is_one_line(text):
    puzzle = dataclasses.replace(loads(RECT), metadata=Metadata(*(text[i:] for i in range(5))))
    assert all(len(each.splitlines()) <= 1 and each == each.strip() for each in puzzle.metadata)
    back = loads(FORMATS["clues"].write(puzzle))
    assert (back, back.metadata) == (puzzle, puzzle.metadata)


def test_losses():
    colored = loads(RECT.replace("1a 1a\n", "1? 1a\n", 1) + "given 1 1 -\ntitle T\nlicense L\n" + GOAL)
    goal = read_picture(RECT_PICTURE, colored)
    found = {name: [loss.words for loss in FORMATS[name].losses(Sheet(colored, goal))] for name in ("clues", "px")}
    assert found["clues"] == []
    snapshot.compare("formats/px", "losses", "\n".join(found["px"]))
    assert "hexagons" in FORMATS["px"].losses(Sheet(loads(HEX)))[0].words
    tinted = loads("rect 1 1\n#ffffff #0000ff\n1a\n1a\n")
    with pytest.raises(UsageError, match=r"px.*#ffffff #0000ff"):
        FORMATS["px"].write(tinted)
    with pytest.raises(UsageError, match="2 puzzles"):
        FORMATS["px"].write_all([Sheet(tinted), Sheet(tinted)])


def test_from(run, tmp_path):
    path = write(tmp_path / "p.clues", PX)
    refused(run("solve", path), f"{path}:1:1", "--from px")
    assert run("solve", "--letters", "--from", "px", path).out.startswith("a-\np: ")
    assert run("solve", "--letters", "-", stdin=PX).out.startswith("a-\nstdin: ")
    assert "\np cnf " in run("encode", "--from", "px", path).out
    assert run("render", "--from", "px", path).out.startswith("<")
    assert run("check", "--from", "px", path, "-", stdin="a-").code == 0
    assert run("decode", "--letters", "--from", "px", path, "-", stdin="1 -2").out == "a-\n"
    assert run("solve", "--from", "pdf", path).code == 2
