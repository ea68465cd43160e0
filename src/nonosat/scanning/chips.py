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

from nonosat.scanning.letters import erase_letters
from nonosat.scanning.reading import CELL, LOWEST, Box
from nonosat.scanning.side_by_side import side_by_side

#: Depths at which chips are looked for, in greys of 255: dense ones touch at the first, pale ones vanish at the last.
_DEPTHS = (30, 50, 80, 120)
#: The fewest strong chips, also in proportion to the lines, and the least usual height of chips, in cells.
_FEWEST, _SHARE, _USUAL = 5, 0.3, 0.58
#: The least contrast of a number on its chip, in greys of 255, and the share of the chip that it covers at least.
_FAINT, _DIGITS = 24, 0.07
#: The least share of its box that a chip covers: a little less than that of a disc.
_DISC = 0.76
#: Two chips of one colour differ by less than this, in greys of 255.
_SAME = 20
#: As many chips whose colours are nearest to that of a chip have numbers of one colour.
_ALIKE = 5
#: In some colour a strong chip, and one that was missed, is at most this bright; the least depth of a seam; of 255.
_STRONG, _SEAM = 195, 16
#: Squares for erosion: the first takes its border from a chip, the second leaves its core.
_BORDER, _INNER = (np.ones((side, side), np.uint8) for side in (CELL // 9 | 1, CELL // 6 | 1))
#: The largest share of the border of a chip that its number may cover, or else of its upper and lower end.
_TOUCHED, _ENDS = 0.25, 0.17
#: Chips near a chip: rows down and columns to the right. Diagonal ones lead around a corner of the board.
_NEXT = ((0, 1), (0, -1), (1, 0), (-1, 0), (0, 2), (0, -2), (2, 0), (-2, 0), (1, 1), (1, -1), (-1, 1), (-1, -1))
#: What has more than this share of the height of a chip is a line, if it is narrow or as much of it is upright.
_THROUGH, _UPRIGHT = 0.83, 0.7
#: The largest share of the window of a chip that other chips may cover.
_OVERLAP = 0.3


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


class _Chip(NamedTuple):
    """A box and where in it the chip is, its colour, how its number differs from that, and the ink of the number."""

    box: Box
    inside: Any
    color: Any = None
    toward: Any = None
    ink: Any = None


def find_chips(light: Any, n_lines: int = 0) -> Chips:
    """The chips of a page under even light: blots of about a cell, of one colour, with a number.

    Args:
        n_lines: the number of rows and columns of the mesh; a few blots beside many lines are something else.
    """
    at, ink = np.zeros(light.shape[:2], np.int32), np.zeros(light.shape[:2], np.float32)
    blots = _blots(cv2.GaussianBlur(light, (0, 0), 0.04 * CELL))
    candidates = [chip for blot in blots if (chip := _chip(light, blot))]
    found = _with_numbers(light, candidates, candidates)
    # Numbers of two digits may look like chips, but are lower. Chips of finished lines may be pale, but not all
    # are, unlike tinted cells.
    n_strong = sum(chip.color.min() <= _STRONG for chip in found)
    heights = [chip.box.height for chip in found]
    if n_strong < max(_FEWEST, _SHARE * n_lines) or np.median(heights) < _USUAL * CELL:
        return Chips(at, np.full((1, 3), 255.0), ink)
    missed = _missed(light, found)
    chips = [*found, *_with_numbers(light, missed, [*found, *missed])]
    erase_letters([chip.ink for chip in chips])
    for index, chip in enumerate(chips, 1):
        at[chip.box.window][chip.inside > 0] = index
        ink[chip.box.window] = np.maximum(ink[chip.box.window], chip.ink)
    return Chips(at, np.array([np.full(3, 255.0), *(chip.color for chip in chips)]), ink)


def _blots(light: Any) -> list[_Chip]:
    """Full rectangles of about a cell."""
    depth = 255 - reduce(cv2.min, cv2.split(light))
    # Chips that touch each other have seams: all along their sides the colour changes, or there is a line.
    steps = reduce(cv2.max, cv2.split(cv2.morphologyEx(light, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8))))
    long = np.ones((1, 3 * CELL // 4), np.uint8)
    is_seam = reduce(cv2.max, (cv2.morphologyEx(steps, cv2.MORPH_OPEN, each) for each in (long, long.T))) > _SEAM
    masks = [*(depth > level for level in _DEPTHS), (depth > _DEPTHS[0]) & ~is_seam]
    found, taken = [], np.zeros(depth.shape, bool)
    for outlines, tree in side_by_side(_outlines, masks):
        for outline, (_, _, _, parent) in zip(outlines, tree[0] if outlines else (), strict=True):
            x, y, width, height = cv2.boundingRect(outline)
            is_chip = 0.5 * CELL <= height <= 1.2 * CELL and width <= 1.3 * CELL
            if parent >= 0 or not is_chip or taken[y + height // 2, x + width // 2]:
                continue
            area, hull = cv2.contourArea(outline), cv2.convexHull(outline)  # a digit at the border is a notch
            is_full = area >= _DISC * (width - 1) * (height - 1)
            # Where the mesh is bent, chips lean.
            is_leaning = area >= max(0.45 * CELL * CELL, 0.93 * cv2.contourArea(hull))
            if width >= 0.45 * CELL and (is_full or is_leaning):
                inside = np.zeros((height, width), np.uint8)
                cv2.drawContours(inside, [hull - (x, y)], -1, 1, cv2.FILLED)
                found.append(_Chip(Box(x, y, x + width, y + height), inside))
                taken[y : y + height, x : x + width] = True
    return found


def _outlines(mask: Any) -> Any:
    """The outlines of all wide parts of a mask, and where in each other they are."""
    mask = _without_lines(mask.astype(np.uint8))
    # Chips may be joined by what is thin, or at their corners.
    mask = cv2.morphologyEx(mask, cv2.MORPH_OPEN, np.ones((CELL // 7, CELL // 7), np.uint8))
    return cv2.findContours(cv2.erode(mask, np.ones((3, 3), np.uint8)), cv2.RETR_CCOMP, cv2.CHAIN_APPROX_SIMPLE)


def _missed(light: Any, chips: Sequence[_Chip]) -> list[_Chip]:
    """More chips, which touch something else: near others, and of the usual shape."""
    usual = sorted((chip.inside for chip in chips), key=np.count_nonzero)[len(chips) // 2]
    height, width = usual.shape
    taken = np.zeros(light.shape[:2], bool)
    boxes = [chip.box for chip in chips]
    for box in boxes:
        taken[box.window] = True
    found: list[_Chip] = []
    across, below = _steps(boxes, width, height)
    while boxes:
        beside = boxes.pop()
        for down, right in _NEXT:
            left, top = beside.left + right * across, beside.top + down * below
            box = Box(left, top, left + width, top + height)
            is_inside = 0 <= left < light.shape[1] - width and 0 <= top < light.shape[0] - height
            if not is_inside or np.count_nonzero(taken[box.window]) > _OVERLAP * usual.size:
                continue
            chip = _chip(light, _Chip(box, usual))
            if chip and chip.color.min() <= _STRONG:
                found.append(chip)
                boxes.append(box)
                taken[box.window] = True
    return found


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


def _rim(inside: Any) -> tuple[Any, Any]:
    """The chip without its border, where there may be a bit of what is beside it; and its core."""
    rim = cv2.erode(inside, _BORDER, borderType=cv2.BORDER_CONSTANT, borderValue=0)
    return rim, cv2.erode(rim, _INNER)


def _chip(light: Any, blot: _Chip) -> _Chip | None:
    """A blot with its colours; None if there is no number on it."""
    pixels = light[blot.box.window]
    height, width, _ = pixels.shape
    middle = pixels[height // 4 : height * 3 // 4, width // 4 : width * 3 // 4]
    if np.ptp(middle, (0, 1)).max() < _FAINT / 2:  # as in most cells of the board
        return None
    rim, core = _rim(blot.inside)
    if not core.any():
        return None
    border = rim > core
    ends = border & ~core.any(1)[:, None]  # two digits may fill a chip from side to side
    color = np.median(pixels[border], 0)
    apart = pixels[core > 0] - color
    # Digits are dark or light; other colours may be noise.
    order, n = np.argsort(apart.sum(1)), math.ceil(_DIGITS * len(apart))
    toward = max((apart[most].mean(0) for most in (order[:n], order[-n:])), key=np.linalg.norm)
    strength = toward @ toward
    # There is little of the number at the border.
    is_like = (pixels - color) @ toward > strength / 2
    is_touched = is_like[border].mean() >= _TOUCHED and is_like[ends].mean() >= _ENDS
    if strength < _FAINT**2 or is_touched:
        return None
    # Columns near a side at whose ends all is like the number are beside the chip.
    beside = np.flatnonzero(4 * (ends & is_like).sum(0) > 3 * ends.sum(0))
    inside = blot.inside.copy()
    inside[:, : max(beside[beside < width // 4], default=-1) + 1] = 0
    inside[:, min(beside[beside >= width - width // 4], default=width) :] = 0
    return _Chip(blot.box, inside, color, toward) if _rim(inside)[1].any() else None


def _with_numbers(light: Any, chips: Sequence[_Chip], known: Sequence[_Chip]) -> list[_Chip]:
    """The chips on which there is a number, with its ink.

    Args:
        known: at least one chip of each colour; the numbers on chips of one colour have one colour.
    """
    colors, towards = np.array([chip.color for chip in known]), np.array([chip.toward for chip in known])
    found = []
    for chip in chips:
        apart = np.abs(colors - chip.color).max(1)
        alike = np.median(towards[apart <= min(_SAME, np.sort(apart)[:_ALIKE][-1])], 0)
        # Greyed chips of two colours may be alike, and not their numbers.
        for toward in (alike, chip.toward):
            # Where two chips contradict each other there is next to nothing left.
            depth = (light[chip.box.window] - chip.color) @ toward / max(1.0, float(np.linalg.norm(toward)))
            ink = _number(depth, chip.inside)
            if ink is not None:
                found.append(chip._replace(ink=ink))
                break
    return found


def _number(depth: Any, inside: Any) -> Any | None:
    """The ink on a chip; None if there is no number on it.

    Args:
        depth: how much each pixel of a window of the page differs from the chip.
        inside: where the chip is in it.
    """
    rim, core = _rim(inside)
    ink = np.clip(depth / max(_FAINT, np.percentile(depth[core > 0], 93)), 0, 1).astype(np.float32) * rim
    n, parts = cv2.connectedComponents((ink > 0.4).astype(np.uint8), connectivity=8)
    outer = [part for part in range(1, n) if _is_outer(parts == part, core)]
    digits = np.flatnonzero(((parts > 0) & ~np.isin(parts, outer)).any(1))
    for part in outer:
        rows = np.flatnonzero((parts == part).any(1))
        # A digit at the side is as high as the others; what comes from beside the chip is not.
        is_digit = len(digits) and abs(rows[0] - digits[0]) <= 2 and abs(rows[-1] - digits[-1]) <= 2
        if not is_digit:
            ink[cv2.dilate((parts == part).astype(np.uint8), np.ones((3, 3), np.uint8)) > 0] = 0
    mask = (ink > 0.4).astype(np.uint8)
    # The gaps of a digit that looks like a chip are low.
    heights = cv2.connectedComponentsWithStats(mask, connectivity=8)[2][1:, cv2.CC_STAT_HEIGHT]
    if heights.max(initial=0) < LOWEST * CELL or mask.sum() > 0.6 * rim.sum():
        return None
    return ink


def _is_outer(part: Any, core: Any) -> bool:
    """True for ink at the border of a chip, and for a line from its top to its bottom that strikes no number out."""
    height, width = part.shape
    is_narrow = np.ptp(np.flatnonzero(part.any(0))) < width / 2
    is_line = part.any(1).sum() > _THROUGH * height and (is_narrow or part.sum(0).max() > _UPRIGHT * height)
    return bool(is_line or core[part].mean() < 0.3)
