"""The goal in a file: what `solve` and `check` say of it, with and without other solutions."""

from __future__ import annotations

import json

import pytest
import snapshot
from conftest import RECT, RECT_PICTURE, TWO, refused, write

from nonosat.formats import FORMATS
from nonosat.solving.result import Result, with_goal
from nonosat.solving.solve import solve

RIGHT = "".join(f"goal {row}\n" for row in RECT_PICTURE.split("\n"))
WRONG = RIGHT.replace("b-b-a", "b-b-b")


def test_found(run, tmp_path):
    path = write(tmp_path / "p.clues", RECT + RIGHT)
    snapshot.compare("cli/solve", "the goal of a file", run("solve", path).out)
    assert json.loads(run("solve", "--json", path).out)["goal"] == "found"
    assert json.loads(run("solve", "--json", write(tmp_path / "q.clues", RECT)).out)["goal"] is None


def test_wrong(run, tmp_path):
    path = write(tmp_path / "p.clues", RECT + WRONG)
    result = run("solve", "-u", path)
    assert (result.code, result.err) == (0, "")
    snapshot.compare("cli/solve", "a goal that is no solution", result.out)
    assert json.loads(run("solve", "-u", "--json", path).out)["goal"] == "wrong"


@pytest.mark.parametrize("goal", ["a- -a", "-a a-"])
def test_second_solution(run, tmp_path, goal):
    """Whichever is found first, one of the two pictures that are shown is not the goal."""
    path = write(tmp_path / "p.clues", TWO + "".join(f"goal {row}\n" for row in goal.split()))
    result = run("solve", "-u", "--letters", path)
    assert result.code == 1
    assert {result.out[:6], result.out[-6:]} == {"a-\n-a\n", "-a\na-\n"}
    kind = "found" if result.out[:6].split() == goal.split() else "other"
    snapshot.compare("cli/solve", f"two solutions, goal {kind}", result.out[6:-6])
    # Who does not ask does not get the exit code of an ambiguous puzzle.
    assert run("solve", path).code == 0


def test_goal_takes_the_place_of_a_search_that_gave_up():
    (sheet,) = FORMATS["clues"].sheets(TWO + "goal a-\ngoal -a\n")
    found = solve(sheet.puzzle, unique=True)
    other = found.second if found.picture == sheet.goal else found.picture
    result = with_goal(Result(sheet.puzzle, other, gave_up=True), sheet.goal, unique=True)
    assert (result.picture, result.second, result.unique, result.gave_up) == (other, sheet.goal, False, False)
    assert with_goal(Result(sheet.puzzle, None), sheet.goal) == Result(sheet.puzzle, None)


def test_check_goal(run, tmp_path):
    path = write(tmp_path / "p.clues", RECT + RIGHT)
    assert run("check", path).code == 0
    path = write(tmp_path / "q.clues", RECT + WRONG)
    assert run("check", path).code == 1
    path = write(tmp_path / "r.clues", RECT)
    refused(run("check", path), path, "goal")


def test_check_goals_of_several(run, tmp_path):
    puzzle = 'width 2\nheight 1\nrows\n1\ncolumns\n1\n0\ngoal "{}"\n'
    path = write(tmp_path / "p.non", puzzle.format("10") + "====\n" + puzzle.format("01"))
    result = run("check", path, "--json")
    assert result.code == 1
    records = [json.loads(line) for line in result.out.split("\n")[:-1]]
    assert [(record["name"], record["correct"]) for record in records] == [("p-1", True), ("p-2", False)]
    assert run("check", f"{path}#1", "-q").code == 0
