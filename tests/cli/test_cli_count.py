"""`nonosat count`."""

from __future__ import annotations

import json

import pytest

from nonosat.analysis import count as counting
from nonosat.analysis import count as counting_methods

#: Six cells, one in each row and column: 6! solutions in one component.
PERMUTATIONS = "rect 6 6\n#ffffff #000000\n" + "1a\n" * 12


@pytest.fixture
def many(tmp_path):
    path = tmp_path / "many.clues"
    path.write_text(PERMUTATIONS)
    return str(path)


def test_numbers_and_exit_codes(run, rect, two, none, many):
    result = run("count", rect)
    assert (result.code, result.out, result.err) == (0, "rect: 1 solution\n", "")
    assert run("count", two).out == "two: 2 solutions\n"
    result = run("count", none)
    assert (result.code, result.out) == (1, "none: 0 solutions\n")
    assert run("count", many).out == "many: 720 solutions\n"
    result = run("count", rect, none, two)
    assert (result.code, result.out) == (1, "rect: 1 solution\nnone: 0 solutions\ntwo: 2 solutions\n")
    result = run("count", "-q", two)
    assert (result.code, result.out, result.err) == (0, "", "")


def test_verbose_names_the_components(run, two):
    result = run("count", "-v", two)
    assert result.out == "two: 2 solutions\n"
    assert result.err.splitlines()[-1] == "4 cells: 2 (search)"


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
    monkeypatch.setattr(counting_methods, "SEARCH_NODES", 3)

    monkeypatch.setattr(counting_methods, "METHODS", {"search": counting_methods.METHODS["search"]})
    result = run("count", many)
    assert result.code == 5
    assert result.out.startswith("many: at least ")
    record = json.loads(run("count", "--json", many).out)
    assert (record["exact"], record["exit"]) == (False, 5)


def test_bad_input(run, tmp_path):
    path = tmp_path / "bad.clues"
    path.write_text("rect 2 2\n#ffffff #000000\n1a\n1a\n1a\nx\n")
    result = run("count", path)
    assert result.code == 3
    assert result.out == ""
    assert result.err.startswith(f"{path}:6:1: ")
    assert run("count", "-", "-").code == 2
    assert run("count").code == 2
