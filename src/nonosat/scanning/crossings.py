"""The crossings of the lines of a grid on an image.

Lines that are darker than both sides are found by morphology. Where a vertical and a horizontal line meet there is a
crossing.
"""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

#: The least depth of a line of a photo and of one that is crisp, in greys of 255.
_DEPTH, _FAINT = 9, 5
#: The most that a line is thick, its least length and its longest gap, in shares of the pitch.
_THICK, _LONG, _GAP = 0.4, 0.85, 0.2


def find_crossings(image: Any, pitch: float, *, is_crisp: bool) -> list[Any]:
    """The places, x + yi, of crossings of lines on a grey image that are at least about `pitch` pixels apart.

    Args:
        is_crisp: look for lines as on screens, without noise, which may be faint or close to other things; else for
            those of photos.

    Returns:
        Those of dark lines, and those of light ones.
    """
    # Lines that are far apart are seen on a smaller image, too.
    scale = min(1.0, 27 / pitch)
    pitch *= scale
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    soft = cv2.GaussianBlur(image, (0, 0), (0.04 if is_crisp else 0.06) * pitch)
    both = (_crossings(each, pitch, is_crisp=is_crisp) for each in (soft, 255 - soft))
    return [((places + 0.5) / scale - 0.5) @ (1, 1j) for places in both]


def _crossings(soft: Any, pitch: float, *, is_crisp: bool) -> Any:
    """The places x, y of crossings of dark lines."""
    upright, level = (_lines(each, pitch, is_crisp=is_crisp) for each in (soft, cv2.transpose(soft)))
    blobs = cv2.bitwise_and(upright, cv2.transpose(level))
    long, gap = (np.ones((side, side), np.uint8) for side in (_odd(_LONG * pitch), _odd(_GAP * pitch)))
    blobs = cv2.morphologyEx(blobs, cv2.MORPH_CLOSE, gap)
    # Grounds of numbers may be full of edges, and touch the border of the board.
    blobs = cv2.subtract(blobs, cv2.dilate(cv2.morphologyEx(blobs, cv2.MORPH_OPEN, long), gap))
    # Most pixels are in no blob, and need no statistics.
    at = cv2.findNonZero(blobs)
    if at is None:
        return np.zeros((0, 2))
    at = at.reshape(-1, 2)
    part = cv2.connectedComponents(blobs)[1][at[:, 1], at[:, 0]]
    order = np.argsort(part)
    at, part = at[order], part[order]
    starts = np.flatnonzero(np.diff(part, prepend=0))
    low, high, total = (each.reduceat(at, starts) for each in (np.minimum, np.maximum, np.add))
    is_small = (high - low).max(1) + 1 < 0.7 * pitch
    return (total / np.diff(starts, append=len(at))[:, None])[is_small]


def _lines(soft: Any, pitch: float, *, is_crisp: bool) -> Any:
    """A mask of the upright dark lines on a grey image, a little longer than they are."""
    thick, long, gap = (_odd(share * pitch) for share in (_THICK, _LONG, _GAP))
    closed = cv2.morphologyEx(soft, cv2.MORPH_CLOSE, np.ones((1 if is_crisp else thick, thick), np.uint8))
    # Lines are as deep in a shadow as in the light, compared with the paper.
    lines = cv2.divide(cv2.subtract(closed, soft), np.maximum(closed, 60), scale=255)
    # Filled cells hide the lines between them; the edges of what they fill are lines, too.
    across = np.ones((1, 3), np.uint8)
    edges = cv2.morphologyEx(closed, cv2.MORPH_GRADIENT, across)
    run = cv2.dilate(cv2.blur(cv2.max(lines, edges), (1, gap)), across)
    if is_crisp:  # the other lines interrupt them
        run = cv2.morphologyEx(run, cv2.MORPH_CLOSE, np.ones((_odd(0.3 * pitch), 1), np.uint8))
    run = cv2.morphologyEx(run, cv2.MORPH_OPEN, np.ones((long, 1), np.uint8))
    some = np.sort(run[::4, ::4], axis=None, kind="stable")
    noise = float(some[7 * some.size // 10])
    least = max(_FAINT if is_crisp else _DEPTH, 2.5 * noise)
    return cv2.dilate(cv2.threshold(run, least, 1, cv2.THRESH_BINARY)[1], np.ones((gap, 1), np.uint8))


def _odd(length: float) -> int:
    """The side of a kernel of morphology, in pixels."""
    return max(3, round(length)) | 1
