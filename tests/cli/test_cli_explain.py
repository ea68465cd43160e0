"""`nonosat explain`: text, records, animations, exit codes."""

from __future__ import annotations

import json
import re
import xml.etree.ElementTree as ET
from itertools import groupby
from pathlib import Path

import pytest
from conftest import refused
from docs_pages import UPDATE
from explaining_puzzles import HARD, HEART, HIDDEN, NONE, TWO, nested
from places import ROOT

import nonosat
from nonosat.explaining.explain import Walkthrough, read_walkthrough
from nonosat.explaining.step import Rung, Step, apply_conclusions
from nonosat.model.verifier import check
from nonosat.publishing.animation_frames import walkthrough_frames

PUZZLES = ROOT / "puzzles"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"heart": HEART, "hard": HARD, "two": TWO, "none": NONE}.items():
        Path(f"{name}.clues").write_text(text)
    return tmp_path


def test_text(run) -> None:
    ran = run("explain", "heart.clues")
    assert (ran.code, ran.err) == (0, "")
    assert [line.partition(". ")[0] for line in ran.out.splitlines()[:-1]] == list("123456")
    assert "6 steps" in ran.out.splitlines()[-1]


def test_pictures_in_colour_also_where_there_is_no_terminal(run) -> None:
    assert "\x1b[" not in run("explain", "--pictures", "heart.clues").out
    assert "\x1b[" in run("explain", "--pictures", "--color", "heart.clues").out


def test_suppositions(run) -> None:
    ran = run("explain", "hard.clues")
    assert ran.code == 0
    lines = ran.out.splitlines()
    chains = [len(list(group)) for inner, group in groupby(line.startswith("      ") for line in lines) if inner]
    record = json.loads(run("explain", "hard.clues", "--json").out)
    assert max(chains) == record["longest_chain"] > 1
    assert (record["depth"], len(chains)) == (1, record["rungs"]["supposition"])


def test_hidden_numbers(run) -> None:
    Path("hidden.clues").write_text(HIDDEN)
    ran = run("explain", "hidden.clues")
    assert (ran.code, ran.err) == (0, "")
    assert " of 0" not in ran.out
    record = run("explain", "hidden.clues", "--json").out
    assert read_walkthrough(record).walkthrough == nonosat.explain(nonosat.load("hidden.clues"))


def test_steps_are_numbered(run) -> None:
    out = run("explain", "hard.clues").out
    numbers = [int(number) for number in re.findall(r"^ ?(\d+)\. ", out, re.MULTILINE)]
    assert numbers == list(range(1, len(numbers) + 1))
    assert f"in {len(numbers)} steps" in out


def test_pictures(run) -> None:
    out = run("explain", "heart.clues", "--pictures").out
    assert "\n.....\naaaaa\naaaaa\n.....\n.....\n\n2. " in out
    assert "-a-a-\naaaaa\naaaaa\n-aaa-\n--a--\n\nheart: " in out


def test_pictures_in_letters_say_which_colour_each_is(run) -> None:
    out = run("explain", str(PUZZLES / "hex-tick.clues"), "--pictures").out
    assert [letters in out.split("\n")[0] for letters in ("a green", "b dark green", "c light green")] == [True] * 3


def test_several_solutions(run) -> None:
    ran = run("explain", "two.clues")
    assert (ran.code, ran.out.count("\n")) == (1, 1)
    assert "4 cells" in ran.out


def test_no_solution(run) -> None:
    ran = run("explain", "none.clues")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("none: ")
    assert ran.err.count("\n") == 1
    assert "no solution" in ran.err
    record = json.loads(run("explain", "none.clues", "--json").out)
    assert (record["outcome"], record["exit"]) == ("no", 1)
    assert "no solution" in record["error"]


def test_a_time_limit_keeps_what_is_known(run, monkeypatch: pytest.MonkeyPatch) -> None:
    from nonosat.core.deadline import Deadline

    moments = iter([False] * 4 + [True] * 1000)
    monkeypatch.setattr(Deadline, "has_passed", property(lambda self: self.is_set and next(moments)))
    ran = run("explain", "hard.clues", "--timeout", "1000")
    assert ran.code == 5
    assert "hard: " in ran.out


def test_bad_input(run) -> None:
    Path("broken.clues").write_text("rect 1 1\n#ffffff #000000\n3a\n\n")
    refused(run("explain", "broken.clues"), "broken.clues:3:1")
    assert run("explain", "missing.clues").code == 3


@pytest.mark.parametrize(
    "arguments",
    [
        ("-o", "steps.png"),
        ("-o", "steps"),
        ("-o", "steps.txt", "--pictures"),
        ("--json", "--pictures"),
    ],
)
def test_usage(run, arguments: tuple[str, ...]) -> None:
    ran = run("explain", "heart.clues", *arguments)
    assert ran.code == 2
    assert sorted(path.name for path in Path().iterdir()) == ["hard.clues", "heart.clues", "none.clues", "two.clues"]


def test_quiet(run) -> None:
    ran = run("explain", "heart.clues", "-q")
    assert (ran.code, ran.out, ran.err) == (0, "", "")


def test_standard_input(run) -> None:
    assert run("explain", "-", stdin=HEART).out.splitlines()[-1].startswith("stdin: ")


# Files


def test_text_in_a_file(run) -> None:
    ran = run("explain", "heart.clues", "-o", "steps.txt")
    assert ran.out.count("\n") == 1
    assert Path("steps.txt").read_text() == run("explain", "heart.clues").out


def test_a_record_in_a_file_is_reproducible(run) -> None:
    run("explain", "hard.clues", "-o", "one.json")
    run("explain", "hard.clues", "-o", "other.json")
    assert Path("one.json").read_bytes() == Path("other.json").read_bytes()
    record = json.loads(Path("one.json").read_text())
    assert "seconds" not in record
    printed = json.loads(run("explain", "hard.clues", "--json").out)
    assert printed.pop("seconds") >= 0
    assert printed.pop("file") == "hard.clues"
    assert printed == {**record, "outcome": "yes", "error": None}


def test_an_animation_in_a_file(run) -> None:
    ran = run("explain", "hard.clues", "-o", "steps.svg")
    assert ran.code == 0
    text = Path("steps.svg").read_text()
    ET.fromstring(text)
    n_steps = int(re.search(r"in (\d+) steps", ran.out)[1])  # type: ignore[index]
    assert len(re.findall(r">Step \d+ of \d+<", text)) == n_steps
    assert "<script" not in text


def test_a_page_with_the_steps_as_hints(run) -> None:
    assert run("explain", "hard.clues", "-o", "steps.html").code == 0
    assert run("explain", "hard.clues", "-o", "steps.json").code == 0
    assert run("page", "hard.clues", "--steps", "steps.json", "-o", "page.html").code == 0
    assert Path("steps.html").read_text() == Path("page.html").read_text()


@pytest.mark.parametrize("puzzle", ["puzzles/hex-tick", "docs/examples/supposition"])
def test_the_animations_of_the_documentation(run, puzzle: str) -> None:
    root = PUZZLES.parent
    drawing = root / "docs" / "examples" / f"{Path(puzzle).name}.svg"
    assert run("explain", str(root / f"{puzzle}.clues"), "-o", "steps.svg").code == 0
    if UPDATE:
        drawing.write_text(Path("steps.svg").read_text())
        page = root / "docs" / "explaining.md"
        prefix = re.search(r'id="(\w+)-s0"', drawing.read_text())[1]  # type: ignore[index]
        page.write_text(re.sub(rf"({drawing.name}#)\w+-", rf"\g<1>{prefix}-", page.read_text()))
    assert drawing.read_text() == Path("steps.svg").read_text()


# Records


@pytest.mark.parametrize("name", ["hex-tick", "heart", pytest.param("two-moons", marks=pytest.mark.slow), "sailboat"])
def test_a_record_can_be_read_back(name: str) -> None:
    walkthrough = nonosat.explain(nonosat.load(PUZZLES / f"{name}.clues"))
    record = walkthrough.record()
    read = read_walkthrough(json.dumps(record))
    assert read.walkthrough == walkthrough
    assert [text.split("\n") for text in read.texts] == [step["text"] for step in record["steps"]]  # type: ignore[attr-defined]


def test_a_record_of_a_nested_supposition_can_be_read_back() -> None:
    puzzle, step = nested()
    found = Step(rung=Rung.LINE_SET, lines=(0, 1, 4), conclusions=step.inner[0].conclusions)
    walkthrough = Walkthrough(puzzle=puzzle, start=((0, 1),) * 9, steps=(step, found), picture=None, n_open=7)
    record = json.loads(json.dumps(walkthrough.record()))
    assert read_walkthrough(json.dumps(record)).walkthrough == walkthrough
    assert record["steps"][0]["inner"][0]["supposed"] == {"cell": [2, 2], "color": "a"}
    assert (record["depth"], record["longest_chain"], walkthrough.outcome) == (2, 4, 5)


def test_a_record_can_be_checked_by_itself(run) -> None:
    """Only with what stands in it: the steps lead from the start to the picture, which is a solution."""
    record = json.loads(run("explain", "hard.clues", "--json").out)
    puzzle = nonosat.loads(record["puzzle"])
    names = ["-", "a"]
    known = {(row, place): {"-", "a"} for row in range(1, 7) for place in range(1, 7)}
    for step in record["steps"]:
        for each in step["conclusions"]:
            assert known[tuple(each["cell"])] == set(each["before"])
            assert set(each["after"]) < set(each["before"])
            known[tuple(each["cell"])] = set(each["after"])
        assert step["text"]
    rows = ["".join(*map(sorted, [known[row, place]])) for row in range(1, 7) for place in range(1, 7)]
    picture = nonosat.Picture(puzzle.grid, tuple(names.index(name) for name in rows))
    assert check(puzzle, picture) == []
    assert record["picture"] == ["".join(rows[at : at + 6]) for at in range(0, 36, 6)]
    assert record["rungs"]["line"] + record["rungs"]["supposition"] == len(record["steps"])


def test_a_record_with_givens_starts_from_them() -> None:
    puzzle = nonosat.loads(TWO + "given 1 2 -\n")
    walkthrough = nonosat.explain(puzzle)
    record = walkthrough.record()
    assert record["start"] == [{"cell": [1, 2], "colors": ["-"]}]
    assert read_walkthrough(json.dumps(record)).walkthrough == walkthrough


# Frames


def test_frames() -> None:
    walkthrough = nonosat.explain(nonosat.loads(HARD + "given 1 1 a\n"))
    frames = walkthrough_frames(walkthrough)
    assert len(frames) == len(walkthrough.steps) + 2
    assert [each.cell for each in frames[0].shown] == [0]
    for step, frame in zip(walkthrough.steps, frames[1:-1], strict=True):
        assert frame.lines == step.lines
        assert [(each.cell, each.colors) for each in frame.shown] == [(n.cell, n.after) for n in step.conclusions]
        if step.supposed is not None:
            assert frame.supposed[0][:2] == step.supposed
            assert frame.broken == step.contradiction
            labels = {each.label for each in frame.supposed[1:]}
            assert labels <= {str(number) for number in range(1, len(step.deductions) + 1)}
    possible = list(walkthrough.start)
    for step in walkthrough.steps:
        apply_conclusions(possible, step.conclusions)
    assert all(len(colors) == 1 for colors in possible)


def test_each_supposition_in_a_supposition_has_a_frame() -> None:
    puzzle, step = nested()
    walkthrough = Walkthrough(puzzle=puzzle, start=((0, 1),) * 9, steps=(step,), picture=None, n_open=8)
    _, first, second, _ = walkthrough_frames(walkthrough)
    for line, cell in zip(first.caption, ("row 1, column 1", "row 2, column 2"), strict=False):
        assert cell in line.text
    assert second.caption[0] == first.caption[0]
    assert [(each.cell, each.color, each.label) for each in first.supposed] == [(0, 0, "?"), (4, 1, "?"), (3, 0, "1")]
    # What the inner supposition supposes is gone; what its contradiction proves is left.
    assert [(each.cell, each.color) for each in second.supposed] == [(0, 0), (4, 0), (3, 1)]
    assert (first.broken, second.broken) == (4, 0)
    assert (first.shown, [each.cell for each in second.shown]) == ((), [0])
