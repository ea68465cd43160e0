"""The board among the cells of a flattened page: its cells have lines around them, and numbers stand beside it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from nonosat.scanning.page import CELL, Box

#: The share of lines that must have a number beside the board on the sides that have clues.
_COVERED = 0.5


class Board(NamedTuple):
    """The rows and columns of the page that are the board; ends are exclusive.

    Attributes:
        sides: the sides with the clues of the columns, `top` or `bottom`, and of the rows, `left` or `right`.
    """

    top: int
    left: int
    bottom: int
    right: int
    sides: tuple[str, str]

    @property
    def height(self) -> int:
        """The number of rows."""
        return self.bottom - self.top

    @property
    def width(self) -> int:
        """The number of columns."""
        return self.right - self.left


def find_board(boxed: Any, dark: Any, digits: Sequence[Box], start: tuple[int, int, int, int]) -> Board:
    """The rectangle of cells that is the board, by lines around cells and numbers outside.

    Args:
        boxed: for each cell whether lines are seen around it.
        dark: for each cell whether it is filled, so that its lines need not be seen.
        digits: boxes of pieces of ink that are read as numbers.
        start: the rectangle from which to search: top, left, bottom, right.
    """
    numbers = np.zeros(boxed.shape)
    for box in digits:
        row = min(max((box.top + box.bottom) // 2 // CELL, 0), boxed.shape[0] - 1)
        column = min(max((box.left + box.right) // 2 // CELL, 0), boxed.shape[1] - 1)
        numbers[row, column] += 1
    has = numbers > 0
    gain = np.zeros((boxed.shape[0] + 1, boxed.shape[1] + 1))
    gain[1:, 1:] = np.cumsum(np.cumsum((boxed | dark) - 0.75 - 1.5 * np.minimum(numbers, 1), 0), 1)

    def cover(side: int, rectangle: Sequence[int]) -> float:
        """The share of lines with a number within two cells beside a side."""
        top, left, bottom, right = rectangle
        bands: tuple[Any, ...] = (
            has[max(top - 2, 0) : top, left:right].any(0),
            has[top:bottom, max(left - 2, 0) : left].any(1),
            has[bottom : bottom + 2, left:right].any(0),
            has[top:bottom, right : right + 2].any(1),
        )
        band = bands[side]
        return float(band.mean()) if len(band) else 0.0

    def score(rectangle: Sequence[int]) -> float:
        top, left, bottom, right = rectangle
        if bottom - top < 2 or right - left < 2:
            return -np.inf
        total = float(gain[bottom, right] - gain[top, right] - gain[bottom, left] + gain[top, left])
        for side in range(4):
            share = cover(side, rectangle)
            lines = right - left if side % 2 == 0 else bottom - top
            total += 2 * lines * share if share >= _COVERED else 0
        return total

    best, best_score = list(start), score(start)
    middle = (start[0] + start[2]) // 2, (start[1] + start[3]) // 2
    for begin in (list(start), [middle[0] - 1, middle[1] - 1, middle[0] + 1, middle[1] + 1]):
        rectangle, last = begin, -np.inf
        for _ in range(6):
            for side in range(4):
                limit = boxed.shape[side % 2]
                places = range(limit + 1)
                tried = [[*rectangle[:side], place, *rectangle[side + 1 :]] for place in places]
                rectangle = max(tried, key=score)
            # Sides that have to move together, such as both that the numbers are beside.
            now = score(rectangle)
            if now <= last:
                break
            last = now
        if last > best_score:
            best, best_score = rectangle, last
    best = _without_frame(boxed, has, best)
    covers = [cover(side, best) for side in range(4)]
    if max(covers[0], covers[2]) < _COVERED / 2 or max(covers[1], covers[3]) < _COVERED / 2:
        raise NoNumbers
    sides = "top" if covers[0] >= covers[2] else "bottom", "left" if covers[1] >= covers[3] else "right"
    top, left, bottom, right = best
    return Board(top, left, bottom, right, sides)


class NoNumbers(Exception):
    """There are no numbers beside the board."""


def _without_frame(boxed: Any, has: Any, rectangle: list[int]) -> list[int]:
    """A rectangle without rows and columns at its borders that have neither lines nor numbers, such as a dark frame."""
    rectangle = list(rectangle)
    for side in range(4):
        while True:
            top, left, bottom, right = rectangle
            if bottom - top < 3 or right - left < 3:
                break
            at = (top, left, bottom - 1, right - 1)[side]
            if side % 2 == 0:
                lines = boxed[at, left:right]
                beside = has[at, max(left - 2, 0) : left].any() or has[at, right : right + 2].any()
            else:
                lines = boxed[top:bottom, at]
                beside = has[max(top - 2, 0) : top, at].any() or has[bottom : bottom + 2, at].any()
            if beside or lines.mean() > 0.5:
                break
            rectangle[side] += 1 if side < 2 else -1
    return rectangle
