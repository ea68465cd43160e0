"""The letters of colours beside the numbers on chips, as on nonosat's worksheets."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from nonosat.scanning import network

#: The width of a number and a letter in proportion to their height, at least, as on a square chip.
_LETTERED = 0.95
#: The distance of two characters in proportion to their height; how far the gap before the last one may be from its
#: usual place; the usual width of two and of three characters; and the weight of what the network reads before the gap.
_ADVANCE, _REACH, _RATIOS, _READ = 0.86, 0.2, (1.5, 2.4), 0.3


def erase_letters(numbers: Sequence[Any]) -> None:
    """Erase the letter of the colour at the right of each number on a chip, if most chips have one.

    Without letters most numbers of a puzzle have one digit.

    Args:
        numbers: the ink on each chip, 0 to 1, which is changed.
    """
    sizes = [cv2.boundingRect((ink > 0.4).astype(np.uint8))[:1:-1] for ink in numbers]  # height and width
    spans = [width / ink.shape[1] * len(ink) / height for ink, (height, width) in zip(numbers, sizes, strict=True)]
    if np.percentile(spans, 30) < _LETTERED:
        return
    # Three characters are smaller than two.
    usual = float(np.percentile([height for height, _ in sizes], 75))
    cuts = [_cuts(ink, height) for ink, (height, _) in zip(numbers, sizes, strict=True)]
    crops = [ink[:, :at] for ink, ways in zip(numbers, cuts, strict=True) for at, _ in ways]
    found = network.probabilities(crops).reshape(len(numbers), len(_RATIOS), -1)
    for ink, (height, width), ways, classes in zip(numbers, sizes, cuts, found, strict=True):
        ratio = width * usual / height**2
        chances = classes[0][:10].max(), classes[1][10:100].max()
        costs = {
            at: cost + abs(ratio - expected) - _READ * np.log(max(chance, 1e-3))
            for (at, cost), expected, chance in zip(ways, _RATIOS, chances, strict=True)
        }
        ink[:, min(costs, key=costs.__getitem__) :] = 0


def _cuts(ink: Any, height: int) -> list[tuple[int, float]]:
    """The columns before the last of two and of three characters in the middle of a chip, and the ink there.

    Each is where there is least ink near its usual place.

    Args:
        height: that of the characters.
    """
    inks = ink.sum(0) / height
    found = []
    for n in range(2, 2 + len(_RATIOS)):
        middle = (len(inks) + (n - 2) * _ADVANCE * height) / 2
        low, high = (int(np.clip(middle + sign * _REACH * height, 1, len(inks) - 1)) for sign in (-1, 1))
        at = min(range(low, high + 1), key=inks.__getitem__)
        found.append((at, float(inks[at])))
    return found
