"""`nonosat mend`, and `nonosat make --until`: files, reports, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import refused

import nonosat

HEAD = "#ffffff #000000\n"
TWO = f"rect 2 2\n{HEAD}1a\n1a\n1a\n1a\n"
NONE = f"rect 3 3\n{HEAD}1a 1a\n\n1a 1a\n1a\n2a\n1a\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("two.clues").write_text(TWO)
    Path("none.clues").write_text(NONE)
    Path("unknown.clues").write_text("rect 1 2\n#ffffff #000000 #ff0000\n2?\n1?\n1?\n\n")
    Path("goal.clues").write_text(TWO + "goal -a\ngoal a-\n")
    Path("other.txt").write_text("-a\na-\n")
    Path("wrong.txt").write_text("aa\n--\n")
    Path("large.txt").write_text("a--\n-a-\n")
    return tmp_path


def outcome(run, *arguments: str, stdin: str = "") -> tuple[int, str, str]:
    """Exit code, standard output and standard error."""
    ran = run(*arguments, stdin=stdin)
    return ran.code, ran.out, ran.err


def is_unique(path: str) -> bool:
    return nonosat.solve(nonosat.load(path), unique=True).unique is True


@pytest.mark.parametrize("by", ["givens", "cells"])
def test_a_mended_file(run, by: str) -> None:
    code, out, errors = outcome(run, "mend", "two.clues", "-o", "out.clues", "--by", by)
    assert (code, errors) == (0, "")
    assert "1 given cell" in out or "1 changed cell" in out
    assert is_unique("out.clues")


def test_the_puzzle_on_standard_output(run) -> None:
    code, out, errors = outcome(run, "mend", "-", "--goal", "other.txt", stdin=TWO)
    assert code == 0
    puzzle = nonosat.loads(out)
    assert nonosat.solve(puzzle, unique=True).unique
    assert len(puzzle.givens) == 1
    assert errors.startswith("stdin: ")
    assert "row 1, cell 1" in errors


def test_the_goal_of_the_file_is_kept(run) -> None:
    assert run("mend", "goal.clues", "-o", "out.clues").code == 0
    sheet = nonosat.load_sheet("out.clues")
    assert sheet.goal is not None
    assert sheet.goal.cells == (0, 1, 1, 0)
    assert nonosat.solve(sheet.puzzle).picture == sheet.goal
    assert run("mend", "goal.clues", "-o", "out.clues", "--by", "cells").code == 0
    sheet = nonosat.load_sheet("out.clues")
    assert nonosat.solve(sheet.puzzle).picture == sheet.goal


def test_known_colors(run) -> None:
    assert run("mend", "unknown.clues", "-o", "out.clues", "--by", "colors").code == 0
    assert is_unique("out.clues")


def test_json_and_drawing(run) -> None:
    code, out, _ = outcome(run, "mend", "two.clues", "-o", "out.clues", "--json", "--svg", "out.svg", "--any")
    assert code == 0
    record = json.loads(out)
    assert (record["name"], record["changes"], record["at_least"], record["fewest"]) == ("two", 1, 1, True)
    assert record["goals"] == 2
    assert "1 cell outlined" in Path("out.svg").read_text()
    code, out, errors = outcome(run, "mend", "none.clues", "-o", "out.clues", "--json")
    assert code == 1
    assert "no solution" in json.loads(out)["error"]
    assert errors.startswith("none: no solution")


def test_a_drawing_on_standard_output(run) -> None:
    code, out, errors = outcome(run, "mend", "two.clues", "-o", "out.clues", "--svg", "-", "--by", "cells")
    assert code == 0
    assert out.rstrip().endswith("</svg>")
    assert "1 changed cell" in errors
    assert run("mend", "two.clues", "-o", "out.clues", "--svg", "x.svg", "--by", "cells").code == 0
    assert Path("x.svg").read_text() == out


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        ("none.clues", 1, "none: "),
        ("none.clues --by cells", 1, "none: "),
        ("two.clues --by colors", 1, "two: "),
        ("two.clues --goal wrong.txt", 3, "wrong.txt: "),
        ("two.clues --goal large.txt", 3, "large.txt:1:4: "),
        ("missing.clues", 3, "missing.clues: "),
        ("two.clues -o wrong.txt/out.clues", 3, "wrong.txt: "),
    ],
)
def test_errors_are_one_line(run, arguments: str, code: int, message: str) -> None:
    found, out, errors = outcome(run, "mend", *arguments.split())
    assert (found, out, errors.count("\n")) == (code, "", 1)
    assert errors.startswith(message)


@pytest.mark.parametrize(
    "arguments",
    [
        "two.clues --timeout 0",
        "two.clues --any --by cells",
        "two.clues --any --goal other.txt",
        "two.clues --json",
        "two.clues --svg -",
        "two.clues -o out.clues --svg out.gif",
        "two.clues -o out.px",
        "two.clues -o out.pzl",
        "two.clues -o out.nothing",
        "two.clues --by magic",
        "two.clues --until never",
        "- --goal -",
    ],
)
def test_usage_errors(run, arguments: str) -> None:
    done = run("mend", *arguments.split())
    assert (done.code, done.out) == (2, "")
    assert not list(Path().glob("out.*"))


def test_a_format_without_givens_takes_changed_cells(run) -> None:
    assert run("mend", "two.clues", "-o", "out.px", "--by", "cells").code == 0
    assert is_unique("out.px")


def test_a_short_time_limit_writes_what_works(run) -> None:
    code, out, _ = outcome(run, "mend", "two.clues", "-o", "out.clues", "--timeout", "0.000001")
    assert code in (0, 5)
    if Path("out.clues").exists():
        assert is_unique("out.clues")
    else:
        assert (code, out) == (5, "")


@pytest.mark.parametrize("until", [pytest.param("unique", marks=pytest.mark.slow), "lines"])
def test_make_until(run, until: str) -> None:
    code, out, errors = outcome(run, "make", "other.txt", "out.clues", "--until", until, "--svg", "out.svg", "--goal")
    assert (code, errors) == (0, "")
    assert "1 changed cell" in out
    sheet = nonosat.load_sheet("out.clues")
    assert nonosat.solve(sheet.puzzle, unique=True).unique
    assert nonosat.solve(sheet.puzzle).picture == sheet.goal
    assert "outlined" in Path("out.svg").read_text()


def test_make_until_as_json(run) -> None:
    code, out, _ = outcome(run, "make", "other.txt", "out.clues", "--until", "unique", "--json")
    record = json.loads(out)
    assert (code, record["unique"], record["fitting"]["changes"]) == (0, True, 1)
    assert run("make", "other.txt", "out.clues", "--before", "x.svg").code == 2
    assert run("make", "other.txt", "--until", "unique", "--svg", "-").code == 2


@pytest.mark.parametrize("command", ["count two.clues", "diagnose two.clues", "mend two.clues", "make other.txt"])
def test_time_limits_that_are_none(run, command: str) -> None:
    code, out, errors = outcome(run, *command.split(), "--timeout", "nan")
    assert (code, out) == (2, "")
    assert "--timeout" in errors


@pytest.mark.parametrize("command", ["count", "mend --by givens", "mend --by cells", "mend --by colors", "mend --any"])
def test_totals_that_disagree(run, command: str) -> None:
    Path("totals.clues").write_text(f"rect 2 2\n{HEAD}1a\n1a\n1a\n2a\n")
    refused(run(*command.split(), "totals.clues"), "totals.clues", "columns", "'a'", "`nonosat diagnose`")
