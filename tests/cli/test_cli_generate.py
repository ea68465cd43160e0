"""Generated puzzles as files: the same for the same seed, in every format, in place of an older file."""

from __future__ import annotations

import pytest
import snapshot
from conftest import misused, refused, tree, write

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
    assert (result.code, result.out) == (0, "")
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


#: From calls that are refused to names in the message.
USAGE: dict[str, tuple[str, ...]] = {
    "": ("--family",),
    "rect 5x5 --family random": ("--family",),
    "--family random --class deep": ("--family", "--sizes"),
    "rect 5x5 --sizes 5": ("--sizes", "--family"),
    "rect 5x5 --count 2": ("--output-dir",),
    **{grid: (f"'{grid}'",) for grid in ("rect 5", "tri 2 2 2", "hex 5x5", "cube 5", "5", "5x5x5", "5x5 5x5", "rect")},
    "0x5": ("'rect 0x5'", "4000"),
    "rect 0x5": ("'rect 0x5'", "4000"),
    "rect 5x5 --class deep --until lines": ("deep",),
    "rect 5x6 --symmetry rotation-4": ("'rotation-4'", "rect 6 5"),
    "hex 4 --to non": ("non",),
    "rect 5x5 --to course": ("course", "--to"),
    "--family random": ("--output-dir", "--sizes"),
    "--family random --sizes 5 --to course": ("course", "--to"),
    "--family random --sizes 5 --to pdf": ("'pdf'", "clues"),
}
#: The same, in words of click.
GRAMMAR: dict[str, str] = {
    "rect 5x5 --class hard": "'hard'",
    "rect 5x5 --colors 6": "6",
    "rect 5x5 --density 1": "--density",
    "rect 5x5 -o -": "--output-dir",
    "--family cubes": "'cubes'",
    "--family random --sizes 0": "'0'",
    "--family random --sizes 5,,6": "'5,,6'",
    "--family random --sizes 5 -o -": "--output-dir",
}


def test_usage(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    told = []
    for words, names in [*USAGE.items(), *((words, (name,)) for words, name in GRAMMAR.items())]:
        result = run("generate", *words.split())
        misused(result, *names)
        told += [f"$ nonosat generate {words}\n{result.err.splitlines()[-1]}\n"] if words in USAGE else []
    refused(run("generate", "--family", "random", "--sizes", "5", "-o", "/dev/null"), "/dev/null", "folder")
    assert tree(tmp_path) == []
    snapshot.compare("cli/generate", "usage", "\n".join(told))
