"""Clues that are typed: texts are read as in clue files, and sums that differ are found."""

from __future__ import annotations

import pytest
from conftest import examples
from hypothesis import given
from sketches import sketches

from nonosat.core.errors import UsageError
from nonosat.drawing_board.sketch import Sketch
from nonosat.drawing_board.typed_clues import (
    Sum,
    WrongClue,
    disagreeing,
    family_sums,
    typed_text,
    typing_record,
    with_texts,
)
from nonosat.model.clue import Block
from nonosat.model.palette import default_palette
from nonosat.model.rect_grid import RectGrid

BLANK = Sketch.empty(RectGrid(2, 5)).typing()
COLORED = Sketch.empty(RectGrid(2, 5), default_palette(3)).typing()


@examples(100, fast=10)
@given(sketches())
def test_a_text_is_read_as_the_clue_that_it_was_written_for(sketch: Sketch) -> None:
    texts = {line: typed_text(sketch, clue) for line, clue in enumerate(sketch.clues)}
    assert with_texts(Sketch.empty(sketch.grid, sketch.palette).typing(), texts).typed == sketch.clues
    assert not any(disagreeing(family_sums(sketch.typing())))


@pytest.mark.parametrize(
    ("text", "clue"),
    [
        ("1 2", ((1, 1), (2, 1))),
        (" 1.2,1 ", ((1, 1), (2, 1), (1, 1))),
        ("1a 1A", ((1, 1), (1, 1))),
        ("? 2", ((0, 1), (2, 1))),
        ("", ()),
        ("0", ()),
        ("9", ((9, 1),)),
    ],
)
def test_lengths_alone_with_one_colour(text: str, clue) -> None:
    assert with_texts(BLANK, {1: text}).typed == (None, clue, *(None,) * 5)


def test_colours() -> None:
    clue = (Block(2, 2), Block(1, 0), Block(0, 3))
    assert with_texts(COLORED, {0: "2b 1? _c"}).typed[0] == clue
    assert typed_text(COLORED, clue) == "2b 1? _c"


@pytest.mark.parametrize(
    ("sketch", "text", "column"),
    [
        (BLANK, "1 x", 3),
        (BLANK, "1 1b", 3),
        (BLANK, "1  0", 4),
        (BLANK, "-1", 1),
        (COLORED, "1a.2", 4),
        (BLANK, "1 1 1 1 1 1", 7),
    ],
)
def test_wrong_texts(sketch: Sketch, text: str, column: int) -> None:
    with pytest.raises(WrongClue) as error:
        with_texts(sketch, {0: "1a", 1: text})
    assert (error.value.line, error.value.column) == (1, column)
    assert sketch.grid.n_lines == len(sketch.untyped)


def test_lines_that_are_missing() -> None:
    with pytest.raises(UsageError):
        with_texts(BLANK, {7: "1"})


def test_sums_while_typing() -> None:
    rows, columns = family_sums(with_texts(BLANK, {0: "3 1", 1: "?", 2: "2"}))
    assert (rows.name, rows.typed, rows.lines, rows.sums[0]) == ("row", 2, 2, Sum(5, is_exact=False))
    assert (columns.typed, columns.lines, columns.sums[0]) == (1, 5, Sum(2, is_exact=False))


def test_sums_disagree_before_all_is_typed() -> None:
    rows = with_texts(BLANK, {0: "1", 1: "2"})
    assert disagreeing(family_sums(with_texts(rows, {2: "2", 3: "1"}))) == (False, False)
    assert disagreeing(family_sums(with_texts(rows, {2: "2", 3: "2"}))) == (True, True)


def test_sums_of_colours() -> None:
    clues = ["1a 1b", "1?", "1a", "1c", "1a", "", ""]
    families = family_sums(with_texts(COLORED, dict(enumerate(clues))))
    assert families[0].sums == (Sum(3, is_exact=True), *(Sum(n, is_exact=False) for n in (1, 1, 0)))
    assert families[1].sums == tuple(Sum(n, is_exact=True) for n in (3, 2, 0, 1))
    assert disagreeing(families) == (False, False, True, False)


def test_a_page_tells_empty_lines_from_untyped_ones() -> None:
    record = typing_record(with_texts(BLANK, {0: ""}), range(2))
    assert record["texts"] == {0: "0", 1: None}


def test_a_block_that_fits_no_sketch() -> None:
    sketch = Sketch.empty(RectGrid(2, 3))
    with pytest.raises(WrongClue) as wrong:
        with_texts(sketch, {1: "1 111213"})
    assert (wrong.value.line, wrong.value.column) == (1, 3)
