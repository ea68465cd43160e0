"""The answers about a sketch agree with brute force, on all grids."""

from __future__ import annotations

from itertools import groupby

import pytest
from conftest import examples
from hypothesis import given
from oracle import brute_force
from sketches import sketches

from nonosat.core.errors import GaveUp
from nonosat.drawing_board import helpful_changes
from nonosat.drawing_board import live_answers as module
from nonosat.drawing_board.live_answers import live_answers
from nonosat.drawing_board.sketch import Sketch
from nonosat.drawing_board.typed_clues import with_texts
from nonosat.model.clue import Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import BLACK_ON_WHITE
from nonosat.model.rect_grid import RectGrid
from nonosat.model.tri_grid import TriGrid

SMALL = (RectGrid(3, 3), RectGrid(2, 5), HexGrid(2), TriGrid((2, 1, 2, 2, 1, 2)), TriGrid((1, 1, 1, 1, 1, 1)))
#: Two solutions in each half, and no line between them.
TWICE = Sketch(RectGrid(2, 5), BLACK_ON_WHITE, bytes([1, 0, 0, 1, 0, 0, 1, 0, 0, 1]))


def answers_of(sketch: Sketch) -> dict[str, list]:
    found: dict[str, list] = {}
    for answer in live_answers(sketch):
        found.setdefault(str(answer["about"]), []).append(answer)
    return found


def differing(solutions) -> list[int]:
    return [cell for cell, colors in enumerate(zip(*solutions, strict=True)) if len(set(colors)) > 1]


@examples(60, fast=3)
@given(sketches(SMALL))
def test_answers_agree_with_brute_force(sketch: Sketch) -> None:
    solutions, found = brute_force(sketch.puzzle), answers_of(sketch)
    assert [answer["unique"] for answer in found["solutions"]] == [len(solutions) == 1] * len(found["solutions"])
    last = found["solutions"][-1]
    assert set(differing(solutions)) <= set(found["lines"][0]["open"])
    if len(solutions) == 1:
        assert "change" not in found
        assert found["difficulty"][0]["class"] in ("trivial", "lines", "moderate", "deep")
        return
    assert (last["at_least"], last["exact"]) == (len(solutions), True)
    assert list(last["differs"]) == differing(solutions)
    for cell, shares in last["colors"].items():
        seen = [cells[cell] for cells in solutions]
        assert shares == [(color, pytest.approx(seen.count(color) / len(seen))) for color in sorted(set(seen))]
    expected = {}
    for cell, before in enumerate(sketch.cells):
        for color in range(sketch.palette.n_colors + 1):
            after = len(differing(brute_force(sketch.painted({cell: color}).puzzle)))
            if color != before and after < len(differing(solutions)):
                expected[cell, color] = pytest.approx(1 - after / len(differing(solutions)))
    assert {(each["cell"], each["color"]): each["share"] for each in found.get("change", ())} == expected
    fewest = found["fewest"][0]
    assert len(brute_force(sketch.painted(dict(fewest["cells"])).puzzle)) == 1
    if fewest["proved"]:
        assert (len(fewest["cells"]) == 1) == (1.0 in expected.values())


def test_the_order_of_the_answers() -> None:
    kinds = [answer["about"] if answer["about"] != "asking" else answer["what"] for answer in live_answers(TWICE)]
    assert [kind for kind, _ in groupby(kinds)] == [
        *("lines", "solutions", "number", "solutions", "changes", "change", "fewest", "")
    ]


def test_what_is_most_promising_comes_first() -> None:
    """A change that makes it unique is the first of all, without a search for the others."""
    sketch = Sketch.empty(RectGrid(8, 8)).painted({0: 1, 9: 1})
    first = next(answer for answer in live_answers(sketch) if answer["about"] == "change")
    assert first["share"] == 1
    assert len(brute_force(sketch.painted({first["cell"]: first["color"]}).puzzle)) == 1


def test_typed_clues_with_a_typing_error() -> None:
    """A heart, with a 1 for a 3: the error is found, and the lines that contradict each other."""
    heart = Sketch(RectGrid(3, 3), BLACK_ON_WHITE, bytes([1, 0, 1, 1, 1, 1, 0, 1, 0]))
    wrong = heart.with_clues({1: (Block(1, 1),)})
    answers = answers_of(wrong)
    (found,) = answers["diagnosis"]
    assert (found["verdict"], found["cells"]) == ("none", None)
    assert any(each["clues"] == [(1, "3")] and each["unique"] for each in found["errors"])
    for each in found["errors"]:
        assert brute_force(with_texts(wrong, dict(each["clues"])).puzzle)
    assert found["details"]
    assert answers["contradicting"][0]["lines"]


def test_clues_that_are_half_typed_contradict_nothing() -> None:
    blank = Sketch.empty(RectGrid(3, 3)).typing()
    half = blank.with_clues({0: (Block(3, 1),), 1: (Block(3, 1),), 3: ()})
    too_long = half.with_clues({2: (Block(2, 1), Block(2, 1))})
    for sketch, lines in ((half, []), (too_long, [2])):
        found = answers_of(sketch)
        assert (found["diagnosis"][0]["verdict"], len(found["diagnosis"][0]["details"])) == ("unfinished", len(lines))
        assert found["contradicting"][0]["lines"] == lines


def test_typed_clues_with_solutions() -> None:
    found = answers_of(TWICE.with_clues({0: TWICE.clues[0]}))
    assert found["diagnosis"][0]["verdict"] == "several"
    assert found["solutions"][0]["at_least"] == len(brute_force(TWICE.puzzle))
    heart = Sketch(RectGrid(2, 2), BLACK_ON_WHITE, bytes([1, 1, 0, 1]))
    found = answers_of(heart.with_clues({0: heart.clues[0]}))
    assert (found["diagnosis"][0]["verdict"], found["diagnosis"][0]["cells"]) == ("unique", heart.cells.hex())
    assert "solutions" not in found


def test_no_fewest_changes_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    def gives_up(*_: object, **__: object) -> None:
        raise GaveUp("no changes found")

    monkeypatch.setattr(module, "mend", gives_up)
    assert "fewest" not in answers_of(TWICE)


def test_a_change_that_is_too_hard_is_no_help(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(helpful_changes, "CHANGE_WORK", 0.0)
    assert "change" not in answers_of(TWICE)
