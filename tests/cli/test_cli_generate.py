"""Generated puzzles as files: the same for the same seed, in every format, in place of an older file."""

from __future__ import annotations

import pytest
from conftest import tree, write

from nonosat.formats import FORMATS, load, load_sheet
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid


def puzzle_of(size: int, seed: int = 1) -> Puzzle:
    return random_puzzle(RectGrid(size, size), seed=seed)


def test_one_puzzle_goes_to_standard_output(run):
    result = run("generate", "--family", "random", "--sizes", "4", "--seed", "3")
    assert (result.code, result.err) == (0, "")
    puzzle = FORMATS["clues"].read(result.out)
    assert puzzle == puzzle_of(4, 3)
    assert puzzle.metadata.title == "random 4, seed 3"


def test_a_file_for_each_size(run, tmp_path):
    assert run("generate", "--family", "random", "--sizes", "7,5", "-o", tmp_path).code == 0
    assert tree(tmp_path) == ["random-5-seed-1.clues", "random-7-seed-1.clues"]
    for size in (5, 7):
        assert load(tmp_path / f"random-{size}-seed-1.clues") == puzzle_of(size)


def test_again_byte_for_byte(run, tmp_path):
    for folder in ("one", "two", "one"):
        options = ["--sizes", "9,5,9", "--seed", "-8", "-o", tmp_path / folder]
        assert run("generate", "--family", "random", *options).code == 0
    one, two = ([path.read_bytes() for path in sorted((tmp_path / name).iterdir())] for name in ("one", "two"))
    assert one == two
    assert tree(tmp_path / "one") == ["random-5-seed--8.clues", "random-9-seed--8.clues"]
    assert run("generate", "--family", "random", "--sizes", "9", "--seed", "-7").out.encode() not in one


def test_default_sizes(run, tmp_path):
    assert run("generate", "--family", "random", "-o", tmp_path).code == 0
    assert tree(tmp_path) == [f"random-{size}-seed-1.clues" for size in (10, 20, 40, 5)]


@pytest.mark.parametrize("name", [name for name, format_ in FORMATS.items() if format_.writes])
def test_every_format_that_can_be_written(run, tmp_path, name):
    result = run("generate", "--family", "random", "--sizes", "7", "--to", name, "-o", tmp_path / "out")
    assert (result.code, result.out, result.err) == (0, "", f"nonosat: wrote 1 puzzle to {tmp_path}/out\n")
    (path,) = (tmp_path / "out").iterdir()
    assert path.name == f"random-7-seed-1{FORMATS[name].suffixes[0]}"
    sheet = load_sheet(path)
    assert sheet.puzzle.clues == puzzle_of(7).clues
    assert sheet.puzzle.metadata.title == ("random 7, seed 1" if "title" in FORMATS[name].metadata else "")


def test_a_file_of_the_same_name_is_replaced(run, tmp_path):
    write(tmp_path / "random-7-seed-1.clues", "mine")
    write(tmp_path / "other", "mine")
    assert run("generate", "--family", "random", "--sizes", "7", "-o", tmp_path, "-q").err == ""
    assert load(tmp_path / "random-7-seed-1.clues") == puzzle_of(7)
    assert tree(tmp_path) == ["other", "random-7-seed-1.clues"]


@pytest.mark.parametrize(
    ("options", "code", "complaint"),
    [
        ((), 2, "expected either a grid, such as 15x15, or --family"),
        (("rect", "5x5", "--family", "random"), 2, "expected either a grid, such as 15x15, or --family"),
        (("--family", "random", "--class", "deep"), 2, "--family takes --sizes and --seed, expected no options for a"),
        (("rect", "5x5", "--sizes", "5"), 2, "--sizes is for a family, expected --family, too"),
        (("rect", "5x5", "--count", "2"), 2, "2 puzzles, expected --output-dir DIR, or --count 1"),
        (("rect", "5"), 2, "grid 'rect 5', expected WIDTHxHEIGHT, such as 20x15, hex SIZE, tri SIZE, "),
        (
            ("tri", "2", "2", "2"),
            2,
            "grid 'tri 2 2 2', expected WIDTHxHEIGHT, such as 20x15, hex SIZE, tri SIZE, or tri and six sides",
        ),
        (("hex", "5x5"), 2, "grid 'hex 5x5', expected WIDTHxHEIGHT"),
        (("cube", "5"), 2, "grid 'cube 5', expected WIDTHxHEIGHT"),
        (("5",), 2, "grid '5', expected WIDTHxHEIGHT"),
        (("5x5x5",), 2, "grid '5x5x5', expected WIDTHxHEIGHT"),
        (("0x5",), 2, "grid 'rect 0x5', expected sizes from 1 to 4000"),
        (("5x5", "5x5"), 2, "grid '5x5 5x5', expected WIDTHxHEIGHT"),
        (("rect",), 2, "grid 'rect', expected WIDTHxHEIGHT"),
        (("rect", "0x5"), 2, "grid 'rect 0x5', expected sizes from 1 to 4000"),
        (("rect", "5x5", "--class", "hard"), 2, "'hard' is not one of 'trivial', 'lines', 'moderate', 'deep'"),
        (("rect", "5x5", "--class", "deep", "--until", "lines"), 2, "deep puzzles that line solving solves, expected"),
        (("rect", "5x6", "--symmetry", "rotation-4"), 2, "symmetry 'rotation-4' of a grid rect 6 5, expected one of"),
        (("rect", "5x5", "--colors", "6"), 2, "6 is not in the range 1<=x<=5"),
        (("rect", "5x5", "--density", "1"), 2, "Invalid value for '--density': 1.0 is not in the range"),
        (("hex", "4", "--to", "non"), 2, "non cannot express"),
        (("rect", "5x5", "-o", "-"), 2, "Invalid value for '-o' / '--output-dir': '-', expected a folder."),
        (("rect", "5x5", "--to", "course"), 2, "the format course is read only"),
        (("--family", "cubes"), 2, "'cubes' is not 'random'"),
        (("--family", "random"), 2, "4 puzzles, expected --output-dir DIR, or one size such as --sizes 5"),
        (("--family", "random", "--sizes", "0"), 2, "'0', expected sizes from 1 to 4000, such as 5,10,20."),
        (("--family", "random", "--sizes", "5,,6"), 2, "'5,,6', expected names with commas between them."),
        (("--family", "random", "--sizes", "5", "-o", "-"), 2, "'-', expected a folder."),
        (("--family", "random", "--sizes", "5", "--to", "course"), 2, "the format course is read only"),
        (("--family", "random", "--sizes", "5", "--to", "pdf"), 2, "format 'pdf', expected one of clues, "),
        (("--family", "random", "--sizes", "5", "-o", "/dev/null"), 3, "/dev/null: cannot be made: "),
    ],
)
def test_usage(run, tmp_path, monkeypatch, options, code, complaint):
    monkeypatch.chdir(tmp_path)
    result = run("generate", *options)
    assert (result.code, result.out) == (code, "")
    assert complaint in " ".join(result.err.split())
    assert tree(tmp_path) == []
