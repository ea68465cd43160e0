"""Tables that are wider than the terminal: columns of words folded, and parts with some of the columns each."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import NamedTuple

from nonosat.results.text_columns import GAP, aligned, folded, text_columns

#: The last column is folded rather than put into another part of the table, if it keeps this number of characters.
_LEAST_WORDS = 24
#: Columns that name the rows may take this share of the width; longer names are folded.
_KEYS_SHARE = 0.6
#: The least width of a column that is folded.
_LEAST = 4


class TableColumn(NamedTuple):
    """A column of a table.

    Attributes:
        texts: its title, then its values.
        right: whether they are aligned to the right.
    """

    texts: Sequence[str]
    right: bool

    @property
    def width(self) -> int:
        """The characters of the longest text."""
        return max(map(text_columns, self.texts))


def folded_table(columns: Sequence[TableColumn], width: int, n_keys: int = 1) -> str:
    """A table in lines of limited length.

    Args:
        columns: from left to right.
        width: the most characters of a line.
        n_keys: the number of first columns that name a row, and stand in each part.

    Returns:
        The lines of the parts with an empty line between two, without a line end after the last one.
    """
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
    """The lines of one part."""
    for row in zip(*(column.texts for column in columns), strict=True):
        cells = [folded(text, width) for text, width in zip(row, widths, strict=True)]
        for line in zip_longest(*cells, fillvalue=""):
            texts = zip(line, widths, columns, strict=True)
            yield GAP.join(aligned(text, width, right=column.right) for text, width, column in texts).rstrip()
