"""`nonosat hint`: levels, wrong cells, the formats of partial pictures, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from conftest import refused
from explaining_puzzles import HARD, HEART, NONE, TWO, nested

import nonosat
from nonosat.authoring.puzzle_picture import picture_cells
from nonosat.core.errors import InputError, PuzzleError
from nonosat.explaining.step import Rung, Step
from nonosat.formats.picture_text import picture_rows

PICTURE = "-a-a-\naaaaa\naaaaa\n-aaa-\n--a--\n"
SAVED = """<puzzleset><puzzle type="grid" defaultcolor="black">
<solution type="goal"><image>|.|</image></solution>
<solution type="saved"><image>
|?????|
|XXXXX|
|?????|
|.?X?.|
|?????|
</image></solution></puzzle></puzzleset>
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    for name, text in {"heart": HEART, "hard": HARD, "two": TWO, "none": NONE}.items():
        Path(f"{name}.clues").write_text(text)
    return tmp_path


def hint(run, partial: str | None, *arguments: str, puzzle: str = "heart.clues") -> tuple[int, str]:
    """Exit code and output."""
    if partial is None:
        ran = run("hint", puzzle, *arguments)
    else:
        Path("partial.txt").write_text(partial)
        ran = run("hint", puzzle, "partial.txt", *arguments)
    return ran.code, ran.out


# Steps


def test_levels(run) -> None:
    """Each says more: the line, the blocks, the cells, and what they are."""
    outs = [hint(run, "-???-\naaaaa\naaaaa\n-???-\n-???-\n", "--level", level) for level in "1234"]
    assert [(code, "row 4" in out.lower()) for code, out in outs] == [(0, True)] * 4
    assert ["clue" in out for _, out in outs] == [False, True, False, True]
    assert ["columns 2 to 4" in out for _, out in outs] == [False, False, True, True]


def test_a_block_is_named_from_the_second_level_on(run) -> None:
    partial = "-???-\naaaaa\naaaaa\n-aaa-\n-???-\n"
    outs = [hint(run, partial, "--level", level)[1] for level in "12"]
    assert ["block" in out for out in outs] == [False, True]


@pytest.mark.parametrize("level", ["1", "2", "3", "4"])
def test_levels_of_a_supposition(run, level: str) -> None:
    walkthrough = nonosat.explain(nonosat.loads(HARD))
    number = next(at for at, step in enumerate(walkthrough.steps) if step.supposed is not None)
    known: list[int | None] = [None] * 36
    for step in walkthrough.steps[:number]:
        for each in step.conclusions:
            known[each.cell] = each.color
    rows = ["".join("?" if color is None else "-a"[color] for color in known[at : at + 6]) for at in range(0, 36, 6)]
    code, out = hint(run, "\n".join(rows), "--level", level, puzzle="hard.clues")
    assert code == 0
    assert "row " in out
    assert (" filled" in out or " empty" in out) == (level != "1")
    assert (out.count("\n") > 1) == (level == "4")


def test_without_a_partial_picture(run) -> None:
    code, out = hint(run, None)
    assert (code, "rows 2 and 3" in out) == (0, True)


def test_the_hints_lead_to_the_solution() -> None:
    """Whoever follows them, one after the other, is never told that something is wrong."""
    puzzle = nonosat.loads(HARD)
    known: list[int | None] = [None] * 36
    for _ in range(40):
        found = nonosat.hint(puzzle, known)
        assert not found.wrong
        if found.is_finished:
            break
        assert found.step is not None
        for each in found.step.conclusions:
            known[each.cell] = each.color
    assert found.is_finished


def test_finished(run) -> None:
    for picture in (PICTURE, PICTURE.replace("-", "?")):
        code, out = hint(run, picture, "--json")
        assert (code, json.loads(out)["status"]) == (0, "finished")


@pytest.mark.parametrize(
    ("level", "nouns"), [(1, ["column 2"]), (2, ["column 2", "1 cell"]), (3, ["column 2", "row 2, column 2"])]
)
def test_levels_of_several_lines_together(level: int, nouns: list[str]) -> None:
    puzzle, nested_step = nested()
    step = Step(rung=Rung.LINE_SET, lines=(0, 1, 4), conclusions=nested_step.inner[0].conclusions)
    found = nonosat.Hint(puzzle=puzzle, known=(None,) * 9, step=step)
    assert "rows 1 and 2" in found.sentence(level).lower()
    assert [noun for noun in nouns if noun not in found.sentence(level)] == []


def test_a_supposition_in_a_supposition() -> None:
    puzzle, step = nested()
    found = nonosat.Hint(puzzle=puzzle, known=(None,) * 9, step=step)
    assert "row 1, column 1" in found.sentence(3)
    assert len(found.sentence(4).split("\n")) == 8


# Wrong cells


@pytest.mark.parametrize(
    ("level", "nouns"),
    [
        ("1", []),
        ("2", ["column 1"]),
        ("3", ["column 1", "rows 1 and 3"]),
        ("4", ["row 1, column 1", "row 3, column 1"]),
    ],
)
def test_wrong_cells_come_first(run, level: str, nouns: list[str]) -> None:
    code, out = hint(run, "a????\n?????\n-????\n?????\n?????\n", "--level", level)
    assert code == 1
    assert [noun for noun in ["2 cells", *nouns] if noun not in out] == []
    assert ("row" in out, "column" in out) == (level in "34", level != "1")


def test_cells_that_cannot_be_right_together(run) -> None:
    partial = "a?\na?\n"
    code, out = hint(run, partial, puzzle="two.clues")
    assert (code, "2 cells" in out) == (1, True)
    code, out = hint(run, partial, "--level", "4", puzzle="two.clues")
    assert code == 1
    assert "row" in out
    assert "column 1" in out


def test_several_solutions(run) -> None:
    code, out = hint(run, None, puzzle="two.clues")
    assert (code, "several solutions" in out) == (1, True)
    # With one cell the others follow.
    code, out = hint(run, "a?\n??\n", "--level", "4", puzzle="two.clues")
    assert code == 0
    assert "empty" in out


def test_no_solution(run) -> None:
    ran = run("hint", "none.clues")
    assert (ran.code, ran.out) == (1, "")
    assert ran.err.startswith("none: ")
    assert "no solution" in ran.err


# Records


def test_records_say_no_more_than_their_level(run) -> None:
    partial = "-???-\naaaaa\naaaaa\n-???-\n-???-\n"
    records = [json.loads(hint(run, partial, "--json", "--level", level)[1]) for level in "1234"]
    assert [record["cells"] is not None for record in records] == [False, False, True, True]
    assert [record["step"] is not None for record in records] == [False, False, False, True]
    assert all(record["status"] == "step" and record["lines"] == ["r4"] for record in records)
    assert records[2]["cells"] == [[4, 2], [4, 3], [4, 4]]
    assert records[3]["step"]["rung"] == "line"


def test_records_of_wrong_cells(run) -> None:
    partial = "a????\n?????\n?????\n?????\n?????\n"
    records = [json.loads(hint(run, partial, "--json", "--level", level)[1]) for level in "13"]
    assert [(record["status"], record["n_wrong"], record["exit"]) for record in records] == [("wrong", 1, 1)] * 2
    assert [record["wrong"] for record in records] == [None, [[1, 1]]]


# Formats of partial pictures


def cells(text: str) -> str:
    """What a partial picture says, as one letter a cell."""
    return "".join(
        "?" if color is None else "-a"[color]
        for color in picture_cells(text.encode(), nonosat.loads(HEART), "p", open_dots=True)
    )


ROWS = ["?????", "aaaaa", "?????", "-?a?-", "?????"]
OPEN = "".join(ROWS)


@pytest.mark.parametrize(
    "text",
    [
        "\n".join(ROWS),
        "\n".join(ROWS).replace("?", "."),
        "\n".join(" ".join(row) for row in ROWS) + "\n\n",
        json.dumps(ROWS),
        json.dumps({"name": "heart", "picture": ROWS}),
        SAVED,
        "\n".join("".join({"?": "??", "a": "\u2588" * 2, "-": "\u00b7" * 2}[cell] for cell in row) for row in ROWS),
        "\n".join(ROWS).replace("-", "."),  # with a ? and without a -, a dot is background
    ],
    ids=["letters", "dots", "blanks", "list", "record", "webpbn", "shapes", "dots for background"],
)
def test_formats(text: str) -> None:
    assert cells(text) == OPEN


def test_records_of_explanations_are_pictures(run) -> None:
    assert run("explain", "heart.clues", "-o", "steps.json").code == 0
    assert json.loads(run("hint", "heart.clues", "steps.json", "--json").out)["status"] == "finished"


def test_a_saved_grid_in_the_file_of_the_puzzle(run) -> None:
    text = nonosat.find_format("webpbn").write(nonosat.loads(HEART))
    saved = '<solution type="saved"><image>|a????|?????|?????|?????|?????|</image></solution>'
    Path("saved.xml").write_text(text.replace("</puzzle>", f"{saved}</puzzle>"))
    ran = run("hint", "saved.xml", "saved.xml", "--level", "3", "--json")
    assert (ran.code, json.loads(ran.out)["wrong"]) == (1, [[1, 1]])


@pytest.mark.parametrize(
    ("text", "place", "noun"),
    [
        ("?????\n?????\n", "p", "2 rows"),
        ("?????\n?????\n????\n?????\n?????\n", "p:3:5", "4 cells"),
        ("?????\n?????\n??????\n?????\n?????\n", "p:3:7", "6 cells"),
        ("?????\n?????\n??b??\n?????\n?????\n", "p:3:3", "'b'"),
        ("[1, 2", "p:1:6", "JSON"),
        ('["?????"]', "p: picture", "1 row"),
        (json.dumps([*ROWS[:4], "??x??"]), "p: picture[4]", "'x'"),
        (json.dumps([*ROWS[:4], "??"]), "p: picture[4]", "2 cells"),
        ('{"rows": [[1]]}', "p", '"picture"'),
        (SAVED.replace("|?????|", "|???|", 1), "p:3:24", "3 x 5"),
        (SAVED.replace("saved", "old"), "p", '<solution type="saved">'),
        ("<puzzle>", "p:1:9", "XML"),
    ],
)
def test_bad_partial_pictures(run, text: str, place: str, noun: str) -> None:
    Path("p").write_text(text)
    refused(run("hint", "heart.clues", "p"), place, noun)


def test_standard_input(run) -> None:
    assert json.loads(run("hint", "heart.clues", "-", "--json", stdin=PICTURE).out)["status"] == "finished"
    assert run("hint", "-", "-", stdin=PICTURE).code == 2


@pytest.mark.parametrize("level", ["0", "5", "all"])
def test_levels_that_do_not_exist(run, level: str) -> None:
    assert run("hint", "heart.clues", "--level", level).code == 2


def test_saved_colours_must_be_those_of_the_puzzle() -> None:
    puzzle = nonosat.loads("rect 1 2\n#ffffff #ff0000 #00ff00\n1a 1b\n1a\n1b\n")
    head = '<puzzle><color name="red" char="r">f00</color><color name="blue" char="b">00f</color>'
    image = '<solution type="saved"><image>|{}?|</image></solution></puzzle>'
    assert picture_cells((head + image.format("r")).encode(), puzzle, "p") == (1, None)
    with pytest.raises(InputError, match="#0000ff"):
        picture_cells((head + image.format("b")).encode(), puzzle, "p")


# Library


def test_known_cells_of_the_library() -> None:
    puzzle = nonosat.loads(HEART)
    picture = nonosat.solve(puzzle).picture
    assert picture is not None
    assert nonosat.hint(puzzle, picture.cells).is_finished
    with pytest.raises(PuzzleError, match="24"):
        nonosat.hint(puzzle, picture.cells[1:])
    with pytest.raises(PuzzleError, match="row 1, cell 1"):
        nonosat.hint(puzzle, (2, *picture.cells[1:]))


def test_givens_are_known() -> None:
    puzzle = nonosat.loads(TWO + "given 1 2 -\n")
    found = nonosat.hint(puzzle)
    assert found.known == (None, 0, None, None)
    assert found.step is not None
    assert "\n".join(picture_rows(puzzle, nonosat.solve(puzzle).picture)) == "a-\n-a"  # type: ignore[arg-type]
    # What contradicts a given is wrong.
    assert nonosat.hint(puzzle, (None, 1, None, None)).wrong == (1,)
