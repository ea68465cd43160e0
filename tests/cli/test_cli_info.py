"""`nonosat info`, and the metadata in drawings."""

from __future__ import annotations

import json
import re

import pytest
from conftest import HEX, NONE, RECT, write
from oracle import runs

from nonosat.analysis.facts import compute_facts
from nonosat.formats import load, loads
from nonosat.formats.clues import puzzle_digest
from nonosat.model.picture import Picture
from nonosat.solving.formulas import encode
from nonosat.solving.solve import solve

ABOUT = "title A boat\nauthor Jo & Co\nlicense MIT\ndescription On <water>\n"


def test_rectangle(run, tmp_path):
    path = write(tmp_path / "p.clues", RECT + ABOUT + "given 1 1 -\n")
    result = run("info", path)
    assert (result.code, result.err) == (0, "")
    known = ("A boat", "Jo & Co", "MIT", "On <water>", "rect 4 5", puzzle_digest(load(path))[:16], "#6666ff 5", "60 %")
    assert [fact for fact in known if fact not in result.out] == []


def test_several_files(run, rect, hexagon, two, tmp_path):
    alone = [run("info", path).out for path in (rect, hexagon)]
    result = run("info", rect, tmp_path / "missing.clues", hexagon)
    assert (result.code, result.out) == (3, "\n".join(alone))
    assert "missing.clues" in result.err
    records = [json.loads(line) for line in run("info", "--json", rect, hexagon, two).out.splitlines()]
    assert [record["name"] for record in records] == ["rect", "hexagon", "two"]
    assert run("info", "-", "-", stdin=RECT).code == 2


def test_colors(run, rect, monkeypatch):
    assert "\x1b[104m  \x1b[0m b" in run("info", "--color", rect).out
    monkeypatch.setenv("COLORTERM", "truecolor")
    assert "\x1b[48;2;102;102;255m  \x1b[0m b" in run("info", "--color", rect).out
    assert "\x1b" not in run("info", rect).out


def test_json(run, hexagon):
    record = json.loads(run("info", "--json", hexagon).out)
    formula = encode(loads(HEX))
    assert record["grid"] == "hex 3"
    assert record["sha256"] == puzzle_digest(loads(HEX))
    assert (record["variables"], record["clauses"]) == (formula.n_vars, formula.n_clauses)
    assert record["metadata"]["title"] == ""
    assert record["goal"] is False


@pytest.mark.parametrize("text", [RECT, HEX])
def test_facts_are_those_of_the_picture(text):
    puzzle = loads(text)
    picture = solve(puzzle).picture
    assert isinstance(picture, Picture)
    facts = compute_facts(puzzle)
    lines = [[picture.cells[cell] for cell in puzzle.grid.line(i)] for i in range(puzzle.grid.n_lines)]
    assert facts.totals[:-1] == tuple(picture.cells.count(color) for color in range(puzzle.n_colors + 1))
    assert facts.filled == sum(map(bool, picture.cells))
    assert facts.blocks == sum(len(runs(line)) for line in lines)
    assert facts.longest_clue == max(len(runs(line)) for line in lines)


def test_unknown_colours_and_contradictions(run, tmp_path):
    path = write(tmp_path / "p.clues", "rect 1 3\n#ffffff #000000 #ff0000\n1a 1?\n1a\n\n1?\ngoal a-b\n")
    record = json.loads(run("info", "--json", path).out)
    assert (record["totals"][1:], record["open_cells"], record["goal"]) == ([1, 0, 1], 1, True)
    assert run("info", path).code == run("info", write(tmp_path / "n.clues", NONE)).code == 0


def test_hidden_numbers(run, tmp_path):
    """Where one family of lines has none, the totals are known; else they are limits."""
    colors = "#ffffff #000000 #ff0000"
    for clues, totals, hidden, filled in (
        ("_a 1b\n_b\n1a 1b\n1a\n1b\n", [2, 2, 2], [], 4),
        ("_a 1b\n1b\n_? _b\n1a\n1b\n", [2, 1, 2], [0, 2], 4),
        ("_a 1b\n1b\n_a\n1b\n1b\n", [3, 1, 2], [1], 3),
    ):
        path = write(tmp_path / "p.clues", f"rect 2 3\n{colors}\n{clues}")
        record = json.loads(run("info", path, "--json").out)
        assert (record["totals"][:3], record["hidden_colors"], record["filled"]) == (totals, hidden, filled)
        assert ("at least" in run("info", path).out) == bool(hidden)


def test_several(run, tmp_path):
    puzzle = "width 1\nheight 1\nrows\n1\ncolumns\n1\n"
    path = write(tmp_path / "p.non", f"{puzzle}====\n{puzzle}")
    assert re.findall("^puzzle +(.*)", run("info", path).out, re.MULTILINE) == ["p-1", "p-2"]
    write(path, f"{puzzle}====\nwidth 1\n")
    assert run("info", path).code == 3


def test_metadata_in_drawings(run, tmp_path):
    path = write(tmp_path / "p.clues", RECT + ABOUT)
    drawing = run("render", path).out
    assert ">A boat</title>" in drawing
    description = drawing.partition("<desc")[2].partition("</desc>")[0]
    assert [text for text in ("Jo &amp; Co", "MIT", "On &lt;water&gt;") if text not in description] == []
    assert ">Mine</title>" in run("render", path, "--title", "Mine").out
    run("solve", path, "-o", tmp_path / "out")
    assert ">A boat</title>" in (tmp_path / "out" / "p.svg").read_text()
