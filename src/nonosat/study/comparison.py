"""Measurements as tables, as JSON records, and as curves."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from nonosat.backends.session import SearchEffort
from nonosat.model.puzzle import Puzzle
from nonosat.results.tables import Cell, Percent
from nonosat.study.chart import Panel, Series
from nonosat.study.growth import exponent
from nonosat.study.measurement import FormulaSize, Measurement, SearchMeasurement

#: Stands in place of an encoding where lines are propagated completely and nothing is encoded.
LINES = "(lines)"
#: Beginning of the note on an encoding that is skipped since it failed on a smaller puzzle.
NOT_TRIED = "not tried after"

_SIZES = ("variables", "clauses", "literals", "bytes")
_EFFORT = ("conflicts", "decisions", "propagations")

#: By column of seconds, what the search has found at their end.
_ENDS = {"first s": "a solution", "proof s": "the verdict on uniqueness"}


@dataclass(frozen=True, kw_only=True)
class ComparisonRow:
    """The measurement of one puzzle in one encoding.

    Attributes:
        name: of the puzzle.
        size: of the puzzle in its family; None for a puzzle from a file.
        puzzle: the puzzle.
        encoding: the recipe, or `LINES`.
        measurement: the figures; for `LINES` nothing but the open cells.
    """

    name: str
    size: int | None
    puzzle: Puzzle
    encoding: str
    measurement: Measurement

    @property
    def open_share(self) -> Percent | None:
        """The share of cells that propagation leaves open; None if it was not measured."""
        n_open = self.measurement.n_open
        return None if n_open is None else Percent(n_open / self.puzzle.grid.n_cells)


class TitledTable(NamedTuple):
    """A table with a title.

    Attributes:
        title: stands above it.
        head: the titles of its columns.
        rows: its values.
    """

    title: str
    head: list[str]
    rows: list[list[Cell]]


def tables(rows: Sequence[ComparisonRow], times: bool) -> list[TitledTable]:
    """The measurements as tables of formulas, of searches and of growth; those without rows are left out.

    Args:
        rows: the measurements.
        times: whether to include seconds; without them the tables depend on the input alone.
    """
    made = [_formulas(rows, times)]
    if any(row.measurement.searches for row in rows):
        made.append(_searches(rows, times))
    return [*made, *_growth(rows, times)]


def _formulas(rows: Sequence[ComparisonRow], times: bool) -> TitledTable:
    """The sizes of the formulas, and the cells that propagation leaves open."""
    head = ["puzzle", "encoding", *_SIZES, "open %", *(["build s"] if times else []), "note"]
    table = TitledTable("Formulas", head, [])
    for row in rows:
        size = row.measurement.size
        seconds: list[Cell] = [size.seconds if size else None] if times else []
        table.rows.append([row.name, row.encoding, *_size_cells(size), row.open_share, *seconds, row.measurement.note])
    return _without_empty_notes(table)


def _searches(rows: Sequence[ComparisonRow], times: bool) -> TitledTable:
    """The effort of the searches."""
    head = ["puzzle", "encoding", "solver", "verdict", *_EFFORT, *(["first s", "proof s"] if times else []), "note"]
    table = TitledTable("Searches", head, [])
    for row in rows:
        for search in row.measurement.searches:
            seconds: list[Cell] = [search.first, search.proof] if times else []
            verdict = search.verdict or "-"
            effort = _effort_cells(search.effort)
            table.rows.append([row.name, row.encoding, search.solver, verdict, *effort, *seconds, search.note])
    return _without_empty_notes(table)


def _size_cells(size: FormulaSize | None) -> list[Cell]:
    """The columns `_SIZES`."""
    return [None] * len(_SIZES) if size is None else [size.variables, size.clauses, size.literals, size.n_bytes]


def _effort_cells(effort: SearchEffort | None) -> list[Cell]:
    """The columns `_EFFORT`."""
    return [None] * len(_EFFORT) if effort is None else [effort.conflicts, effort.decisions, effort.propagations]


def _without_empty_notes(table: TitledTable) -> TitledTable:
    """The table without its last column, if that is empty."""
    if any(row[-1] for row in table.rows):
        return table
    return TitledTable(table.title, table.head[:-1], [row[:-1] for row in table.rows])


@dataclass(frozen=True, kw_only=True)
class Curve:
    """One figure against the size of the puzzles of a family.

    Attributes:
        figure: its name, which is the title of its column.
        encoding: with which it was measured.
        solver: with which it was measured; empty for figures of formulas.
        points: pairs of size and value.
    """

    figure: str
    encoding: str
    solver: str
    points: list[tuple[float, float]]

    @property
    def exponent(self) -> float | None:
        """The exponent p of the power law c * size ** p that fits best; None for fewer than two sizes."""
        return exponent(self.points)


def curves(rows: Sequence[ComparisonRow], times: bool) -> list[Curve]:
    """All figures as curves over the size of the puzzles.

    Args:
        rows: the measurements; those of puzzles without a size are left out.
        times: whether to include seconds.
    """
    sizes: dict[str, Callable[[FormulaSize], float]] = {
        "variables": lambda size: size.variables,
        "clauses": lambda size: size.clauses,
        "literals": lambda size: size.literals,
        "bytes": lambda size: size.n_bytes,
    }
    if times:
        sizes["build s"] = lambda size: size.seconds
    seconds: dict[str, Callable[[SearchMeasurement], float | None]] = {}
    if times:
        seconds = {"first s": lambda search: search.first, "proof s": lambda search: search.proof}
    points: dict[tuple[str, str, str], list[tuple[float, float]]] = {}
    for row in rows:
        if row.size is None:
            continue
        if row.measurement.size is not None:
            for figure, size in sizes.items():
                points.setdefault((figure, row.encoding, ""), []).append((row.size, size(row.measurement.size)))
        for search in row.measurement.searches:
            for figure, second in seconds.items():
                value = second(search)
                if value is not None:
                    points.setdefault((figure, row.encoding, search.solver), []).append((row.size, value))
    return [
        Curve(figure=figure, encoding=encoding, solver=solver, points=found)
        for (figure, encoding, solver), found in points.items()
    ]


def _growth(rows: Sequence[ComparisonRow], times: bool) -> list[TitledTable]:
    """The exponents of all curves: a table of those of formulas, and one of those of searches."""
    by_formula: dict[tuple[str, ...], dict[str, Cell]] = {}
    by_search: dict[tuple[str, ...], dict[str, Cell]] = {}
    for curve in curves(rows, times):
        if curve.exponent is not None:
            table = by_search if curve.solver else by_formula
            key = (curve.encoding, curve.solver) if curve.solver else (curve.encoding,)
            table.setdefault(key, {})[curve.figure] = curve.exponent
    made = []
    for names, table in ((["encoding"], by_formula), (["encoding", "solver"], by_search)):
        columns = list(dict.fromkeys(figure for exponents in table.values() for figure in exponents))
        lines: list[list[Cell]] = [[*key, *map(exponents.get, columns)] for key, exponents in table.items()]
        if lines:
            made.append(TitledTable("Growth: the power of the size", [*names, *columns], lines))
    return made


def panels(rows: Sequence[ComparisonRow], times: bool) -> list[Panel]:
    """Charts of clauses and of seconds, with one curve for each encoding and solver and its exponent.

    Args:
        rows: the measurements.
        times: whether to include seconds.
    """
    found = curves(rows, times)
    several = len({curve.solver for curve in found if curve.solver}) > 1
    last = "proof s" if any(curve.figure == "proof s" for curve in found) else "first s"
    titles = {"clauses": "clauses", "build s": "seconds to build", last: f"seconds to {_ENDS[last]}"}
    drawn = []
    for figure, title in titles.items():
        series = [
            Series(
                label=f"{curve.encoding}, {curve.solver}" if several and curve.solver else curve.encoding,
                points=curve.points,
                remark="" if curve.exponent is None else f"n^{curve.exponent:.1f}",
            )
            for curve in found
            if curve.figure == figure
        ]
        if series:
            drawn.append(Panel(title, "size n, cells to a side", series))
    return drawn


def flat_table(rows: Iterable[ComparisonRow], times: bool) -> TitledTable:
    """All figures in one table, with a row for each puzzle, encoding and solver.

    Args:
        rows: the measurements.
        times: whether to include seconds.
    """
    head = ["puzzle", "grid", "cells", "size", "encoding", *_SIZES, "open_cells", "build_seconds", "note"]
    head += ["solver", "verdict", *_EFFORT, "first_seconds", "proof_seconds", "search_note"]
    table = TitledTable("", head, [])
    kept = [i for i, name in enumerate(head) if times or not name.endswith("_seconds")]
    for row in rows:
        size, grid = row.measurement.size, row.puzzle.grid
        start: list[Cell] = [row.name, grid.header, grid.n_cells, row.size, row.encoding, *_size_cells(size)]
        start += [row.measurement.n_open, size.seconds if size else None, row.measurement.note]
        for search in row.measurement.searches or [None]:
            table.rows.append([*start, *_search_cells(search)])
    return TitledTable("", [head[i] for i in kept], [[row[i] for i in kept] for row in table.rows])


def _search_cells(search: SearchMeasurement | None) -> list[Cell]:
    """The columns of a search; empty for a formula that no solver got."""
    if search is None:
        return [None] * (5 + len(_EFFORT))
    return [search.solver, search.verdict, *_effort_cells(search.effort), search.first, search.proof, search.note]


def record(rows: Sequence[ComparisonRow], times: bool) -> dict[str, object]:
    """All figures and exponents, as JSON can hold them.

    Args:
        rows: the measurements.
        times: whether to include seconds.
    """
    table = flat_table(rows, times)
    return {
        "measurements": [dict(zip(table.head, row, strict=True)) for row in table.rows],
        "growth": [
            {"of": curve.figure, "encoding": curve.encoding, "solver": curve.solver or None, "power": curve.exponent}
            for curve in curves(rows, times)
            if curve.exponent is not None
        ],
    }
