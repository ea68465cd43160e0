"""`nonosat count`."""

from __future__ import annotations

import json

import pytest
from conftest import refused

from nonosat.analysis import count as counting

#: Six cells, one in each row and column: 6! solutions in one component.
PERMUTATIONS = "rect 6 6\n#ffffff #000000\n" + "1a\n" * 12


@pytest.fixture
def many(tmp_path):
    path = tmp_path / "many.clues"
    path.write_text(PERMUTATIONS)
    return str(path)


def test_numbers_and_exit_codes(run, rect, two, none, many):
    for puzzle, number in ((rect, "1"), (two, "2"), (none, "0"), (many, "720")):
        result = run("count", puzzle)
        assert (result.code, result.err) == (int(puzzle == none), "")
        assert result.out.split()[1] == number
    result = run("count", rect, none, two)
    assert (result.code, [line.split()[1] for line in result.out.splitlines()]) == (1, ["1", "0", "2"])
    result = run("count", "-q", two)
    assert (result.code, result.out, result.err) == (0, "", "")


def test_verbose_names_the_components(run, two):
    result = run("count", "-v", two)
    assert result.out == run("count", two).out
    assert result.err.splitlines()[-1].startswith("4 cells: 2 ")


def test_records(run, rect, two, tmp_path):
    missing = str(tmp_path / "missing.clues")
    result = run("count", "--json", rect, two, missing)
    records = [json.loads(line) for line in result.out.splitlines()]
    assert result.code == 3
    assert all(set(record) >= {"name", "file", "outcome", "seconds", "error", "exit"} for record in records)
    assert [record["outcome"] for record in records] == ["yes", "yes", "failed"]
    assert [record.get("at_least") for record in records] == [1, 2, None]
    assert [record.get("exact") for record in records] == [True, True, None]
    assert [record["exit"] for record in records] == [0, 0, 3]
    assert records[1]["components"] == [{"cells": 4, "at_least": 2, "exact": True, "method": "search"}]
    assert records[1]["differing"] == 4
    assert records[2]["error"]


def test_a_large_number_is_text_in_a_record(run, rect, monkeypatch):
    """Many readers of JSON round numbers from 2 ** 53 on."""
    for number, written in ((2**53 - 1, 2**53 - 1), (2**53, "9007199254740992"), (10**30, "1" + "0" * 30)):
        monkeypatch.setattr(counting.SolutionCount, "at_least", number)
        assert json.loads(run("count", "--json", rect).out)["at_least"] == written


def test_a_lower_bound(run, many, monkeypatch):
    monkeypatch.setattr(counting, "SEARCH_NODES", 3)
    monkeypatch.setattr(counting, "METHODS", {"search": counting.METHODS["search"]})
    assert run("count", many).code == 5
    record = json.loads(run("count", "--json", many).out)
    assert (record["exact"], record["exit"]) == (False, 5)
    assert 1 < record["at_least"] < 720


def test_bad_input(run, tmp_path):
    path = tmp_path / "bad.clues"
    path.write_text("rect 2 2\n#ffffff #000000\n1a\n1a\n1a\nx\n")
    refused(run("count", path), f"{path}:6:1")
    assert run("count", "-", "-").code == 2
    assert run("count").code == 2
