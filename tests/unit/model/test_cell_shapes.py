"""Cells as shapes: they are read back as letters, and a cell that is broken is found."""

from __future__ import annotations

import pytest

from nonosat.model.cell_shapes import MARK, SHAPES, find_broken_cell, has_shapes, letters_of_shapes


def test_each_shape_is_a_letter() -> None:
    assert len(SHAPES) == len(set(SHAPES)) == 12
    text = "".join(2 * shape for shape in SHAPES)
    assert letters_of_shapes(text) == "- a b c d e f g h i j k "
    assert (has_shapes(11), has_shapes(12)) == (True, False)


def test_marks_open_cells_and_blanks_keep_their_columns() -> None:
    assert letters_of_shapes(f"  ██·{MARK}??▒▒ \n??██") == "  a - ? b  \n? a "


@pytest.mark.parametrize("text", ["-a--", "????", "██x", "███", "██▒█", "a ██"])
def test_other_texts_stay(text: str) -> None:
    assert letters_of_shapes(text) == text


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("██··\n····", None),
        ("███\n", (1, 3)),
        ("██··\n··█·▒▒", (2, 3)),
        ("  ██·█  ", (1, 5)),
        (f"█{MARK}·\n", (1, 3)),
        (f"██{MARK}█", (1, 3)),
        ("█x", None),
        ("%+", None),  # could be letters of another text
    ],
)
def test_broken_cells(text: str, place: tuple[int, int] | None) -> None:
    assert find_broken_cell(text) == place
