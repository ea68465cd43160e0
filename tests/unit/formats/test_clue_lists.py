"""Puzzles from lists of Python."""

from __future__ import annotations

import numpy as np
import pytest
from conftest import HEX, RECT

import nonosat

COLORS = ["white", "black", "red"]


def test_numbers_of_one_color() -> None:
    puzzle = nonosat.puzzle(rows=[[1, 1], [3], [0]], columns=[[2], [1], [2]])
    text = "rect 3 3\n#ffffff #000000\n1a 1a\n3a\n\n2a\n1a\n2a\n"
    assert puzzle == nonosat.loads(text)
    assert puzzle == nonosat.puzzle(((1, 1), (3,), []), np.array([[2], [1], [2]]))
    assert puzzle == nonosat.puzzle(["1 1", "3", ""], ["2a", "1a", "2a"])


def test_rectangle_of_several_colors() -> None:
    expected = nonosat.loads(RECT)
    clues = [[(block.length, block.color or "?") for block in clue] for clue in expected.clues]
    height = expected.grid.height
    puzzle = nonosat.puzzle(clues[:height], clues[height:], colors=expected.palette.colors)
    assert puzzle == expected


def test_hexagon() -> None:
    expected = nonosat.loads(HEX)
    clues = [
        [f"{block.length}{' abcdefgh'[block.color] if block.color else '?'}" for block in clue]
        for clue in expected.clues
    ]
    rows, up_left, down_left = (clues[family.start : family.stop] for family in expected.grid.families)
    colors = expected.palette.colors
    assert nonosat.puzzle(rows, up_left=up_left, down_left=down_left, colors=colors) == expected


@pytest.mark.parametrize("block", [(1, "b"), (1, 2), (1, "red"), "1b", (np.int64(1), np.int8(2))])
def test_spellings_of_a_block(block: object) -> None:
    puzzle = nonosat.puzzle([[block]], [[block]], colors=COLORS)
    assert puzzle.clues == ((nonosat.Block(1, 2),),) * 2
    assert puzzle.palette.colors == ("#ffffff", "#000000", "#ff0000")


@pytest.mark.parametrize("block", [(1, "?"), "1?"])
def test_unknown_colors(block: object) -> None:
    assert nonosat.puzzle([[block]], [[block]], colors=COLORS).clues == ((nonosat.Block(1, nonosat.ANY_COLOR),),) * 2


@pytest.mark.parametrize(
    ("rows", "columns", "place"),
    [
        ([1], [[1]], "row 1: '1'"),
        ([[1], ["x"]], [[2]], "row 2, block 1: 'x'"),
        ([[1]], [[1, 1.5]], r"column 1, block 2: '1\.5'"),
        ([[1]], [[(1, 2, 3)]], r"column 1, block 1: '\(1, 2, 3\)'"),
        ([[1]], [[(1, 2)]], "column 1, block 1: colour '2'"),
        ([[1]], [[(1, "b")]], "column 1, block 1: colour 'b'"),
        ([[1]], [[(1, 1.5)]], r"column 1, block 1: colour '1\.5'"),
        ([[1], [-2]], [[1]], "row 2, block 1: .*-2"),
        ([[1, 0]], [[1], [0]], "row 1, block 2: .*0"),
        ([[3]], [[1], [1]], "row 1"),
        ([[1]], [[1], [1]], "columns"),
        ([], [[1]], "0 rows"),
        ([[1]], None, "columns"),
    ],
)
def test_errors(rows: list, columns: list | None, place: str) -> None:
    with pytest.raises(nonosat.PuzzleError, match=place):
        nonosat.puzzle(rows, columns)


@pytest.mark.parametrize(
    ("colors", "noun"),
    [
        (COLORS, "row 1, block 1: no colour"),
        (["white"], "colour"),
        (["white", "nothing"], "colour 'nothing'"),
        ([(0, 0, 0), "red"], "colour '.0, 0, 0.'"),
        ("white", "colors 'white'"),
    ],
)
def test_errors_of_colors(colors: object, noun: str) -> None:
    with pytest.raises(nonosat.PuzzleError, match=noun):
        nonosat.puzzle([[1]], [[1]], colors=colors)


def test_sizes_of_a_hexagon() -> None:
    with pytest.raises(nonosat.PuzzleError, match="2 down-left"):
        nonosat.puzzle([[1]], up_left=[[1]], down_left=[[1], []])


def test_triangles() -> None:
    expected = nonosat.loads(
        "tri 2 1 2 2 1 2\n#ffffff #000000\n1a 1a 1a\n2a 1a\n1a\n1a\n3a\n1a 1a\n1a\n1a 1a\n1a 1a 1a\n2a\n"
    )
    clues = [[block.length for block in clue] for clue in expected.clues]
    rows, up_left, down_left = (clues[family.start : family.stop] for family in expected.grid.families)
    assert nonosat.puzzle(rows, up_left=up_left, down_left=down_left, grid="tri 2 1 2 2 1 2") == expected


def test_a_grid_may_be_named() -> None:
    assert nonosat.puzzle([[1]], [[1]], grid="rect 1 1") == nonosat.puzzle([[1]], [[1]])
    hexagon = {"up_left": [[1]], "down_left": [[1]]}
    assert nonosat.puzzle([[1]], **hexagon, grid="hex 1") == nonosat.puzzle([[1]], **hexagon)


@pytest.mark.parametrize(
    ("grid", "noun"),
    [
        ("hex 2", "hex 2"),
        ("rect 1 1", "rect 1 1"),
        ("tri 1 1", "tri"),
        ("cube 3", "cube"),
        ("tri 1 1 1 1 1 2", "1 1 1 1 1 2"),
    ],
)
def test_grids_that_do_not_fit(grid: str, noun: str) -> None:
    with pytest.raises(nonosat.PuzzleError, match=noun):
        nonosat.puzzle([[1]], up_left=[[1]], down_left=[[1]], grid=grid)
