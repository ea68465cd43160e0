"""Tables of names and numbers, aligned for a terminal or as CSV."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from itertools import pairwise
from typing import TextIO

from nonosat.errors import printable
from nonosat.results.text_columns import GAP, aligned, text_columns

#: A value in a table; None for one that is missing.
Cell = str | int | float | None


class Percent(float):
    """A share from 0 to 1, formatted as per cent with one decimal."""


def format_cell(value: Cell) -> str:
    """A value as text: integers with thousands separators, other numbers to three digits, `-` for None."""
    if value is None:
        return "-"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, Percent):
        return f"{100 * value:.1f}"
    if isinstance(value, float):
        digits = 3 if value == 0 else max(0, 2 - math.floor(math.log10(abs(value))))
        return f"{value:,.{min(digits, 5)}f}"
    return printable(value)


def text_table(
    head: Sequence[str],
    rows: Sequence[Sequence[Cell]],
    *,
    grouped: bool = False,
    width: int | None = None,
    n_keys: int = 1,
) -> str:
    """A table for a terminal: columns two blanks apart, no rules, numbers to the right.

    In a table that is wider than the terminal the last column is folded, if it holds words; if that is not enough, the
    table is cut into parts, one below the other, each with the first columns.

    Args:
        head: the titles of the columns.
        rows: a value for each title.
        grouped: leave out the first value of a row where it is that of the row above.
        width: the most characters of a line; None for no limit.
        n_keys: the number of first columns that name a row, and stand in each part.

    Returns:
        The lines, without a line end after the last one.
    """
    table = _Table(head, rows)
    if grouped:
        for above, line in reversed(list(pairwise(table.texts))):
            if line[0] == above[0]:
                line[0] = ""
    if width is None or sum(table.widths) + len(GAP) * (len(head) - 1) <= width:
        return "\n".join(GAP.join(line).rstrip() for line in table.lines())
    from nonosat.results.folded_table import TableColumn, folded_table

    columns = [
        TableColumn([title, *texts], right)
        for title, texts, right in zip(head, zip(*table.texts, strict=True), table.right, strict=True)
    ]
    return folded_table(columns, width, n_keys)


def write_csv(file: TextIO, head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Write a table as CSV, row by row: numbers with all their digits, nothing for None.

    Args:
        file: to write to, opened with `newline=""`.
        head: the titles of the columns.
        rows: the values; only one row at a time is in memory.
    """
    import csv

    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)


class _Table:
    """The cells of a table as text, with the alignment and the width of each column.

    Attributes:
        head: the titles of the columns.
        texts: the rows as text.
        right: for each column, whether it is aligned to the right.
        widths: for each column, its characters.
    """

    def __init__(self, head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> None:
        self.head = head
        self.texts = [[format_cell(value) for value in row] for row in rows]
        self.right = [_is_numeric([row[i] for row in rows]) for i in range(len(head))]
        columns = ([title, *(row[i] for row in self.texts)] for i, title in enumerate(head))
        self.widths = [max(map(text_columns, column)) for column in columns]

    def lines(self) -> list[list[str]]:
        """The head and the rows, each cell as wide as its column."""
        return [
            [aligned(v, w, right=r) for v, w, r in zip(line, self.widths, self.right, strict=True)]
            for line in (self.head, *self.texts)
        ]


def _is_numeric(column: Sequence[Cell]) -> bool:
    """True if a column holds numbers, or nothing but None; some words may stand among the numbers."""
    return any(isinstance(value, int | float) for value in column) or (
        bool(column) and all(value is None for value in column)
    )
