"""The shipped puzzles are what their pictures say, and the pictures are what the scripts draw."""

from __future__ import annotations

import importlib
import sys
from types import ModuleType

import pytest
from places import ROOT

from nonosat.formats import load
from nonosat.model.clue import clue_of, clue_text
from nonosat.model.puzzle import Puzzle
from nonosat.solving import solve as pipeline

FOLDER = ROOT / "docs" / "gallery"
PICTURES = FOLDER / "pictures"
PUZZLES = ROOT / "puzzles"
NAMES = sorted(path.stem for path in PUZZLES.glob("*.clues"))


@pytest.fixture(scope="module")
def script():
    """Imports a script of the gallery by name, as Python would that runs it in its folder."""
    sys.path.insert(0, str(FOLDER))
    before = set(sys.modules)
    yield importlib.import_module
    sys.path.remove(str(FOLDER))
    for name in set(sys.modules) - before:
        if str(getattr(sys.modules[name], "__file__", "")).startswith(str(FOLDER)):
            del sys.modules[name]


@pytest.fixture(scope="module")
def files(script):
    """All pictures by name."""
    return script("picture_file").load(PICTURES)


def shipped(name: str) -> Puzzle:
    return load(PUZZLES / f"{name}.clues")


def test_shipped_puzzles_are_those_that_the_script_makes(script):
    make_puzzles: ModuleType = script("make_puzzles")
    assert make_puzzles.differences(make_puzzles.puzzle_texts(), PUZZLES) == []


def test_differences_are_noticed(script, tmp_path):
    make_puzzles: ModuleType = script("make_puzzles")
    (tmp_path / "b.clues").write_text("other")
    (tmp_path / "c.clues").write_text("same")
    (tmp_path / "d.clues").write_text("left over")
    texts = {"a.clues": "new", "b.clues": "wanted", "c.clues": "same"}
    assert make_puzzles.differences(texts, tmp_path) == [
        "a.clues: missing",
        "d.clues: has no picture",
        "b.clues: differs from its picture",
    ]


def test_every_puzzle_has_its_picture(files):
    assert sorted(files) == NAMES


def test_picture_files_are_written_as_they_are_read(script, files):
    picture_file: ModuleType = script("picture_file")
    for name, file in files.items():
        assert picture_file.write(file) == (PICTURES / f"{name}.txt").read_text(encoding="utf-8"), name


@pytest.mark.slow
def test_drawn_pictures_are_those_that_the_script_draws(script, files):
    for name, drawing in script("draw").DRAWINGS.items():
        assert drawing() == files[name], name


@pytest.mark.parametrize("name", NAMES)
def test_picture_satisfies_the_clues_that_are_shipped(name, files):
    puzzle, picture = shipped(name), files[name].picture
    assert puzzle.grid == picture.grid
    assert puzzle.palette == files[name].palette
    for line, clue in enumerate(puzzle.clues):
        drawn = clue_of(picture.line(line))
        assert len(clue) == len(drawn)
        for block, other in zip(clue, drawn, strict=True):
            assert block.length in (0, other.length)
            assert block.color in (0, other.color)
    assert all(picture.cells[given.cell] == given.color for given in puzzle.givens)


@pytest.mark.parametrize("name", NAMES)
def test_solutions_are_as_announced(name, files):
    file = files[name]
    found = pipeline.solve(shipped(name), unique=True)
    assert found.unique is (file.solutions == "unique")
    if found.unique:
        assert found.picture == file.picture
    else:
        assert file.picture in pipeline.solutions(shipped(name))


@pytest.mark.parametrize(
    ("name", "number"), [("checkerboard", 2), ("dice", 4), ("hex-birthday-cake", 2), ("two-moons", 2)]
)
def test_puzzles_with_several_solutions_have_those_that_are_meant(name, number):
    assert len(list(pipeline.solutions(shipped(name)))) == number


def test_no_given_can_be_spared(files):
    for name, file in files.items():
        puzzle = shipped(name)
        if file.solutions == "unique":
            for given in puzzle.givens:
                fewer = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, tuple(set(puzzle.givens) - {given}))
                assert pipeline.solve(fewer, unique=True).unique is False, name


def test_gallery_holds_something_of_everything(files):
    puzzles = {name: shipped(name) for name in NAMES}
    rects = [puzzle for puzzle in puzzles.values() if puzzle.grid.kind == "rect"]
    hexes = [puzzle for puzzle in puzzles.values() if puzzle.grid.kind == "hex"]
    assert len(puzzles) >= 32
    assert len(hexes) >= 10
    assert {puzzle.grid.size for puzzle in hexes} >= {3, 5, 6, 8, 9, 12, 20}
    assert {puzzle.n_colors > 1 for puzzle in rects if puzzle.grid.header == "rect 60 60"} == {False, True}
    assert any(puzzle.n_colors > 6 for puzzle in rects)
    assert any(puzzle.n_colors > 6 for puzzle in hexes)
    for family in (rects, hexes):
        assert sum(any(not block.color for clue in puzzle.clues for block in clue) for puzzle in family) >= 3
        assert any(puzzle.givens for puzzle in family)
    assert sum(file.solutions == "multiple" for file in files.values()) >= 3
    assert files["qr-nonosat"].text


def test_qr_code_spells_its_text(script, files):
    pytest.importorskip("segno")
    file = files["qr-nonosat"]
    assert script("qr").qr_picture(file.text).picture == file.picture


def test_reference_puzzles_have_the_clues_of_the_documentation():
    rect = "1a 1a|1b 1a 1a|2b 1a 1a|1b 1b 1a|3b|1a 1b|2a 1b|(empty)|4a"
    rows = "1b 1b|1b 2a 1b|1a 1c 1a|4a|(empty)"
    up_left = "1a|2a 1b|1a 1c 1a 1b|3a|2b"
    down_left = "1a|1b 2a|1b 1a 1c 1a|3a|2b"
    assert [clue_text(clue) for clue in shipped("reference-rect").clues] == rect.split("|")
    assert [clue_text(clue) for clue in shipped("reference-hex").clues] == "|".join((rows, up_left, down_left)).split(
        "|"
    )


def test_hexagon_that_is_not_its_own_mirror_image_is_read_from_the_right_side():
    # - - c / - - c c / b - a a - / b a a - / - a -, read off by hand in the three directions.
    rows = "1c|2c|1b 2a|1b 2a|1a"
    up_left = "2b|2a|2a|1a 1c|2c"
    down_left = "(empty)|1c 3a|2c 2a|1b|1b"
    found = [clue_text(clue) for clue in shipped("hex-tick").clues]
    assert found == "|".join((rows, up_left, down_left)).split("|")


HEADER = "title: T\ngrid: rect 2 2\npalette: -=#ffffff a=#000000\nsolutions: unique\n"


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("grid: rect 1 1\npalette: -=#ffffff a=#000000\nsolutions: unique\n\na\n", "no title"),
        (HEADER + "colour: red\n\naa\na-\n", "header line 'colour: red'"),
        (HEADER + "title: again\n\naa\na-\n", "header line 'title: again'"),
        (HEADER.replace("unique", "three") + "\naa\na-\n", "expected unique or multiple"),
        (HEADER.replace("a=", "b=") + "\naa\na-\n", "expected - a b"),
        (HEADER + "\naa\na\n", r"rows of \[2, 1\] cells, expected \[2, 2\]"),
        (HEADER + "\naa\nab\n", "not in the palette"),
        (HEADER + "givens: 0.1\n\naa\na-\n", "'0.1', expected <number>.<number>"),
        (HEADER + "unknown: 1.2\n\naa\na-\n", "expected blocks of the puzzle"),
    ],
)
def test_mistakes_in_a_picture_file_are_named(text, complaint, script):
    with pytest.raises(ValueError, match=complaint):
        script("picture_file").read(text).puzzle()


def test_settings_of_a_picture_file(script):
    head = "title: T\ngrid: rect 2 4\npalette: -=#ffffff a=#000000 b=#ff0000\nsolutions: unique\n"
    read = script("picture_file").read
    puzzle = read(head + "unknown: 1.2 4.1\ngivens: 2.1 1.4\n\na -bb\n-a b-\n").puzzle()
    assert [clue_text(clue) for clue in puzzle.clues] == ["1a 2?", "1a 1b", "1a", "1?", "2b", "1b"]
    assert [(given.cell, given.color) for given in puzzle.givens] == [(3, 2), (4, 0)]
    shares = [read(head + f"unknown: {share}% seed 3\n\naabb\n-ab-\n").puzzle() for share in (0, 50, 100)]
    hidden = [sum(not block.color for clue in puzzle.clues for block in clue) for puzzle in shares]
    assert hidden == [0, 4, 8]
