"""Comma-separated clues: what is read, what is written, and what is wrong where."""

from __future__ import annotations

from pathlib import Path

import pytest

import nonosat
from nonosat.errors import InputError, UsageError
from nonosat.formats import FORMATS, load
from nonosat.model.clue import Block
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import puzzle_of
from nonosat.model.rect_grid import RectGrid

PLAIN = "3,4\n1,2\n0\n4\n1,1\n1\n1,1\n1,1\n"


def test_read() -> None:
    puzzle = FORMATS["px"].read(PLAIN)
    assert puzzle.grid == RectGrid(3, 4)
    assert puzzle.clues[:3] == ((Block(1, 1), Block(2, 1)), (), (Block(4, 1),))
    picture = nonosat.solve(puzzle).picture
    assert picture is not None
    assert picture.cells == (1, 0, 1, 1, 0, 0, 0, 0, 1, 1, 1, 1)


@pytest.mark.parametrize(
    "text",
    [PLAIN.replace("\n0\n", "\n\n"), PLAIN.rstrip("\n"), PLAIN + "\n \n", PLAIN.replace(",", " , ")],
    ids=["empty line for 0", "no last line end", "blank lines after", "blanks"],
)
def test_read_variants(text: str) -> None:
    assert FORMATS["px"].read(text) == FORMATS["px"].read(PLAIN)


def test_suffix(tmp_path: Path) -> None:
    path = tmp_path / "some.PX"
    path.write_text(PLAIN)
    assert load(path) == FORMATS["px"].read(PLAIN)
    assert nonosat.formats.puzzle_name(str(path)) == "some"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("3\n", "p:1:1: 1 number, expected `<rows>,<columns>`"),
        ("", "p:1:1: 0 numbers, expected `<rows>,<columns>`"),
        ("3,x\n", "p:1:3: 'x', expected the number of columns"),
        ("0,4\n", "p:1:1: grid of 4 x 0 cells, expected at least 1 x 1"),
        ("999999999,9\n", "p:1:1: grid of 9 x 999999999 cells, expected at most 16,000,000 cells"),
        ("1,3\n1,\n", "p:2:3: '', expected a whole number"),
        ("1,3\n1,-1\n", "p:2:3: '-1', expected a whole number"),
        ("1,3\n1,0\n\n\n", "p:2:3: block of length 0, expected at least 1"),
        ("1,3\n1,2\n\n\n\n", "p:2:3: clue of row 1 needs 4 cells, expected at most the line's 3"),
        ("2,3\n1,2\n", "p:2:4: 2 clues, expected 5"),
        ("1,2\n1\n1\n0\n7\n", "p:5:1: '7' after the last of 3 clues, expected the end"),
        ("1,2\n1\n1\n1\n", "p: clues of the columns add up to 2 cells of colour 'a', expected 1 as for the rows"),
    ],
)
def test_errors(text: str, message: str) -> None:
    with pytest.raises(InputError) as error:
        FORMATS["px"].read(text, "p")
    assert str(error.value) == message


def test_round_trip_of_what_can_be_expressed() -> None:
    black = Palette(("#ffffff", "#000000"))
    for number in range(64):
        cells = tuple(number >> i & 1 for i in range(6))
        puzzle = puzzle_of(Picture(RectGrid(2, 3), cells), black)
        assert FORMATS["px"].read(FORMATS["px"].write(puzzle)) == puzzle
    with pytest.raises(UsageError, match="hexagons"):
        FORMATS["px"].write(puzzle_of(Picture(HexGrid(1), (1,)), black))
    with pytest.raises(UsageError):
        FORMATS["px"].write(puzzle_of(Picture(RectGrid(1, 1), (2,)), Palette(("#ffffff", "#000000", "#ff0000"))))
