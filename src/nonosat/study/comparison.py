"""What was measured, as tables for a person, as records for a program, and as curves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from nonosat.backends.session import SearchEffort
from nonosat.model.puzzle import Puzzle
from nonosat.study.chart import Panel, Series
from nonosat.study.growth import exponent
from nonosat.study.measurement import Measurement, Search, Size
from nonosat.study.tables import Cell, Percent

#: What stands in the column of the encoding where single lines are propagated completely and nothing is encoded.
LINES = "(lines)"
#: How the note begins of an encoding that has failed on a smaller puzzle.
NOT_TRIED = "not tried after"

_SIZES = ("variables", "clauses", "literals", "bytes")
_EFFORT = ("conflicts", "decisions", "propagations")


#: What has been reached at the end of these times.
_ENDS = {"first s": "a solution", "proof s": "the verdict on uniqueness"}


class Row(NamedTuple):
    """One puzzle in one encoding.

    Attributes:
        name: of the puzzle.
        size: of the puzzle in its family; None for a puzzle from a file.
        puzzle: the puzzle.
        encoding: how it was encoded, or `LINES`.
        found: what was measured; of `LINES` nothing but the open cells.
    """

    name: str
    size: int | None
    puzzle: Puzzle
    encoding: str
    found: Measurement

    @property
    def open_share(self) -> Percent | None:
        """The share of the cells of the puzzle that are left open without search."""
        n_open = self.found.n_open
        return None if n_open is None else Percent(n_open / self.puzzle.grid.n_cells)


class TextTable(NamedTuple):
    """A table with a title."""

    title: str
    head: list[str]
    rows: list[list[Cell]]


def tables(rows: Sequence[Row], times: bool) -> list[TextTable]:
    """Formulas, searches and growth, as far as there is something to tell.

    Args:
        rows: what was measured.
        times: whether seconds are shown; without them the tables are the same whenever they are made.
    """
    found = [_formulas(rows, times)]
    if any(row.found.searches for row in rows):
        found.append(_searches(rows, times))
    return [*found, *_growth(rows, times)]


def _formulas(rows: Sequence[Row], times: bool) -> TextTable:
    table = TextTable(
        "Formulas", ["puzzle", "encoding", *_SIZES, "open %", *(["build s"] if times else []), "note"], []
    )
    for row in rows:
        size = row.found.size
        seconds: list[Cell] = [size and size.seconds] if times else []
        table.rows.append([row.name, row.encoding, *_counts(size), row.open_share, *seconds, row.found.note])
    return _without_empty_notes(table)


def _searches(rows: Sequence[Row], times: bool) -> TextTable:
    head = ["puzzle", "encoding", "solver", "verdict", *_EFFORT, *(["first s", "proof s"] if times else []), "note"]
    table = TextTable("Searches", head, [])
    for row in rows:
        for search in row.found.searches:
            seconds: list[Cell] = [search.first, search.proof] if times else []
            verdict = search.verdict or "-"
            effort = _efforts(search.effort)
            table.rows.append([row.name, row.encoding, search.solver, verdict, *effort, *seconds, search.note])
    return _without_empty_notes(table)


def _counts(size: Size | None) -> list[Cell]:
    return [None] * len(_SIZES) if size is None else list(size[: len(_SIZES)])


def _efforts(effort: SearchEffort | None) -> list[Cell]:
    return [None] * len(_EFFORT) if effort is None else list(effort)


def _without_empty_notes(table: TextTable) -> TextTable:
    if any(row[-1] for row in table.rows):
        return table
    return TextTable(table.title, table.head[:-1], [row[:-1] for row in table.rows])


class Curve(NamedTuple):
    """A number against the size of the puzzles of a family.

    Attributes:
        what: the number, as a column is called.
        encoding, solver: what it was measured with; no solver for what formulas tell.
        points: sizes and numbers.
    """

    what: str
    encoding: str
    solver: str
    points: list[tuple[float, float]]

    @property
    def exponent(self) -> float | None:
        """The p of the curve c * size ** p that fits best."""
        return exponent(self.points)


def curves(rows: Sequence[Row], times: bool) -> list[Curve]:
    """All numbers that grow with the size of the puzzles."""
    numbers: dict[str, Callable[[Size], float]] = {
        "variables": lambda size: size.variables,
        "clauses": lambda size: size.clauses,
        "literals": lambda size: size.literals,
        "bytes": lambda size: size.n_bytes,
    }
    if times:
        numbers["build s"] = lambda size: size.seconds
    seconds: dict[str, Callable[[Search], float | None]] = {}
    if times:
        seconds = {"first s": lambda search: search.first, "proof s": lambda search: search.proof}
    found: dict[tuple[str, str, str], list[tuple[float, float]]] = {}
    for row in rows:
        if row.size is None:
            continue
        if row.found.size is not None:
            for what, number in numbers.items():
                found.setdefault((what, row.encoding, ""), []).append((row.size, number(row.found.size)))
        for search in row.found.searches:
            for what, measured in seconds.items():
                value = measured(search)
                if value is not None:
                    found.setdefault((what, row.encoding, search.solver), []).append((row.size, value))
    return [Curve(*key, points) for key, points in found.items()]


def _growth(rows: Sequence[Row], times: bool) -> list[TextTable]:
    """The exponents, where there are several sizes."""
    by_formula: dict[tuple[str, ...], dict[str, Cell]] = {}
    by_search: dict[tuple[str, ...], dict[str, Cell]] = {}
    for curve in curves(rows, times):
        if curve.exponent is not None:
            table = by_search if curve.solver else by_formula
            key = (curve.encoding, curve.solver) if curve.solver else (curve.encoding,)
            table.setdefault(key, {})[curve.what] = curve.exponent
    found = []
    for names, table in ((["encoding"], by_formula), (["encoding", "solver"], by_search)):
        columns = list(dict.fromkeys(what for numbers in table.values() for what in numbers))
        lines: list[list[Cell]] = [[*key, *(numbers.get(what) for what in columns)] for key, numbers in table.items()]
        if lines:
            found.append(TextTable("Growth: the power of the size", [*names, *columns], lines))
    return found


def panels(rows: Sequence[Row], times: bool) -> list[Panel]:
    """Clauses and seconds against size, a curve for each encoding and solver, with the power by which it grows."""
    found = curves(rows, times)
    several = len({curve.solver for curve in found if curve.solver}) > 1
    last = "proof s" if any(curve.what == "proof s" for curve in found) else "first s"
    titles = {"clauses": "clauses", "build s": "seconds to build", last: f"seconds to {_ENDS[last]}"}
    drawn = []
    for what, title in titles.items():
        series = [
            Series(
                f"{curve.encoding}, {curve.solver}" if several and curve.solver else curve.encoding,
                curve.points,
                "" if curve.exponent is None else f"n^{curve.exponent:.1f}",
            )
            for curve in found
            if curve.what == what
        ]
        if series:
            drawn.append(Panel(title, "size n, cells to a side", series))
    return drawn


def flat(rows: Iterable[Row], times: bool) -> TextTable:
    """One row for each puzzle, encoding and solver."""
    head = ["puzzle", "grid", "cells", "size", "encoding", *_SIZES, "open_cells", "build_seconds", "note"]
    head += ["solver", "verdict", *_EFFORT, "first_seconds", "proof_seconds", "search_note"]
    table = TextTable("", head, [])
    kept = [i for i, name in enumerate(head) if times or not name.endswith("_seconds")]
    for row in rows:
        size, grid = row.found.size, row.puzzle.grid
        start: list[Cell] = [row.name, grid.header, grid.n_cells, row.size, row.encoding, *_counts(size)]
        start += [row.found.n_open, size and size.seconds, row.found.note]
        for search in row.found.searches or [None]:
            table.rows.append([*start, *_search_cells(search)])
    return TextTable("", [head[i] for i in kept], [[row[i] for i in kept] for row in table.rows])


def _search_cells(search: Search | None) -> list[Cell]:
    if search is None:
        return [None] * (5 + len(_EFFORT))
    return [search.solver, search.verdict, *_efforts(search.effort), search.first, search.proof, search.note]


def record(rows: Sequence[Row], times: bool) -> dict[str, object]:
    """All of it for a program."""
    table = flat(rows, times)
    return {
        "measurements": [dict(zip(table.head, row, strict=True)) for row in table.rows],
        "growth": [
            {"of": curve.what, "encoding": curve.encoding, "solver": curve.solver or None, "power": curve.exponent}
            for curve in curves(rows, times)
            if curve.exponent is not None
        ],
    }
