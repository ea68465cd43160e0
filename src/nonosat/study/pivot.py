"""A table of one figure: a row for each puzzle, a column for each encoding."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from operator import attrgetter

from nonosat.results.tables import Cell
from nonosat.study.comparison import LINES, NOT_TRIED, ComparisonRow, TitledTable
from nonosat.study.growth import exponent
from nonosat.study.measurement import SearchMeasurement

#: Figures of formulas, by name.
_OF_FORMULAS: dict[str, Callable[[ComparisonRow], Cell]] = {
    "variables": lambda row: _of_size(row, "variables"),
    "clauses": lambda row: _of_size(row, "clauses"),
    "literals": lambda row: _of_size(row, "literals"),
    "bytes": lambda row: _of_size(row, "n_bytes"),
    "open": attrgetter("open_share"),
    "build": lambda row: _of_size(row, "seconds"),
}
#: Figures of searches, by name.
_OF_SEARCHES: dict[str, Callable[[SearchMeasurement], Cell]] = {
    "conflicts": lambda search: search.effort and search.effort.conflicts,
    "decisions": lambda search: search.effort and search.effort.decisions,
    "propagations": lambda search: search.effort and search.effort.propagations,
    "first": attrgetter("first"),
    "proof": attrgetter("proof"),
}
#: Titles of the tables, where they are more than the name.
_TITLES = {
    "open": "Cells that unit propagation leaves open, in %",
    "build": "Seconds to build the formula",
    "first": "Seconds to a solution",
    "proof": "Seconds to the verdict on uniqueness",
}
#: The names of all figures.
FIGURES = (*_OF_FORMULAS, *_OF_SEARCHES)
#: Those of them that are seconds.
SECONDS = ("build", "first", "proof")


def _of_size(row: ComparisonRow, name: str) -> int | float | None:
    """An attribute of the size of a formula, if it was built."""
    size = row.measurement.size
    return None if size is None else getattr(size, name)


def pivot(rows: Sequence[ComparisonRow], figure: str) -> TitledTable:
    """One figure of all measurements: a row for each puzzle, a column for each encoding (and solver, if several).

    The last row has the exponents of growth, if there are puzzles of several sizes.

    Args:
        rows: the measurements.
        figure: one of `FIGURES`.
    """
    values: dict[str, dict[str, Cell]] = {}
    points: dict[str, list[tuple[float, float]]] = {}
    several = len({search.solver for row in rows for search in row.measurement.searches}) > 1
    for row in rows:
        for column, value, note in _values(row, figure, several):
            values.setdefault(row.name, {})[column] = _reason(note) if value is None else value
            if row.size is not None and isinstance(value, int | float):
                points.setdefault(column, []).append((row.size, value))
    columns = list(dict.fromkeys(column for cells in values.values() for column in cells))
    table = TitledTable(_TITLES.get(figure, figure.capitalize()), ["puzzle", *_short_titles(columns)], [])
    table.rows.extend([name, *map(cells.get, columns)] for name, cells in values.items())
    exponents = [exponent(points.get(column, [])) for column in columns]
    if figure != "open" and any(each is not None for each in exponents):
        table.rows.append(["power", *exponents])
    return table


def _reason(note: str) -> str | None:
    """Why a figure is missing, in short; None for a skipped encoding, since a smaller puzzle has the reason."""
    return None if not note or note.startswith(NOT_TRIED) else note.partition(":")[0]


def _short_titles(columns: Sequence[str]) -> list[str]:
    """The titles of the columns; `+totals` for an encoding that adds `totals` to that of the column before it."""
    return [
        name.removeprefix(before) if name.startswith(f"{before}+") else name
        for before, name in pairwise([LINES, *columns])
    ]


def _values(row: ComparisonRow, figure: str, several: bool) -> list[tuple[str, Cell, str]]:
    """The values of a measurement: the column, the value, and why it is missing."""
    if figure in _OF_FORMULAS:
        if row.encoding == LINES and figure != "open":
            return []
        return [(row.encoding, _OF_FORMULAS[figure](row), row.measurement.note)]
    if row.encoding == LINES:
        return []
    return [
        (f"{row.encoding}, {search.solver}" if several else row.encoding, _OF_SEARCHES[figure](search), search.note)
        for search in row.measurement.searches
    ] or [(row.encoding, None, row.measurement.note)]
