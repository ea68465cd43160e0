"""Colours of numbers: that of the chip, or of the ink, as far as the numbers of a puzzle differ.

A shade is the share of light that is missing: black is (1, 1, 1), red is (0, 1, 1). Thin digits, pale print and lines
that an app has greyed have less of the same, so that the direction of a shade tells its colour.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from nonosat.model.clue import UNKNOWN as UNKNOWN_COLOR
from nonosat.model.palette import BLACK_ON_WHITE, Palette
from nonosat.scanning.page import Page
from nonosat.scanning.reading import CELL, Box, Number

#: Shades of one colour are this near to its middle, and to each other; directions are unit vectors. The middle of those
#: beside rows and of those above columns may be farther apart.
_NEAR, _SAME, _HALVES = 0.08, 0.13, 0.2
#: The weight of the strength of a chip's shade beside its direction, and the strength of ink, which may be thin.
_STRENGTH, _INK = 0.3, 0.8
#: The shades of chips are known this number of times as well as those of ink.
_CHIP = 1.5
#: A shade whose direction is this near to that of grey is grey; ink of less strength may have lost its colour.
_GREY, _LOST = 0.1, 0.6
#: A shade that is greyed has at most this share of the strength; the shares of several colours differ by less.
_PALE, _EVEN = 0.75, 0.03
#: The least share of its lines in which a colour stands beside others, for one colour at least.
_MIXED = 0.2
#: A colour is doubtful if its middle is not nearer than this share of the distance to another one.
_DOUBTFUL = 0.6
#: From this distance on the shade of a number is far from a colour.
_FAR = 0.3


def shade(page: Page, box: Box) -> tuple[int, Any]:
    """The chip of the number in a box, 0 for none, and its shade, or that of the ink."""
    chip = page.chip(box)
    if chip:
        return chip, 1 - page.chips.colors[chip] / 255
    margin = CELL // 12
    window = slice(max(box.top - margin, 0), box.bottom + margin), slice(max(box.left - margin, 0), box.right + margin)
    pixels, ink = page.light[window].reshape(-1, 3).astype(float), page.ink[window].reshape(-1)
    ground = np.median(pixels[ink < 0.15], 0) if (ink < 0.15).any() else np.full(3, 255.0)
    return 0, 1 - np.median(pixels[ink >= 0.7 * ink.max()], 0) / np.maximum(ground, 1)


def colors_of(chips: Sequence[int], shades: Any, lines: Sequence[int], n_rows: int) -> list[int]:
    """For each number its colour, from 1, or `UNKNOWN_COLOR` in finished lines that have lost their colours.

    Args:
        chips: for each number its chip; 0 for none.
        shades: for each number its shade.
        lines: for each number its line, rows first.
        n_rows: the number of rows.
    """
    if not len(chips):
        return []
    values = np.asarray(shades, float)
    strength = np.where(np.asarray(chips) > 0, values.max(1), _INK)
    directions = values / np.maximum(np.linalg.norm(values, axis=1), 1e-6)[:, None]
    features = np.hstack([directions, _STRENGTH * strength[:, None]]).astype(np.float32)
    weighted = features * np.where(np.asarray(chips) > 0, _CHIP, 1.0)[:, None]
    is_row = np.asarray(lines) < n_rows
    middles: list[Any] = []
    halves: list[tuple[bool, Any, Any]] = []
    left = np.ones(len(features), bool)
    while left.any():
        rest = weighted[left]
        apart = np.linalg.norm(rest[:, None] - rest[None, :600], axis=2)
        middle = rest[: apart.shape[1]][np.argmax((apart < _NEAR).sum(0))]
        near = left & (np.linalg.norm(weighted - middle, axis=1) < _SAME)
        # A colour of a puzzle has cells in a row and in a column, and numbers beside both.
        if is_row[near].any() and not is_row[near].all():
            middles.append(np.median(features[near], 0))
        else:
            halves.append((bool(is_row[near].all()), middle, np.median(features[near], 0)))
        left &= ~near
    # Paper that is not the same above the board and beside it makes two halves of a colour.
    for (is_rows, densest, middle), (is_other, other, its_middle) in itertools.combinations(halves, 2):
        if is_rows != is_other and np.linalg.norm(densest - other) < _HALVES:
            middles.append((middle + its_middle) / 2)
    if not middles:
        return [1] * len(chips)
    apart = np.linalg.norm(features[:, None] - np.array(middles)[None], axis=2)
    labels = apart.argmin(1)
    labels = _without_pale(labels, np.where(np.asarray(chips) > 0, strength, 0.0), np.array(middles), lines)
    is_lost = [not chip and _is_grey(value) and value.max() < _LOST for chip, value in zip(chips, values, strict=True)]
    return _renumbered(_without_states(labels, lines, np.array(is_lost)))


def _without_pale(labels: Any, strength: Any, middles: Any, lines: Sequence[int]) -> Any:
    """The labels with greyed colours as what they are in full, if whole lines are greyed, or all colours alike.

    Args:
        strength: that of each number's chip; 0 if there is none, which tells nothing.
    """
    full = np.arange(len(middles))
    for pale, middle in enumerate(middles):
        apart = np.linalg.norm(middles[:, :3] - middle[:3], axis=1)
        apart[middles[:, 3] * _PALE < middle[3]] = np.inf
        if apart.min() < 1.5 * _SAME:
            full[pale] = apart.argmin()
    greyed = full != np.arange(len(middles))
    # Single numbers are greyed if several colours are paler by the same share.
    share = middles[:, 3] / middles[full, 3]
    alone = greyed & (np.count_nonzero(abs(share[:, None] - share[greyed]) < _EVEN, axis=1) > 1)
    # Some colours are near what they are in grey, and have no label of their own for that.
    is_pale = strength <= _PALE * middles[full[labels], 3] / _STRENGTH
    by_line = np.asarray(lines)
    for line in set(lines):
        if not is_pale[by_line == line].all():
            greyed[labels[by_line == line]] = False
    return np.where(greyed | alone, full, np.arange(len(middles)))[labels]


def _without_states(labels: Any, lines: Sequence[int], is_lost: Any) -> Any:
    """The labels without those that never stand beside others: lines that are finished, or chosen.

    Args:
        is_lost: for each number whether it may have lost its colour; if there are several colours, and all numbers of a
            line may have lost theirs, their labels are -1.
    """
    by_line = np.asarray(lines)
    n_lines, n_mixed, lost = Counter[int](), Counter[int](), np.zeros(len(labels), bool)
    for line in set(lines):
        of_line = set(labels[by_line == line].tolist())
        n_lines.update(of_line)
        n_mixed.update(of_line if len(of_line) > 1 else ())
        lost[by_line == line] = is_lost[by_line == line].all()
    # Something else that was taken for a number may stand in a finished line.
    if not any(n >= _MIXED * n_lines[label] for label, n in n_mixed.items()):
        return np.zeros_like(labels)
    return np.where(lost, -1, labels)


def _renumbered(labels: Any) -> list[int]:
    """The labels from 1, the most frequent one first."""
    kinds, counts = np.unique(labels[labels >= 0], return_counts=True)
    order = {int(kind): rank for rank, kind in enumerate(kinds[np.argsort(-counts, kind="stable")], 1)}
    return [order.get(int(label), UNKNOWN_COLOR) for label in labels]


def palette_of(page: Page, numbers: Sequence[Number]) -> Palette:
    """The palette of a puzzle with these numbers, on white."""
    middles = _middles(page, numbers)
    if max(middles, default=1) == 1:
        return BLACK_ON_WHITE
    colors = ["#ffffff"]
    for color in range(1, max(middles) + 1):
        middle = middles.get(color, np.ones(3))
        red, green, blue = np.rint(255 * np.clip(middle if page.is_dark else 1 - middle, 0, 1)).astype(int).tolist()
        colors.append("#000000" if _is_grey(middle) else f"#{red:02x}{green:02x}{blue:02x}")
    return Palette(tuple(colors))


def doubtful_colors(page: Page, numbers: Sequence[Number], *, is_sure: bool) -> Iterator[Number]:
    """The numbers, of all of a page, whose shade is hardly nearer to their own colour than to another one.

    Args:
        is_sure: a solution confirms the colours, so that only shades are doubtful that are far from their colour.
    """
    if len({number.color for number in numbers}) < 2:
        return
    middles = {color: _direction(middle) for color, middle in _middles(page, numbers).items()}
    least = _FAR if is_sure else 0.0
    for number in numbers:
        own = _direction(shade(page, number.box)[1])
        apart = {color: float(np.linalg.norm(own - middle)) for color, middle in middles.items()}
        away = apart.pop(number.color, 0.0)
        if away > max(least, _DOUBTFUL * min(apart.values(), default=np.inf)):
            yield number


def _middles(page: Page, numbers: Sequence[Number]) -> dict[int, Any]:
    """The middle shade of each colour that a number has."""
    shades: dict[int, list[Any]] = {}
    for number in numbers:
        if number.color != UNKNOWN_COLOR:
            shades.setdefault(number.color, []).append(shade(page, number.box)[1])
    return {color: np.median(values, 0) for color, values in shades.items()}


def _is_grey(shade: Any) -> bool:
    return bool(np.linalg.norm(_direction(shade) - 3**-0.5) < _GREY)


def _direction(shade: Any) -> Any:
    return shade / max(float(np.linalg.norm(shade)), 1e-6)
