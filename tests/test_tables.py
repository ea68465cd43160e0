"""Tables, and numbers with their nouns."""

from __future__ import annotations

import io

import pytest

from nonosat.model.nouns import count
from nonosat.results.tables import Percent, csv_table, format_cell, markdown_table, text_table, write_csv

HEAD = ["name", "n", "%", "note"]
ROWS = [["a", 12345, Percent(0.5), "first"], ["a", None, None, ""], ["long name", 7, Percent(1), "-"]]


@pytest.mark.parametrize(
    ("value", "text"),
    [
        *((None, "-"), ("word", "word"), (0, "0"), (1234567, "1,234,567")),
        *((0.0, "0.000"), (0.00123, "0.00123"), (0.5, "0.500"), (12.345, "12.3"), (12345.6, "12,346")),
        *((Percent(0), "0.0"), (Percent(0.3333), "33.3")),
    ],
)
def test_cells(value, text):
    assert format_cell(value) == text


def test_text():
    assert text_table(HEAD, ROWS).split("\n") == [
        "name            n      %  note",
        "a          12,345   50.0  first",
        "a               -      -",
        "long name       7  100.0  -",
    ]


def test_grouped_rows_show_their_first_value_once():
    lines = text_table(HEAD, ROWS, grouped=True).split("\n")
    assert lines[2] == "                -      -"
    assert [lines[i] for i in (0, 1, 3)] == [text_table(HEAD, ROWS).split("\n")[i] for i in (0, 1, 3)]


def test_a_table_without_rows():
    assert text_table(["a", "b"], []) == "a  b"
    assert markdown_table(["a", "b"], []) == "| a   | b   |\n| --- | --- |"


def test_markdown():
    assert markdown_table(HEAD, ROWS[:1]).split("\n") == [
        "| name |      n |    % | note  |",
        "| ---- | -----: | ---: | ----- |",
        "| a    | 12,345 | 50.0 | first |",
    ]


def test_csv_is_the_same_in_one_piece_and_row_by_row():
    file = io.StringIO(newline="")
    write_csv(file, HEAD, iter(ROWS))
    assert file.getvalue() == csv_table(HEAD, ROWS) == "name,n,%,note\na,12345,0.5,first\na,,,\nlong name,7,1.0,-\n"


def test_numbers_with_nouns():
    assert [count(n, "cell") for n in (0, 1, 2)] == ["0 cells", "1 cell", "2 cells"]
    assert [count(n, "byte", separators=True) for n in (1, 12345)] == ["1 byte", "12,345 bytes"]
