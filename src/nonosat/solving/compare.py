"""Figures by which encodings are compared: of a formula, of unit propagation in it, and of a search.

All figures but the seconds depend on the input alone.
"""

from __future__ import annotations

import time
from functools import partial
from itertools import islice
from typing import NamedTuple

from nonosat.cnf.formula import Formula
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp, SolverError
from nonosat.lines.fixpoint import propagated
from nonosat.model.puzzle import Puzzle
from nonosat.parallel.race import call_in_child
from nonosat.solvers import find_backend
from nonosat.solvers.propagation import consequences
from nonosat.solving.solution_session import SolutionSession


class FormulaFigures(NamedTuple):
    """The size of a complete formula, and the strength of unit propagation in it.

    Attributes:
        literals: their number in all clauses together.
        n_open: the cells that unit propagation leaves open; 0 if it finds a contradiction.
    """

    variables: int
    clauses: int
    literals: int
    n_open: int


class SearchFigures(NamedTuple):
    """The search of a solver for two solutions.

    Attributes:
        verdict: `unique`, `several` or `none`; None without an answer.
        conflicts, decisions, propagations, restarts: in both searches; None for what the solver does not count.
        seconds: to load the formula and to reach the verdict.
        note: the reason why there is no answer.
    """

    solver: str
    verdict: str | None = None
    conflicts: int | None = None
    decisions: int | None = None
    propagations: int | None = None
    restarts: int | None = None
    seconds: float | None = None
    note: str = ""


def lines_open(puzzle: Puzzle, deadline: Deadline = NEVER) -> int:
    """Count the cells that complete propagation of all lines leaves open; 0 if it finds a contradiction."""
    state = propagated(puzzle, deadline)
    return state.n_open if state else 0


def formula_figures(puzzle: Puzzle, formula: Formula) -> FormulaFigures:
    """Measure a complete formula of a puzzle."""
    n_open = n_open_cells(formula, puzzle.n_colors)
    return FormulaFigures(formula.n_vars, formula.n_clauses, formula.n_literals, n_open)


def n_open_cells(formula: Formula, n_colors: int) -> int:
    """Count the cells of a puzzle that unit propagation leaves open; 0 if it finds a contradiction.

    Args:
        formula: its first group of variables are those of the cells.
        n_colors: of the puzzle, besides the background.
    """
    literals = consequences(formula)
    if literals is None or not formula.variables:
        return 0
    cells = formula.variables[0]
    colored: set[int] = set()
    excluded: dict[int, int] = {}  # by cell, the number of colours that it cannot have
    for literal in literals:
        if abs(literal) <= cells.last:
            cell, _ = cells.index_of(abs(literal) - cells.first)
            if literal > 0:
                colored.add(cell)
            else:
                excluded[cell] = excluded.get(cell, 0) + 1
    background = sum(count == n_colors for count in excluded.values())
    return cells.last // n_colors - len(colored) - background


def search_figures(puzzle: Puzzle, formula: Formula, solver: str, deadline: Deadline = NEVER) -> SearchFigures:
    """Search for a solution, and for another one, with a complete formula; a solver that runs too long is ended."""
    search = partial(_search, puzzle, formula.without_names(), solver)
    try:
        if deadline.is_timed and find_backend(solver).capabilities.in_process:
            return call_in_child(solver, search, deadline)  # the start of the child does not count
        return search(deadline)
    except (GaveUp, SolverError) as error:
        return SearchFigures(solver, note=str(error))


def _search(puzzle: Puzzle, formula: Formula, solver: str, deadline: Deadline = NEVER) -> SearchFigures:
    backend = find_backend(solver)
    backend.open(Formula()).close()  # imports what is imported at its first use
    began = time.perf_counter()
    with SolutionSession(puzzle, formula, backend, deadline=deadline) as solutions:
        n_found = len(list(islice(iter(solutions.next, None), 2)))
        seconds = time.perf_counter() - began
        verdict = ("none", "unique", "several")[n_found]
        return SearchFigures(solver, verdict, seconds=seconds, **solutions.solver.statistics._asdict())
