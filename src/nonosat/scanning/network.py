"""The network that tells how likely each number is for crops of ink; `train_numbers.py` of the benchmarks trains it."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import cv2
import numpy as np

from nonosat.scanning.reading import NONE

#: Height and width of the network's input, in pixels, and the margin on each side.
HEIGHT, WIDTH, _MARGIN = 32, 40, 2
#: Crops in one call of the network; more take no less time for each.
_BATCH = 256


@cache
def _network() -> Any:
    data = (files("nonosat.scanning") / "numbers.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))


def probabilities(inks: Sequence[Any]) -> Any:
    """For each crop of ink, from 0 to 1, the probabilities of the classes 0 to 99, `QUESTION_MARK` and `NONE`."""
    parts = [np.zeros((0, NONE + 1))]
    for start in range(0, len(inks), _BATCH):
        _network().setInput(np.stack([token(ink) for ink in inks[start : start + _BATCH]])[:, None])
        parts.append(_network().forward())
    logits = np.concatenate(parts)
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)


def token(ink: Any) -> Any:
    """A crop of ink, scaled to fit the middle of the network's input."""
    height, width = ink.shape
    scale = min((HEIGHT - 2 * _MARGIN) / height, (WIDTH - 2 * _MARGIN) / width)
    size = max(1, round(width * scale)), max(1, round(height * scale))
    scaled = cv2.resize(ink, size, interpolation=cv2.INTER_AREA if scale < 1 else cv2.INTER_CUBIC)
    top, left = (HEIGHT - size[1]) // 2, (WIDTH - size[0]) // 2
    out = np.zeros((HEIGHT, WIDTH), np.float32)
    out[top : top + size[1], left : left + size[0]] = np.clip(scaled, 0, 1)
    return out
