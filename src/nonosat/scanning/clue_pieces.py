"""The pieces of ink on a page that may be digits, and those of them that belong to the clue of each line."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence

from nonosat.scanning.board import Board
from nonosat.scanning.flat_page import Page
from nonosat.scanning.reading import CELL, HIGHEST, Box, Piece, usual_height

#: The least share of the usual height of numbers that a digit has.
LOWEST_DIGIT = 0.6


def pieces_of_lines(page: Page, board: Board, *, across: bool) -> list[list[Piece]]:
    """The pieces of ink in the clues of all rows (`across`) or columns."""
    way = 1 if across else -1
    (first, last), (low, high) = ((board.top, board.bottom), (board.left, board.right))[::way]
    is_before = board.sides[across] in ("top", "left")

    def distance(piece: Piece) -> tuple[int, int]:
        """The distances from the board to the near and to the far side of a piece."""
        before, behind = piece.box[not across :: 2]
        return (low * CELL - behind, low * CELL - before) if is_before else (before - high * CELL, behind - high * CELL)

    lines: list[list[Piece]] = [[] for _ in range(first, last, board.step)]
    for piece in page.pieces:
        along, line = (at / CELL for at in piece.box.middle[::way])
        if first <= line < last and (along < low if is_before else along >= high):
            lines[(int(line) - first) // board.step].append(piece)
    return _of_clues(page, lines, distance, CELL * board.step)


def _of_clues(
    page: Page, lines: Sequence[list[Piece]], distance: Callable[[Piece], tuple[int, int]], side: int
) -> list[list[Piece]]:
    """The pieces of lines without what is too far from the board, and without text beside the clues.

    Args:
        side: that of a cell of the board, in pixels.
    """
    height = usual_height(*lines)
    bands: list[list[Piece]] = []
    end = -math.inf
    for piece in sorted((p for line in lines for p in line if p.box.height <= HIGHEST * height), key=distance):
        near, far = distance(piece)
        if near >= end:
            bands.append([])
        bands[-1].append(piece)
        end = max(end, far)
    kept: set[Box] = set()
    gaps: list[int] = []
    end = 0
    for band in bands:
        digits = [piece for piece in band if piece.box.height >= LOWEST_DIGIT * height]
        # Beside chips there may be remnants of lines, but no text.
        on_chips = [piece for piece in digits if piece.chip]
        digits = on_chips or digits
        n_letters = 0 if on_chips else sum(piece.is_letter for piece in digits)
        gap = distance(band[0])[0] - end
        if gap > _widest(digits, n_letters, gaps, height, side):
            break
        if digits and (len(digits) <= 4 or n_letters <= 0.4 * len(digits)):
            gaps.append(gap)
            end = max(distance(piece)[1] for piece in digits)
            kept.update(piece.box for piece in band if piece.is_number or not page.chips.n or piece.chip)
    return [[piece for piece in line if piece.box in kept] for line in lines]


def _widest(digits: list[Piece], n_letters: int, gaps: list[int], height: float, side: int) -> float:
    """The widest gap, in pixels, before digits that belong to the clues: little before what looks like text.

    Args:
        n_letters: the number of letters among the digits; text has at least a fifth.
        gaps: those before the numbers that are nearer to the board; the first one is that beside the board.
        height: the usual one of numbers; a heading may be higher, and text lower.
        side: that of a cell of the board, in pixels.
    """
    if gaps and n_letters >= max(1, 0.2 * len(digits)):
        return max(0.45 * side, 1.5 * max(gaps[1:] or gaps))
    if n_letters or not 0.9 * height <= usual_height(digits) <= 1.25 * height:
        return 0.95 * side
    if len(gaps) > 1:  # a number between may not be seen
        return max(side, 1.1 * (2 * max(gaps[1:]) + height))
    return 2.0 * side if gaps else math.inf
