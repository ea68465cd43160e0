"""Numbers of a regular grid in a short form: runs of equal steps, and runs of those.

A page holds a few numbers for each cell of a puzzle: its coordinates, and its place on its lines. Along a row most of
them grow by equal steps. From row to row, the first numbers, the steps and the lengths of the rows do so, too. So any
grid with a regular order of its cells needs few numbers, whatever the form of the cells.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from typing import Any, TypeAlias

#: Numbers as they are; or the packed first numbers, steps and lengths of runs, three lists of equal lengths.
Packed: TypeAlias = list[Any]


def packed(numbers: Iterable[float]) -> Packed:
    """Numbers in a short form, from which `unpack` in `player.js` makes them again; whole ones become integers.

    Returns:
        A list of the numbers as they are, or a list of three such forms, which hold the first number, the step and the
        length of each run; whichever is shorter as JSON.
    """
    plain = [int(number) if number == int(number) else number for number in numbers]
    runs = _runs(plain)
    if len(runs) >= len(plain):
        return plain
    columns: list[Packed] = [packed(column) for column in zip(*runs, strict=True)]
    return min(plain, columns, key=_length)


def _runs(numbers: Sequence[float]) -> list[list[float]]:
    """The runs of equal steps, from left to right as long as possible: first number, step and length of each."""
    runs: list[list[float]] = []
    for number in numbers:
        if runs:
            first, step, length = runs[-1]
            if length == 1 or first + step * length == number:
                runs[-1] = [first, number - first if length == 1 else step, length + 1]
                continue
        runs.append([number, 0, 1])
    return runs


def _length(form: Packed) -> int:
    """The number of characters of a form as JSON."""
    return len(json.dumps(form, separators=(",", ":")))
