"""Outlines of chips: where they are closed, as around white blocks, and which of them are dashed."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

from nonosat.scanning.reading import CELL, Box

#: What is deeper counts as this deep: else dark strokes of digits would look more like an outline than faint lines.
_DEPTH = 32
#: A corner, which may be round, and how far beside it an outline may be, in pixels.
_CORNER, _REACH = CELL // 6, CELL // 9
#: The least difference of dashes and gaps, in greys of 255, and the fewest ends of dashes along a side.
_DASH, _ENDS = 64, 3


def outline_contrast(depth: Any, width: int, height: int) -> Any:
    """For each pixel: if it is the upper left corner of a box, the contrast of the palest side of its outline.

    Args:
        depth: for each pixel how dark it is, of 255.
        width: that of the box, in pixels, as its height.
    """
    soft = cv2.GaussianBlur(np.minimum(depth, _DEPTH), (0, 0), 0.8).astype(np.float32)
    level, plumb = _lines(soft, width), _lines(cv2.transpose(soft), height).T
    n_rows, n_columns = depth.shape[0] - height, depth.shape[1] - width
    sides = (
        (level, 0, width // 2),
        (level, height - 1, width // 2),
        (plumb, height // 2, 0),
        (plumb, height // 2, width - 1),
    )
    return np.minimum.reduce([side[top : top + n_rows, left : left + n_columns] for side, top, left in sides])


def _lines(depth: Any, length: int) -> Any:
    """For each pixel how much darker a level line around it is than what is above or below it."""
    line = cv2.blur(depth, (length - 2 * _CORNER, 1))
    return cv2.dilate(line, np.ones((3, 1), np.uint8)) - cv2.erode(line, np.ones((2 * _REACH + 1, 1), np.uint8))


def is_dashed(depth: Any, box: Box) -> bool:
    """True if there are dashes along three sides of a box at least; those of a line of the grid are along two."""
    sides = [
        each[max(at - _REACH, 0) : at + _REACH, start + _CORNER : end - _CORNER].max(0)
        for each, (first, last), (start, end) in ((depth, box[1::2], box[::2]), (depth.T, box[::2], box[1::2]))
        for at in (first, last)
    ]
    low, high = np.percentile(np.concatenate(sides), (10, 90))
    n_ends = sorted(np.count_nonzero(np.diff(side > (low + high) / 2)) for side in sides)
    return bool(high - low > _DASH and n_ends[1] >= _ENDS)
