"""Tables of names and numbers, aligned for a terminal or as CSV."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise, zip_longest
from typing import NamedTuple, TextIO

from nonosat.core.errors import printable
from nonosat.core.text_columns import aligned, folded, text_columns

#: The blanks between two columns.
GAP = "  "
#: A value in a table; None for one that is missing.
Cell = str | int | float | None

#: The last column is folded rather than put into another part of the table, if it keeps this number of characters.
_LEAST_WORDS = 24
#: Columns that name the rows may take this share of the width; longer names are folded.
_KEYS_SHARE = 0.6
#: The least width of a column that is folded.
_LEAST = 4


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
    """A table for a terminal, without a line end after the last line: columns two blanks apart, numbers to the right.

    In a table that is wider than the terminal the last column is folded, if it holds words; if that is not enough, the
    table is cut into parts, one below the other, each with the first columns.

    Args:
        head: the titles of the columns.
        rows: a value for each title.
        grouped: leave out the first value of a row where it is that of the row above.
        width: the most characters of a line; None for no limit.
        n_keys: the number of first columns that name a row, and stand in each part.
    """
    texts = [[format_cell(value) for value in row] for row in rows]
    if grouped:
        for above, line in reversed(list(pairwise(texts))):
            if line[0] == above[0]:
                line[0] = ""
    columns = [
        TableColumn([title, *(line[i] for line in texts)], _is_numeric([row[i] for row in rows]))
        for i, title in enumerate(head)
    ]
    return folded_table(columns, width, n_keys)


def write_csv(file: TextIO, head: Sequence[str], rows: Iterable[Sequence[Cell]]) -> None:
    """Write a table with the titles `head` as CSV: numbers with all their digits, nothing for None.

    Args:
        file: opened with `newline=""`.
        rows: taken one by one.
    """
    import csv

    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(head)
    writer.writerows(rows)


def _is_numeric(column: Sequence[Cell]) -> bool:
    """True if a column holds numbers, perhaps with words among them, or nothing but None."""
    numeric = any(isinstance(value, int | float) for value in column)
    return numeric or (bool(column) and all(value is None for value in column))


class TableColumn(NamedTuple):
    """A column of a table: its title and then its values, aligned to the `right` or left."""

    texts: Sequence[str]
    right: bool

    @property
    def width(self) -> int:
        """The characters of the longest text."""
        return max(map(text_columns, self.texts))


def folded_table(columns: Sequence[TableColumn], width: int | None, n_keys: int = 1) -> str:
    """A table with some `columns`, its parts divided by an empty line; `width` and `n_keys` as of `text_table`."""
    if width is None:
        width = sum(column.width + len(GAP) for column in columns)
    keys, others = columns[:n_keys], columns[n_keys:]
    rest = sum(column.width + len(GAP) for column in others)
    key_widths = _shrunk([key.width for key in keys], max(int(width * _KEYS_SHARE), width - rest))
    room = width - sum(key_widths) - len(GAP) * len(keys)
    parts: list[tuple[list[TableColumn], list[int]]] = [] if others else [([], [])]
    left = 0
    for column in others:
        is_last = column is others[-1] and not column.right
        if parts and column.width <= left:
            needed = column.width
        elif parts and is_last and left >= _LEAST_WORDS:
            needed = left
        else:
            parts.append(([], []))
            left = room
            needed = min(column.width, max(room, _LEAST))
        parts[-1][0].append(column)
        parts[-1][1].append(needed)
        left -= needed + len(GAP)
    return "\n\n".join("\n".join(_lines([*keys, *part], [*key_widths, *widths])) for part, widths in parts)


def _shrunk(widths: list[int], room: int) -> list[int]:
    """Widths of columns, the widest made narrower until together they take at most `room` characters."""
    widths = list(widths)
    while sum(widths) + len(GAP) * (len(widths) - 1) > room and max(widths) > _LEAST:
        widths[widths.index(max(widths))] -= 1
    return widths


def _lines(columns: Sequence[TableColumn], widths: Sequence[int]) -> Iterator[str]:
    for row in zip(*(column.texts for column in columns), strict=True):
        cells = [
            folded(text, width) if text_columns(text) > width else [text]
            for text, width in zip(row, widths, strict=True)
        ]
        for line in zip_longest(*cells, fillvalue=""):
            texts = zip(line, widths, columns, strict=True)
            yield GAP.join(aligned(text, width, right=column.right) for text, width, column in texts).rstrip()
