"""The pieces of ink on a page that may be digits, and those of them that belong to the clue of each line."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence

import numpy as np

from nonosat.scanning.board import Board
from nonosat.scanning.colors import shade
from nonosat.scanning.page import Page
from nonosat.scanning.reading import CELL, NONE, Box, Piece

#: Gaps in cells. The clues end at a gap of the first length in all lines; before a heading, at one of the second. The
#: clue of a single line ends at one of the third.
_END, _NEAR_END, _GAP = 2.0, 0.95, 2.6
#: Digits of a heading may be this many times as high as those of the clues; a number is at most this many times as high
#: as is usual.
_HEADING, _HIGHEST = 1.25, 1.9
#: A piece of ink of text is likely a letter from this probability on; digits of some fonts look much like letters. What
#: is thinner than this, compared with its height, may be a 1 without a flag.
_LETTER, _BAR = 0.8, 0.3


def pieces_of_lines(page: Page, board: Board) -> tuple[list[list[Piece]], list[list[Piece]], bool]:
    """The pieces of ink in the clue of each row, and of each column.

    Returns:
        Also whether each number of a row has a cell of its own.
    """
    rows, rows_in_cells = _of_side(page, board, across=True)
    return rows, _of_side(page, board, across=False)[0], rows_in_cells


def _of_side(page: Page, board: Board, *, across: bool) -> tuple[list[list[Piece]], bool]:
    """The pieces of ink in the clues of all rows (`across`) or columns, and whether each number has its own cell."""
    way = 1 if across else -1
    (first, last), (low, high) = ((board.top, board.bottom), (board.left, board.right))[::way]
    start, end = page.span[across::2]
    is_before = board.sides[across] in ("top", "left")

    def distance(piece: Piece) -> tuple[int, int]:
        """The distances from the board to the near and to the far side of a piece."""
        before, behind = piece.box[not across :: 2]
        return (low * CELL - behind, low * CELL - before) if is_before else (before - high * CELL, behind - high * CELL)

    lines: list[list[Piece]] = [[] for _ in range(first, last)]
    for piece in page.pieces:
        along, line = (at / CELL for at in piece.box.middle[::way])
        if first <= line < last and (along < low if is_before else along >= high):
            lines[int(line) - first].append(piece)
    # The borders of chips look like those of cells.
    in_cells = not page.chips.n and (start < low or end > high) and _in_cells(page, lines, across=across)
    if in_cells:  # nothing else is a clue then
        lines = [[p for p in line if start <= p.box.middle[not across] / CELL < end] for line in lines]
    return _of_clues(page, lines, distance, across=across), in_cells


def _in_cells(page: Page, lines: Sequence[Sequence[Piece]], *, across: bool) -> bool:
    """True if each number has a cell of its own, with lines before and behind it."""
    drawn = page.lines if across else page.lines.T
    reach = CELL // 5
    seen = []
    for box in (piece.box for line in lines for piece in line if piece.is_number):
        column, row = (int(at / CELL) * CELL for at in box.middle[:: 1 if across else -1])
        for at in (column, column + CELL):
            line = drawn[row + reach : row + CELL - reach, max(at - reach, 0) : at + reach]
            seen.append(line.size > 0 and line.any(1).mean() > 0.85)
    return bool(seen) and float(np.mean(seen)) > 0.7


def usual_height(lines: Sequence[Sequence[Piece]]) -> float:
    """The median height of numbers in pixels."""
    heights = [piece.box.height for line in lines for piece in line if piece.is_number]
    return float(np.median(heights)) if heights else CELL / 2


def _of_clues(
    page: Page, lines: Sequence[list[Piece]], distance: Callable[[Piece], tuple[int, int]], *, across: bool
) -> list[list[Piece]]:
    """The pieces of lines without what is too far from the board, and without text beside the clues."""
    height = usual_height(lines)
    bands: list[list[Piece]] = []
    end = -math.inf
    for piece in sorted((piece for line in lines for piece in line), key=distance):
        near, far = distance(piece)
        if near >= end:
            bands.append([])
        bands[-1].append(piece)
        end = max(end, far)
    kept: set[Box] = set()
    end = 0
    for band in bands:
        digits = [piece for piece in band if piece.box.height >= 0.6 * height]
        # Beside chips there may be remnants of lines.
        digits = [piece for piece in digits if shade(page, piece.box)[0]] or digits
        n_letters = sum(p.classes[NONE] >= _LETTER and p.box.width > _BAR * p.box.height for p in digits)
        n_between = sum(_is_between(piece.box, across=across) for piece in digits)
        is_like = n_letters == n_between == 0 and usual_height([digits]) <= _HEADING * height
        if distance(band[0])[0] - end > (_END if is_like else _NEAR_END) * CELL:
            break
        # Text has letters, and stands as often between lines as in their middles.
        if digits and (len(digits) <= 4 or max(n_letters, n_between) <= 0.4 * len(digits)):
            end = max(distance(piece)[1] for piece in digits)
            kept.update(piece.box for piece in band if not _is_remnant(page, piece, height))
    return [_without_gap([piece for piece in line if piece.box in kept], distance) for line in lines]


def _is_remnant(page: Page, piece: Piece, height: float) -> bool:
    """True if a piece is what is left of a line: it is too high, or likely no number, and not on a chip as others are.

    Args:
        height: the usual one of numbers, in pixels.
    """
    if piece.box.height > _HIGHEST * height:
        return True
    return bool(page.chips.n) and not piece.is_number and not shade(page, piece.box)[0]


def _without_gap(line: list[Piece], distance: Callable[[Piece], tuple[int, int]]) -> list[Piece]:
    """The pieces of a line, which may begin far from the board, up to a wide gap."""
    line = sorted(line, key=distance)
    ends = itertools.accumulate((distance(piece)[1] for piece in line), max)
    gaps = (distance(piece)[0] - end > _GAP * CELL for piece, end in zip(line[1:], ends, strict=False))
    return line[: next((at for at, is_gap in enumerate(gaps, 1) if is_gap), None)]


def _is_between(box: Box, *, across: bool) -> bool:
    """True if a box is in more than one row, or column."""
    near, far = box[across::2]
    return int(near / CELL + 0.15) != int(far / CELL - 0.15)
