"""The clues beside a board: the pieces of ink of each line, joined to numbers in all ways that are likely."""

from __future__ import annotations

import functools
import heapq
import itertools
import math
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from nonosat.scanning.board import Board
from nonosat.scanning.clue_pieces import LOWEST_DIGIT, pieces_of_lines
from nonosat.scanning.flat_page import Page
from nonosat.scanning.number_colors import colors_of, labels_of, shade
from nonosat.scanning.reading import NONE, ON_LINE, QUESTION_MARK, Box, Number, Piece, Reading, usual_height

#: The number of readings of a line that are kept, and of a part of it; and what a reading costs at most beyond the
#: cheapest one: for more than that the repair takes the line as not read.
_LINE, _PART, _BEYOND = 60, 9, 10.0
#: Readings that are less likely than this are left out; the cost to join pieces, or not to, against their places.
_LEAST, _AGAINST = 1e-5, 9.0
#: The chances that a piece of ink of the size of a digit is none, and that it is a `?`, relative to those in training.
#: A `?` would fit everywhere: there are some only if one is above the first probability; each is above the second.
_NONE, _QUESTION_MARK, _CERTAIN, _LIKELY = 0.15, 3.0, 0.95, 0.5
#: The cost to leave out a piece at the far end of a line, and one that is far from the next piece; the most that are
#: left out; and from which multiples of the usual distance on a piece is far, and surely no part of the clue.
_FOREIGN, _FAR_FOREIGN, _MOST_FOREIGN, _FAR, _GAP = 4.5, 0.3, 3, 1.5, 3.5
#: For each box the chances of the classes of the network.
_Classes = Mapping[Box, Sequence[float]]


def clue_lines(page: Page, board: Board) -> list[list[Reading]]:
    """For each line of the board, its rows first, the likeliest readings, of which there is at least one."""
    rows, columns = (pieces_of_lines(page, board, across=across) for across in (True, False))
    height = usual_height(*rows, *columns)
    lines = [_from_left(line, height) for line in rows] + [_from_above(line, height) for line in columns]
    lines, middles = _labelled(page, lines)
    joined = _join_advance(lines[: board.height], lines[board.height :], height)
    all_parts = [list(_parts(line, height, joined, is_row=at < board.height)) for at, line in enumerate(lines)]
    classes: dict[Box, Sequence[float]] = {piece.box: piece.classes for line in lines for piece in line}
    classes.update((part.box, ()) for parts in all_parts for part in parts if part.box not in classes)
    joined_boxes = [box for box, known in classes.items() if not known]
    classes.update((piece.box, piece.classes) for piece in page.classified(joined_boxes))
    unknown = _QUESTION_MARK * any(each[QUESTION_MARK] > _CERTAIN for each in classes.values())
    classes = {box: (*p[:QUESTION_MARK], unknown * p[QUESTION_MARK], _NONE * p[NONE]) for box, p in classes.items()}
    costs = _costs_before(lines[: board.height], 0, height) if board.sides[1] == "left" else [[0.0]] * board.height
    costs += _costs_before(lines[board.height :], 1, height) if board.sides[0] == "top" else [[0.0]] * board.width
    most = [board.width] * board.height + [board.height] * board.width
    ways = zip(lines, all_parts, costs, most, strict=True)
    found = [_readings(line, parts, classes, height, before, n_cells) for line, parts, before, n_cells in ways]
    colors = colors_of([readings[0].numbers if readings else () for readings in found], board.height, middles)
    return [recolored(readings, colors, n_cells) for readings, n_cells in zip(found, most, strict=True)]


def _from_left(line: list[Piece], height: float) -> list[Piece]:
    """Pieces from left to right, without specks, which are low; pieces above each other are one."""
    line = [piece for piece in line if piece.box.height >= 0.45 * height or piece.box.width >= 0.45 * height]
    merged: list[Piece] = []
    for piece in sorted(line, key=lambda piece: piece.box.left):
        last = merged[-1].box if merged else piece.box
        shared = min(last.right, piece.box.right) - piece.box.left
        if merged and shared > 0.5 * min(last.width, piece.box.width):
            # The classes of the joined box are found with those of all parts.
            merged[-1] = Piece(last.joined(piece.box), (), max(merged[-1].chip, piece.chip))
        else:
            merged.append(piece)
    return [piece for piece in merged if piece.box.height >= LOWEST_DIGIT * height]


def _from_above(line: list[Piece], height: float) -> list[Piece]:
    """Pieces of a column as they are read: from above, and from left to right if they are beside each other."""
    groups: list[list[Piece]] = []
    for piece in sorted(line, key=lambda piece: piece.box.middle[1]):
        # Numbers are in the middle of their columns.
        if piece.box.is_remnant(ON_LINE if piece.is_number else 2 * ON_LINE):
            continue
        if groups and any(_are_level(other, piece) for other in groups[-1]):
            groups[-1].append(piece)
        else:
            groups.append([piece])
    return [piece for group in groups for piece in _from_left(group, height)]


def _are_level(a: Piece, b: Piece) -> bool:
    """True if two pieces are beside each other."""
    shared = min(a.box.bottom, b.box.bottom) - max(a.box.top, b.box.top)
    return shared > 0.4 * min(a.box.height, b.box.height)


def _labelled(page: Page, lines: Sequence[list[Piece]]) -> tuple[list[list[Piece]], Any]:
    """The lines with labels in the place of colours; and the middles of these labels."""
    known = {piece: 0 for line in lines for piece in line if page.chips.dashed[piece.chip]}
    colored = {
        piece: index
        for index, line in enumerate(lines)
        for piece in line
        if (piece.chip or not piece.classes or np.argmax(piece.classes) not in (0, NONE)) and piece not in known
    }
    shades = [shade(page, piece.box) for piece in colored]
    labels, middles = labels_of([piece.chip for piece in colored], shades, [*colored.values()])
    known.update(zip(colored, labels, strict=True))
    return [[piece._replace(color=known.get(piece, 1)) for piece in line] for line in lines], middles


def recolored(readings: Sequence[Reading], colors: Sequence[int], n_cells: int) -> list[Reading]:
    """The readings with `colors` in the place of their own ones, as far as they fit a line of `n_cells` cells then."""
    found = [
        reading._replace(numbers=tuple(number._replace(color=colors[number.color]) for number in reading.numbers))
        for reading in readings
    ]
    return [reading for reading in found if reading.length <= n_cells] or [Reading(8.0, ())]


def _advance(a: Piece, b: Piece, axis: int = 0) -> float:
    """The distance of the middles of two pieces, in pixels; it varies less than their gap, since a 1 is narrow."""
    return b.box.middle[axis] - a.box.middle[axis]


def _costs_before(lines: Sequence[list[Piece]], axis: int, height: float) -> list[list[float]]:
    """For each row (`axis` 0) or column the costs that none, one, two and so on of its first pieces are foreign."""
    advances = [[_advance(a, b, axis) for a, b in itertools.pairwise(line)] for line in lines]
    apart = [each for of_line in advances for each in of_line if each > height]
    usual = float(np.percentile(apart, 25)) if apart else math.inf
    costs = []
    for line, of_line in zip(lines, advances, strict=True):
        found = [0.0]
        for n, advance in enumerate([*of_line, 0.0][: min(len(line), _MOST_FOREIGN)], 1):
            if advance > _GAP * usual:  # the clue begins behind the gap, or later
                found = [math.inf] * n
            found.append(n * (_FAR_FOREIGN if advance > _FAR * usual else _FOREIGN))
        costs.append(found)
    return costs


def _join_advance(rows: Sequence[list[Piece]], columns: Sequence[list[Piece]], height: float) -> float:
    """The distance in pixels below which two digits of a row are one number.

    Numbers above each other show how far digits of a number are apart, and the widest gap among distances that are a
    little more than that shows from where on there are two numbers.
    """
    inside = [_advance(a, b) for line in columns for a, b in itertools.pairwise(line) if _are_level(a, b)]
    usual = min(float(np.percentile(inside, 75)), height) if len(inside) > 2 else 0.75 * height
    most = usual + 0.4 * height
    between = (_advance(a, b) for line in rows for a, b in itertools.pairwise(line))
    gaps = itertools.pairwise(sorted([usual, most, *(advance for advance in between if usual < advance < most)]))
    low, high = max(gaps, key=lambda gap: gap[1] - gap[0])
    return (low + high) / 2


class _Part(NamedTuple):
    """Some neighbouring pieces of a line as one number, and the cost to join these and to part them from the others."""

    start: int
    end: int
    box: Box
    cost: float


def _parts(line: list[Piece], height: float, joined: float, *, is_row: bool) -> Iterator[_Part]:
    """The likely parts of a line, in the order of their ends."""
    gaps = [_gap_costs(a, b, height, joined, is_row=is_row) for a, b in itertools.pairwise(line)]
    for end in range(1, len(line) + 1):
        for start in range(max(0, end - 3), end):  # up to three digits
            cost = sum(join for join, _ in gaps[start : end - 1]) + (gaps[start - 1][1] if start else 0.0)
            if cost < _BEYOND:
                yield _Part(start, end, functools.reduce(Box.joined, (piece.box for piece in line[start:end])), cost)


def _gap_costs(a: Piece, b: Piece, height: float, joined: float, *, is_row: bool) -> tuple[float, float]:
    """The cost to join two neighbours, and not to: in rows by the advance `joined`."""
    if a.chip or b.chip:
        # A chip may have the whole clue of a row.
        is_one = a.chip == b.chip and _advance(a, b) < 1.1 * height
    elif not is_row:
        return (0.0, _AGAINST) if _are_level(a, b) else (math.inf, 0.0)
    else:
        doubt = (_advance(a, b) - joined) / (0.06 * height)
        join, part = (math.log1p(math.exp(min(each, 30.0))) for each in (doubt, -doubt))
        return join, part
    return (0.0, _AGAINST) if is_one else (_AGAINST, 0.0)


def _readings(
    line: list[Piece], parts: list[_Part], classes: _Classes, height: float, before: Sequence[float], n_cells: int
) -> list[Reading]:
    """The likeliest readings of a line; `before` are the costs to leave out none, one and so on of the first pieces."""
    best = [[Reading(cost, ())] if cost < math.inf else [] for cost in before] + [[] for _ in line[len(before) - 1 :]]
    for end, ending in itertools.groupby(parts, lambda part: part.end):
        ways: list[Iterable[Reading]] = [best[end]]
        for part in ending:
            pieces = line[part.start : end]
            for value, cost in _values(pieces, part.box, classes, height):
                number = () if value == NONE else (Number(value, part.box, math.exp(-cost), pieces[0].color),)
                ways.append(_followed(best[part.start], number, part.cost + cost))
        best[end] = _likeliest(ways, n_cells)
    return sorted({reading.clue: reading for reading in reversed(best[-1])}.values())  # the cheapest of each clue


def _followed(starts: Sequence[Reading], numbers: tuple[Number, ...], cost: float) -> Iterable[Reading]:
    """Readings to which numbers, or none, are added at the end, with their cost."""
    return (Reading(start.cost + cost, start.numbers + numbers) for start in starts)


def _likeliest(ways: Sequence[Iterable[Reading]], n_cells: int) -> list[Reading]:
    """The likeliest readings that fit a line, the cheapest first, of several ways, each of which is in this order."""
    found: list[Reading] = []
    for reading in heapq.merge(*ways):
        if len(found) == _LINE or (found and reading.cost > found[0].cost + _BEYOND):
            break
        # A 0 has no other numbers beside it.
        if reading.length <= n_cells and (len(reading.numbers) == 1 or all(n.value for n in reading.numbers)):
            found.append(reading)
    return found


def _values(pieces: list[Piece], box: Box, classes: _Classes, height: float) -> list[tuple[int, float]]:
    """The likeliest values of some pieces in a box, and their costs."""
    chances = dict(enumerate(classes[box]))
    if pieces[0].chip or abs(box.height - height) < 0.12 * height:  # it is less often none
        chances[NONE] *= 0.3
    total = sum(chances.values())
    chances = {v: p / total for v, p in chances.items() if p / total > (_LIKELY if v == QUESTION_MARK else _LEAST)}
    if len(pieces) == 2:
        chances = {value: p for value, p in chances.items() if 10 <= value < QUESTION_MARK}
    elif len(pieces) > 2:  # the network knows no number of three digits
        chances = {0: 1.0}
        for number, piece in enumerate(pieces):
            likely = sorted(((classes[piece.box][d], d) for d in range(number == 0, 10)), reverse=True)[:3]
            chances = {10 * v + d: p * q for v, p in chances.items() for q, d in likely if p * q > _LEAST}
    return [(v, -math.log(p)) for p, v in sorted(((p, v) for v, p in chances.items()), reverse=True)[:_PART]]
