"""Comma-separated clues: what is read and what is written."""

from __future__ import annotations

from pathlib import Path

import pytest

import nonosat
from nonosat.core.errors import UsageError
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
