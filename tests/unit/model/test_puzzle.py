"""Puzzles, pictures and clues, and the checks that any puzzle must pass."""

from __future__ import annotations

import dataclasses
import random
import re
from itertools import product

import pytest
from oracle import clues_of, fillings, random_cells, random_grid

from nonosat.core.errors import PuzzleError
from nonosat.model.clue import (
    ANY_COLOR,
    Block,
    Clue,
    block_text,
    clue_of,
    clue_text,
    earliest_starts,
    minimum_length,
    runs_of,
)
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette, color_number, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, ImpossibleClues, Puzzle, cell_totals, puzzle_of
from nonosat.model.rect_grid import RectGrid

TWO_COLORS = Palette(("#ffffff", "#000000", "#ff0000"))


def clue(text: str) -> Clue:
    """`2a 1?` as a clue."""
    return tuple(
        Block(int(block[:-1]), ANY_COLOR if block[-1] == "?" else ord(block[-1]) - ord("a") + 1)
        for block in text.split()
    )


def puzzle(*clues: str, grid: Grid | None = None, givens: tuple[tuple[int, int], ...] = ()) -> Puzzle:
    """A puzzle of 2 x 2 cells and two colours."""
    return Puzzle(
        grid or RectGrid(2, 2), TWO_COLORS, tuple(map(clue, clues)), tuple(ColoredCell(*given) for given in givens)
    )


# Names


@pytest.mark.parametrize(
    ("color", "name"),
    [(0, "-"), (1, "a"), (26, "z"), (27, "aa"), (28, "ab"), (52, "az"), (53, "ba"), (702, "zz"), (703, "aaa")],
)
def test_letters(color: int, name: str) -> None:
    assert letter(color) == name
    if color:
        assert color_number(name) == color


def test_texts() -> None:
    assert block_text(Block(3, 1)) == "3a"
    assert block_text(Block(12, 27)) == "12aa"
    assert block_text(Block(2, ANY_COLOR)) == "2?"
    assert clue_text(clue("1a 2b 3?")) == "1a 2b 3?"
    assert clue_text(()) == "(empty)"


# Palettes


def test_palette() -> None:
    assert Palette(("#FFFFFF", "#aBcDeF")).colors == ("#ffffff", "#abcdef")
    assert TWO_COLORS.n_colors == 2


@pytest.mark.parametrize(
    ("colors", "noun"),
    [
        *((("#ffffff", wrong), repr(wrong)) for wrong in ("red", "#fff", "#12345", "#1234567", "#12345g", "#123456\n")),
        (("#ffffff",), "colour"),
        ((), "colour"),
    ],
)
def test_palettes_that_cannot_be(colors: tuple[str, ...], noun: str) -> None:
    with pytest.raises(PuzzleError, match=re.escape(noun)):
        Palette(colors)


# Clues


@pytest.mark.parametrize(
    ("colors", "expected"),
    [
        ("", ""),
        ("---", ""),
        ("aaa", "3a"),
        ("-aa-", "2a"),
        ("a-a", "1a 1a"),
        ("aab", "2a 1b"),
        ("abba-b", "1a 2b 1a 1b"),
    ],
)
def test_clue_of(colors: str, expected: str) -> None:
    assert clue_of("-ab".index(color) for color in colors) == clue(expected)


def test_clues_of_random_pictures() -> None:
    rng = random.Random(60)
    for _ in range(200):
        grid, n_colors = random_grid(rng, 40, 4), rng.randint(1, 4)
        cells = random_cells(rng, grid, n_colors)
        lines = [Picture(grid, cells).line(i) for i in range(grid.n_lines)]
        assert tuple(map(clue_of, lines)) == tuple(map(runs_of, lines)) == clues_of(grid, cells)


@pytest.mark.parametrize(
    ("text", "n_colors", "length"),
    [
        ("", 1, 0),
        ("3a", 1, 3),
        ("1a 1a", 1, 3),
        ("1a 1b", 2, 2),
        ("1a 1b 1b 2a", 2, 6),
        ("1? 1?", 1, 3),
        ("1? 1?", 2, 2),
        ("1a 1? 1a", 1, 5),
        ("1a 1? 1a", 2, 3),
        ("1a 1? 1b", 2, 4),  # whichever colour it has, one neighbour has the same
        ("1a 1? 1b", 3, 3),
        ("1a 1? 1? 1b", 2, 4),
        ("1a 1? 1? 1a", 2, 5),
    ],
)
def test_minimum_length(text: str, n_colors: int, length: int) -> None:
    assert minimum_length(clue(text), n_colors) == length
    assert list(fillings(clue(text), length, n_colors))
    assert length == 0 or not list(fillings(clue(text), length - 1, n_colors))


def test_earliest_starts() -> None:
    assert earliest_starts((), 2) == []
    assert earliest_starts(clue("2a 1a 3b"), 2) == [{1: 0}, {1: 3}, {2: 4}]
    assert earliest_starts(clue("1a 1? 1?"), 2) == [{1: 0}, {1: 2, 2: 1}, {1: 2, 2: 3}]


# Puzzles


def test_puzzle() -> None:
    asked = puzzle("1a 1b", "1?", "2?", "1b", givens=((3, 0), (0, 1), (3, 0)))
    assert asked.n_colors == 2
    assert asked.n_blocks == 5
    assert asked.givens == (ColoredCell(0, 1), ColoredCell(3, 0))


def test_what_clues_leave_open() -> None:
    for row, colors, lengths in (("2a", False, False), ("2?", True, False), ("0a", False, True), ("0?", True, True)):
        asked = puzzle(row, "", "1a", "1a")
        assert (asked.has_unknown_colors, asked.has_hidden_lengths) == (colors, lengths)


def test_the_number_of_colored_cells_is_fixed_by_one_family() -> None:
    assert puzzle("2a", "", "1a", "1a").fixes_n_colored
    assert puzzle("0a", "", "1a", "1a").fixes_n_colored
    assert puzzle("2a", "", "0a", "0a").fixes_n_colored
    assert not puzzle("0a", "", "0a", "1a").fixes_n_colored


def test_notebooks_display_drawings() -> None:
    drawn = puzzle("2a", "", "1a", "1a"), Picture(RectGrid(2, 2), (1, 1, 0, 0))
    assert all(value._repr_svg_().startswith("<svg") for value in drawn)


def test_puzzles_are_values() -> None:
    one, other = puzzle("1a", "", "1a", ""), puzzle("1a", "", "1a", "")
    assert one == other
    assert hash(one) == hash(other)
    with pytest.raises(dataclasses.FrozenInstanceError):
        one.clues = ()  # type: ignore[misc]


@pytest.mark.parametrize(
    ("clues", "noun", "line", "block"),
    [
        (("", "1a -1a", "", ""), "-1", 1, 1),
        (("", "", "1a 1c", ""), "'c'", 2, 1),
        (("3a", "", "", ""), "row 1", 0, 0),
        (("", "", "", "1a 1a"), "column 2", 3, 1),
        (("", "1? 2b", "", ""), "row 2", 1, 1),
        (("1a 1b 1a 1b", "", "", ""), "row 1", 0, 2),
    ],
)
def test_clues_that_cannot_be(clues: tuple[str, ...], noun: str, line: int, block: int) -> None:
    with pytest.raises(PuzzleError, match=noun) as caught:
        puzzle(*clues)
    assert (caught.value.line, caught.value.block, caught.value.given) == (line, block, None)


@pytest.mark.parametrize(
    ("clues", "noun"),
    [
        (("", "", ""), "3 clues"),
        (("1a", "", "1b", ""), "columns.* 0 .*'a'"),
        (("1a", "1b", "1a", ""), "columns.* 0 .*'b'"),
        (("1?", "", "1b", "1b"), "columns.* 2 "),
        (("", "", "", "1?"), "columns.* 1 "),
        (("1? 1b", "1b", "1a 1b", "1a"), " 4 .*colours"),
    ],
)
def test_totals_that_cannot_agree(clues: tuple[str, ...], noun: str) -> None:
    with pytest.raises(PuzzleError, match=noun) as caught:
        puzzle(*clues)
    assert (caught.value.line, caught.value.block, caught.value.given) == (None, None, None)


def test_impossible_clues_come_with_their_puzzle() -> None:
    for clues in (("3a", "", "", ""), ("1a", "", "1b", "")):
        with pytest.raises(ImpossibleClues) as caught:
            puzzle(*clues)
        assert caught.value.puzzle.clues == tuple(map(clue, clues))


def test_the_third_family_counts_too() -> None:
    clues = ["1a", "", "", "1a", "", "", "1a", "", ""]
    puzzle(*clues, grid=HexGrid(2))
    clues[6] = ""
    with pytest.raises(PuzzleError, match=r"down-left.*'a'"):
        puzzle(*clues, grid=HexGrid(2))


@pytest.mark.parametrize(
    ("givens", "noun", "number"),
    [
        (((4, 1),), "cell 4", 0),
        (((0, 1), (-1, 1)), "cell -1", 1),
        (((0, 3),), "'c'", 0),
        (((0, -7),), "'-7'", 0),
        (((1, 1), (0, 1), (1, 0)), "'-'.*'a'", 2),
    ],
)
def test_givens_that_cannot_be(givens: tuple[tuple[int, int], ...], noun: str, number: int) -> None:
    with pytest.raises(PuzzleError, match=noun) as caught:
        puzzle("2a", "", "1a", "1a", givens=givens)
    assert (caught.value.line, caught.value.given) == (None, number)


def test_totals_that_can_agree() -> None:
    """With `?` blocks no colour is compared on its own."""
    puzzle("1? 1b", "", "1a", "1b")
    puzzle("1? 1?", "", "1b", "1?")


def test_totals_after_one_clue_has_changed() -> None:
    texts = ("", "1a", "3b", "1? 2b", "0? 1a", "0b")
    for before, after in product(map(clue, texts), repeat=2):
        one, other = (cell_totals(RectGrid(2, 5), [row, clue("2a 1?"), *[()] * 5], 2) for row in (before, after))
        assert one[0].changed(before, after) == one[0]._replace(cells=other[0].cells)


# Pictures


def test_pictures_show_their_cells_unless_these_are_many() -> None:
    assert repr(Picture(HexGrid(2), (0, 1, 2, 1, 0, 0, 2))) == "<Picture hex 2: -a ba- -b>"
    assert repr(Picture(RectGrid(10, 10), (1,) * 100)) == f"<Picture rect 10 10: {' '.join(['a' * 10] * 10)}>"
    assert repr(Picture(RectGrid(1, 101), (1, 0, 2) + (0,) * 98)) == "<Picture rect 1 101 n_filled=2>"


def test_picture() -> None:
    picture = Picture(RectGrid(2, 3), (0, 1, 2, 2, 1, 0))
    assert [list(row) for row in picture.rows()] == [[0, 1, 2], [2, 1, 0]]
    assert [list(picture.line(index)) for index in (2, 3, 4)] == [[0, 2], [1, 1], [2, 0]]
    with pytest.raises(PuzzleError, match="2 cells"):
        Picture(RectGrid(2, 3), (0, 1))


def test_puzzle_of() -> None:
    picture = Picture(HexGrid(2), (1, 0, 2, 2, 1, 0, 0))
    asked = puzzle_of(picture, TWO_COLORS, [ColoredCell(4, 1), ColoredCell(1, 0)])
    assert [clue_text(found) for found in asked.clues] == [
        *("1a", "2b 1a", "(empty)"),
        *("1b", "1b 1a", "1a"),
        *("1a", "1b", "1a 1b"),
    ]
    assert asked.givens == (ColoredCell(1, 0), ColoredCell(4, 1))
