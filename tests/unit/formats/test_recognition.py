"""What a text is meant as: a format, one of several, or something else that has a name."""

from __future__ import annotations

import json

import pytest
from conftest import RECT, TWO, write

import nonosat
from nonosat.core.errors import InputError
from nonosat.formats import FORMATS, load
from nonosat.formats.foreign import refusal
from nonosat.formats.registry import likely_formats, of_suffix, recognised


def test_what_nonosat_writes_is_named(run, rect, tmp_path):
    out, proof = tmp_path / "out", tmp_path / "proof"
    assert run("solve", rect, "-o", out, "-q").code == 0
    assert run("certify", rect, "-o", proof, "--kind", "drat").code == 0
    write(tmp_path / "picture", run("solve", "-u", rect).out)
    write(tmp_path / "record", run("solve", "-u", rect, "--json").out)
    kinds = {
        out / "rect.sat": "formula",
        out / "rect.sol": "model",
        out / "rect.svg": "drawing",
        proof / "formula.cnf": "formula",
        proof / "manifest.json": "record",
        tmp_path / "picture": "picture",
        tmp_path / "record": "record",
    }
    lines = run("solve", rect, *kinds).err.splitlines()
    for (path, noun), line in zip(kinds.items(), lines, strict=True):
        assert line.startswith(f"{path}: ")
        assert noun in line.removeprefix(f"{path}: ")


@pytest.mark.parametrize("text", ["Dear sir,\n", "", "[1]\n[1"])
def test_texts_of_no_format(run, tmp_path, text):
    path = write(tmp_path / "p.txt", text)
    line = run("solve", path).err
    assert all(format_.name in line for format_ in of_suffix(".txt"))
    assert "--from" in line
    with pytest.raises(InputError, match="format="):
        load(path)


@pytest.mark.parametrize(
    "text",
    [
        "var x = 1;\nsolve(x);\ninclude x;\n",
        "# Puzzles\n\nThe puzzles of a book.\n",
        "name,rows,columns\nheart,5,5\n",
        "Maximize\n obj: x\nSubject To\n c: x <= 3\nEnd\n",
        "clue( 1, 1, 3).\n",
    ],
)
def test_other_texts_get_no_name(run, tmp_path, text):
    """A wrong name is worse than none."""
    assert refusal(text) is None
    for name in ("p", "p.txt", "p.js"):
        result = run("info", write(tmp_path / name, text))
        assert (result.code, result.err.count("\n")) == (3, 1)


def test_unknown_content(run, tmp_path):
    path = write(tmp_path / "p", "@@@\n")
    line = run("info", path).err
    assert line.startswith(f"{path}:1:1: ")
    assert "@@@" in line


@pytest.mark.parametrize("text", [RECT, TWO, RECT[:30], TWO.replace("1a", "5a"), RECT.replace("#", ""), "", "rect"])
def test_puzzles_with_errors_are_no_foreign_texts(text):
    assert refusal(text) is None


# Numbers alone, which several formats may mean

#: Three rows and three columns; the first line could also be the size of a square.
SECTIONS = "3\n1\n1\n\n1\n1\n3\n"


def test_a_blank_line_between_rows_and_columns(run, tmp_path):
    expected = nonosat.puzzle(rows=[[3], [1], [1]], columns=[[1], [1], [3]])
    for name in ("p.txt", "p"):
        assert load(write(tmp_path / name, SECTIONS)) == expected
    other = write(tmp_path / "p.nin", "1 1\n1\n\n2\n0\n1\n")
    with pytest.raises(InputError, match="format='sections'"):
        load(other)
    assert load(other, "sections") == nonosat.puzzle(rows=[[1, 1], [1]], columns=[[2], [], [1]])


def test_the_first_clue_may_look_like_a_size(tmp_path):
    """Six lines below a 3: a course's square with an empty clue, or two sections; the totals decide."""
    square = "3\n1\n\n1\n1\n0\n1\n"
    assert [format_.name for format_ in FORMATS.values() if format_.looks_like(square)] == ["sections", "course"]
    assert load(write(tmp_path / "p.txt", square)) == FORMATS["course"].read(square)
    assert [format_.name for format_ in FORMATS.values() if format_.looks_like(SECTIONS)] == ["sections", "course"]
    assert recognised(SECTIONS) is FORMATS["sections"]


def test_a_text_that_two_formats_read(run, tmp_path):
    text = "5\n2\n0\n0\n0\n0\n1\n\n0\n1\n"
    assert [format_.name for format_ in likely_formats(text)] == ["cwd", "course"]
    assert FORMATS["cwd"].read(text) != FORMATS["course"].read(text)
    path = write(tmp_path / "p", text)
    assert all(choice in run("info", path).err for choice in ("--from cwd", "--from course"))
    for name, grid in (("cwd", "rect 5 2"), ("course", "rect 5 5")):
        assert json.loads(run("info", path, "--from", name, "--json").out)["grid"] == grid
    assert load(write(tmp_path / "p.cwd", text)) == FORMATS["cwd"].read(text)
    folder = tmp_path / "folder"
    folder.mkdir()
    write(folder / "p.txt", text)
    batch = run("batch", folder, "-o", tmp_path / "out")
    assert batch.code == 3
    assert all(choice in batch.err for choice in ("--from cwd", "--from course"))


def test_a_title_of_rows_is_no_triddler(tmp_path):
    text = ": left to right\n1\n: top to bottom\n1\n:\n"
    assert load(write(tmp_path / "p.g", text)) == nonosat.puzzle(rows=[[1]], columns=[[1]])
