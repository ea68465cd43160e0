"""What one encoding of one puzzle costs: the size of its formula, what follows without search, and the searches.

Each number is taken in a child process, which is ended when a stage takes too long. The numbers are the same whenever
they are taken; only the seconds are not.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import closing
from functools import partial
from typing import NamedTuple, TypeVar

from nonosat.backends import find_backend
from nonosat.backends.base import SearchEffort
from nonosat.backends.program import SolverProgram
from nonosat.backends.propagation import consequences
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
from nonosat.study.stages import end_gently, stages

T = TypeVar("T")

_SMALL = Puzzle(RectGrid(1, 2), Palette(("#ffffff", "#000000")), ((Block(1, 1),), (Block(1, 1),), ()))


class MeasurementTask(NamedTuple):
    """What to measure.

    Attributes:
        name: of the puzzle.
        puzzle: what is encoded.
        encoding: how.
        residual: only what single lines leave open, instead of the complete formula.
        solvers: names of backends that are available here; each gets the formula. None to leave it at sizes.
        unique: search for a second solution, too.
        limit: seconds for each stage: to build, to propagate, and for each search.
    """

    name: str
    puzzle: Puzzle
    encoding: str
    residual: bool = False
    solvers: tuple[str, ...] = ()
    unique: bool = True
    limit: float | None = None


class Size(NamedTuple):
    """A formula.

    Attributes:
        variables, clauses, literals: how many.
        n_bytes: of the DIMACS file.
        seconds: from the puzzle to the clauses.
    """

    variables: int
    clauses: int
    literals: int
    n_bytes: int
    seconds: float


class Search(NamedTuple):
    """What a solver said to a formula.

    Attributes:
        solver: its name.
        verdict: `unique`, `multiple`, `none`; `one` if no second solution was looked for, or none found in time; None
            if there was no answer.
        effort: of all searches that ended, where the solver tells.
        first: seconds to read the formula and to find a solution, or that there is none.
        proof: the same, and to a second solution, or to the proof that there is none.
        note: why something is missing.
    """

    solver: str
    verdict: str | None = None
    effort: SearchEffort | None = None
    first: float | None = None
    proof: float | None = None
    note: str = ""


class Measurement(NamedTuple):
    """What was found of one task.

    Attributes:
        size: of the formula, or None if it was not built.
        n_open: cells that unit propagation does not decide; None if it did not come to an end.
        searches: one for each solver, in order.
        note: why something is missing.
    """

    size: Size | None = None
    n_open: int | None = None
    searches: tuple[Search, ...] = ()
    note: str = ""


def measure(task: MeasurementTask) -> Measurement:
    """Do a task, in one child process for the formula and one for each solver."""
    found, note = _last(partial(_formula_stages, task), task.limit, Measurement())
    if note:
        return found._replace(note=note)
    return found._replace(searches=tuple(_search(task, solver) for solver in task.solvers))


def _search(task: MeasurementTask, solver: str) -> Search:
    found, note = _last(partial(_search_stages, task, solver), task.limit, Search(solver))
    return found._replace(note=note)


def _last(work: Callable[[], Iterator[T]], limit: float | None, nothing: T) -> tuple[T, str]:
    """The last thing that the work has found, and why it did not go on, if it did not."""
    found = nothing
    with closing(stages(work, limit)) as steps:
        try:
            for step in steps:
                found = step
        except TooLarge as error:
            return found, f"too large: {error}"
        except NonosatError as error:
            return found, str(error)
    return found, ""


def lines_open(puzzle: Puzzle, limit: float | None = None) -> int | None:
    """How many cells complete propagation of all lines leaves open; None if it took too long."""
    nothing: int | None = None
    return _last(partial(_line_stages, puzzle), limit, nothing)[0]


def n_open_cells(formula: Formula, n_colors: int) -> int:
    """How many cells unit propagation does not decide; 0 where it finds a contradiction."""
    literals = consequences(formula)
    if literals is None or not formula.variables:
        return 0
    cells = formula.variables[0]
    colored: set[int] = set()
    excluded: dict[int, int] = {}
    for literal in literals:
        if abs(literal) <= cells.last:
            cell = (abs(literal) - 1) // n_colors
            if literal > 0:
                colored.add(cell)
            else:
                excluded[cell] = excluded.get(cell, 0) + 1
    background = sum(count == n_colors for count in excluded.values())
    return cells.last // n_colors - len(colored) - background


def _build(task: MeasurementTask) -> tuple[Formula, Domains | None]:
    """The formula, and the domains if it is their residual one."""
    if not task.residual:
        return encode(task.puzzle, encoding=task.encoding, name=task.name), None
    domains = propagate(task.puzzle)
    if domains is None:  # lines contradict each other, which the complete formula says as well
        return encode(task.puzzle, encoding=task.encoding, name=task.name), None
    return find_encoding(task.encoding).encode(task.puzzle, domains, residual=True), domains


def _formula_stages(task: MeasurementTask) -> Iterator[Measurement]:
    _build(task._replace(puzzle=_SMALL))  # imports what is imported when it is first used
    began = time.perf_counter()
    formula, _ = _build(task)
    seconds = time.perf_counter() - began
    n_bytes = sum(map(len, dimacs_pieces(formula)))
    found = Measurement(Size(formula.n_vars, formula.n_clauses, formula.n_literals, n_bytes, seconds))
    yield found
    yield found._replace(n_open=n_open_cells(formula, task.puzzle.n_colors))


def _line_stages(puzzle: Puzzle) -> Iterator[int | None]:
    domains = propagate(puzzle)
    yield domains.n_open if domains else 0


def _search_stages(task: MeasurementTask, solver: str) -> Iterator[Search]:
    found = Search(solver)
    formula, domains = _build(task)
    yield found
    if not formula.n_vars:  # lines have decided all cells
        yield found._replace(verdict="unique", effort=SearchEffort(0, 0, 0), first=0.0, proof=0.0)
        return
    backend = find_backend(solver)
    if isinstance(backend, SolverProgram):
        end_gently()
    backend.open(Formula()).close()  # imports what is imported when it is first used
    began = time.perf_counter()
    with SolutionEnumerator(task.puzzle, formula, backend, domains=domains) as pictures:
        first = pictures.next()
        seconds = time.perf_counter() - began
        verdict = "none" if first is None else "one"
        found = found._replace(verdict=verdict, effort=pictures.session.effort, first=seconds)
        yield found
        if first is not None and task.unique:
            verdict = "unique" if pictures.next() is None else "multiple"
            seconds = time.perf_counter() - began
            yield found._replace(verdict=verdict, effort=pictures.session.effort, proof=seconds)
