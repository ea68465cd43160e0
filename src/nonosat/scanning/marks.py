"""The marks on the board: cells that are filled, and cells with a cross or a dot in them, which are empty.

Most cells have the colour of the ground, which may change slowly over a photo, or be tinted in bands. A filled cell has
almost no pixel of that colour. A cross or a dot is ink in the middle of a cell that has. Both are as strong as the ink
of the numbers, so that an image without marks has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np

from nonosat.model.grid import Grid, cell_name
from nonosat.model.palette import BACKGROUND, Palette
from nonosat.scanning.board import Board
from nonosat.scanning.page import CELL, Box, Page

#: The least difference from the ground of a filled cell and of a cross, in shares of the contrast of numbers.
_FILLED, _MARKED = 0.27, 0.18
#: The least difference at all, in levels of 255 of L*a*b*, and in multiples of that of the plainest cells.
_LEAST, _SPREAD = 12.0, 8.0
#: The pixels around the middle of a cell, in rows and columns of the cell without its margin.
_RING = np.nonzero(np.pad(np.zeros((CELL // 2 - 2,) * 2), 4, constant_values=1))
#: A mark of a lower probability is doubtful.
_SURE = 0.9
#: More marks of a kind than this are counted, not named.
_NAMED = 5


class Mark(NamedTuple):
    """The mark on a cell: its colour number, 0 if it is marked empty, None if it is open; with its probability."""

    color: int | None
    probability: float


def find_marks(
    page: Page, board: Board, numbers: Sequence[Box], palette: Palette, solution: Sequence[int] | None
) -> tuple[Mark, ...]:
    """The marks on the cells of a board, row by row.

    Args:
        numbers: boxes of numbers, whose ink is the measure of contrast.
        solution: the colour of each cell, which tells filled cells from the ground if there are many; None if unknown.
    """
    lab = cv2.cvtColor(page.colors, cv2.COLOR_RGB2LAB)
    contrast = _contrast(lab, numbers)
    colors = lab[board.top * CELL : board.bottom * CELL, board.left * CELL : board.right * CELL].astype(np.float32)
    inner = _cells(colors, CELL // 5)[:, :, ::2, ::2].reshape(board.height, board.width, -1, 3)
    own = np.median(inner, axis=2)
    inks = np.array([[list(bytes.fromhex(color[1:])) for color in palette.colors[1:]]], np.uint8)
    inks = cv2.cvtColor(inks, cv2.COLOR_RGB2LAB)[0].astype(np.float32)
    nearest = 1 + np.linalg.norm(own[:, :, None] - inks, axis=3).argmin(axis=2)
    found = [_marks(colors, inner, ground, nearest, contrast) for ground in _grounds(own, contrast)]
    if solution is None:
        return found[0]

    def agreement(marks: tuple[Mark, ...]) -> int:
        pairs = zip(marks, solution, strict=True)
        return sum(1 if mark.color == color else -1 for mark, color in pairs if mark.color is not None)

    return max(found, key=agreement)


def doubtful_marks(grid: Grid, marks: Sequence[Mark], solution: Sequence[int] | None) -> Iterator[str]:
    """The marks of low probability, and those that differ from the only solution, in sentences."""
    unsure = [cell for cell, mark in enumerate(marks) if mark.color is not None and mark.probability < _SURE]
    if len(unsure) > _NAMED:
        yield f"{len(unsure)} marks are doubtful"
    else:
        yield from (f"{cell_name(grid, cell)}: the mark is doubtful" for cell in unsure)
    if solution is None:
        return
    wrong = [cell for cell, mark in enumerate(marks) if mark.color not in (None, solution[cell])]
    if len(wrong) > _NAMED:
        yield f"{len(wrong)} marks differ from the solution"
        return
    for cell in wrong:
        seen, right = ("filled" if color else "empty" for color in (marks[cell].color, solution[cell]))
        other = f"it {right}" if seen != right else "another colour"
        yield f"{cell_name(grid, cell)}: {seen}, and the solution has {other}"


def _contrast(lab: Any, numbers: Sequence[Box]) -> float:
    """The difference between the ink of most numbers and what they stand on."""
    depths = []
    for left, top, right, bottom in numbers:
        pixels = lab[top:bottom, left:right].reshape(-1, 3).astype(np.float32)
        depths.append(np.percentile(np.linalg.norm(pixels - np.median(pixels, axis=0), axis=1), 95))
    return float(np.percentile(depths, 75)) if depths else 255.0


def _cells(pixels: Any, margin: int) -> Any:
    """The pixels of each cell of the board, without its margin: row, column, then those of the cell."""
    height, width = pixels.shape[0] // CELL, pixels.shape[1] // CELL
    cells = np.moveaxis(pixels.reshape(height, CELL, width, CELL, -1), 2, 1)
    return cells[:, :, margin:-margin, margin:-margin]


def _grounds(own: Any, contrast: float) -> list[Any]:
    """The colours that the cells would have if they were open, by the two commonest colours of cells."""
    height, width = own.shape[:2]
    y, x = (at.ravel() for at in np.meshgrid(np.linspace(-1, 1, height), np.linspace(-1, 1, width), indexing="ij"))
    terms = np.stack([np.ones_like(x), x, y, x * x, x * y, y * y], axis=1)
    colors = own.reshape(-1, 3)
    some = colors[np.random.default_rng(0).permutation(len(colors))[:400]]
    near = np.linalg.norm(some[:, None] - some, axis=2) < _FILLED / 2 * contrast
    grounds: list[Any] = []
    while len(grounds) < 2 and near.any():
        common = int(near.sum(1).argmax())
        fit = np.broadcast_to(some[common], colors.shape)
        for _ in range(6):
            is_open = np.linalg.norm(colors - fit, axis=1) < _FILLED * contrast
            # A few cells do not tell how the light changes.
            steady = np.diag([0, 1, 1, 1, 1, 1]) * 0.03 * len(colors)
            used = terms[is_open]
            fit = terms @ np.linalg.solve(used.T @ used + steady, used.T @ colors[is_open])
        grounds.append(fit.reshape(own.shape))
        far = np.linalg.norm(some - some[common], axis=1) > _FILLED * contrast
        near &= far & far[:, None]
    return grounds


def _marks(colors: Any, inner: Any, ground: Any, nearest: Any, contrast: float) -> tuple[Mark, ...]:
    """The marks, given the colour that each cell would have if it were open, and the number of its nearest ink."""
    height, width = ground.shape[:2]
    away = np.linalg.norm(inner - ground[:, :, None], axis=3)
    filled = np.percentile(away, 25, axis=2)
    around = np.median(_cells(colors, CELL // 6)[:, :, *_RING], axis=2)
    ink = np.linalg.norm(colors - np.repeat(np.repeat(around, CELL, 0), CELL, 1), axis=2)
    for along in (np.ones((1, round(0.8 * CELL))), np.ones((round(0.8 * CELL), 1))):
        # Lines of the grid that a bent mesh does not have at the borders of cells.
        run = cv2.morphologyEx(cv2.dilate(ink, np.ones((3, 3))), cv2.MORPH_OPEN, along)
        ink = np.maximum(ink - run, 0)
    middle = _cells(cv2.blur(ink, (3, 3)), CELL // 3).reshape(height, width, -1)
    marked = np.percentile(middle, 85, axis=2)
    limits = [
        max(_LEAST, share * contrast, _SPREAD * float(np.percentile(depth, 10)))
        for share, depth in ((_FILLED, filled), (_MARKED, marked))
    ]
    fills, crosses = (depth.ravel() / limit for depth, limit in zip((filled, marked), limits, strict=True))
    marks = []
    for fill, cross, color in zip(fills, crosses, nearest.ravel(), strict=True):
        strength = max(fill if fill > 1 else cross, 0.01)
        probability = 1 / (1 + min(strength, 1 / strength) ** 6)
        kind = int(color) if fill > 1 else BACKGROUND if cross > 1 else None
        marks.append(Mark(kind, round(float(probability), 4)))
    return tuple(marks)
