"""Measuring one encoding of one puzzle: the size of its formula, the strength of its propagation, and searches.

Each figure is taken in a child process, which is ended when a stage takes too long. All figures but the seconds depend
on the input alone.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import dataclass, replace
from functools import partial
from typing import TypeVar

from nonosat.backends import find_backend
from nonosat.backends.propagation import consequences
from nonosat.backends.session import SearchEffort
from nonosat.cnf.dimacs import dimacs_pieces
from nonosat.cnf.formula import Formula
from nonosat.encodings import find_encoding
from nonosat.errors import NonosatError, TooLarge
from nonosat.lines.domains import Domains
from nonosat.lines.fixpoint import propagate
from nonosat.model.clue import Block
from nonosat.model.palette import Palette
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.enumeration import SolutionEnumerator
from nonosat.solving.formulas import encode
from nonosat.study.stages import stages
from nonosat.system.processes import exit_on_sigterm

T = TypeVar("T")

#: Encoded before the clock starts, so that the imports of an encoding are not part of its time.
_WARM_UP = Puzzle(RectGrid(1, 2), Palette(("#ffffff", "#000000")), ((Block(1, 1),), (Block(1, 1),), ()))


@dataclass(frozen=True, kw_only=True)
class MeasurementOptions:
    """What to measure of each puzzle and encoding.

    Attributes:
        residual: encode only what line propagation leaves open, instead of the complete formula.
        solvers: names of installed backends, each of which searches for solutions; none to measure sizes only.
        unique: search for a second solution, too.
        limit: seconds for each stage: building, propagating, and each search; None for no limit.
    """

    residual: bool = False
    solvers: tuple[str, ...] = ()
    unique: bool = True
    limit: float | None = None


@dataclass(frozen=True, kw_only=True)
class MeasurementTask:
    """One puzzle in one encoding, to be measured.

    Attributes:
        name: of the puzzle.
        puzzle: to encode.
        encoding: a recipe, as `encodings.find_encoding` reads it.
        options: what to measure.
    """

    name: str
    puzzle: Puzzle
    encoding: str
    options: MeasurementOptions = MeasurementOptions()


@dataclass(frozen=True, kw_only=True)
class FormulaSize:
    """The size of a formula.

    Attributes:
        variables: their number.
        clauses: their number.
        literals: their number, over all clauses.
        n_bytes: of the DIMACS file.
        seconds: to build it from the puzzle.
    """

    variables: int
    clauses: int
    literals: int
    n_bytes: int
    seconds: float


@dataclass(frozen=True, kw_only=True)
class SearchMeasurement:
    """The searches of one solver on one formula.

    Attributes:
        solver: its name.
        verdict: `unique`, `multiple` (solutions) or `none`; `one` if no second solution was searched for, or that
            search gave up; None if there was no answer.
        effort: of all finished searches, if the solver reports it.
        first: seconds to read the formula and to find a solution, or to prove that there is none.
        proof: seconds to read the formula and to find a second solution, or to prove that there is none.
        note: why a figure is missing; else empty.
    """

    solver: str
    verdict: str | None = None
    effort: SearchEffort | None = None
    first: float | None = None
    proof: float | None = None
    note: str = ""


@dataclass(frozen=True, kw_only=True)
class Measurement:
    """The figures of one task.

    Attributes:
        size: of the formula, or None if it was not built.
        n_open: cells that unit propagation leaves open; None if it did not finish.
        searches: one for each solver, in order.
        note: why a figure is missing; else empty.
    """

    size: FormulaSize | None = None
    n_open: int | None = None
    searches: tuple[SearchMeasurement, ...] = ()
    note: str = ""


def measure(task: MeasurementTask) -> Measurement:
    """Measure one encoding of one puzzle, in one child process for the formula and one for each solver.

    Args:
        task: what to measure.

    Returns:
        The figures; what failed or took too long is missing, and the notes say why.
    """
    measurement, note = _last(partial(_formula_stages, task), task.options.limit, Measurement())
    if note:
        return replace(measurement, note=note)
    return replace(measurement, searches=tuple(_search(task, solver) for solver in task.options.solvers))


def _search(task: MeasurementTask, solver: str) -> SearchMeasurement:
    """The searches of one solver."""
    search, note = _last(partial(_search_stages, task, solver), task.options.limit, SearchMeasurement(solver=solver))
    return replace(search, note=note)


def _last(work: Callable[[], Iterator[T]], limit: float | None, nothing: T) -> tuple[T, str]:
    """The last value that the stages of some work yield, and the error that ended them, if one did.

    Args:
        work: see `stages`.
        limit: seconds for each stage.
        nothing: the value if the first stage already fails.
    """
    last = nothing
    with closing(stages(work, limit)) as steps:
        try:
            for step in steps:
                last = step
        except TooLarge as error:
            return last, f"too large: {error}"
        except NonosatError as error:
            return last, str(error)
    return last, ""


def lines_open(puzzle: Puzzle, limit: float | None = None) -> int | None:
    """The number of cells that complete propagation of all lines leaves open.

    Args:
        puzzle: the puzzle.
        limit: seconds.

    Returns:
        The number, 0 for a puzzle without a solution; None if the limit came first.
    """
    nothing: int | None = None
    return _last(partial(_line_stages, puzzle), limit, nothing)[0]


def n_open_cells(formula: Formula, n_colors: int) -> int:
    """The number of cells that unit propagation leaves open.

    Args:
        formula: of a puzzle; its first group of variables are those of the cells.
        n_colors: of the puzzle, beside the background.

    Returns:
        The number, 0 if unit propagation finds a contradiction.
    """
    literals = consequences(formula)
    if literals is None or not formula.variables:
        return 0
    cells = formula.variables[0]
    colored: set[int] = set()
    excluded: dict[int, int] = {}  # by cell, how many colours it cannot have
    for literal in literals:
        if abs(literal) <= cells.last:
            cell, _ = cells.index_of(abs(literal) - cells.first)
            if literal > 0:
                colored.add(cell)
            else:
                excluded[cell] = excluded.get(cell, 0) + 1
    background = sum(count == n_colors for count in excluded.values())
    return cells.last // n_colors - len(colored) - background


def _build(task: MeasurementTask) -> tuple[Formula, Domains | None]:
    """The formula of a task, and the domains it was built for, if it is a residual one."""
    domains = propagate(task.puzzle) if task.options.residual else None
    if domains is None:  # or lines contradict each other, as the complete formula does, too
        return encode(task.puzzle, encoding=task.encoding, name=task.name), None
    return find_encoding(task.encoding).encode(task.puzzle, domains, residual=True), domains


def _formula_stages(task: MeasurementTask) -> Iterator[Measurement]:
    """In the child: build the formula, then propagate units."""
    _build(replace(task, puzzle=_WARM_UP))
    start = time.perf_counter()
    formula, _ = _build(task)
    seconds = time.perf_counter() - start
    size = FormulaSize(
        variables=formula.n_vars,
        clauses=formula.n_clauses,
        literals=formula.n_literals,
        n_bytes=sum(map(len, dimacs_pieces(formula))),
        seconds=seconds,
    )
    yield Measurement(size=size)
    yield Measurement(size=size, n_open=n_open_cells(formula, task.puzzle.n_colors))


def _line_stages(puzzle: Puzzle) -> Iterator[int | None]:
    """In the child: propagate lines."""
    domains = propagate(puzzle)
    yield domains.n_open if domains else 0


def _search_stages(task: MeasurementTask, solver: str) -> Iterator[SearchMeasurement]:
    """In the child: build the formula, then find a solution, then search for a second one."""
    nothing = SearchMeasurement(solver=solver)
    formula, domains = _build(task)
    yield nothing
    if not formula.n_vars:  # lines have decided all cells
        yield replace(nothing, verdict="unique", effort=SearchEffort(0, 0, 0), first=0.0, proof=0.0)
        return
    backend = find_backend(solver)
    if not backend.capabilities.in_process:
        exit_on_sigterm()
    backend.open(Formula()).close()  # imports what is imported when it is first used
    start = time.perf_counter()
    with SolutionEnumerator(task.puzzle, formula, backend, domains=domains) as solutions:
        is_solvable = solutions.next() is not None
        first = replace(
            nothing,
            first=time.perf_counter() - start,
            verdict="one" if is_solvable else "none",
            effort=solutions.session.effort,
        )
        yield first
        if is_solvable and task.options.unique:
            is_unique = solutions.next() is None
            yield replace(
                first,
                proof=time.perf_counter() - start,
                verdict="unique" if is_unique else "multiple",
                effort=solutions.session.effort,
            )
