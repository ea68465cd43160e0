"""One number in a table: puzzles down, encodings across."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from operator import attrgetter

from nonosat.study.comparison import LINES, NOT_TRIED, Row, TextTable
from nonosat.study.growth import exponent
from nonosat.study.measurement import Search
from nonosat.study.tables import Cell

#: By name: what is told of a formula, if there is one.
_OF_FORMULAS: dict[str, Callable[[Row], Cell]] = {
    "variables": lambda row: row.found.size and row.found.size.variables,
    "clauses": lambda row: row.found.size and row.found.size.clauses,
    "literals": lambda row: row.found.size and row.found.size.literals,
    "bytes": lambda row: row.found.size and row.found.size.n_bytes,
    "open": attrgetter("open_share"),
    "build": lambda row: row.found.size and row.found.size.seconds,
}
#: By name: what is told of a search.
_OF_SEARCHES: dict[str, Callable[[Search], Cell]] = {
    "conflicts": lambda search: search.effort and search.effort.conflicts,
    "decisions": lambda search: search.effort and search.effort.decisions,
    "propagations": lambda search: search.effort and search.effort.propagations,
    "first": attrgetter("first"),
    "proof": attrgetter("proof"),
}
#: What stands above the table.
_TITLES = {
    "open": "Cells that unit propagation leaves open, in %",
    "build": "Seconds to build the formula",
    "first": "Seconds to a solution",
    "proof": "Seconds to the verdict on uniqueness",
}
NUMBERS = (*_OF_FORMULAS, *_OF_SEARCHES)
#: Those that are times.
SECONDS = ("build", "first", "proof")


def pivot(rows: Sequence[Row], number: str) -> TextTable:
    """A row for each puzzle, a column for each encoding, and solver if there are several.

    Below puzzles of several sizes stand the powers of the size with which the numbers grow.

    Args:
        rows: what was measured.
        number: one of `NUMBERS`.
    """
    found: dict[str, dict[str, Cell]] = {}
    points: dict[str, list[tuple[float, float]]] = {}
    several = len({search.solver for row in rows for search in row.found.searches}) > 1
    for row in rows:
        for column, value, note in _values(row, number, several):
            found.setdefault(row.name, {})[column] = _reason(note) if value is None else value
            if row.size is not None and isinstance(value, int | float):
                points.setdefault(column, []).append((row.size, value))
    columns = list(dict.fromkeys(column for cells in found.values() for column in cells))
    table = TextTable(_TITLES.get(number, number.capitalize()), ["puzzle", *_steps(columns)], [])
    table.rows.extend([name, *map(cells.get, columns)] for name, cells in found.items())
    powers = [exponent(points.get(column, [])) for column in columns]
    if number != "open" and any(power is not None for power in powers):
        table.rows.append(["power", *powers])
    return table


def _reason(note: str) -> str | None:
    """Why a number is missing, in short; nothing where that was told of a smaller puzzle."""
    return None if not note or note.startswith(NOT_TRIED) else note.partition(":")[0]


def _steps(columns: Sequence[str]) -> list[str]:
    """The names of the columns; of one that only adds something to the one before it, no more than that."""
    return [
        name.removeprefix(before) if name.startswith(f"{before}+") else name
        for before, name in pairwise([LINES, *columns])
    ]


def _values(row: Row, number: str, several: bool) -> list[tuple[str, Cell, str]]:
    """The columns to which a row has something to say, what it is, and why it is missing."""
    if number in _OF_FORMULAS:
        if row.encoding == LINES and number != "open":
            return []
        return [(row.encoding, _OF_FORMULAS[number](row), row.found.note)]
    if row.encoding == LINES:
        return []
    return [
        (f"{row.encoding}, {search.solver}" if several else row.encoding, _OF_SEARCHES[number](search), search.note)
        for search in row.found.searches
    ] or [(row.encoding, None, row.found.note)]
