"""Two lists of clues that can be the rows and the columns of one puzzle, among all lists of clues in a text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate, pairwise
from typing import NamedTuple

from nonosat.formats.clues_in_lines import ClueList

#: The beginnings of words in the names of rows and of columns, and whole words.
_ROWS = "row", "hor", "left", "side", "across", "zeil", "lign", "fil"
_COLUMNS = "col", "ver", "top", "up", "down", "spalt"
_ROW_WORDS, _COLUMN_WORDS = {"y", "r", "h"}, {"x", "c", "v"}
#: The most lists of equal totals that are compared with one another.
_MOST_EQUAL = 40

#: A length and the name of its colour, which is empty where there is only one; and its index in the text.
ColoredBlock = tuple[int, str, int]


class Side(NamedTuple):
    """A list as the clues of one side of a puzzle.

    Attributes:
        totals: from colours to the number of their cells.
        is_rows: whether its name says rows, or columns; None if it says neither.
        sign, around: as in `ClueList`.
    """

    name: str
    clues: tuple[tuple[ColoredBlock, ...], ...]
    totals: frozenset[tuple[str, int]]
    begin: int
    end: int
    is_rows: bool | None
    sign: str = ""
    around: tuple[int, int] | None = None

    @property
    def longest(self) -> int:
        """The fewest cells of a line that the clues fit into."""
        return max((_least(clue) for clue in self.clues), default=0)

    @property
    def label(self) -> str:
        """Its name for people: the word that says which side it is, or the last one."""
        words = re.findall(r"[^\s.]+", self.name)
        telling = [word for word in words if _role(word) is not None]
        return f"`{(telling or words)[-1]}`" if words else f"the list of {len(self.clues)}"


class Pair(NamedTuple):
    """Two lists as rows and columns."""

    rows: Side
    columns: Side

    @property
    def rank(self) -> tuple[int, int]:
        """How likely it is: the number of names that say which it is and, in brackets, which hold others, of clues."""
        return self.n_named, 0 if self.rows.around is None else len(self.rows.clues) + len(self.columns.clues)

    @property
    def n_named(self) -> int:
        """The number of lists whose names say which they are."""
        return (self.rows.is_rows is not None) + (self.columns.is_rows is not None)

    @property
    def is_apart(self) -> bool:
        """True if they are two lists of the text, and not parts of one."""
        return self.rows.begin != self.columns.begin

    @property
    def is_fitting(self) -> bool:
        """True if the clues fit into lines of the other side's number."""
        return self.rows.longest <= len(self.columns.clues) and self.columns.longest <= len(self.rows.clues)

    @property
    def key(self) -> object:
        """Equal for equal puzzles."""
        return [[[(length, color) for length, color, _ in clue] for clue in side.clues] for side in self]

    def __str__(self) -> str:
        return f"rows = {self.rows.label}, columns = {self.columns.label}"

    def covers(self, at: int) -> bool:
        """True if an index of the text is in one of the lists."""
        return any(side.begin <= at < side.end for side in self)


def sides_of(found: ClueList) -> Iterator[Side]:
    """A list with the values of its blocks in each order that is possible."""
    written = [[block for block in clue if block[1] or block[0].strip("0")] for clue in found.clues]
    has_second = {bool(second) for clue in written for _, second, _ in clue}
    if has_second != {True}:
        # Two numbers in a bracket are two lengths, and no colour, if another bracket has only one number.
        clues = [[(number, at) for *numbers, at in clue for number in numbers if number] for clue in found.clues]
        if all(_is_length(number) for clue in clues for number, _ in clue):
            yield _side(found, [_without_zeros([(int(number), "", at) for number, at in clue]) for clue in clues])
        return
    turned = [[(second, first, at) for first, second, at in clue] for clue in written]
    for pairs in (written, turned):
        if all(_is_length(length) for clue in pairs for length, _, _ in clue):
            blocks = [[(int(length), color.lower(), at) for length, color, at in clue] for clue in pairs]
            yield _side(found, list(map(_without_zeros, blocks)))


def _is_length(text: str) -> bool:
    return text.isdecimal() and len(text) < 10


def _without_zeros(clue: Sequence[ColoredBlock]) -> tuple[ColoredBlock, ...]:
    """A clue without the zeros that mean an empty one, end it, or fill it up."""
    used = [number for number, (length, _, _) in enumerate(clue) if length]
    return tuple(clue[used[0] : used[-1] + 1]) if used else ()


def _side(found: ClueList, clues: Sequence[tuple[ColoredBlock, ...]]) -> Side:
    totals: Counter[str] = Counter()
    for clue in clues:
        for length, color, _ in clue:
            totals[color] += length
    roles = (_role(part) for part in found.name.split(".")[::-1])
    is_rows = next((role for role in roles if role is not None), None)
    return Side(
        found.name, tuple(clues), frozenset(totals.items()), found.begin, found.end, is_rows, found.sign, found.around
    )


def _role(name: str) -> bool | None:
    """True for a name of rows, False for one of columns, None for neither or both."""
    words = re.findall(r"[a-z]+", re.sub(r"([a-z])([A-Z])", r"\1 \2", name).lower())
    is_rows = any(word.startswith(_ROWS) or word in _ROW_WORDS for word in words)
    is_columns = any(word.startswith(_COLUMNS) or word in _COLUMN_WORDS for word in words)
    return None if is_rows == is_columns else is_rows


def pairs_of_lists(sides: Iterable[Side], columns_first: bool) -> Iterator[Pair]:
    """Rows and columns with as many cells of each colour, in all ways that names allow."""
    by_totals: dict[frozenset[tuple[str, int]], list[Side]] = {}
    for side in sides:
        if side.totals:
            by_totals.setdefault(side.totals, []).append(side)
    for equal in by_totals.values():
        equal = _outer(equal)
        equal.sort(key=lambda side: (side.is_rows is None, -len(side.clues)))
        used = sorted(equal[:_MOST_EQUAL], key=lambda side: side.begin)
        for number, one in enumerate(used):
            for other in used[number + 1 :]:
                is_alike = one.sign == other.sign or not (one.sign and other.sign)
                if is_alike and one.end <= other.begin and (one.is_rows is None or one.is_rows != other.is_rows):
                    yield _ordered(one, other, columns_first)


def _outer(sides: Iterable[Side]) -> list[Side]:
    """The lists that are not within a longer one, in the order of the text; one clue may be a bracket around a list."""
    found: list[Side] = []
    last: Side | None = None
    for side in sorted(sides, key=lambda side: (side.begin, -side.end)):
        if last is None or side.end > last.end or (side.begin, side.end) == (last.begin, last.end):
            last = side if len(side.clues) > 1 else last
            found.append(side)
    return found


def _ordered(one: Side, other: Side, columns_first: bool) -> Pair:
    """Two lists in the order of the text as rows and columns."""
    if one.is_rows is not None or other.is_rows is not None:
        is_first = one.is_rows if one.is_rows is not None else not other.is_rows
        return Pair(one, other) if is_first else Pair(other, one)
    pair = Pair(other, one) if columns_first else Pair(one, other)
    return pair if pair.is_fitting else Pair(*pair[::-1])


def halves_of_lists(sides: Iterable[Side], columns_first: bool) -> Iterator[Pair]:
    """One list divided where both parts have as many cells of each colour."""
    for side in (side for side in sides if side.is_rows is None):
        sums = list(accumulate((sum(length for length, _, _ in clue) for clue in side.clues), initial=0))
        for at in range(1, len(side.clues)):
            if 2 * sums[at] == sums[-1] > 0:
                one, other = (
                    _side(ClueList("", (), side.begin, side.end, side.sign, side.around), clues)
                    for clues in (side.clues[:at], side.clues[at:])
                )
                if one.totals == other.totals:
                    is_swapped = columns_first or "task" in side.name.lower()
                    yield Pair(other, one) if is_swapped else Pair(one, other)


def contradiction(sides: Sequence[Side]) -> Pair | None:
    """The only list that is named as rows and the only one named as columns, if they contradict each other."""
    by_place = {(side.begin, side.end): side for side in sorted(sides, key=lambda side: len(side.clues))}
    outer = _outer(by_place.values())
    rows, columns = ([side for side in outer if side.is_rows is role] for role in (True, False))
    if not len(rows) == len(columns) == 1:
        return None
    pair = Pair(rows[0], columns[0])
    return None if pair.is_fitting and pair.rows.totals == pair.columns.totals else pair


def _least(clue: Sequence[ColoredBlock]) -> int:
    gaps = sum(one[1] == other[1] for one, other in pairwise(clue))
    return sum(length for length, _, _ in clue) + gaps
