"""The pieces of ink on a page that may be digits, and those of them that belong to the clue of each line."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable, Sequence
from typing import NamedTuple

import numpy as np

from nonosat.scanning import readings
from nonosat.scanning.board import Board
from nonosat.scanning.chips import LOWEST
from nonosat.scanning.colors import shade
from nonosat.scanning.page import CELL, Page, pieces
from nonosat.scanning.reading import NONE, Box

#: Gaps in cells. The clues end at a gap of the first length in all lines; before a heading, at one of the second. The
#: clue of a single line ends at one of the third.
_END, _NEAR_END, _GAP = 2.0, 0.95, 2.6
#: Digits of a heading may be this many times as high as those of the clues.
_HEADING = 1.25
#: A piece of ink of text is likely a letter from this probability on; digits of some fonts look much like letters.
_LETTER = 0.8


class Piece(NamedTuple):
    """A piece of ink, the probabilities of the classes of the network, its chip (0 for none), and its colour."""

    box: Box
    classes: tuple[float, ...]
    chip: int = 0
    color: int = 1


def read_pieces(page: Page) -> list[Piece]:
    """All pieces of ink that may be digits; tall ones, which are digits that touch, are cut."""
    boxes = pieces(page)
    single = [box for box in boxes if box.height <= 1.15 * CELL]
    usual = float(np.median([box.height for box in single])) if single else CELL / 2
    cut = list(single)
    for box in boxes:
        if box.height > 1.15 * CELL and usual > 0.3 * CELL:
            cut += _cut(page, box, max(2, round(box.height / usual)))
    found = readings.probabilities([page.ink[box.top : box.bottom, box.left : box.right] for box in cut])
    return [Piece(box, tuple(row)) for box, row in zip(cut, found.tolist(), strict=True)]


def _cut(page: Page, box: Box, n: int) -> list[Box]:
    """A tall box cut at the rows of least ink into about `n` boxes."""
    rows = page.ink[box.top : box.bottom, box.left : box.right].sum(1)
    step, cuts = box.height / n, [0]
    for k in range(1, n):
        low, high = round((k - 0.25) * step), round((k + 0.25) * step) + 1
        cuts.append(low + int(np.argmin(rows[low:high])))
    cuts.append(box.height)
    return [Box(box.left, box.top + a, box.right, box.top + b) for a, b in itertools.pairwise(cuts)]


def is_number(piece: Piece) -> bool:
    """True if a piece is likely a number, by itself."""
    return piece.classes[NONE] < 0.3 and piece.box.height >= LOWEST * CELL


def pieces_of_lines(
    page: Page, board: Board, found: Sequence[Piece]
) -> tuple[list[list[Piece]], list[list[Piece]], bool]:
    """The pieces in the clue of each row, and of each column, of those `found` on the page.

    Returns:
        Also whether each number of a row has a cell of its own.
    """
    rows: list[list[Piece]] = [[] for _ in range(board.height)]
    columns: list[list[Piece]] = [[] for _ in range(board.width)]
    for piece in found:
        box = piece.box
        x, y = (box.left + box.right) / 2 / CELL, (box.top + box.bottom) / 2 / CELL
        beside = x < board.left if board.sides[1] == "left" else x >= board.right
        above = y < board.top if board.sides[0] == "top" else y >= board.bottom
        if beside and board.top <= y < board.bottom:
            rows[int(y) - board.top].append(piece)
        elif above and board.left <= x < board.right:
            columns[int(x) - board.left].append(piece)
    (top, left), (n_rows, n_columns) = page.first, page.shape
    # The borders of chips look like those of cells.
    reaches = (
        not page.chips.n and (left < board.left or left + n_columns > board.right),
        not page.chips.n and (top < board.top or top + n_rows > board.bottom),
    )
    rows_in_cells = reaches[0] and _in_cells(page, rows, across=True)
    if rows_in_cells:  # nothing else is a clue then
        rows = [[piece for piece in line if left <= column_of(piece.box) < left + n_columns] for line in rows]
    if reaches[1] and _in_cells(page, columns, across=False):
        end = (top + n_rows) * CELL
        columns = [[p for p in line if top * CELL <= (p.box.top + p.box.bottom) / 2 < end] for line in columns]
    rows, columns = _of_clues(page, rows, board, across=True), _of_clues(page, columns, board, across=False)
    return rows, columns, rows_in_cells


def _in_cells(page: Page, lines: Sequence[Sequence[Piece]], *, across: bool) -> bool:
    """True if each number has a cell of its own, with lines before and behind it."""
    drawn = page.lines if across else page.lines.T
    reach = CELL // 5
    seen = []
    for box in (piece.box for line in lines for piece in line if is_number(piece)):
        x, y = ((box.left + box.right) // 2, (box.top + box.bottom) // 2)[:: 1 if across else -1]
        column, row = x // CELL * CELL, y // CELL * CELL
        for at in (column, column + CELL):
            line = drawn[row + reach : row + CELL - reach, max(at - reach, 0) : at + reach]
            seen.append(line.size > 0 and line.any(1).mean() > 0.85)
    return bool(seen) and float(np.mean(seen)) > 0.7


def usual_height(lines: Sequence[Sequence[Piece]]) -> float:
    """The median height of numbers in pixels."""
    heights = [piece.box.height for line in lines for piece in line if is_number(piece)]
    return float(np.median(heights)) if heights else CELL / 2


def column_of(box: Box) -> int:
    """The column of cells of the page in which the middle of a box is."""
    return (box.left + box.right) // 2 // CELL


def _of_clues(page: Page, lines: Sequence[list[Piece]], board: Board, *, across: bool) -> list[list[Piece]]:
    """The pieces of lines without what is too far from the board, and without text beside the clues."""
    low, high = (board.left * CELL, board.right * CELL) if across else (board.top * CELL, board.bottom * CELL)
    is_before = board.sides[1] == "left" if across else board.sides[0] == "top"

    def distance(piece: Piece) -> tuple[int, int]:
        near, far = (piece.box.left, piece.box.right) if across else (piece.box.top, piece.box.bottom)
        return (low - far, low - near) if is_before else (near - high, far - high)

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
        large = [piece for piece in band if piece.box.height >= 0.6 * height]
        is_like = usual_height([large]) <= _HEADING * height and not any(_strange(large, across=across))
        if distance(band[0])[0] - end > (_END if is_like else _NEAR_END) * CELL:
            break
        # Beside chips there may be remnants of lines.
        on_chips = [piece for piece in large if shade(page, piece.box)[0]]
        if large and not _is_text(on_chips or large, across=across):
            end = max(distance(piece)[1] for piece in large)
            kept.update(piece.box for piece in band)
    kept_lines = ([piece for piece in line if piece.box in kept] for line in lines)
    return [_without_gap(line, distance) for line in kept_lines]


def _without_gap(line: list[Piece], distance: Callable[[Piece], tuple[int, int]]) -> list[Piece]:
    """The pieces of a line, which may begin far from the board, up to a wide gap."""
    line = sorted(line, key=distance)
    ends = itertools.accumulate((distance(piece)[1] for piece in line), max)
    gaps = (distance(piece)[0] - end > _GAP * CELL for piece, end in zip(line[1:], ends, strict=False))
    return line[: next((at for at, is_gap in enumerate(gaps, 1) if is_gap), None)]


def _is_text(band: Sequence[Piece], *, across: bool) -> bool:
    """True if pieces beside each other are letters, or stand as often on the borders of lines as in their middles."""
    letters, crossing = _strange(band, across=across)
    return len(band) > 4 and max(letters, crossing) > 0.4 * len(band)


def _strange(band: Sequence[Piece], *, across: bool) -> tuple[int, int]:
    """The number of pieces that are likely letters, and the number of those that stand on the borders of lines."""
    crossing = 0
    for piece in band:
        near, far = (piece.box.top, piece.box.bottom) if across else (piece.box.left, piece.box.right)
        crossing += int(near / CELL + 0.15) != int(far / CELL - 0.15)
    return sum(piece.classes[NONE] >= _LETTER for piece in band), crossing
