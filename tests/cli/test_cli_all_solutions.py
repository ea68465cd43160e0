"""`nonosat solve --all` and `--max`."""

from __future__ import annotations

import json
import random

import pytest
from oracle import brute_force, random_grid, random_puzzle

from nonosat.core.errors import GaveUp
from nonosat.encodings import ENCODINGS
from nonosat.formats import FORMATS
from nonosat.formats.picture_text import picture_rows
from nonosat.model.picture import Picture
from nonosat.solving.solution_session import SolutionSession


def test_all(run, rect, two, none):
    result = run("solve", "--all", two, "--letters")
    assert result.code == 0
    pictures = [line for line in result.out.splitlines() if ":" not in line]
    assert sorted([pictures[:2], pictures[2:]]) == [["-a", "a-"], ["a-", "-a"]]
    assert [run("solve", "--all", puzzle).code for puzzle in (rect, none)] == [0, 1]
    result = run("solve", "--all", "-q", two)
    assert (result.code, result.out, result.err) == (0, "", "")


def test_max(run, two):
    for number, found, complete in (("1", 1, False), ("3", 2, True)):
        record = json.loads(run("solve", "--max", number, "--json", two).out)
        assert (len(record["solutions"]), record["complete"]) == (found, complete)


@pytest.mark.parametrize("options", [(), ("--no-propagate",), ("--solver", "cadical195"), ("--encoding", "start")])
def test_all_against_brute_force(run, tmp_path, options):
    rng = random.Random(5)
    for number in range(12):
        n_colors = rng.choice((1, 2))
        puzzle, _ = random_puzzle(
            rng,
            random_grid(rng, 12),
            n_colors,
            unknown=rng.choice((0, 0.5)),
            hidden=rng.choice((0, 0, 0.5)),
            density=0.4,
        )
        path = tmp_path / f"p{number}.clues"
        path.write_text(FORMATS["clues"].write(puzzle))
        record = json.loads(run("solve", "--all", "--json", path, *options).out)
        expected = [picture_rows(puzzle, Picture(puzzle.grid, cells)) for cells in brute_force(puzzle)]
        assert sorted(record["solutions"]) == sorted(expected)
        outcome = ("yes", 0) if expected else ("no", 1)
        assert (record["complete"], record["outcome"], record["exit"]) == (True, *outcome)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("free", [1, pytest.param(0, marks=pytest.mark.slow), pytest.param(3, marks=pytest.mark.slow)])
def test_open_cells_that_are_all_free(run, tmp_path, encoding, free):
    """Some residual formulas then have no clauses, and their models no literals."""
    rows = ["2a", "_a", "1a"] * free or ["1a"]
    path = tmp_path / "free.clues"
    path.write_text("\n".join([f"rect {len(rows)} 2", "#ffffff #000000", *rows, f"{len(rows)}a", "_a " * free, ""]))
    options = ("--json", "--encoding", encoding, path)
    for solver in ((), ("--solver", "cadical195"), ("--no-propagate",)):
        assert json.loads(run("solve", *options, *solver).out)["picture"]
        unique = json.loads(run("solve", "-u", *options, *solver).out)
        assert (unique["unique"], unique["exit"]) == (not free, 1 if free else 0)
        record = json.loads(run("solve", "--all", *options, *solver).out)
        assert (len(set(map(str, record["solutions"]))), record["complete"]) == (2**free, True)
    assert json.loads(run("count", "--json", path).out)["at_least"] == 2**free


def test_drawings(run, two, tmp_path):
    assert run("solve", "--all", two, "--svg", tmp_path / "p.svg").code == 0
    assert sorted(path.name for path in tmp_path.glob("*.svg")) == ["p.2.svg", "p.svg"]
    assert run("solve", "--all", two, "-o", tmp_path / "out").code == 0
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["two.2.svg", "two.svg"]
    assert (tmp_path / "out" / "two.svg").read_text() != (tmp_path / "out" / "two.2.svg").read_text()


def test_a_time_limit_keeps_what_was_found(run, two, monkeypatch):
    calls = []

    def search(enumerator, *_):
        calls.append(1)
        if len(calls) % 2 == 0:
            raise GaveUp
        return once(enumerator)

    once = SolutionSession.next
    monkeypatch.setattr(SolutionSession, "next", search)
    result = run("solve", "--all", two)
    assert result.code == 5
    assert "1 solution" in result.out
    record = json.loads(run("solve", "--all", "--json", two).out)
    assert (len(record["solutions"]), record["complete"], record["outcome"], record["exit"]) == (1, False, "gave up", 5)


def test_records_begin_and_end_alike(run, rect, tmp_path):
    lines = run("solve", "--all", "--json", rect, tmp_path / "missing.clues").out.splitlines()
    first, second = map(json.loads, lines)
    assert list(first) == [
        *("name", "file", "outcome", "grid", "colors", "solutions", "complete", "seconds", "error", "exit"),
    ]
    assert list(second) == ["name", "file", "outcome", "seconds", "error", "exit"]
    assert (second["outcome"], second["exit"]) == ("failed", 3)
    assert second["error"]
