"""Tables of names and numbers, aligned for a terminal, in Markdown, or as CSV."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import pairwise

Cell = str | int | float | None


class Percent(float):
    """A share from 0 to 1, shown as per cent with one decimal."""


def shown(value: Cell) -> str:
    """Numbers to three digits, whole ones with separators; a dash for what there is not."""
    if value is None:
        return "-"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, Percent):
        return f"{100 * value:.1f}"
    if isinstance(value, float):
        digits = 3 if value == 0 else max(0, 2 - math.floor(math.log10(abs(value))))
        return f"{value:,.{min(digits, 5)}f}"
    return value


def markdown(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """A Markdown table that can be read as it is: columns aligned, numbers to the right."""
    texts, right, widths = _columns(head, rows, least=3)
    rule = ("-" * (w - 1) + ":" if r else "-" * w for w, r in zip(widths, right, strict=True))
    lines = [_aligned(line, widths, right) for line in (head, *texts)]
    lines.insert(1, list(rule))
    return "\n".join(f"| {' | '.join(line)} |" for line in lines)


def plain(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """The same for a terminal, without rules; what begins a row is not repeated in the next ones."""
    texts, right, widths = _columns(head, rows)
    for above, line in reversed(list(pairwise(texts))):
        if line[0] == above[0]:
            line[0] = ""
    return "\n".join("  ".join(_aligned(line, widths, right)).rstrip() for line in (head, *texts))


def csv(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """The same for programs: numbers as they are, nothing for what there is not."""
    import csv as writer
    import io

    text = io.StringIO()
    writer.writer(text, lineterminator="\n").writerows([head, *rows])
    return text.getvalue()


def _columns(
    head: Sequence[str], rows: Sequence[Sequence[Cell]], least: int = 0
) -> tuple[list[list[str]], list[bool], list[int]]:
    """The rows as text, and for each column whether it holds numbers, and its width."""
    texts = [[shown(value) for value in row] for row in rows]
    right = [_is_numeric([row[i] for row in rows]) for i in range(len(head))]
    widths = [max(len(title), least, *(len(row[i]) for row in texts)) for i, title in enumerate(head)]
    return texts, right, widths


def _is_numeric(column: Sequence[Cell]) -> bool:
    """Whether a column holds numbers, or nothing; words may stand for some of the numbers."""
    return any(isinstance(value, int | float) for value in column) or (
        bool(column) and all(value is None for value in column)
    )


def _aligned(line: Sequence[str], widths: Sequence[int], right: Sequence[bool]) -> list[str]:
    return [v.rjust(w) if r else v.ljust(w) for v, w, r in zip(line, widths, right, strict=True)]
