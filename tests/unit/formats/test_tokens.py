"""Each word of a file is used, or is what its format says to ignore, or is refused with its position."""

from __future__ import annotations

import re

import pytest
from conftest import refused, write
from format_samples import SAMPLES, format_of

import nonosat
from nonosat.core.errors import InputError
from nonosat.formats import FORMATS, Sheet
from nonosat.model.puzzle import ColoredCell

#: What formats ignore, or show to people alone, as patterns of the beginning of a line in a sample.
IGNORED = {
    "columns": r".*:|$",  # names say which lists the clues are
    "lists": r".*[=:]|$",
    "asp": r".*%",
    "dzn": r".*%",
    "gno": r"\[(Desc|Lic|Lock|Work)|A title|Jo Doe|MIT|2010|4$|true|0 0|$",
    "non": "nonsense",
    "olsak": r"[^0-9]|1 2 3|$",
    "picross": r"#| ?GRID",
    "puzzlink": "#",
    "pynogram": r".*[#;]|\[solution\]|anything|$",
    "pzprv3": r"\. 1 2 # \.|$|.*/",
    "sections": "#",
    "tatham": "#",
}


def content(text: str, name: str) -> list[object]:
    return [sheet[:2] if isinstance(sheet, Sheet) else sheet for sheet in FORMATS[name].sheets(text)]


@pytest.mark.parametrize("sample", SAMPLES)
def test_a_number_more_is_never_dropped(sample: str) -> None:
    text, name = SAMPLES[sample][0], format_of(sample)
    before = content(text, name)
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if re.match(IGNORED.get(name, r"(?!)"), line):
            continue
        for more in (f"{line} 7", f"{line}\n7"):
            changed = "\n".join([*lines[:at], more, *lines[at + 1 :]])
            try:
                assert content(changed, name) != before, f"7 in line {at + 1} is dropped"
            except InputError:
                continue


NON = "width 2\nheight 2\nrows\n1\n1\ncolumns\n1\n1\n"
ONE = '<clues type="rows"><line><count>1</count></line></clues>'

#: A text, where its error is, and what is wrong.
REFUSED = {
    "surplus row": (".non", NON.replace("columns", "1\ncolumns"), "6:1", "clue"),
    "surplus column": (".non", NON + "5\n", "9:1", "clue"),
    "missing clues": (".non", NON.replace("rows\n1\n1", "rows\n2")[:-2], "5:1", "clue"),
    "blanks that do not fit": (".non", NON.replace("rows\n1\n1", "rows\n\n\n2"), "7:1", "clue"),
    "clue outside": (".non", "7\n" + NON, "1:1", "7"),
    "second puzzle": (".non", NON + NON, "9:1", "width"),
    "second title": (".non", "title A\ntitle B\n" + NON, "2:1", "title"),
    "second goal": (".non", NON + 'goal "1001"\ngoal "0110"\n', "10:1", "goal"),
    "second size": (".non", "columns 2\n" + NON, "2:1", "width"),
    "unknown colour": (".non", "color a #000\n" + NON.replace("1\n1\nc", "1a\n1b\nc"), "6:1", "b"),
    "number behind a block": (".non", NON.replace("1\n1\nc", "1 or 2\n1\nc"), "4:1", "1 or 2"),
    "second section": (
        ".gno",
        "[Dimensions]\n1\n1\n[Row clues]\n1\n[Column clues]\n1\n[Row clues]\n1\n",
        "8:1",
        "ROW",
    ),
    "second entry": (".dzn", "rows = [|1|];\nrows = [|1|];\ncols = [|1|];\n", "2:1", "rows"),
    "other range": (
        ".dzn",
        "rows = 1; row_rule_len = 1; row_rules = array2d(1..2, 1..1, [1]);\ncols = [|1|];\n",
        "1:41",
        "row_rules",
    ),
    "second constant": (".lp", "#const w = 1. #const w = 2. #const h = 1.", "1:22", "w"),
    "second colour": (".g", "#d\n a:a #111\n a:b #222\n: rows\n1a\n: columns\n1a\n", "3:2", "a"),
    "second key": (".json", '{"rows": [[1]],\n "columns": [[1]], "rows": [[0]]}', "2:20", "rows"),
    "second text": (".clues", "rect 1 1\n#fff000 #000000\n1a\n1a\ntitle A\ntitle B\n", "6:1", "title"),
    "second group": (".xml", f"<puzzleset><puzzle>{ONE}{ONE}</puzzle></puzzleset>", "1:76", "rows"),
    "text of a line": (
        ".xml",
        ONE.join(["<puzzleset><puzzle>", "</puzzle></puzzleset>"]).replace("<line>", "<line>3"),
        "1:39",
        "3",
    ),
    "text before": (".txt", "some words\n[clues]\nrows = 1\ncolumns = 1\n", "1:1", "some"),
    "number of puzzles": (".txt", "2\n1 1\n1 0\n1 0\n", "1:1", "2"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_refused(case: str, run, tmp_path) -> None:
    suffix, text, place, noun = REFUSED[case]
    path = write(tmp_path / f"p{suffix}", text)
    refused(run("info", path), f"{path}:{place}", noun)


@pytest.mark.parametrize(
    ("content", "givens"),
    [
        ("[1, -1, 0, 0]", {0: 1, 1: 0}),
        ("[[0, 0], [1, 0]]", {2: 1}),
        ("[0, 0, 0, 0]", {}),
    ],
)
def test_known_cells_of_json(content: str, givens: dict[int, int]) -> None:
    puzzle = nonosat.loads(f'{{"rows": [[1], [1]], "columns": [[1], [1]], "content": {content}}}')
    assert puzzle.givens == tuple(ColoredCell(cell, color) for cell, color in givens.items())
    assert FORMATS["json"].read(FORMATS["json"].write(puzzle)) == puzzle


@pytest.mark.parametrize(
    "wrong",
    [
        '"content": [1]',
        '"content": [1, 2, 0, 0]',
        '"content": [[1], [0]]',
        '"height": 5',
        '"width": 1',
        '"cols": [[2]]',
    ],
)
def test_content_that_contradicts_the_clues(wrong: str) -> None:
    key = wrong.split('"')[1]
    with pytest.raises(InputError, match=key):
        nonosat.loads(f'{{"rows": [[1], [1]], "columns": [[1], [1]], {wrong}}}')


BLANKS = {
    "between": "width 2\nheight 2\nrows\n\n1\n\n1\n\ncolumns\n\n1\n1\n",
    "as many as clues": "width 2\nheight 2\nrows\n\n1\n1\n\ncolumns\n\n1\n1\n\n\n",
    "other words for sizes": "rows 2\ncolumns 2\nrows\n1\n1\ncolumns\n1\n1",
    "words behind blocks": "width 2\nheight 2\nrows\n1 cell\n1, please\ncolumns\n1 *\n1\n".replace(
        ", please", " (please)"
    ),
}


@pytest.mark.parametrize("case", BLANKS)
def test_non_as_its_author_describes_it(case: str) -> None:
    puzzle = FORMATS["non"].read(BLANKS[case])
    assert puzzle == FORMATS["non"].read(NON)
    assert nonosat.solve(puzzle, unique=True).unique is False


def test_blank_lines_of_non_are_clues_where_nothing_else_fits() -> None:
    text = "width 2\nheight 3\nrows\n\n2\n\ncolumns\n1\n1\n"
    assert [clue and clue[0].length for clue in FORMATS["non"].read(text).clues[:3]] == [(), 2, ()]


def test_letters_of_non_without_colours() -> None:
    text = 'width 2\nheight 1\nrows\n1b,1d\ncolumns\n1b\n1d\ngoal "bd"\n'
    (sheet,) = FORMATS["non"].sheets(text)
    assert sheet.goal.cells == (1, 2)
    assert len(set(sheet.puzzle.palette.colors)) == 3
