"""Crops of numbers in the form in which the network was trained to read them."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np

#: Height and width of the network's input, in pixels, and the margin on each side.
HEIGHT, WIDTH, MARGIN = 32, 40, 2


def token(ink: Any) -> Any:
    """A crop of ink, from 0 to 1 with ink as 1, scaled to fit the middle of the network's input."""
    height, width = ink.shape
    scale = min((HEIGHT - 2 * MARGIN) / height, (WIDTH - 2 * MARGIN) / width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    scaled = cv2.resize(ink, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    top, left = (HEIGHT - size[1]) // 2, (WIDTH - size[0]) // 2
    out = np.zeros((HEIGHT, WIDTH), np.float32)
    out[top : top + size[1], left : left + size[0]] = np.clip(scaled, 0, 1)
    return out
