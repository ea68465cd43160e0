"""The readings of crops of numbers: a small network tells how likely each number is.

The network is trained by `benchmarks/scanning/train_numbers.py`; OpenCV runs it.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from importlib.resources import files
from typing import Any

import cv2
import numpy as np

from nonosat.scanning.crops import HEIGHT, WIDTH, token
from nonosat.scanning.reading import NONE

#: Crops in one call of the network; more take no less time for each.
_BATCH = 256


@cache
def _network() -> Any:
    data = (files("nonosat.scanning") / "numbers.onnx").read_bytes()
    return cv2.dnn.readNetFromONNX(np.frombuffer(data, np.uint8))


def probabilities(inks: Sequence[Any]) -> Any:
    """For each crop of ink, from 0 to 1, the probabilities of the classes 0 to 99, `UNKNOWN` and `NONE`."""
    if not inks:
        return np.zeros((0, NONE + 1))
    tokens = np.stack([token(ink) for ink in inks]).reshape(-1, 1, HEIGHT, WIDTH)
    parts = []
    for start in range(0, len(tokens), _BATCH):
        _network().setInput(tokens[start : start + _BATCH])
        parts.append(_network().forward())
    logits = np.concatenate(parts).astype(float)
    powers = np.exp(logits - logits.max(1, keepdims=True))
    return powers / powers.sum(1, keepdims=True)
