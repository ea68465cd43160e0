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
#: An image whose lines are farther apart than this is made smaller, in pixels.
_ENOUGH = 27


def find_crossings(image: Any, pitch: float, *, is_crisp: bool) -> Any:
    """The places, x + yi, of crossings of dark lines on a grey image that are at least about `pitch` pixels apart.

    Args:
        is_crisp: look for lines as on screens, without noise, which may be faint or close to other things; else for
            those of photos.
    """
    # Lines that are far apart are seen on a smaller image, too.
    scale = min(1.0, _ENOUGH / pitch)
    pitch *= scale
    image = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    thick, long, gap = (max(3, round(pitch * share)) | 1 for share in (0.4, 0.85, 0.2))
    soft = cv2.GaussianBlur(image, (0, 0), (0.04 if is_crisp else 0.06) * pitch)
    blobs = np.full(image.shape, 255, np.uint8)
    for along, across in ((_column, _row), (_row, _column)):
        around = across(thick) if is_crisp else np.ones((thick, thick), np.uint8)
        closed = cv2.morphologyEx(soft, cv2.MORPH_CLOSE, around)
        # Lines are as deep in a shadow as in the light, compared with the paper.
        lines = cv2.divide(cv2.subtract(closed, soft), np.maximum(closed, 60), scale=255)
        # Filled cells hide the lines between them; the edges of what they fill are lines, too.
        edges = cv2.morphologyEx(closed, cv2.MORPH_GRADIENT, across(3))
        run = cv2.dilate(cv2.blur(cv2.max(lines, edges), along(gap).shape[::-1]), across(3))
        if is_crisp:  # the other lines interrupt them
            run = cv2.morphologyEx(run, cv2.MORPH_CLOSE, along(round(0.3 * pitch) | 1))
        run = cv2.morphologyEx(run, cv2.MORPH_OPEN, along(long))
        noise = float(np.percentile(run[::4, ::4], 70))
        least = max(_FAINT if is_crisp else _DEPTH, 2.5 * noise)
        blobs &= cv2.dilate((run > least).astype(np.uint8) * 255, along(gap))
    blobs = cv2.morphologyEx(blobs, cv2.MORPH_CLOSE, np.ones((gap, gap), np.uint8))
    # Grounds of numbers may be full of edges, and touch the border of the board.
    large = cv2.morphologyEx(blobs, cv2.MORPH_OPEN, np.ones((long, long), np.uint8))
    blobs = cv2.subtract(blobs, cv2.dilate(large, np.ones((gap, gap), np.uint8)))
    stats, centres = cv2.connectedComponentsWithStats(blobs)[2:]
    is_small = stats[1:, 2:4].max(1) < 0.7 * pitch
    return (centres[1:][is_small] + 0.5) / scale @ (1, 1j) - (0.5 + 0.5j)


def _row(length: int) -> Any:
    """A kernel of morphology: a level run of pixels."""
    return np.ones((1, length), np.uint8)


def _column(length: int) -> Any:
    """A kernel of morphology: an upright run of pixels."""
    return np.ones((length, 1), np.uint8)
