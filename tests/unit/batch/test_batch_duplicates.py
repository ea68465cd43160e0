"""Puzzles of a batch that are the same: in other files, turned, or in other colours."""

from __future__ import annotations

import json

import pytest
from conftest import TWO, misused, write

from nonosat.batch.duplicates import Duplicates
from nonosat.cli import batch_command
from nonosat.formats import FORMATS
from nonosat.formats.clues import puzzle_digest

BROKEN = "rect 1 1\n#ffffff #000000\n2a\n\n"
#: A puzzle, then turned and in another colour.
ANGLE = "rect 2 3\n#ffffff #000000\n3a\n1a\n2a\n1a\n1a\n"
TURNED = "rect 3 2\n#ffffff #ff0000\n1a\n1a\n2a\n3a\n1a\n"


@pytest.fixture(autouse=True)
def one_worker(monkeypatch):
    monkeypatch.setattr(batch_command, "available_cores", lambda: 1)


@pytest.fixture
def folder(tmp_path):
    """Puzzles of which some are the same, in several formats."""
    puzzles = tmp_path / "puzzles"
    puzzles.mkdir()
    for name, text in {"angle": ANGLE, "broken": BROKEN, "copy": ANGLE, "turned": TURNED, "two": TWO}.items():
        write(puzzles / f"{name}.clues", text)
    for name in ("non", "px"):
        write(puzzles / f"as-{name}.{name}", FORMATS[name].write(FORMATS["clues"].read(TWO)))
    return puzzles


EQUAL = [["angle", "copy"], ["as-non", "as-px", "two"]]
ALIKE = [["angle", "copy", "turned"]]


def groups(out: str) -> list[list[str]]:
    return [line.partition(": ")[2].split(", ") for line in out.splitlines() if line.startswith("equal")]


def test_duplicates_without_solving(run, folder, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = run("batch", "--duplicates", folder)
    assert (done.code, groups(done.out)) == (3, EQUAL + ALIKE)
    assert (done.out.count("\n"), done.err.count("\n")) == (3, 1)
    assert done.err.startswith(f"{folder}/broken.clues:3:1: ")
    assert [path.name for path in tmp_path.iterdir()] == ["puzzles"]
    assert run("batch", "--duplicates", folder, "-q").out == ""
    (folder / "broken.clues").unlink()
    assert run("batch", "--duplicates", folder / "two.clues", folder / "angle.clues").code == 0


def test_duplicates_of_several_puzzles_in_a_file(run, folder, tmp_path):
    text = FORMATS["non"].write(FORMATS["clues"].read(TWO))
    several = write(tmp_path / "some.non", "====\n".join([text, text.replace("2", "x"), text]))
    done = run("batch", "--duplicates", several, folder / "two.clues")
    assert (done.code, groups(done.out)) == (3, [["some-1", "some-3", "two"]])


def test_duplicates_after_a_batch_and_after_resuming_it(run, folder, tmp_path):
    for more in ((), ("--resume",)):
        done = run("batch", folder, "-o", tmp_path / "out", "--duplicates", *more)
        assert groups(done.out) == EQUAL + ALIKE
    done = run("batch", folder, "-o", tmp_path / "out", "--duplicates", "--resume", "--json")
    assert done.out == ""
    assert groups(run("batch", folder, "-o", tmp_path / "out", "--resume").out) == []


@pytest.mark.parametrize("option", ["-u", "--csv", "--json", "--sat", "--timeout=5"])
def test_what_needs_an_output_folder(run, folder, option):
    misused(
        run("batch", "--duplicates", folder, option), "-o", {"-u": "--unique"}.get(option, option.partition("=")[0])
    )


def test_digests_in_the_report(run, folder, tmp_path):
    done = run("batch", folder, "-o", tmp_path / "out", "--json")
    found = {record["name"]: record for record in map(json.loads, done.out.splitlines())}
    assert found["angle"]["digest"] == puzzle_digest(FORMATS["clues"].read(ANGLE))
    assert found["angle"]["shape_digest"] == found["turned"]["shape_digest"]
    assert (found["broken"]["digest"], found["broken"]["shape_digest"]) == (None, None)


def test_no_duplicates():
    found = Duplicates()
    found.add("a", "1", "2")
    found.add("b", None, None)
    found.add("c", None, None)
    assert (found.equal, found.alike, len(found.lines())) == ([], [], 1)
