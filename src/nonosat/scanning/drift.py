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

#: A smaller drift does not matter; numbers that are further apart than that tell none; both in cells.
_LEAST, _APART = 0.12, 0.15
#: The fewest numbers that tell a drift, and after what number of cells without them it is as before.
_FEWEST, _WITHOUT = 3, 2


def without_drift(page: Page, board: Board, found: Sequence[Piece]) -> Any | None:
    """The nodes of a page, moved so that the numbers are in their lines; None if they are.

    Args:
        found: all pieces of ink on the page.
    """
    nodes = page.mesh.nodes
    height, width = nodes.shape[:2]
    boxes = np.array([piece.box for piece in found if is_number(piece)]).reshape(-1, 4) / CELL
    x, y = (boxes[:, 0] + boxes[:, 2]) / 2, (boxes[:, 1] + boxes[:, 3]) / 2
    down, right = np.zeros((height, width)), np.zeros((height, width))
    # Where the mesh was found beside the board, it is right.
    (first_row, first_column), (n_rows, n_columns) = page.first, page.shape
    rows, columns = (board.top, board.bottom), (board.left, board.right)
    if board.sides[1] == "left":
        start = min(board.left, first_column)
        down[:, start::-1] = _drift(y, start - x, rows, (height, start + 1))
    else:
        start = max(board.right, first_column + n_columns)
        down[:, start:] = _drift(y, x - start, rows, (height, width - start))
    if board.sides[0] == "top":
        start = min(board.top, first_row)
        right[start::-1] = _drift(x, start - y, columns, (width, start + 1)).T
    else:
        start = max(board.bottom, first_row + n_rows)
        right[start:] = _drift(x, y - start, columns, (width, height - start)).T
    if max(abs(down).max(), abs(right).max()) < _LEAST:
        return None
    by_row, by_column = (np.gradient(nodes, axis=axis) for axis in (0, 1))
    return nodes + down[..., None] * by_row + right[..., None] * by_column


def _drift(across: Any, outward: Any, lines: tuple[int, int], shape: tuple[int, int]) -> Any:
    """For each node across the lines, and outward from the board, how far what is there has drifted, in cells.

    Args:
        across: the place of each number across the lines, in cells.
        outward: its distance from the board, negative for those on the other side.
        lines: the first line of the board, and the one behind the last.
    """
    low, high = lines
    centre, size = (low + high) / 2, high - low
    places = (np.arange(shape[0]) - centre) / size
    cells = np.zeros((shape[0], shape[1] - 1))
    # The drift in the middle, and how much more it is from the first line to the last one.
    drift, change, last, seen = np.zeros(2), np.zeros(2), -1, -1
    usual: float | None = None
    for cell in range(shape[1] - 1):
        if cell - last > _WITHOUT:
            change = np.zeros(2)
        guess = drift + change
        at = (across[(outward >= cell) & (outward < cell + 1)] - centre) / size
        expected = guess[0] + guess[1] * at
        at, expected = (values[abs(at - expected / size) < 0.5] for values in (at, expected))
        if cell - seen > _WITHOUT:
            cells[:, cell:] = cells[:, cell - 1 : cell]
            break
        seen = cell if at.size else seen
        off = (at * size + centre - expected - (usual or 0.0)) % 1 - 0.5
        middle = float(np.median(off)) if off.size else 0.0
        if off.size >= _FEWEST and np.median(abs(off - middle)) < _APART:
            if usual is None:
                usual = middle
            else:
                tilt = (at * (off - middle)).sum() / ((at**2).sum() + 0.5)
                guess = guess + (middle, tilt)
                change = (guess - drift) / (cell - last)
            last = cell
        drift = guess
        cells[:, cell] = drift[0] + drift[1] * places
    ends = np.pad(cells, ((0, 0), (1, 0)))
    return (ends + np.pad(cells, ((0, 0), (0, 1)), mode="edge") * (np.arange(shape[1]) > 0)) / 2
