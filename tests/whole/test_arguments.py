"""What public functions take: puzzles only, and pictures in all forms."""

from __future__ import annotations

import inspect
from collections.abc import Callable

import pytest
from conftest import HEX, RECT

import nonosat
from nonosat.core.arguments import _SOURCES

PUZZLE = nonosat.loads(RECT)
PICTURE = nonosat.solve(PUZZLE).picture
assert PICTURE is not None
TEXT = nonosat.text(PUZZLE, PICTURE)
FORMS = {
    "Picture": PICTURE,
    "rows": PICTURE.rows(),
    "lists": [list(row) for row in PICTURE.rows()],
    "text": TEXT,
    "rows of text": TEXT.split(),
    "blanks": " ".join(TEXT).replace("\n ", "\n"),
    "cells": PICTURE.cells,
}


def functions_with(record: str) -> list[str]:
    """The public functions with a parameter whose annotation names a record."""
    found = []
    for name in nonosat.__all__:
        value = getattr(nonosat, name)
        if inspect.isfunction(value):
            annotations = inspect.get_annotations(value)
            kinds = [each.split(" | ") for key, each in annotations.items() if key != "return"]
            found += [name] * any(record in each for each in kinds)
    return found


@pytest.mark.parametrize("name", sorted({name for record in _SOURCES for name in functions_with(record)}))
@pytest.mark.parametrize("value", ["p.clues", 3, [[1], [1]]], ids=repr)
def test_another_value_in_the_place_of_a_record(name: str, value: object) -> None:
    function = getattr(nonosat, name)
    for parameter in inspect.signature(function).parameters.values():
        kinds = set(str(parameter.annotation).split(" | "))
        if not kinds & set(_SOURCES):
            continue
        others = {
            each.name: "" for each in inspect.signature(function).parameters.values() if each.default is each.empty
        }
        for record in ("Formula", "Puzzle"):  # before the wrong one they are right
            others |= {
                each.name: nonosat.encode(PUZZLE) if record == "Formula" else PUZZLE
                for each in inspect.signature(function).parameters.values()
                if each.annotation == record
            }
        with pytest.raises(nonosat.UsageError, match=f"^{name}: .*({'|'.join(sorted(kinds))})"):
            function(**{**others, parameter.name: value})


def test_the_puzzle_of_another_record() -> None:
    result = nonosat.solve(PUZZLE)
    for value in (result, nonosat.Sheet(PUZZLE)):
        with pytest.raises(nonosat.UsageError, match="its `puzzle`"):
            nonosat.count(value)


USES: dict[str, Callable[[object], object]] = {
    "check": lambda picture: nonosat.check(PUZZLE, picture),
    "svg": lambda picture: nonosat.svg(PUZZLE, picture),
    "text": lambda picture: nonosat.text(PUZZLE, picture),
    "worksheet": lambda picture: nonosat.worksheet(PUZZLE, picture),
    "rate": lambda picture: nonosat.rate(PUZZLE, solution=picture),
    "mend": lambda picture: nonosat.mend(PUZZLE, goal=picture),
    "hint": lambda picture: nonosat.hint(PUZZLE, picture),
    "map_claim": lambda picture: nonosat.map_claim(PUZZLE, [picture]),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("name", USES)
def test_pictures_in_all_forms(name: str, form: str) -> None:
    assert USES[name](FORMS[form]) == USES[name](PICTURE)


@pytest.mark.parametrize("name", USES)
@pytest.mark.parametrize("value", [3, [1, None], [[1], [2]], [["x"]], "a-\n", [[9] * 5] * 4, [3.5] * 20], ids=repr)
def test_what_is_no_picture(name: str, value: object) -> None:
    with pytest.raises(nonosat.NonosatError):
        USES[name](value)


def test_rows_of_hexagons() -> None:
    puzzle = nonosat.loads(HEX)
    picture = nonosat.solve(puzzle).picture
    assert picture is not None
    assert nonosat.check(puzzle, picture.rows()) == nonosat.check(puzzle, nonosat.text(puzzle, picture)) == []


def test_partial_pictures() -> None:
    rows = [[None if (i + j) % 3 else color for j, color in enumerate(row)] for i, row in enumerate(PICTURE.rows())]
    text = "\n".join("".join("?" if color is None else "-ab"[color] for color in row) for row in rows)
    flat = [color for row in rows for color in row]
    assert nonosat.hint(PUZZLE, rows) == nonosat.hint(PUZZLE, text) == nonosat.hint(PUZZLE, flat)
    assert nonosat.hint(PUZZLE, rows).known == tuple(flat)
    with pytest.raises(nonosat.PuzzleError):
        nonosat.check(PUZZLE, rows)
