"""Chips, the coloured grounds of single numbers, under even light, and the numbers on them.

Each chip has one colour of its own, and dark or light digits. What is on it is measured against that colour, so that
all digits become ink.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import reduce
from typing import Any, NamedTuple

import cv2
import numpy as np

from nonosat.scanning.reading import CELL, LOWEST, Box

#: Depths at which chips are looked for, in greys of 255: dense ones touch at the first, pale ones vanish at the last.
#: The second is the depth on an image that is not smoothed.
_DEPTHS, _SHARP = (30, 50, 80, 120), 100
#: The least contrast of a number on its chip, in greys of 255.
_FAINT = 24
#: The outline of a pale chip: its least contrast, of 255, and the least gap between chips, in pixels. The most by which
#: the grounds of blocks of unknown colour differ, and a strong chip that was missed from the most similar one, of 255.
_OUTLINED, _GAP, _ALIKE, _KNOWN = 10, 3, 10, 40
#: A corner of a chip, which may be round, and how far from its place an outline may be, in pixels.
_CORNER, _SHIFT = CELL // 6, CELL // 9
#: The contrast by which an outline must be better for its distance, for each place where it may be.
_AWAY = 2.0 * np.abs(np.mgrid[-_SHIFT : _SHIFT + 1, -_SHIFT : _SHIFT + 1]).max(0)
#: In some colour a strong chip, and one that was missed, is at most this bright; the least depth of a seam; of 255.
_STRONG, _SEAM = 195, 16
#: Squares for erosion: the first takes its border from a chip, the second leaves its core.
_BORDER, _INNER = (np.ones((side, side), np.uint8) for side in (CELL // 9 | 1, CELL // 6 | 1))
#: A pixel and those beside it.
_NEIGHBORS = np.ones((3, 3), np.uint8)
#: Chips near a chip: rows down and columns to the right. Diagonal ones lead around a corner of the board.
_NEXT = ((0, 1), (0, -1), (1, 0), (-1, 0), (0, 2), (0, -2), (2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
#: The distance of two characters in proportion to their height; how far the gap before the last one may be from its
#: usual place; and the usual width of two and of three characters.
_ADVANCE, _REACH, _RATIOS = 0.86, 0.2, (1.5, 2.4)


class Chips(NamedTuple):
    """The chips of a page.

    Attributes:
        at: for each pixel the chip on it, from 1; 0 for none.
        colors: for each chip its colour under even light; that of chip 0 is white.
        ink: the numbers on them, 0 to 1, without letters of colours.
        dashed: for each chip whether its outline is dashed, as that of a block of unknown colour.
    """

    at: Any
    colors: Any
    ink: Any
    dashed: Sequence[bool] = (False,)

    @property
    def n(self) -> int:
        """The number of chips."""
        return len(self.colors) - 1


class _Chip(NamedTuple):
    """A box and where in it the chip is, its colour, and the ink of its number."""

    box: Box
    inside: Any
    color: Any = None
    ink: Any = None


def find_chips(light: Any, n_lines: int = 0) -> Chips:
    """The chips of a page under even light: blots of about a cell, of one colour, with a number.

    Args:
        n_lines: the number of rows and columns of the mesh; a few blots beside many lines are something else.
    """
    at, ink = np.zeros(light.shape[:2], np.int32), np.zeros(light.shape[:2], np.float32)
    found = [chip for blot in _blots(light) if (chip := _chip(light, blot))]
    # Chips of finished lines may be pale, but not all are, unlike tinted cells. Numbers of two digits may look like
    # chips, but are lower.
    n_strong = sum(map(_is_strong, found))
    if n_strong < max(5, 0.3 * n_lines) or np.median([chip.box.height for chip in found]) < 0.58 * CELL:
        return Chips(at, np.full((1, 3), 255.0), ink)
    depth = 255 - reduce(cv2.min, cv2.split(light))
    chips = _with_missed(light, depth, found)
    _erase_letters([chip.ink for chip in chips])
    colors = np.array([chip.color for chip in chips])
    votes = np.array([not _is_strong(chip) and _is_dashed(depth, chip.box) for chip in chips])
    dashed = [votes[abs(colors - own).max(1) < _ALIKE].mean() > 0.5 for own in colors]
    for index, chip in enumerate(chips, 1):
        at[chip.box.window][chip.inside > 0] = index
        ink[chip.box.window] = np.maximum(ink[chip.box.window], chip.ink)
    return Chips(at, np.vstack([np.full(3, 255.0), colors]), ink, [False, *dashed])


def _blots(light: Any) -> list[_Chip]:
    """Full rectangles of about a cell."""
    soft = cv2.GaussianBlur(light, (0, 0), 0.04 * CELL)
    sharp, depth = (255 - reduce(cv2.min, cv2.split(each)) for each in (light, soft))
    # Chips that touch each other have seams: all along their sides the colour changes, or there is a line.
    steps = reduce(cv2.max, cv2.split(cv2.morphologyEx(soft, cv2.MORPH_GRADIENT, _NEIGHBORS)))
    long = np.ones((1, 3 * CELL // 4), np.uint8)
    is_seam = reduce(cv2.max, (cv2.morphologyEx(steps, cv2.MORPH_OPEN, each) for each in (long, long.T))) > _SEAM
    masks = [depth > level for level in _DEPTHS]
    if np.median(cv2.absdiff(sharp, depth)) < 2:  # no grain, so that gaps of one pixel are seen
        masks.append(sharp > _SHARP)
    masks.append((depth > _DEPTHS[0]) & ~is_seam)
    found, taken = [], np.zeros(depth.shape, bool)
    thin = np.ones((CELL // 7, CELL // 7), np.uint8)
    for mask in masks:
        # Chips may be joined by what is thin, or at their corners.
        wide = cv2.morphologyEx(_without_lines(mask.astype(np.uint8)), cv2.MORPH_OPEN, thin)
        wide = cv2.erode(wide, _NEIGHBORS)
        outlines, tree = cv2.findContours(wide, cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)
        for outline, (_, _, _, parent) in zip(outlines, tree[0] if outlines else (), strict=True):
            x, y, width, height = cv2.boundingRect(outline)
            is_chip = 0.5 * CELL <= height <= 1.2 * CELL and width <= 1.3 * CELL
            if parent >= 0 or not is_chip or taken[y + height // 2, x + width // 2]:
                continue
            area, hull = cv2.contourArea(outline), cv2.convexHull(outline)  # a digit at the border is a notch
            if width >= 0.45 * CELL and area >= 0.76 * (width - 1) * (height - 1):  # a disc has a little more
                inside = np.zeros((height, width), np.uint8)
                cv2.drawContours(inside, [hull - (x, y)], -1, 1, cv2.FILLED)
                found.append(_Chip(Box(x, y, x + width, y + height), inside))
                taken[y : y + height, x : x + width] = True
    return found


def _is_strong(chip: _Chip) -> bool:
    """True if it is not pale, but dark in some colour."""
    return bool(chip.color.min() <= _STRONG)


def _with_missed(light: Any, depth: Any, found: Sequence[_Chip]) -> list[_Chip]:
    """The chips that were found, and others near strong ones: such that touch something, and pale ones in outlines."""
    chips = [chip for chip in found if _is_strong(chip)]
    usual = sorted((chip.inside for chip in chips), key=np.count_nonzero)[len(chips) // 2]
    height, width = usual.shape
    boxes, colors = [chip.box for chip in chips], np.array([chip.color for chip in chips])
    across, below = _steps(boxes, width, height)
    # Where chips fill their cells, lines of the grid look like outlines.
    has_gaps = min(across - width, below - height) >= _GAP
    outlined = np.pad(_outline_contrast(depth, width, height) * has_gaps, _SHIFT)
    taken = np.zeros(depth.shape, bool)
    for box in boxes:
        taken[box.window] = True

    def is_free(box: Box) -> bool:
        return bool(np.count_nonzero(taken[box.window]) <= 0.3 * usual.size)

    def chip_at(left: int, top: int, *, is_strong: bool) -> _Chip | None:
        box = Box(left, top, left + width, top + height)
        chip = _chip(light, _Chip(box, usual)) if is_free(box) else None
        if chip is None or _is_strong(chip) != is_strong:
            return None
        # Strong ones have colours of others; else they may be parts of the page.
        return chip if not is_strong or abs(colors - chip.color).max(1).min() < _KNOWN else None

    while boxes:
        beside = boxes.pop()
        for down, right in _NEXT:
            left, top = beside.left + right * across, beside.top + down * below
            if not (0 <= left < depth.shape[1] - width and 0 <= top < depth.shape[0] - height):
                continue
            chip = chip_at(left, top, is_strong=True)
            if chip is None:
                around = outlined[top : top + len(_AWAY), left : left + len(_AWAY)] - _AWAY
                _, most, _, (x, y) = cv2.minMaxLoc(around)
                if most > _OUTLINED:
                    chip = chip_at(left + x - _SHIFT, top + y - _SHIFT, is_strong=False)
            if chip:
                chips.append(chip)
                boxes.append(chip.box)
                taken[chip.box.window] = True
    return chips + [chip for chip in found if not _is_strong(chip) and is_free(chip.box)]


def _steps(boxes: Sequence[Box], width: int, height: int) -> list[int]:
    """The usual distances, in pixels, of chips beside each other and of chips above each other."""
    places = np.array([box[:2] for box in boxes])
    away = places - places[:, None]
    steps = []
    for axis, side in enumerate((width, height)):
        is_next = (away[..., axis] > 0.8 * side) & (abs(away[..., 1 - axis]) < CELL / 4)
        nearest = np.where(is_next, away[..., axis], np.inf).min(1)
        steps.append(int(np.median([*nearest[nearest < 1.2 * CELL], CELL])))
    return steps


def _without_lines(mask: Any) -> Any:
    """A mask without what is long and thin."""
    long, thick = np.ones((1, 2 * CELL), np.uint8), np.ones((CELL // 5, 1), np.uint8)
    kept = mask
    for along, across in ((long, thick), (long.T, thick.T)):
        runs, stacks = (cv2.morphologyEx(mask, cv2.MORPH_OPEN, kernel) for kernel in (along, across))
        kept = cv2.subtract(kept, cv2.subtract(runs, stacks))
    return kept


def _chip(light: Any, blot: _Chip) -> _Chip | None:
    """A blot with its colours; None if there is no number on it."""
    pixels = light[blot.box.window]
    # The border of a chip may have a bit of what is beside it.
    rim = cv2.erode(blot.inside, _BORDER, borderType=cv2.BORDER_CONSTANT, borderValue=0)
    core: Any = cv2.erode(rim, _INNER)
    if not core.any():
        return None
    border = rim > core
    ends = border & ~core.any(1)[:, None]  # two digits may fill a chip from side to side
    color = np.median(pixels[border], 0)
    apart = pixels[core > 0] - color
    # Digits are dark or light; other colours may be noise.
    order, n = np.argsort(apart.sum(1)), math.ceil(0.07 * len(apart))
    toward = max((apart[most].mean(0) for most in (order[:n], order[-n:])), key=np.linalg.norm)
    strength = toward @ toward
    # There is little of the number at the border, or else at its upper and lower end.
    like = (pixels - color) @ toward
    is_like = like > strength / 2
    is_touched = is_like[border].mean() >= 0.25 and is_like[ends].mean() >= 0.17
    if strength < _FAINT**2 or is_touched:
        return None
    ink = _number(like / math.sqrt(strength), rim, core)
    return None if ink is None else blot._replace(color=color, ink=ink)


def _number(depth: Any, rim: Any, core: Any) -> Any | None:
    """The ink on a chip, by how much each of its pixels differs from it; None if there is no number on it."""
    ink = np.clip(depth / max(_FAINT, np.percentile(depth[core > 0], 93)), 0, 1).astype(np.float32) * rim
    n, parts = cv2.connectedComponents((ink > 0.4).astype(np.uint8))
    outer = [part for part in range(1, n) if _is_outer(parts == part, core)]
    digits = np.flatnonzero(((parts > 0) & ~np.isin(parts, outer)).any(1))
    for part in outer:
        rows = np.flatnonzero((parts == part).any(1))
        # A digit at the side is as high as the others; what comes from beside the chip is not.
        if not len(digits) or (abs(rows[[0, -1]] - digits[[0, -1]]) > 2).any():
            ink[cv2.dilate((parts == part).astype(np.uint8), _NEIGHBORS) > 0] = 0
    mask = (ink > 0.4).astype(np.uint8)
    # The gaps of a digit that looks like a chip are low.
    heights = cv2.connectedComponentsWithStats(mask)[2][1:, cv2.CC_STAT_HEIGHT]
    if heights.max(initial=0) < LOWEST * CELL or mask.sum() > 0.45 * rim.sum():
        return None
    return ink


def _is_outer(part: Any, core: Any) -> bool:
    """True for ink at the border of a chip, and for a line from its top to its bottom that strikes no number out."""
    height, width = part.shape
    is_narrow = np.ptp(np.flatnonzero(part.any(0))) < width / 2
    is_line = part.any(1).sum() > 0.83 * height and (is_narrow or part.sum(0).max() > 0.7 * height)
    return bool(is_line or core[part].mean() < 0.3)


def _erase_letters(numbers: Sequence[Any]) -> None:
    """Erase in the ink of the `numbers` the letter of the colour at the right of each, if most chips have one.

    Without letters most numbers of a puzzle have one digit.
    """
    sizes = [cv2.boundingRect((ink > 0.4).astype(np.uint8))[:1:-1] for ink in numbers]  # height and width
    spans = [width / ink.shape[1] * len(ink) / height for ink, (height, width) in zip(numbers, sizes, strict=True)]
    if np.percentile(spans, 30) < 0.95:  # a number and a letter are as wide as high, on a square chip
        return
    # Three characters are smaller than two.
    usual = float(np.percentile([height for height, _ in sizes], 75))
    for ink, (_, width) in zip(numbers, sizes, strict=True):
        # A letter may reach lower than the digits.
        mask = (ink > 0.4).astype(np.uint8)
        height = cv2.boundingRect(mask[:, : cv2.boundingRect(mask)[0] + 1 + 2 * width // 3])[3]
        ratio, inks, costs = width * usual / height**2, ink.sum(0) / height, {}
        for n, expected in enumerate(_RATIOS):
            # The gap before the last character is where there is least ink near its usual place.
            middle = (len(inks) + n * _ADVANCE * height) / 2
            low, high = (int(np.clip(middle + sign * _REACH * height, 1, len(inks) - 1)) for sign in (-1, 1))
            at = min(range(low, high + 1), key=inks.__getitem__)
            costs[at] = float(inks[at]) + abs(ratio - expected)
        ink[:, min(costs, key=costs.__getitem__) :] = 0


def _outline_contrast(depth: Any, width: int, height: int) -> Any:
    """For each pixel: if it is the upper left corner of a box, the contrast of the palest side of its outline.

    Args:
        depth: for each pixel how dark it is, of 255.
        width: that of the box, in pixels, as its height.
    """
    # Else dark strokes of digits would look more like an outline than faint lines.
    soft = cv2.GaussianBlur(np.minimum(depth, 32), (0, 0), 0.8).astype(np.float32)
    level, plumb = _line_contrast(soft, width), _line_contrast(cv2.transpose(soft), height).T
    n_rows, n_columns = depth.shape[0] - height, depth.shape[1] - width
    sides = [(level, top, width // 2) for top in (0, height - 1)]
    sides += [(plumb, height // 2, left) for left in (0, width - 1)]
    return np.minimum.reduce([side[top : top + n_rows, left : left + n_columns] for side, top, left in sides])


def _line_contrast(depth: Any, length: int) -> Any:
    """For each pixel how much darker a level line around it is than what is above or below it."""
    line = cv2.blur(depth, (length - 2 * _CORNER, 1))
    return cv2.dilate(line, np.ones((3, 1), np.uint8)) - cv2.erode(line, np.ones((2 * _SHIFT + 1, 1), np.uint8))


def _is_dashed(depth: Any, box: Box) -> bool:
    """True if there are dashes along three sides of a box at least; those of a line of the grid are along two."""
    sides = [
        each[max(at - _SHIFT, 0) : at + _SHIFT, start + _CORNER : end - _CORNER].max(0)
        for each, (first, last), (start, end) in ((depth, box[1::2], box[::2]), (depth.T, box[::2], box[1::2]))
        for at in (first, last)
    ]
    low, high = np.percentile(np.concatenate(sides), (10, 90))
    n_ends = sorted(np.count_nonzero(np.diff(side > (low + high) / 2)) for side in sides)
    return bool(high - low > 64 and n_ends[1] >= 3)
