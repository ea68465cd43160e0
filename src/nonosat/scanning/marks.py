"""The marks on the board: cells that are filled, and cells with a cross or a dot in them, which are empty.

Most cells that the solution leaves empty have the colour of the ground, which may change slowly over a photo, or be
tinted in bands. A filled cell has almost no pixel of that colour, and ends at its borders, unlike a shadow. A cross or
a dot is ink in the middle of a cell that has. Both are as strong as the ink of the numbers, so that an image without
marks has none.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

import cv2
import numpy as np

from nonosat.model.grid import Grid, cell_name
from nonosat.model.palette import BACKGROUND, Palette
from nonosat.scanning.board import Board
from nonosat.scanning.flat_page import Page, cells_of
from nonosat.scanning.number_colors import nearest_colors
from nonosat.scanning.reading import CELL, SURE, Box

#: The least difference from the ground of a filled cell and of a cross, in shares of the contrast of numbers.
_FILLED, _MARKED = 0.27, 0.18
#: Fills that are paler than 1 may be of pencil, and those up to 2 tints: the first of these strengths is the least for
#: which nearly all of them, and a few at least, are in the solution.
_LEAST = (0.4, 0.5, 0.6, 0.7, 0.8, 1.0, 2.0)
#: Painted cells: how near their colours are, in shares of the contrast of numbers; the most colours; and the share of
#: filled cells that some of the same colour may have by mistakes of the player.
_PAINT, _MOST_PAINTS, _MIXED = 0.12, 12, 0.1
#: The pixels of a cell without a margin of a sixth: those around its middle, and those between the arms of a cross.
_FROM_MIDDLE = np.abs(np.mgrid[: CELL * 2 // 3, : CELL * 2 // 3] - (CELL / 3 - 0.5)) / CELL
_RING = _FROM_MIDDLE.max(0) > 0.22
_BETWEEN = (_FROM_MIDDLE.min(0) < 0.07) & (_FROM_MIDDLE.max(0) > 0.2) & (_FROM_MIDDLE.max(0) < 0.3)
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
        solution: the colour of each cell, which tells filled cells from the ground and from tints; None if unknown.
    """
    contrast = _contrast(page.colors, numbers)
    page, board = (page, board) if page.coarse is None else (page.coarse, board.coarse)
    colors, light = (each[board.window].astype(np.float32) for each in (page.colors, page.light))
    # Also where there is a cross.
    own, own_light = (np.median(cells_of(each, CELL // 6)[:, :, _BETWEEN], axis=2) for each in (colors, light))
    nearest = nearest_colors(page, own_light, palette)
    painted = None if solution is None else _painted(own, np.reshape(solution, nearest.shape) > BACKGROUND, contrast)
    if painted is not None:
        return tuple(_sure_mark(*each) for each in zip(painted.ravel().tolist(), nearest.ravel().tolist(), strict=True))
    cells = np.zeros_like(nearest) if solution is None else np.reshape(solution, nearest.shape)
    ground = _ground(own, cells == BACKGROUND, contrast)
    fills, crosses = _strengths(colors, ground, contrast)
    fills[crosses > 3 * fills] = 0  # strokes of a cross
    # Without a solution weak fills may be of several colours.
    right = (nearest == cells) | (solution is None and palette.n_colors > 1)
    for least in _LEAST if solution else _LEAST[-2:]:
        weak = (fills > least) & (fills < 2)
        if right[weak].sum() >= 9 * (~right)[weak].sum() + 5 * (least < 1):
            break
    fills /= least
    fills[_shaded(cells_of(colors), ground, fills > 1)] = 0
    return tuple(map(_mark, *(each.ravel().tolist() for each in (fills, crosses, nearest))))


def _painted(own: Any, is_filled: Any, contrast: float) -> Any | None:
    """For each cell whether it is filled (1), painted as empty (-1) or open (0); None on boards with fewer states.

    The colour of open cells is that of cells of both kinds in the solution, and painted empty cells have another one.
    """
    left = np.ones(is_filled.shape, bool)
    groups: list[Any] = []
    while np.count_nonzero(left) > 0.02 * left.size and len(groups) < _MOST_PAINTS:
        some = own[left]
        near = np.linalg.norm(some[:, None] - some, axis=2) < _PAINT * contrast
        groups.append(left & (np.linalg.norm(own - some[near.sum(1).argmax()], axis=2) < _PAINT * contrast))
        left &= ~groups[-1]
    shares = [is_filled[group].mean() for group in groups]
    n_open = sum(_MIXED < share < 1 - _MIXED for share in shares)
    if n_open != 1 or min(shares, default=1.0) > _MIXED or max(shares, default=0.0) < 1 - _MIXED:
        return None
    states = np.zeros(is_filled.shape, int)
    for group, share in zip(groups, shares, strict=True):
        states[group] = int(share >= 1 - _MIXED) - int(share <= _MIXED)
    return states


def _sure_mark(state: int, color: int) -> Mark:
    """The mark of a cell that is filled (1), painted as empty (-1) or open (0)."""
    return Mark(color if state > 0 else BACKGROUND if state < 0 else None, 1.0)


def _mark(fill: float, cross: float, color: int) -> Mark:
    """The mark of a cell, by the strengths of its fill and its cross, of which 1 is the least that counts."""
    strength = max(fill if fill > 1 else cross, 0.01)
    probability = 1 / (1 + min(strength, 1 / strength) ** 6)
    return Mark(color if fill > 1 else BACKGROUND if cross > 1 else None, round(probability, 4))


def doubtful_marks(grid: Grid, marks: Sequence[Mark], solution: Sequence[int] | None) -> Iterator[str]:
    """The marks of low probability, and those that differ from the only solution, in sentences."""
    unsure, wrong = [], []
    for cell, (color, probability) in enumerate(marks):
        name, right = cell_name(grid, cell), color if solution is None else solution[cell]
        if color is not None and probability < SURE:
            unsure.append(f"{name}: the mark is doubtful")
        if color not in (None, right):
            other = "another colour" if color and right else "it filled" if right else "it empty"
            wrong.append(f"{name}: {'filled' if color else 'empty'}, but the solution has {other}")
    yield from unsure if len(unsure) <= _NAMED else (f"{len(unsure)} marks are doubtful",)
    yield from wrong if len(wrong) <= _NAMED else (f"{len(wrong)} marks differ from the solution",)


def _contrast(colors: Any, numbers: Sequence[Box]) -> float:
    """The difference between the ink of most numbers and what they stand on."""
    depths = []
    for left, top, right, bottom in numbers:
        pixels = colors[top:bottom, left:right].reshape(-1, 3).astype(np.float32)
        depths.append(np.percentile(np.linalg.norm(pixels - np.median(pixels, axis=0), axis=1), 95))
    return float(np.percentile(depths, 75)) if depths else 255.0


def _ground(own: Any, is_empty: Any, contrast: float) -> Any:
    """The colours of cells if they were open, by the commonest of the `own` colours of those that are empty."""
    some = own[is_empty] if is_empty.any() else own.reshape(-1, 3)
    some = some[:: len(some) // 400 + 1]
    near = np.linalg.norm(some[:, None] - some, axis=2) < _FILLED / 2 * contrast
    ground = np.broadcast_to(some[near.sum(1).argmax()], own.shape)
    # From cell to cell the light changes little; then what is left is smooth.
    for reach in (3, *[1] * 12, *[1.5] * 6):
        is_open = (np.linalg.norm(own - ground, axis=2) < _FILLED * contrast).astype(np.float32)[..., None]
        total, number = (cv2.GaussianBlur(part, (0, 0), reach) for part in (own * is_open, is_open))
        ground = (total + 0.01 * ground) / (number[..., None] + 0.01)
    return ground


def _shaded(cells: Any, ground: Any, filled: Any) -> Any:
    """Filled cells that are only in a shadow: at its border the colour changes slowly."""
    regions = cv2.connectedComponents(filled.astype(np.uint8), connectivity=4)[1]
    middle, near, far = slice(CELL // 4, -CELL // 4), round(0.12 * CELL), round(0.3 * CELL)
    depth = np.linalg.norm(cells[:, :, middle, middle].mean((2, 3)) - ground, axis=2)
    borders = []
    # Those to the right of cells, then those below.
    for each, names, depths in (cells, regions, depth), (cells.transpose(1, 0, 3, 2, 4), regions.T, depth.T):
        before, behind = each[:, :-1, middle, -far:-near], each[:, 1:, middle, near:far]
        step = np.linalg.norm(before.mean((2, 3)) - behind.mean((2, 3)), axis=2)
        share = step / np.maximum(np.maximum(depths[:, :-1], depths[:, 1:]), 1)
        at = (names[:, :-1] > 0) != (names[:, 1:] > 0)
        borders.append((np.maximum(names[:, :-1], names[:, 1:])[at], share[at]))
    names, shares = map(np.concatenate, zip(*borders, strict=True))
    return np.isin(regions, [name for name in set(names) if np.median(shares[names == name]) < 0.5])


def _strengths(colors: Any, ground: Any, contrast: float) -> list[Any]:
    """For each cell the strength of its fill, and that of its cross, beside its `ground`; from 1 on they count."""
    ring = np.median(cells_of(colors, CELL // 6)[:, :, _RING], axis=2)
    depth, ink = (np.linalg.norm(colors - each.repeat(CELL, 0).repeat(CELL, 1), axis=2) for each in (ground, ring))
    # Cells that are filled by hand are hatched.
    away = cells_of(cv2.blur(depth, (CELL // 4, CELL // 4)), CELL // 6)[..., 0]
    filled = np.minimum(*(np.percentile(away[:, :, part], 25, axis=2) for part in (_RING, _BETWEEN)))
    for along in (np.ones((1, round(0.8 * CELL))), np.ones((round(0.8 * CELL), 1))):
        # Lines of the grid that a bent mesh does not have at the borders of cells.
        run = cv2.morphologyEx(cv2.dilate(ink, np.ones((3, 3))), cv2.MORPH_OPEN, along)
        ink = np.maximum(ink - run, 0)
    middle = cells_of(cv2.blur(ink, (3, 3)), CELL // 3).reshape(*ground.shape[:2], -1)
    marked = np.percentile(middle, 85, axis=2)
    return [
        # The plainest cells show how much others differ by chance.
        depth / max(12.0, share * contrast, 8 * float(np.percentile(depth, 10)))
        for share, depth in ((_FILLED, filled), (_MARKED, marked))
    ]
