"""The flattened page: the image of a puzzle with level and plumb lines and square cells, and the ink on it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property, reduce
from typing import Any

import cv2
import numpy as np

from nonosat.scanning import network
from nonosat.scanning.chips import Chips, find_chips
from nonosat.scanning.mesh import Mesh
from nonosat.scanning.reading import CELL, LOWEST, NONE, QUESTION_MARK, SURE, Box, Piece, usual_height

#: The least contrast of ink, in greys of 255, and its least share of the contrast around; and that of a line all along.
_FAINT, _SHARE, _FAINT_LINE = 24, 0.38, 14
#: Runs of ink that are lines of the grid, in cells: their least length, and how far they may be from where the mesh has
#: a line. Numbers beside each other may touch, and look like a level line; but those are where the mesh has them.
_UPRIGHT, _LEVEL = ((1.7, 1.0), (1.3, 0.13), (0.95, 0.08)), ((0.95, 0.11), (5.0, 0.22))
#: Ink that is paler than other ink beside it, in a mask.
_PALE = 2


@dataclass(frozen=True)
class Page:
    """A flattened page.

    Attributes:
        mesh: the mesh, extended to the borders of the image.
        span: the rows and columns of cells of the mesh that was found: top, left, bottom, right; ends are exclusive.
            What is around them is a guess.
        is_dark: the numbers are light on a dark ground.
        image: the image as it was, in red, green and blue.
        colors: the flattened image.
        ink: for each pixel the ink on it, 0 to 1, without the lines of the grid.
        mask: where there is ink; `_PALE` where it is paler than other ink beside it.
        light: the flattened image with its paper as white.
        chips: coloured grounds of numbers.
        coarse: the same page by the mesh that was found, if this one has several cells in the place of each of its.
    """

    mesh: Mesh
    span: tuple[int, int, int, int]
    is_dark: bool
    image: Any
    colors: Any
    ink: Any
    mask: Any
    light: Any
    chips: Chips
    coarse: Page | None = None

    @cached_property
    def pieces(self) -> list[Piece]:
        """All pieces of ink that may be digits; pale ones surely are, and as high as the others."""
        pieces = {piece.box: piece for piece in self.classified(ink_boxes(self.mask))}
        pale = {box for box in pieces if np.median((inks := self.mask[box.window])[inks > 0]) == _PALE}
        usual = usual_height([piece for box, piece in pieces.items() if box not in pale])
        # A `?` has a dot, with which it is as high as a number; below other things there may be specks.
        hooks = [box for box, piece in pieces.items() if 0.02 < piece.classes[QUESTION_MARK] < SURE]
        dotted = zip(hooks, self.classified([self._with_dot(hook) for hook in hooks]), strict=True)
        pieces.update((hook, p) for hook, p in dotted if p.classes[QUESTION_MARK] > 0.5 and p.box.height < 1.25 * usual)
        alike = {box for box in pieces if abs(box.height - usual) < 0.12 * usual}
        return [p for box, p in pieces.items() if box not in pale or (box in alike and p.classes[NONE] < 0.1)]

    @cached_property
    def text(self) -> set[tuple[int, int]]:
        """The cells with a letter, by row and column; other letters in them look like digits."""
        return {piece.cell for piece in self.pieces if piece.is_letter}

    def classified(self, boxes: Sequence[Box]) -> list[Piece]:
        """The pieces of ink in boxes."""
        found = network.probabilities([self.ink[box.window] for box in boxes])
        return [Piece(box, tuple(row), self.chip(box)) for box, row in zip(boxes, found.tolist(), strict=True)]

    def _with_dot(self, box: Box) -> Box:
        """A box with the next ink right below it."""
        below = self.mask[box.bottom : box.bottom + CELL // 4, box.left : box.right].any(1)
        ends = np.flatnonzero(below & ~np.append(below[1:], False))
        return box._replace(bottom=box.bottom + min(ends.tolist(), default=-1) + 1)

    def chip(self, box: Box) -> int:
        """The chip under most of a box; 0 for none."""
        return int(np.median(self.chips.at[box.window])) if self.chips.n else 0

    def place(self, x: float, y: float) -> tuple[float, float]:
        """The place in the image of the point (`x`, `y`) of the page, both in pixels."""
        r, c = (min(int(at / CELL), n - 1) for at, n in zip((y, x), self.mesh.shape, strict=True))
        v, u = y / CELL - r, x / CELL - c
        px, py = np.einsum("r,c,rck->k", (1 - v, v), (1 - u, u), self.mesh.nodes[r : r + 2, c : c + 2])
        return float(px), float(py)


def cells_of(pixels: Any, margin: int = 0) -> Any:
    """The pixels of each cell, without its margin: row, column, then those of the cell, down and to the right."""
    height, width = pixels.shape[0] // CELL, pixels.shape[1] // CELL
    cells = np.moveaxis(pixels.reshape(height, CELL, width, CELL, -1), 2, 1)
    return cells[:, :, margin : CELL - margin, margin : CELL - margin]


def looks_dark(flat: Any) -> bool:
    """True if a page is dark and what is on it is light; a photo in little light is only dark."""
    small = flat[::2, ::2]
    smooth = cv2.medianBlur(small, 19)
    gray, around = (cv2.cvtColor(each, cv2.COLOR_RGB2GRAY) for each in (small, smooth))
    # Parts without detail may be the ground of the screen around the page; vivid ones are chips and filled cells.
    detail = cv2.dilate(cv2.absdiff(gray, around), np.ones((3, 3), np.uint8)) > _FAINT
    detail &= np.ptp(smooth, axis=2) < 128
    usual = float(np.median(around[detail] if detail.any() else gray))
    if usual >= 100:
        return False
    # In what fills cells there are lines of the other kind.
    ground = np.abs(around.astype(int) - usual) < max(20, usual / 2)
    return bool((gray.astype(int) - around)[ground].sum() > 0)


def paper_of(flat: Any) -> Any:
    """The paper below what is on a flattened page with dark ink."""
    small = cv2.resize(flat, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    # In a square of 8 cells around each place there is paper, and in one of 24 some that is not thin.
    very_far, far, wide = (np.ones((cells * CELL // 4, cells * CELL // 4), np.uint8) for cells in (24, 8, 2))
    bright = small.max(2)
    # Wide parts that are far darker are not paper, but the ground of a screen; they do not make the paper darker.
    beside = cv2.morphologyEx((bright < 0.3 * np.percentile(bright, 95)).astype(np.uint8), cv2.MORPH_OPEN, wide)
    # Thin things, such as digits on chips, are not paper if they are brighter than all that is not thin.
    thick = cv2.morphologyEx(small, cv2.MORPH_OPEN, np.ones((CELL // 9, CELL // 9), np.uint8))
    brightest = cv2.min(cv2.dilate(small, far), cv2.dilate(thick, very_far))
    paper = cv2.erode(np.where(beside[..., None] > 0, 255, brightest).astype(np.uint8), far)
    return cv2.resize(cv2.blur(paper, (CELL // 4, CELL // 4)), flat.shape[1::-1], interpolation=cv2.INTER_LINEAR)


def flatten(
    image: Any,
    mesh: Mesh,
    *,
    fine: int = 1,
    is_dark: bool | None = None,
    board: tuple[slice, slice] | None = None,
) -> Page:
    """Flatten an image in red, green and blue by its mesh.

    Args:
        fine: the number of cells of the page, in a row, that are in the place of each cell of the mesh.
        is_dark: the numbers are light on a dark ground; None if unknown.
        board: rows and columns of pixels of the page in which there are no chips.
    """
    top, right, bottom, left = (_room(mesh.turned(turns).nodes, image.shape[1::-1]) for turns in range(4))
    whole = mesh.extended(top, left, bottom, right)
    span = fine * top, fine * left, fine * (top + mesh.shape[0]), fine * (left + mesh.shape[1])
    whole = whole if fine == 1 else whole.divided(fine)
    # Resizing takes a node as the middle of a pixel.
    places = cv2.resize(whole.nodes.astype(np.float32), None, fx=CELL, fy=CELL, interpolation=cv2.INTER_LINEAR)
    places = places[CELL // 2 : -CELL // 2, CELL // 2 : -CELL // 2]
    source, method = image, cv2.INTER_CUBIC
    pitch = mesh.pitch / fine
    if pitch > 1.6 * CELL:  # remapping takes single pixels
        source, method = cv2.GaussianBlur(image, (0, 0), 0.4 * pitch / CELL), cv2.INTER_LINEAR
    flat = cv2.remap(source, places[..., 0], places[..., 1], method, borderMode=cv2.BORDER_REPLICATE)
    if is_dark is None:
        is_dark = looks_dark(flat)
    sheet = 255 - flat if is_dark else flat
    paper = paper_of(sheet)
    light = cv2.divide(sheet, paper, scale=255)
    beside = light.copy()
    if board:  # its border is no part of chips beside it
        beside[tuple(slice(max(side.start - CELL // 9, 0), side.stop + CELL // 9) for side in board)] = 255
    chips = find_chips(beside, sum(mesh.shape))
    if chips.n:  # they may be a little larger than they were found
        around = cv2.dilate((chips.at > 0).astype(np.uint8), np.ones((11, 11), np.uint8))
        on_paper = cv2.multiply(paper, cv2.merge([1 - chips.ink] * 3), dtype=cv2.CV_8U)
        sheet = cv2.copyTo(on_paper, around, sheet.copy())
    ink, mask = _ink(sheet)
    ink = np.maximum(ink, chips.ink)
    mask[chips.ink > 0.4] = 1
    return Page(whole, span, is_dark, image, flat, ink, mask, light, chips)


def _room(nodes: Any, size: tuple[int, int]) -> int:
    """The number of rows above the first row of nodes, up to a bit beyond the image, at most 41."""
    away = (nodes[0] - nodes[-1]) / (len(nodes) - 1)
    away = np.where(np.abs(away) < 1e-3, 1e-3, away)
    steps = np.where(away > 0, size - nodes[0], -nodes[0]) / away
    return 1 + int(np.clip(steps.min(1).max(), 0, 40))


def _ink(flat: Any) -> tuple[Any, Any]:
    """The ink of a page without the lines of the grid, 0 to 1, and a mask of it."""
    # The ground is what is left without anything thin: dark, or light where the usual colour around is the darkest.
    square = np.ones((CELL // 2, CELL // 2), np.uint8)
    light, dark = (cv2.morphologyEx(flat, method, square) for method in (cv2.MORPH_CLOSE, cv2.MORPH_OPEN))
    light = cv2.blur(light, (CELL // 6, CELL // 6))
    small, *grounds = (cv2.resize(each, None, None, 0.25, 0.25, cv2.INTER_AREA) for each in (flat, light, dark))
    usual = cv2.medianBlur(small, CELL // 4 | 1)
    above, below = (cv2.absdiff(ground, usual).sum(2, dtype=np.float32) for ground in grounds)
    votes = cv2.blur(above - 2 * below, (3, 3))
    on_dark = cv2.resize(votes, (flat.shape[1], flat.shape[0])) > 6 * _FAINT
    above, below = (reduce(cv2.max, cv2.split(each)) for each in (cv2.subtract(flat, dark), cv2.subtract(light, flat)))
    # What is light is a digit as a whole, unlike a corner of paper on dark ground.
    n, parts = cv2.connectedComponents((above >= below).astype(np.uint8))
    share = np.bincount(parts[on_dark], minlength=n) / np.bincount(parts.ravel(), minlength=n)
    depth = np.where(on_dark & (share > 0.5)[parts], above, below)
    contrast, grain = np.percentile(depth, (97, 50))
    least = np.float32(0.35 * contrast)
    lines = _lines(depth, _UPRIGHT) | _lines(cv2.transpose(depth), _LEVEL).T
    clear = depth * ~lines
    if grain:  # specks of paper, and the pixels of a photographed screen, have less contrast than the lines
        clear[clear < np.interp(grain / contrast, (0.14, 0.19), (0.27, 0.6)) * contrast] = 0
    square = np.ones((CELL | 1, CELL | 1), np.uint8)
    around = np.maximum(cv2.dilate(cv2.GaussianBlur(clear, (0, 0), 0.7), square), least)
    mask = (clear > np.maximum(_SHARE * around, _FAINT)).astype(np.uint8)
    if not grain:
        # Finished numbers may be pale beside others.
        around = np.minimum(around, np.maximum(_peaks(clear > np.maximum(_SHARE * least, _FAINT), clear), least))
        mask[(mask == 0) & (clear > np.maximum(_SHARE * around, _FAINT))] = _PALE
        # Thin strokes of small digits are faint.
        closed = cv2.morphologyEx(mask, cv2.MORPH_CLOSE, np.ones((CELL // 5, CELL // 12), np.uint8))
        mask = np.maximum(mask, closed * (clear > _SHARE / 2 * around))
    mask[_between_digits(mask)] = 0
    return np.minimum(clear / np.maximum(around, _FAINT), 1), mask


def _peaks(is_ink: Any, depth: Any) -> Any:
    """For each pixel the greatest depth in its piece of ink; infinite where there is no ink."""
    n, parts = cv2.connectedComponents(is_ink.astype(np.uint8), connectivity=8)
    peaks = np.zeros(n, np.float32)
    np.maximum.at(peaks, parts[is_ink], depth[is_ink])
    peaks[0] = np.inf
    return peaks[parts]


def _between_digits(mask: Any) -> Any:
    """Where a line through several numbers strikes nothing: there is no ink above or below it."""
    run = cv2.dilate(mask, np.ones((3, 1), np.uint8))
    run = cv2.morphologyEx(run, cv2.MORPH_OPEN, np.ones((1, round(0.75 * CELL)), np.uint8))
    digits = cv2.dilate(cv2.subtract(mask, run), np.ones((round(0.7 * CELL) | 1, 1), np.uint8))
    return (run > 0) & (digits == 0)


def _lines(depth: Any, runs: Sequence[tuple[float, float]]) -> Any:
    """A mask of the upright lines of the grid."""
    beside = np.abs((np.arange(depth.shape[1]) + CELL // 2) % CELL - CELL // 2) / CELL
    found = np.zeros(depth.shape, bool)
    smooth = cv2.blur(depth, (1, 5))  # grain and JPEG interrupt faint lines
    smooth = cv2.dilate(smooth, np.ones((1, 3), np.uint8))
    for length, reach in runs:
        run = cv2.morphologyEx(smooth, cv2.MORPH_OPEN, np.ones((round(length * CELL), 1), np.uint8))
        most = cv2.convertScaleAbs(run, alpha=1.25, beta=8)
        found |= (run > _FAINT_LINE) & (depth <= most) & (beside <= reach)
    return found


def ink_boxes(mask: Any) -> list[Box]:
    """The boxes of connected pieces of ink that may be digits, without those that are too small or too large."""
    stats = cv2.connectedComponentsWithStats(mask, connectivity=8)[2][1:].tolist()
    boxes = (Box(left, top, left + width, top + height) for left, top, width, height, _ in stats)
    # A column of single pixels is what is left of a border.
    return [box for box in boxes if LOWEST * CELL <= box.height <= 1.15 * CELL and 1 < box.width <= 2.4 * CELL]
