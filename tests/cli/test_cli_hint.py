"""`nonosat hint`: levels, wrong cells, the formats of partial pictures, exit codes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
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


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("1", "Look at row 4.\n"),
        ("2", "In row 4, look at the whole clue.\n"),
        ("3", "Row 4: look at columns 2 to 4.\n"),
        ("4", "Row 4: only 3 cells can be filled, as many as the clue needs, so columns 2 to 4 are filled.\n"),
    ],
)
def test_levels(run, level: str, expected: str) -> None:
    partial = "-???-\naaaaa\naaaaa\n-???-\n-???-\n"
    assert hint(run, partial, "--level", level) == (0, expected)


def test_a_block_is_named_from_the_second_level_on(run) -> None:
    partial = "-???-\naaaaa\naaaaa\n-aaa-\n-???-\n"
    outs = [hint(run, partial, "--level", level)[1] for level in "123"]
    assert outs == ["Look at row 1.\n", "In row 1, look at the first block of 1.\n", "Row 1: look at columns 2 to 4.\n"]


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
    beginning = {"1": "No line helps by itself. Suppose something about row "}.get(level, "Suppose row ")
    assert out.startswith(beginning)
    assert (" is filled" in out or " is empty" in out) == (level != "1")
    assert ("Follow " in out) == (level == "3")
    assert ("\nSo row " in out) == (level == "4")


def test_without_a_partial_picture(run) -> None:
    assert hint(run, None) == (0, "Look at rows 2 and 3.\n")


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
    assert hint(run, PICTURE) == (0, "The picture is finished.\n")
    only_black = PICTURE.replace("-", "?")
    assert hint(run, only_black) == (0, "The picture is finished: all open cells are empty.\n")


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        (1, "Look at rows 1 and 2 and column 2 together."),
        (2, "Look at rows 1 and 2 and column 2 together: 1 cell can be decided."),
        (3, "Rows 1 and 2 and column 2 together: look at row 2, column 2."),
    ],
)
def test_levels_of_several_lines_together(level: int, expected: str) -> None:
    puzzle, nested_step = nested()
    step = Step(rung=Rung.LINE_SET, lines=(0, 1, 4), conclusions=nested_step.inner[0].conclusions)
    found = nonosat.Hint(puzzle=puzzle, known=(None,) * 9, step=step)
    assert found.sentence(level) == expected


def test_a_supposition_in_a_supposition() -> None:
    puzzle, step = nested()
    found = nonosat.Hint(puzzle=puzzle, known=(None,) * 9, step=step)
    expected = "Suppose row 1, column 1 is empty. It needs another supposition within it."
    assert found.sentence(3) == expected
    assert len(found.sentence(4).split("\n")) == 8


# Wrong cells


@pytest.mark.parametrize(
    ("level", "expected"),
    [
        ("1", "2 cells are wrong.\n"),
        ("2", "2 cells are wrong, in column 1.\n"),
        ("3", "2 cells are wrong: column 1, rows 1 and 3.\n"),
        ("4", "2 cells are wrong: row 1, column 1 is not filled; row 3, column 1 is not empty.\n"),
    ],
)
def test_wrong_cells_come_first(run, level: str, expected: str) -> None:
    partial = "a????\n?????\n-????\n?????\n?????\n"
    assert hint(run, partial, "--level", level) == (1, expected)


def test_cells_that_cannot_be_right_together(run) -> None:
    partial = "a?\na?\n"
    assert hint(run, partial, puzzle="two.clues") == (1, "2 cells cannot be right together.\n")
    code, out = hint(run, partial, "--level", "4", puzzle="two.clues")
    assert code == 1
    assert "row" in out
    assert "column 1" in out


def test_several_solutions(run) -> None:
    assert hint(run, None, puzzle="two.clues") == (
        1,
        "The puzzle has several solutions, and no more cells are the same in all of them.\n",
    )
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
    assert run("hint", "heart.clues", "steps.json").out == "The picture is finished.\n"


def test_a_saved_grid_in_the_file_of_the_puzzle(run) -> None:
    text = nonosat.find_format("webpbn").write(nonosat.loads(HEART))
    saved = '<solution type="saved"><image>|a????|?????|?????|?????|?????|</image></solution>'
    Path("saved.xml").write_text(text.replace("</puzzle>", f"{saved}</puzzle>"))
    ran = run("hint", "saved.xml", "saved.xml", "--level", "3")
    assert (ran.code, ran.out) == (1, "1 cell is wrong: row 1, column 1.\n")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("?????\n?????\n", "p:2 rows, expected 5"),
        ("?????\n?????\n????\n?????\n?????\n", "p:3:5: 4 cells, expected 5"),
        ("?????\n?????\n??????\n?????\n?????\n", "p:3:7: 6 cells, expected 5"),
        (
            "?????\n?????\n??b??\n?????\n?????\n",
            "p:3:3: colour 'b', expected a, - for background or ? for an open cell",
        ),
        ("[1, 2", "p:1:6: expecting ',' delimiter, expected JSON"),
        ('["?????"]', "p: picture: 1 row, expected 5"),
        (json.dumps([*ROWS[:4], "??x??"]), "p: picture[4]: character 3: colour 'x', expected a, - for background"),
        (json.dumps([*ROWS[:4], "??"]), "p: picture[4]: character 3: 2 cells, expected 5"),
        ('{"rows": [[1]]}', 'p: no "picture", expected a list of rows'),
        (SAVED.replace("|?????|", "|???|", 1), "p:3:24: an image of 3 x 5 cells, expected 5 x 5"),
        (SAVED.replace("saved", "old"), 'p: no <solution type="saved"> in a <puzzle>, expected one'),
        ("<puzzle>", "p:1:9: no element found, expected XML"),
    ],
)
def test_bad_partial_pictures(run, text: str, expected: str) -> None:
    Path("p").write_text(text)
    ran = run("hint", "heart.clues", "p")
    assert (ran.code, ran.out) == (3, "")
    assert ran.err.replace("p: 2 rows", "p:2 rows").startswith(expected)
    assert ran.err.count("\n") == 1


def test_standard_input(run) -> None:
    assert run("hint", "heart.clues", "-", stdin=PICTURE).out == "The picture is finished.\n"
    assert run("hint", "-", "-", stdin=PICTURE).code == 2


@pytest.mark.parametrize("level", ["0", "5", "all"])
def test_levels_that_do_not_exist(run, level: str) -> None:
    assert run("hint", "heart.clues", "--level", level).code == 2


def test_saved_colours_must_be_those_of_the_puzzle() -> None:
    puzzle = nonosat.loads("rect 1 2\n#ffffff #ff0000 #00ff00\n1a 1b\n1a\n1b\n")
    head = '<puzzle><color name="red" char="r">f00</color><color name="blue" char="b">00f</color>'
    image = '<solution type="saved"><image>|{}?|</image></solution></puzzle>'
    assert picture_cells((head + image.format("r")).encode(), puzzle, "p") == (1, None)
    with pytest.raises(InputError, match="colour #0000ff in a saved grid"):
        picture_cells((head + image.format("b")).encode(), puzzle, "p")


# Library


def test_known_cells_of_the_library() -> None:
    puzzle = nonosat.loads(HEART)
    picture = nonosat.solve(puzzle).picture
    assert picture is not None
    assert nonosat.hint(puzzle, picture.cells).is_finished
    with pytest.raises(PuzzleError, match="24 cells, expected 25"):
        nonosat.hint(puzzle, picture.cells[1:])
    with pytest.raises(PuzzleError, match="row 1, cell 1 has colour 2"):
        nonosat.hint(puzzle, (2, *picture.cells[1:]))


def test_givens_are_known() -> None:
    puzzle = nonosat.loads(TWO + "given 1 2 -\n")
    found = nonosat.hint(puzzle)
    assert found.known == (None, 0, None, None)
    assert found.step is not None
    assert "\n".join(picture_rows(puzzle, nonosat.solve(puzzle).picture)) == "a-\n-a"  # type: ignore[arg-type]
    # What contradicts a given is wrong.
    assert nonosat.hint(puzzle, (None, 1, None, None)).wrong == (1,)
