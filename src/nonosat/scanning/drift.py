"""The drift of numbers from the middles of their lines, where paper bends otherwise than the mesh goes on.

Beside the board there are no lines that the mesh could follow, but numbers. Those nearest to the board are in their
rows; from there outward, the numbers in one column of cells say how far the next ones have drifted. The same holds for
the rows of cells above the board.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from nonosat.scanning.board import Board
from nonosat.scanning.page import Page
from nonosat.scanning.reading import CELL

#: A smaller drift does not matter; numbers whose drifts differ more than the second number tell nothing; in cells.
_LEAST, _APART = 0.12, 0.15
#: The fewest numbers that tell a drift. After more cells than the second number without such numbers it does not
#: change; after more cells without any number the clues have ended.
_FEWEST, _WITHOUT = 3, 2


def without_drift(page: Page, board: Board) -> Any | None:
    """The nodes of a page, moved so that the numbers are in their lines; None if they are."""
    nodes, (top, left, bottom, right) = page.mesh.nodes, page.span
    x, y = np.array([piece.box.middle for piece in page.pieces if piece.is_number]).reshape(-1, 2).T / CELL
    # Where the mesh was found beside the board, it is right.
    starts = {"top": min(board.top, top), "bottom": max(board.bottom, bottom)}
    starts |= {"left": min(board.left, left), "right": max(board.right, right)}
    above, beside = board.sides
    rows, columns = (board.top, board.bottom), (board.left, board.right)
    by_rows = _drift(y, x, rows, starts[beside], nodes.shape[:2], is_before=beside == "left")
    by_columns = _drift(x, y, columns, starts[above], nodes.shape[1::-1], is_before=above == "top").T
    if max(abs(by_rows).max(), abs(by_columns).max()) < _LEAST:
        return None
    down, across = np.gradient(nodes, axis=(0, 1))
    return nodes + by_rows[..., None] * down + by_columns[..., None] * across


def _drift(
    across: Any, along: Any, lines: tuple[int, int], start: int, shape: tuple[int, int], *, is_before: bool
) -> Any:
    """The drift across some lines at each node of the page, in cells; 0 but on the side with their clues.

    Args:
        across, along: the place of each number across the lines and along them, in cells.
        lines: the first line of the board, and the one behind the last.
        start: where along the lines the clues begin to drift.
        shape: the numbers of nodes across the lines and along them.
        is_before: the clues are before the lines.
    """
    outward, n = (start - along, start) if is_before else (along - start, shape[1] - 1 - start)
    centre, size = sum(lines) / 2, lines[1] - lines[0]
    cells = np.zeros((shape[0], n))
    # The drift in the middle of the board, and how much more it is from each line to the next.
    drift, change, last, seen = np.zeros(2), np.zeros(2), -1, -1
    usual: float | None = None
    for cell in range(n):
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
    drifts = np.zeros(shape)
    outer = drifts[:, start::-1] if is_before else drifts[:, start:]
    outer[:, 1:] = cells
    outer[:, 1:-1] = (outer[:, 1:-1] + cells[:, 1:]) / 2
    return drifts
