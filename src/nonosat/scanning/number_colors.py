"""Colours of numbers: that of the chip, or of the ink, as far as the numbers of a puzzle differ.

A shade is the share of light that is missing: black is (1, 1, 1), red is (0, 1, 1). Thin digits, pale print and lines
that an app has greyed have less of the same, so that the direction of a shade tells its colour.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np

from nonosat.model.clue import ANY_COLOR
from nonosat.model.palette import BLACK_ON_WHITE, Palette
from nonosat.scanning.flat_page import Page
from nonosat.scanning.reading import CELL, QUESTION_MARK, Box, Number

#: Shades of one label are this near to its middle, and to each other; directions are unit vectors.
_NEAR, _SAME = 0.08, 0.13
#: The shades of chips are known better than those of ink. Labels reach this many times as far as the shades around one
#: of the second number.
_CHIP, _NOISES, _BESIDE = 1.5, 6, 4
#: The weight of the strength of a chip's shade beside its direction, and the strength of ink, which may be thin.
_STRENGTH, _INK = 0.3, 0.8
#: A shade whose direction is this near to that of grey is grey; ink of less strength may have lost its colour, if the
#: numbers of whole lines are more than this share of all such numbers.
_GREY, _LOST, _WHOLE = 0.1, 0.6, 0.8
#: The cost to join a cell of one label to another one at distance 1, and that of a cell of a colour that is beside rows
#: only, or beside columns only; a cell that rows or columns of a colour have more costs 1.
_JOINED, _ONE_SIDED = 0.25, 0.1
#: A greyed label is this near to its full colour, and has at most this share of its strength; the shares of several
#: colours differ by less.
_GREYED, _PALE, _EVEN = 0.12, 0.85, 0.05


def shade(page: Page, box: Box) -> Any:
    """The shade of the chip under a box, or of the ink in it if there is none."""
    if chip := page.chip(box):
        dark = 1 - page.chips.colors[chip] / 255
        return dark * (dark.max() >= 0.1)  # else it is white: how white the paper is, is only estimated
    margin = CELL // 12
    window = slice(max(box.top - margin, 0), box.bottom + margin), slice(max(box.left - margin, 0), box.right + margin)
    pixels, ink = page.light[window].reshape(-1, 3).astype(float), page.ink[window].reshape(-1)
    ground = np.median(pixels[ink < 0.15], 0) if (ink < 0.15).any() else np.full(3, 255.0)
    return np.maximum(1 - np.median(pixels[ink >= 0.7 * ink.max()], 0) / np.maximum(ground, 1), 0)


def labels_of(chips: Sequence[int], shades: Any, lines: Sequence[int]) -> tuple[list[int], Any]:
    """For each number a label, from 1, which it shares with those that look alike; 0 in lines that lost their colours.

    Args:
        chips, shades, lines: for each number its chip, 0 for none, its shade, and its line.

    Returns:
        Also for each label the direction of its shade, and its strength.
    """
    middles = [np.append(np.full(3, 3**-0.5), _STRENGTH * _INK)]
    if not len(chips):  # an unlikely number still has label 1
        return [], np.array(2 * middles)
    values, on_chip = np.asarray(shades, float), np.asarray(chips) > 0
    strength = np.where(on_chip, values.max(1), _INK)
    features = _features(values, strength).astype(np.float32)
    weighted = features * np.where(on_chip, _CHIP, 1.0)[:, None]
    scale = 1.0
    # Where the shades of one colour hardly differ, similar colours are told apart.
    if on_chip.all() and len(values) > _BESIDE:
        beside = np.sort(np.linalg.norm(weighted[:, None] - weighted[:600], axis=2))[:, _BESIDE]
        scale = float(np.clip(_NOISES * np.percentile(beside, 90) / _NEAR, 0.5, 1))
    left = np.ones(len(features), bool)
    while left.any():
        rest = weighted[left]
        apart = np.linalg.norm(rest[:, None] - rest[None, :600], axis=2)
        middle = rest[: apart.shape[1]][np.argmax((apart < scale * _NEAR).sum(0))]
        near = left & (np.linalg.norm(weighted - middle, axis=1) < scale * _SAME)
        middles.append(np.median(features[near], 0))
        left &= ~near
    labels = 1 + np.linalg.norm(features[:, None] - np.array(middles[1:]), axis=2).argmin(1)
    is_lost = ~on_chip & (values.max(1) < _LOST) & (np.linalg.norm(features[:, :3] - 3**-0.5, axis=1) < _GREY)
    in_lost = np.isin(lines, [line for line in set(lines) if is_lost[np.asarray(lines) == line].all()])
    if in_lost.sum() > _WHOLE * is_lost.sum():  # else single numbers are greyed
        labels[in_lost] = 0
    return labels.tolist(), np.array(middles)


def colors_of(lines: Sequence[Sequence[Number]], n_rows: int, middles: Any) -> list[int]:
    """For each label its colour, from 1, that of most cells first; `ANY_COLOR` for label 0 and those without cells.

    Args:
        lines: for each line, the `n_rows` rows first, its likeliest numbers, with labels in the place of colours.
        middles: for each label the direction of its shade, and its strength.
    """
    known = [number.value for numbers in lines for number in numbers if 0 < number.value < QUESTION_MARK]
    usual, cells = np.mean(known or [1]), np.zeros((2, len(middles)))
    for line, numbers in enumerate(lines):
        for number in numbers:
            cells[int(line >= n_rows), number.color] += usual if number.value == QUESTION_MARK else number.value
    lost = cells[:, 0].max()
    cells[:, 0] = 0
    joined = _joined(cells, middles, lost)
    # Colours that never stand beside others are those of lines that are finished, chosen or struck out.
    if all(len({joined[number.color] for number in numbers}) < 2 for numbers in lines):
        return [1] * len(joined)
    total = np.bincount(joined, cells.sum(0))
    order = [color for color in np.argsort(-total, kind="stable").tolist() if total[color]]
    colors = {color: rank for rank, color in enumerate(order, 1)}
    return [colors.get(color, 1 if len(order) < 2 else ANY_COLOR) for color in joined.tolist()]


def _joined(cells: Any, middles: Any, lost: float) -> Any:
    """For each label the one that it is joined to, as lines that are finished or chosen have colours of their own.

    Rows and columns total the same in each colour of a puzzle, and seldom in what an app has greyed.

    Args:
        cells: the totals of rows, and of columns, for each label.
        lost: the number of cells whose colours are unknown.
    """
    labels, total = np.arange(len(middles)), cells.sum(0)
    apart = np.linalg.norm(middles[:, None, :3] - middles[:, :3], axis=2)

    def cost(joined: Any) -> float:
        rows, columns = (np.bincount(joined, of_side, len(labels)) for of_side in cells)
        uneven = np.maximum(abs(rows - columns) - lost, 0).sum()
        one_sided = (rows + columns)[np.minimum(rows, columns) == 0].sum()
        n_joined = np.count_nonzero(joined != labels)  # of equal choices the one with most colours
        return float(uneven + _ONE_SIDED * one_sided + _JOINED * total @ apart[labels, joined] + 1e-6 * n_joined)

    # Similar labels are one at first.
    near = np.linalg.norm(middles[:, None] - middles, axis=2) < _SAME / _CHIP
    joined, best = None, np.append(0, np.where(near, total, -1)[1:].argmax(1))
    best = best[best]
    while best is not joined:
        joined = best
        pairs = [(label, to) for label, to in itertools.product(labels, labels) if to in (label, joined[to])]
        moves = (np.where((joined == label) | (labels == label), to, joined) for label, to in pairs)
        best = min(itertools.chain([joined], moves), key=cost)
    # A greyed colour may be even by chance; but all are greyed by the same share.
    strength = middles[:, 3]
    share = np.minimum(strength[:, None], strength) / np.maximum(np.maximum(strength[:, None], strength), 1e-6)
    is_greyed = (apart < _GREYED) & (share <= _PALE)
    shares = share[labels, joined][is_greyed[labels, joined]]
    for a, b in itertools.combinations(sorted({*joined[total > 0].tolist()}), 2):
        if is_greyed[a, b] and (abs(shares - share[a, b]) < _EVEN).any():
            joined = np.where(joined == joined[b], joined[a], joined)
    return joined


def palette_of(page: Page, numbers: Sequence[Number]) -> Palette:
    """The palette of a puzzle with these numbers, on white, or on grey if there are white blocks."""
    middles = _middles(page, numbers)
    if max(middles, default=1) == 1:
        return BLACK_ON_WHITE
    shades = [middles.get(color, np.ones(3)) for color in range(1, max(middles) + 1)]
    inks = np.rint(255 * np.clip(shades if page.is_dark else 1 - np.array(shades), 0, 1)).astype(np.uint8)
    colors = [f"#{ink.tobytes().hex()}" for ink in inks]
    greys = [at for at, each in enumerate(shades) if np.linalg.norm(_direction(each) - 3**-0.5) < _GREY]
    if greys:  # thin digits are paler than their ink
        colors[max(greys, key=lambda at: shades[at].max())] = "#000000"
    return Palette(("#c0c0c0" if "#ffffff" in colors else "#ffffff", *colors))


def doubtful_colors(page: Page, numbers: Sequence[Number], *, is_sure: bool) -> Iterator[Number]:
    """The numbers, of all of a page, whose shade is hardly nearer to their own colour than to another one.

    Args:
        is_sure: a solution confirms the colours, so that only shades are doubtful that are far from their colour.
    """
    if len({number.color for number in numbers}) < 2:
        return
    middles = {color: _direction(middle) for color, middle in _middles(page, numbers).items()}
    least = 0.3 if is_sure else 0.0
    for number in numbers:
        own = _direction(shade(page, number.box))
        apart = {color: float(np.linalg.norm(own - middle)) for color, middle in middles.items()}
        away = apart.pop(number.color, 0.0)
        if away > max(least, 0.6 * min(apart.values(), default=np.inf)):
            yield number


def _middles(page: Page, numbers: Sequence[Number]) -> dict[int, Any]:
    """The middle shade of each colour that a number has, of its numbers that are not greyed."""
    shades: dict[int, list[Any]] = {}
    for number in numbers:
        if number.color != ANY_COLOR:
            shades.setdefault(number.color, []).append(shade(page, number.box))
    middles = {}
    for color, values in shades.items():
        strength = np.max(values, 1)
        middles[color] = np.median(np.array(values)[strength >= _PALE * np.percentile(strength, 90)], 0)
    return middles


def nearest_colors(page: Page, light: Any, palette: Palette) -> Any:
    """For each color of an array, as in the `light` of a page, the number of the nearest one in a palette, from 1."""
    inks = np.array([list(bytes.fromhex(color[1:])) for color in palette.colors[1:]])
    shades = np.where(inks.any(1, keepdims=True) & page.is_dark, inks, 255 - inks) / 255  # black is grey, too
    own, others = (_features(each, each.max(-1)) for each in (1 - light / 255, shades))
    return 1 + np.linalg.norm(own[..., None, :] - others, axis=-1).argmin(-1)


def _features(shades: Any, strength: Any) -> Any:
    """The directions of shades, and with less weight their strengths, by which colours are told apart."""
    return np.concatenate([_direction(shades), _STRENGTH * strength[..., None]], axis=-1)


def _direction(shades: Any) -> Any:
    """Shades as unit vectors; that of white is 0."""
    return shades / np.maximum(np.linalg.norm(shades, axis=-1, keepdims=True), 1e-6)
