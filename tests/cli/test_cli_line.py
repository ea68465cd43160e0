"""`nonosat line`: what follows, what unit propagation misses, contradictions, and the forms of cells."""

from __future__ import annotations

import json

import pytest
from conftest import misused, refused


def test_what_follows_and_what_propagation_misses(run) -> None:
    order = json.loads(run("line", "2a 2b", "a?????", "--json").out)
    assert order["possible"] == [["a"], ["a"], *[["-", "b"]] * 4]
    assert (order["forced"], order["missed"]) == ([2, 3, 4, 5, 6], [3, 4])
    automaton = json.loads(run("line", "2a 2b", "a?????", "--json", "--encoding", "automaton").out)
    assert (automaton["forced"], automaton["missed"]) == ([2, 3, 4, 5, 6], [])
    assert automaton["reasons"] == order["reasons"] != []
    assert [clause["text"] for clause in order["used"]]


def test_text(run) -> None:
    done = run("line", "3 1", ".#...--")
    assert done.code == 0
    assert "?a???--" in done.out
    assert "aaa-a--" in done.out
    assert "order" in done.out


@pytest.mark.parametrize("cells", ["..#?...--.", "? ? # ? ? ? ? - - ?", "??a????--?"])
def test_a_contradiction(run, cells: str) -> None:
    done = run("line", "3 1 2", cells)
    assert done.code == 1
    assert "3 1 2" in done.out
    assert json.loads(run("line", "3 1 2", cells, "--json").out)["possible"] is None


def test_dots_are_background_where_cells_are_open_by_a_question_mark(run) -> None:
    assert json.loads(run("line", "1", "?..", "--json").out)["known"] == ["?", "-", "-"]
    assert json.loads(run("line", "1", "...", "--json").out)["known"] == ["?", "?", "?"]


def test_errors(run) -> None:
    refused(run("line", "2 x", "????"), "<clue>:1:3", "x")
    refused(run("line", "2 4", "????"), "<clue>:1:3", "7 cells")
    refused(run("line", "2", "??b?"), "<cells>:1:3", "b")
    assert run("line", "2", "").code == 3
    misused(run("line", "2", "??", "--encoding", "none"), "none")
    misused(run("line", "2"), "CELLS")
