"""The clues beside a board: the pieces of ink of each line, joined to numbers in all ways that are likely."""

from __future__ import annotations

import itertools
import math
from collections.abc import Sequence

import numpy as np

from nonosat.scanning import readings
from nonosat.scanning.board import Board
from nonosat.scanning.clue_pieces import Piece, column_of, pieces_of_lines, usual_height
from nonosat.scanning.colors import colors_of, shade
from nonosat.scanning.page import CELL, Page, from_line
from nonosat.scanning.reading import NONE, UNKNOWN, Box, Number, Reading

#: The number of readings of a line that are kept, and of a token.
_LINE, _TOKEN = 60, 9
#: Readings that are less likely than this are left out.
_LEAST = 1e-5
#: The chances that a piece of ink of the size of a digit is none, and that it is a `?`, relative to those in training.
_CHANCES = {NONE: 0.15, UNKNOWN: 0.3}
#: The cost to take a piece of ink at the border of a cell for a remnant of a line.
_REMNANT = 0.7
#: What is left of a line is this near to it, surely and perhaps, in cells.
_ON_LINE, _NEAR_LINE = 0.1, 0.2
#: What is left of a line is thinner than this, in cells; it is surely none from this probability on.
_THIN, _SURE = 0.16, 0.9
#: The cost to leave out a number at the far end of a line.
_FOREIGN = 4.5


def clue_lines(page: Page, board: Board, found: Sequence[Piece]) -> list[list[Reading]]:
    """For each line of the board, its rows first, the likeliest readings, of which there is at least one.

    Args:
        found: all pieces of ink on the page.
    """
    rows, columns, rows_in_cells = pieces_of_lines(page, board, found)
    height = usual_height(rows + columns)
    spans = [_row_groups(line, height) for line in rows] + [_column_groups(line, height) for line in columns]
    spans = _colored(page, spans, board.height)
    joined = None if rows_in_cells else _join_advance(spans[board.height :], spans[: board.height], height)
    return _readings(page, spans, board, height, joined)


def _merged(line: list[Piece], height: float) -> list[Piece]:
    """Pieces from left to right, without specks; pieces above each other are one."""
    line = [piece for piece in line if piece.box.height >= 0.45 * height or piece.box.width >= 0.45 * height]
    merged: list[Piece] = []
    for piece in sorted(line, key=lambda piece: piece.box.left):
        if merged:
            last = merged[-1].box
            shared = min(last.right, piece.box.right) - piece.box.left
            if shared > 0.5 * min(last.width, piece.box.width):
                # The classes of the joined box are found with those of all tokens.
                merged[-1] = Piece(last.joined(piece.box), ())
                continue
        merged.append(piece)
    return merged


#: A part of a line: pieces from left to right, of which numbers consist.
Group = list[Piece]


def _row_groups(line: list[Piece], height: float) -> list[Group]:
    merged = _merged(line, height)
    return [merged] if merged else []


def _column_groups(line: list[Piece], height: float) -> list[Group]:
    """The rows of numbers in the clue of a column, from above."""
    groups: list[Group] = []
    for piece in sorted(line, key=lambda piece: piece.box.top + piece.box.bottom):
        box = piece.box
        if _is_remnant(box, _ON_LINE):  # numbers are in the middle of their columns
            continue
        if groups:
            top, bottom = min(p.box.top for p in groups[-1]), max(p.box.bottom for p in groups[-1])
            if min(bottom, box.bottom) - max(top, box.top) > 0.4 * min(box.height, bottom - top):
                groups[-1].append(piece)
                continue
        groups.append([piece])
    return [merged for group in groups if (merged := _merged(group, height))]


def _colored(page: Page, lines: Sequence[list[Group]], n_rows: int) -> list[list[Group]]:
    """The lines with the chips and colours of all pieces; a 0 has no colour."""
    known: dict[Box, tuple[int, int]] = {}
    shades = {
        piece.box: (index, *found)
        for index, line in enumerate(lines)
        for group in line
        for piece in group
        if (found := shade(page, piece.box))[0] or not piece.classes or np.argmax(piece.classes) not in (0, NONE)
    }
    if shades:
        at, chips, values = zip(*shades.values(), strict=True)
        colors = colors_of(chips, values, at, n_rows)
        known = dict(zip(shades, zip(chips, colors, strict=True), strict=True))

    def of(piece: Piece) -> Piece:
        chip, color = known.get(piece.box, (0, 1))
        return piece._replace(chip=chip, color=color)

    return [[[of(piece) for piece in group] for group in line] for line in lines]


def _advance(a: Piece, b: Piece) -> float:
    """The distance of the middles of two pieces, in pixels; it varies less than their gap, since a 1 is narrow."""
    return (b.box.left + b.box.right - a.box.left - a.box.right) / 2


def _join_advance(columns: Sequence[list[Group]], rows: Sequence[list[Group]], height: float) -> float:
    """The distance in pixels below which two digits of a row are one number.

    Numbers above each other show how far the digits of a number are apart; else it is a share of their height.
    """
    inside = [_advance(a, b) for line in columns for group in line for a, b in itertools.pairwise(group)]
    if len(inside) < 3:
        return 0.9 * height
    usual = float(np.percentile(inside, 75))
    advances = (_advance(a, b) for line in rows for group in line for a, b in itertools.pairwise(group))
    later = min((advance for advance in advances if advance > usual + 0.1 * height), default=math.inf)
    return (usual + later) / 2 if later < usual + 0.6 * height else usual + 0.2 * height


def _readings(
    page: Page, lines: Sequence[list[Group]], board: Board, height: float, joined: float | None
) -> list[list[Reading]]:
    """The likeliest readings of all lines; all crops are read at once."""
    crops: dict[Box, int] = {}
    boxes: list[Box] = []
    for line in lines:
        for group in line:
            for i in range(len(group)):
                box = group[i].box
                for j in range(i, min(i + 3, len(group))):
                    box = box.joined(group[j].box)
                    if box not in crops:
                        crops[box] = len(boxes)
                        boxes.append(box)
    found = readings.probabilities([page.ink[b.top : b.bottom, b.left : b.right] for b in boxes])
    result = []
    for index, line in enumerate(lines):
        is_row = index < board.height
        most = board.width if is_row else board.height
        is_first_far = board.sides[1 if is_row else 0] in ("left", "top")
        partial = [Reading(0.0, ())]
        for at, group in enumerate(line):
            ways = _group_readings(group, crops, found, height, joined, most if is_first_far else 0, is_row=is_row)
            following = [
                Reading(before.cost + way.cost, before.numbers + way.numbers) for before in partial for way in ways
            ]
            if is_first_far and not is_row and at < 3:  # what is far from the board may belong to something else
                following.append(Reading(_FOREIGN * (at + 1), ()))
            partial = sorted(each for each in following if each.length <= most)[:_LINE]
        sound: dict[tuple[tuple[int, int], ...], Reading] = {}
        for reading in partial:
            zero = any(number.value == 0 for number in reading.numbers)
            if not (zero and len(reading.numbers) > 1):
                sound.setdefault(reading.blocks, reading)
        result.append(list(sound.values()) or [Reading(8.0, ())])
    return result


def _group_readings(
    group: Group,
    crops: dict[Box, int],
    found: Sequence[Sequence[float]],
    height: float,
    joined: float | None,
    most: int,
    *,
    is_row: bool,
) -> list[Reading]:
    """The likeliest ways to join the pieces of a group to numbers, and to read these."""
    best: list[list[Reading]] = [[Reading(0.0, ())], *([] for _ in group)]
    for start in range(1, min(4, len(group) + 1) if is_row and most else 1):
        best[start] = [Reading(_FOREIGN * start, ())]
    for end in range(1, len(group) + 1):
        ways = []
        for start in range(max(0, end - 3), end):
            part = group[start:end]
            box, price = part[0].box, 0.0
            for a, b in itertools.pairwise(part):
                box = box.joined(b.box)
                price += _gap_cost(a, b, height, joined, join=True, is_row=is_row)
            if start:
                price += _gap_cost(group[start - 1], group[start], height, joined, join=False, is_row=is_row)
            if price > 12:
                continue
            if len(part) == 1 and joined is None and _is_remnant(box, _NEAR_LINE):
                ways += [Reading(b.cost + _REMNANT, b.numbers) for b in best[start]]
            for value, cost in _values(part, box, crops, found):
                number = () if value == NONE else (Number(value, box, math.exp(-cost), part[0].color),)
                ways += [Reading(b.cost + price + cost, b.numbers + number) for b in best[start]]
        best[end] = sorted([*best[end], *(way for way in ways if not most or way.length <= most)])[:_LINE]
    return best[-1]


def _is_remnant(box: Box, reach: float) -> bool:
    """True if a box may hold what is left of an upright line of the grid, which is at most `reach` cells away."""
    return box.width < _THIN * CELL and from_line(box.left, box.right) < reach


def _is_none(piece: Piece) -> bool:
    """True if a piece is thin, and surely no part of a number."""
    return bool(piece.classes) and piece.classes[NONE] > _SURE and piece.box.width < _THIN * CELL


def _gap_cost(a: Piece, b: Piece, height: float, joined: float | None, *, join: bool, is_row: bool) -> float:
    """The cost to join, or not to join, two neighbouring pieces; `joined` is None where each number has a cell."""
    if _is_none(a) or _is_none(b):
        return 9.0 if join else 0.0
    if a.chip or b.chip:
        return 0.0 if join == (a.chip == b.chip) else 9.0
    if not is_row:
        return 0.0 if join else 9.0
    if joined is None:
        if not join and (_is_remnant(a.box, _NEAR_LINE) or _is_remnant(b.box, _NEAR_LINE)):
            return 0.0
        return 0.0 if join == (column_of(a.box) == column_of(b.box)) else 7.0
    doubt = (_advance(a, b) - joined) / (0.06 * height)
    return math.log1p(math.exp(min(doubt if join else -doubt, 30.0)))


def _values(part: Group, box: Box, crops: dict[Box, int], found: Sequence[Sequence[float]]) -> list[tuple[int, float]]:
    """The likeliest values of a token of some pieces, and their costs."""
    whole = found[crops[box]]
    chances = {value: p * _CHANCES.get(value, 1.0) for value, p in enumerate(whole)}
    total = sum(chances.values())
    chances = {value: p / total for value, p in chances.items() if p / total > _LEAST}
    if len(part) > 1:
        # The number of digits must be that of the pieces; the digits one by one are another opinion.
        chances = {v: p for v, p in chances.items() if v not in (UNKNOWN, NONE) and len(str(v)) == len(part)}
        single = {0: 1.0}
        for number, piece in enumerate(part):
            classes = found[crops[piece.box]]
            digits = sorted(((classes[d], d) for d in range(number == 0, 10)), reverse=True)[:3]
            single = {10 * v + d: p * q for v, p in single.items() for q, d in digits if p * q > _LEAST}
        for value, p in single.items():
            chances[value] = max(chances.get(value, 0.0), p * (0.9 if len(part) == 2 else 1.0))
    best = sorted(((p, value) for value, p in chances.items()), reverse=True)[:_TOKEN]
    return [(value, -math.log(max(p, 1e-9))) for p, value in best if p > _LEAST]
