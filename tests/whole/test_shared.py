"""Real puzzles of others, where they are at hand: the verdicts that independent solvers agreed on.

They are not part of this project. `NONOSAT_PUZZLES` names the folder that holds them with their `EXPECTED.tsv`.
"""

from __future__ import annotations

from itertools import islice

import pytest
from oracle import solves
from places import SHARED as FOLDER

from nonosat.core.errors import GaveUp, InputError
from nonosat.formats import load, load_sheet
from nonosat.solving.solve import solutions, solve

#: Seconds for a puzzle that should be solved, and for one that need not be.
ENOUGH, A_LITTLE = 120, 1

#: Puzzles whose verdict is known but takes longer than a test should; what is found of them must still be right.
#: Take out what has become fast.
MAY_GIVE_UP = {
    "hard/frans_faase.clues",
    "hard/knotty.clues",
    "hard/random2-050.clues",
    "hard/random2-080.clues",
    "hard/wedges-036.clues",
    "hard/wedges-040.clues",
}


def expected() -> dict[str, str]:
    """From the names of the puzzles to what is known of their solutions."""
    table = FOLDER / "EXPECTED.tsv"
    if not table.exists():
        return {}
    rows = [line.split("\t") for line in table.read_text().split("\n") if line and not line.startswith("#")]
    return dict(rows)


EXPECTED = expected()

pytestmark = pytest.mark.skipif(not EXPECTED, reason="the puzzles are not here")


def readable(name: str) -> object:
    """A puzzle as a parameter."""
    if name in MAY_GIVE_UP or name.startswith("large/"):
        return pytest.param(name, marks=pytest.mark.slow)
    return name


@pytest.mark.thinned(8)
@pytest.mark.parametrize("name", [readable(name) for name in EXPECTED])
def test_verdict(name: str) -> None:
    known = EXPECTED[name]
    must_answer = known != "unknown" and name not in MAY_GIVE_UP
    puzzle = load(FOLDER / name)
    try:
        result = solve(puzzle, unique=True, timeout=ENOUGH if must_answer else A_LITTLE)
    except GaveUp:
        assert not must_answer
        return
    assert result.picture is not None
    for picture in (result.picture, result.second):
        assert picture is None or solves(puzzle, picture.cells)
    assert result.picture != result.second
    if result.gave_up:
        assert not must_answer
    elif known != "unknown":
        assert result.unique is (known in ("unique", "1"))


@pytest.mark.parametrize("name", [name for name, known in EXPECTED.items() if known.isdigit()])
def test_number_of_solutions(name: str) -> None:
    count = int(EXPECTED[name])
    found = list(islice(solutions(load(FOLDER / name), timeout=ENOUGH), count + 1))
    assert len({picture.cells for picture in found}) == len(found) == count


#: Real files of other formats: whether the solution is unique, and the same puzzle as a clue file where there is one.
SAMPLES = {
    "asp_facts_04.lp": (True, None),
    "atrus.xml": (True, None),
    "blank_line_between_04.txt": (True, None),
    "brackets_plus.txt": (True, None),
    "cuni_examples_10x10.txt#2": (True, None),
    "data012.nin": (True, "easy/data012.clues"),
    "dom_06.dzn": (True, "hard/dom_06.clues"),
    "gnome.non": (True, None),
    "little_hauler.xml": (True, None),
    "look_sharp.xml": (True, None),
    "nonogram_simple.dzn": (True, None),
    "octopus.json": (True, None),
    "owl.mk": (True, None),
    "picross_grid_mario.txt": (True, None),
    "pynogram_apples.txt": (True, None),
    "pynogram_hello.txt": (True, None),
    "pynogram_smile.txt": (True, None),
    "pynogram_uk.txt": (True, None),
    "pynogram_w.txt": (True, None),
    "rose.g": (True, None),
    "tournament_first3.txt#1": (False, "easy/taai2011-0001.clues"),
    "tournament_first3.txt#2": (False, "easy/taai2011-0002.clues"),
    "tournament_first3.txt#3": (True, "easy/taai2011-0003.clues"),
    "triddler_blob.g": (True, None),
    "triddler_wake_up.xml": (True, None),
    "webpbn-00006-cat.non": (True, "survey/webpbn-00006-cat.clues"),
}

#: Files that are wrong, and what is said of them.
WRONG = {
    "cuni_examples_10x10.txt#1": (":23:1: ", "'3'"),
    "cuni_examples_10x10.txt#3": (":73:1: ", "20 clues"),
    "unicode_colors.txt": (": ", "picture"),
}


@pytest.mark.parametrize("name", SAMPLES)
def test_sample(name: str) -> None:
    unique, same = SAMPLES[name]
    sheet = load_sheet(FOLDER / "formats" / name)
    if same:
        assert sheet.puzzle.clues == load(FOLDER / same).clues
    result = solve(sheet.puzzle, unique=True, timeout=ENOUGH)
    assert result.picture is not None
    assert solves(sheet.puzzle, result.picture.cells)
    assert result.unique is unique
    assert sheet.goal in (None, result.picture)


@pytest.mark.parametrize("name", WRONG)
def test_wrong_sample(name: str) -> None:
    with pytest.raises(InputError) as caught:
        load(FOLDER / "formats" / name)
    place, noun = WRONG[name]
    assert str(caught.value).startswith(str(FOLDER / "formats" / name.partition("#")[0]) + place)
    assert noun in str(caught.value)


def test_two_forms_of_one_puzzle() -> None:
    files = ("asp_facts_04.lp", "blank_line_between_04.txt")
    assert len({load(FOLDER / "formats" / name).clues for name in files}) == 1


def test_picture_of_squares(run) -> None:
    result = run("make", FOLDER / "formats" / "unicode_colors.txt")
    assert result.out.startswith("rect 8 5\n#ffffff #e07a2f #7b3f99 #1d1d1d #2e8b57 #8c5a3c\n1a\n1a 1b 1a\n")
    assert "38 blocks" in result.err
