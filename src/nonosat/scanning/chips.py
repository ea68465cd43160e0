"""Chips, the coloured grounds of single numbers, under even light, and the numbers on them.

Each chip has one colour of its own, and dark or light digits. What is on it is measured against that colour, so that
all digits become ink; beside a number there may be the letter of its colour, as on nonosat's worksheets.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

import cv2
import numpy as np

#: Depths at which chips are looked for, in greys of 255: dense ones touch at the first, pale ones vanish at the last.
_DEPTHS = (30, 50, 80, 120)
#: Paper is seen within this distance of everything, in cells.
_FAR = 6
#: The fewest chips, and the least share that they are of the pieces of their height.
_FEWEST, _SHARE = 4, 0.6
#: The least contrast of a number on its chip, in greys of 255.
_FAINT = 24
#: The width of a number and a letter in proportion to their height, at least, as on a square chip.
_LETTERED = 0.95


class Chips(NamedTuple):
    """The chips of a page.

    Attributes:
        at: for each pixel the chip on it, from 1; 0 for none.
        colors: for each chip its colour under even light; that of chip 0 is white.
        ink: the numbers on them, 0 to 1, without letters of colours.
    """

    at: Any
    colors: Any
    ink: Any

    @property
    def n(self) -> int:
        """The number of chips."""
        return len(self.colors) - 1


def is_dark(flat: Any) -> bool:
    """True if a page is dark and what is on it is light; a photo in little light is only dark."""
    gray = cv2.cvtColor(flat[::2, ::2], cv2.COLOR_RGB2GRAY)
    if np.median(gray) >= 90:
        return False
    kernel = np.ones((9, 9), np.uint8)
    hats = (cv2.morphologyEx(gray, hat, kernel).mean() for hat in (cv2.MORPH_TOPHAT, cv2.MORPH_BLACKHAT))
    light, dark = hats
    return bool(light > dark)


def paper_of(flat: Any, cell: int) -> Any:
    """The paper below what is on a flattened page with dark ink; `cell` is the side of its cells in pixels."""
    small = cv2.resize(flat, None, fx=0.25, fy=0.25, interpolation=cv2.INTER_AREA)
    paper = cv2.morphologyEx(small, cv2.MORPH_CLOSE, np.ones((_FAR * cell // 4, _FAR * cell // 4), np.uint8))
    return cv2.resize(cv2.blur(paper, (cell // 4, cell // 4)), flat.shape[1::-1], interpolation=cv2.INTER_LINEAR)


def find_chips(light: Any, cell: int) -> Chips:
    """The chips of a page under even light: blots of about a cell, of one colour, with a number."""
    at = np.zeros(light.shape[:2], np.int32)
    ink = np.zeros(light.shape[:2], np.float32)
    colors: list[Any] = [np.full(3, 255.0)]
    none = Chips(at.copy(), np.array(colors), ink.copy())
    blots, others = _blots(255 - cv2.GaussianBlur(light, (0, 0), 0.04 * cell).min(2), cell)
    for blot in blots:
        x, y, width, height = cv2.boundingRect(blot)
        window = slice(y, y + height), slice(x, x + width)
        inside = np.zeros((height, width), np.uint8)
        cv2.drawContours(inside, [blot - (x, y)], -1, 1, cv2.FILLED)
        found = _chip(light[window], inside, cell)
        if found is not None:
            at[window][inside > 0] = len(colors)
            ink[window] = np.maximum(ink[window], found[1])
            colors.append(found[0])
    heights = [cv2.boundingRect(blot)[3] for blot in blots]
    usual = float(np.median(heights)) if heights else 0.0
    alike = sum(abs(height - usual) < 0.2 * usual for height in others)
    if len(colors) - 1 < max(_FEWEST, _SHARE * (len(colors) - 1 + alike)):
        return none
    chips = Chips(at, np.array(colors), ink)
    _erase_letters(chips)
    return chips


def _blots(depth: Any, cell: int) -> tuple[list[Any], list[int]]:
    """The outlines of full rectangles of about a cell; and the heights of all else that is as high."""
    found, others, taken = [], [], np.zeros(depth.shape, bool)
    for level in _DEPTHS:
        mask = _without_lines((depth > level).astype(np.uint8), cell)
        outlines, tree = cv2.findContours(mask, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        for outline, (_, _, _, parent) in zip(outlines, tree[0] if outlines else (), strict=True):
            x, y, width, height = cv2.boundingRect(outline)
            is_chip = 0.5 * cell <= height <= 1.2 * cell and width <= 1.3 * cell
            if parent >= 0 or not is_chip or taken[y + height // 2, x + width // 2]:
                continue
            area = cv2.contourArea(outline)
            is_full = area >= 0.8 * (width - 1) * (height - 1)
            # Where the mesh is bent, chips lean.
            is_leaning = area >= max(0.45 * cell * cell, 0.93 * cv2.contourArea(cv2.convexHull(outline)))
            if width >= 0.45 * cell and (is_full or is_leaning):
                found.append(outline)
                taken[y : y + height, x : x + width] = True
            elif level == _DEPTHS[1]:
                others.append(height)
    return found, others


def _without_lines(mask: Any, cell: int) -> Any:
    """A mask without what is long and thin, and without joints that are thin or at corners."""
    long, thick = np.ones((1, 2 * cell), np.uint8), np.ones((cell // 5, 1), np.uint8)
    kept = mask
    for along, across in ((long, thick), (long.T, thick.T)):
        runs, stacks = (cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel) for kernel in (along, across))
        kept = cv2.subtract(kept, cv2.subtract(runs, stacks))
    kept = cv2.morphologyEx(kept, cv2.MORPH_OPEN, np.ones((cell // 7, cell // 7), np.uint8))
    return cv2.erode(kept, np.ones((3, 3), np.uint8))


def _chip(light: Any, inside: Any, cell: int) -> tuple[Any, Any] | None:
    """The colour of a chip and the ink on it; None if there is no number on it.

    Args:
        light: a window of the page.
        inside: where the chip is in it.
    """
    square = np.ones((3, 3), np.uint8)
    rim = cv2.erode(np.pad(inside, 1), square, iterations=round(0.05 * cell) + 1)[1:-1, 1:-1]
    # At the border there may be a bit of what is beside the chip.
    core = cv2.erode(rim, square, iterations=round(0.07 * cell))
    if not core.any():
        return None
    color = np.median(light[rim > 0], 0)
    apart = light - color
    far = np.abs(apart).max(2)[core > 0]
    toward = apart[core > 0][far >= max(_FAINT, float(np.percentile(far, 93)))]
    if not len(toward):
        return None
    toward = toward.mean(0)
    strength = float(toward @ toward)
    if strength < _FAINT**2:
        return None
    ink = np.clip(apart @ toward / strength, 0, 1).astype(np.float32) * rim
    n, parts, stats, _ = cv2.connectedComponentsWithStats((ink > 0.4).astype(np.uint8), connectivity=8)
    for part in range(1, n):
        if np.count_nonzero(core[parts == part]) < 0.3 * stats[part, cv2.CC_STAT_AREA]:
            ink[cv2.dilate((parts == part).astype(np.uint8), square) > 0] = 0
    mask = ink > 0.4
    rows = np.flatnonzero(mask.any(1))
    if not len(rows) or rows[-1] - rows[0] < 0.25 * len(ink) or mask.sum() > 0.6 * rim.sum():
        return None
    return color, ink


def _erase_letters(chips: Chips) -> None:
    """Erase the letter of the colour at the right of each number, if most chips have one.

    Without letters most numbers of a puzzle have one digit.
    """
    boxes, spans = [], []
    for left, top, right, bottom in _boxes(chips):
        mask = chips.ink[top:bottom, left:right] > 0.4
        rows, columns = np.flatnonzero(mask.any(1)), np.flatnonzero(mask.any(0))
        boxes.append((left, top, right, bottom))
        wide, high = (columns[-1] + 1 - columns[0]) / (right - left), (rows[-1] + 1 - rows[0]) / (bottom - top)
        spans.append(wide / high)
    if np.percentile(spans, 30) < _LETTERED:
        return
    for left, top, right, bottom in boxes:
        part = chips.ink[top:bottom, left:right]
        part[:, _cut(part) :] = 0


def _boxes(chips: Chips) -> Iterator[tuple[int, int, int, int]]:
    """Left, top, right and bottom of each chip."""
    n, _, stats, _ = cv2.connectedComponentsWithStats((chips.at > 0).astype(np.uint8))
    for x, y, width, height, _ in stats[1:n].tolist():
        yield x, y, x + width, y + height


def _cut(ink: Any) -> int:
    """The column between the last two characters of a number, where there is least ink."""
    columns = np.flatnonzero((ink > 0.4).any(0))
    rows = np.flatnonzero((ink > 0.4).any(1))
    height = rows[-1] + 1 - rows[0]
    low = max(int(columns[-1] - 0.85 * height), int(columns[0]) + 2)
    high = max(int(columns[-1] - 0.35 * height), low + 1)
    return low + int(np.argmin(ink[:, low:high].sum(0)))
