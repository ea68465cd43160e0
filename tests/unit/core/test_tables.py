"""Tables, text in columns, and numbers with their nouns."""

from __future__ import annotations

import io

import pytest
import snapshot
from support.common import table as markdown_table

from nonosat.core.tables import Percent, TableColumn, folded_table, format_cell, text_table, write_csv
from nonosat.core.text_columns import aligned, cut_to_columns, folded, folded_behind, text_columns
from nonosat.model.nouns import count

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


def test_looks():
    """Tables as wholes: grouped rows show their first value once; wide ones are folded, or cut into parts."""
    wordy = [["one", "words that go on and on until there are many of them"], ["two", ""]]
    tables = {
        "plain": text_table(HEAD, ROWS),
        "grouped": text_table(HEAD, ROWS, grouped=True),
        "folded": text_table(["name", "what"], wordy, width=36),
        "in parts": text_table(WIDE_HEAD, WIDE_ROWS, width=40, n_keys=2, grouped=True),
        "markdown": markdown_table(HEAD, ROWS[:1]),
    }
    for name, table in tables.items():
        snapshot.compare("core/tables", name, table)
    assert text_table(["a", "b"], []) == "a  b"
    assert markdown_table(["a", "b"], []).count("\n") == 1


def test_csv_has_plain_numbers():
    file = io.StringIO(newline="")
    write_csv(file, HEAD, iter(ROWS))
    assert file.getvalue() == "name,n,%,note\na,12345,0.5,first\na,,,\nlong name,7,1.0,-\n"


def test_numbers_with_nouns():
    assert [count(n, "cell") for n in (0, 1, 2)] == ["0 cells", "1 cell", "2 cells"]
    assert [count(n, "byte", separators=True) for n in (1, 12345)] == ["1 byte", "12,345 bytes"]


WIDE_HEAD = ["puzzle", "encoding", "clauses", "literals", "what it is"]
WIDE_ROWS = [
    ["heart", "pairwise", 1234567, 12, "a direct encoding of starts"],
    ["heart", "order", 9, 1234, "short"],
    ["a long name", "order", 10, None, ""],
]


def test_a_table_that_fits_is_not_changed():
    whole = text_table(WIDE_HEAD, WIDE_ROWS)
    widest = max(map(len, whole.split("\n")))
    assert text_table(WIDE_HEAD, WIDE_ROWS, width=widest) == whole
    assert text_table(WIDE_HEAD, WIDE_ROWS, width=widest - 1) != whole
    assert text_table(["one column"], [["of words"]], width=6) == "one\ncolumn\nof\nwords"


@pytest.mark.parametrize("n_keys", [1, 2])
def test_no_line_of_a_table_is_wider_than_the_terminal(n_keys):
    rows = [*WIDE_ROWS, ["日本語のパズル", "https://example.org/" + 30 * "x", 1, 2, "long " * 20]]
    for width in (24, 30, 40, 50, 60, 70, 80):
        table = text_table(WIDE_HEAD, rows, width=width, n_keys=n_keys)
        assert max(map(text_columns, table.split("\n"))) <= width
        assert "short" in table
        assert "".join(table.split()).count("long") >= 20


def test_columns_of_wide_characters_are_aligned():
    table = text_table(["name", "n"], [["日本", 1], ["a", 22]])
    assert table.split("\n") == ["name   n", "日本   1", "a     22"]
    assert folded_table([TableColumn(["n", "1"], True), TableColumn(["x", "y"], False)], 80) == "n  x\n1  y"


def test_widths_of_texts():
    assert [text_columns(text) for text in ("abc", "日本", "e\u0301", "")] == [3, 4, 1, 0]
    assert [cut_to_columns("日本語", width) for width in (-1, 1, 2, 3, 4, 7)] == ["", "", "日", "日", "日本", "日本語"]
    assert [cut_to_columns("abc", width) for width in (-1, 0, 2, 9)] == ["", "", "ab", "abc"]
    assert aligned("日", 4, right=True) + "|" + aligned("日", 4, right=False) + "|" == "  日|日  |"


def test_folded_texts():
    assert folded("one two three", 7) == ["one two", "three"]
    assert folded("one twothree four", 4) == ["one", "twot", "hree", "four"]
    assert folded("", 4) == [""]
    assert folded_behind("name: ", "one two three", 14) == ["name: one two", "      three"]
    assert folded_behind("name: ", "one two three", None) == ["name: one two three"]
