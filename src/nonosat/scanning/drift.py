"""The drift of numbers from the middles of their lines, where paper bends otherwise than the mesh goes on.

Beside the board there are no lines that the mesh could follow, but numbers. Those nearest to the board are in their
rows; from there outward, the numbers in one column of cells say how far the next ones have drifted. The same holds for
the rows of cells above the board.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from nonosat.scanning.board import Board
from nonosat.scanning.clue_pieces import Piece, is_number
from nonosat.scanning.page import CELL, Page

#: A smaller drift does not matter; numbers whose drifts differ more than the second number tell nothing; in cells.
_LEAST, _APART = 0.12, 0.15
#: The fewest numbers that tell a drift. After more cells than the second number without such numbers it does not
#: change; after more cells without any number the clues have ended.
_FEWEST, _WITHOUT = 3, 2


def without_drift(page: Page, board: Board, found: Sequence[Piece]) -> Any | None:
    """The nodes of a page, moved so that the numbers are in their lines; None if they are.

    Args:
        found: all pieces of ink on the page.
    """
    nodes, (top, left), (height, width) = page.mesh.nodes, page.first, page.shape
    boxes = np.array([piece.box for piece in found if is_number(piece)]).reshape(-1, 4) / CELL
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    rows, columns = (board.top, board.bottom), (board.left, board.right)
    above, beside = board.sides
    # Where the mesh was found beside the board, it is right.
    known = (
        (min(board.top, top), max(board.bottom, top + height)),
        (min(board.left, left), max(board.right, left + width)),
    )
    down = _beside(y, x, rows, known[1], nodes.shape[:2], is_before=beside == "left")
    right = _beside(x, y, columns, known[0], nodes.shape[1::-1], is_before=above == "top").T
    if max(abs(down).max(), abs(right).max()) < _LEAST:
        return None
    by_row, by_column = (np.gradient(nodes, axis=axis) for axis in (0, 1))
    return nodes + down[..., None] * by_row + right[..., None] * by_column


def _beside(
    across: Any, along: Any, lines: tuple[int, int], known: tuple[int, int], shape: tuple[int, int], *, is_before: bool
) -> Any:
    """The drift across some lines at each node of the page, in cells; 0 but on the side with their clues.

    Args:
        across, along: the place of each number across the lines and along them, in cells.
        lines: the first line of the board, and the one behind the last.
        known: where the clues may begin to drift, before the lines and behind them.
        shape: the numbers of nodes across the lines and along them.
        is_before: the clues are before the lines.
    """
    drifts = np.zeros(shape)
    if is_before:
        start = known[0]
        drifts[:, start::-1] = _drift(across, start - along, lines, (shape[0], start + 1))
    else:
        start = known[1]
        drifts[:, start:] = _drift(across, along - start, lines, (shape[0], shape[1] - start))
    return drifts


def _drift(across: Any, outward: Any, lines: tuple[int, int], shape: tuple[int, int]) -> Any:
    """The drift at each node across the lines, and outward from where it begins, in cells.

    Args:
        across: the place of each number across the lines, in cells.
        outward: its distance from where the drift begins, negative for those on the other side.
        lines: the first line of the board, and the one behind the last.
        shape: the numbers of nodes in both directions.
    """
    centre, size = sum(lines) / 2, lines[1] - lines[0]
    cells = np.zeros((shape[0], shape[1] - 1))
    # The drift in the middle of the board, and how much more it is from each line to the next.
    drift, change, last, seen = np.zeros(2), np.zeros(2), -1, -1
    usual: float | None = None
    for cell in range(shape[1] - 1):
        if cell - seen > _WITHOUT:
            cells[:, cell:] = cells[:, cell - 1 : cell]
            break
        if cell - last > _WITHOUT:
            change = np.zeros(2)
        guess = drift + change
        at = across[(outward >= cell) & (outward < cell + 1)] - centre
        off = at - guess[0] - guess[1] * at
        at, off = (values[abs(off) < size / 2] for values in (at, off))
        seen = cell if at.size else seen
        off = (off + centre - (usual or 0.0)) % 1 - 0.5
        middle = float(np.median(off)) if off.size else 0.0
        if off.size >= _FEWEST and np.median(abs(off - middle)) < _APART:
            if usual is None:
                usual = middle
            else:
                tilt = (at * (off - middle)).sum() / ((at**2).sum() + size**2 / 2)
                guess = guess + (middle, tilt)
                change = (guess - drift) / (cell - last)
            last = cell
        drift = guess
        cells[:, cell] = drift[0] + drift[1] * (np.arange(shape[0]) - centre)
    # A node is between two cells; the first one does not drift.
    nodes = np.zeros(shape)
    nodes[:, 1:] = cells
    nodes[:, 1:-1] = (nodes[:, 1:-1] + cells[:, 1:]) / 2
    return nodes
