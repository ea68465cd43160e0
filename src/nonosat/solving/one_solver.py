"""One solver answers both questions: is there a solution, and is there another one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.puzzle import Puzzle
from nonosat.solvers import find_backend
from nonosat.solving.formulas import complete_model, encode_open_part
from nonosat.solving.options import SolveOptions
from nonosat.solving.portfolio.initial_phases import PHASE_SOLVER, likely_literals
from nonosat.solving.result import Result
from nonosat.solving.solutions import SolutionEnumerator

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula
    from nonosat.solvers import Backend


def solve_open_part(state: PropagationState, options: SolveOptions, deadline: Deadline = NEVER) -> Result:
    """Solve the residual formula of what line solving leaves open, by one solver.

    Args:
        state: what line solving found out; consistent, with undecided cells.
        options: what is asked for, and how.
        deadline: when to give up.

    Raises:
        GaveUp: the deadline came before there was a solution.
        SolverError: the solver is missing, crashed, or gave an answer that fails verification.
    """
    domains = state.domains()
    formula = encode_open_part(state.puzzle, domains, options.encoding)
    with SolutionEnumerator(state.puzzle, formula, _backend(options), domains=domains, deadline=deadline) as pictures:
        _set_initial_phases(pictures, options, state, deadline)
        return _answers(pictures, options, deadline, state=state)


def solve_formula(
    puzzle: Puzzle,
    formula: Formula,
    options: SolveOptions,
    deadline: Deadline = NEVER,
    *,
    conflicts: int | None = None,
) -> Result:
    """Solve a complete formula of a puzzle as it is, by one solver; the result has its model.

    Args:
        puzzle: the puzzle.
        formula: a complete formula of it.
        options: what is asked for, and how.
        deadline: when to give up.
        conflicts: how many conflicts each question may need; None for as many as it takes.

    Raises:
        GaveUp: the deadline or that limit came before there was a solution.
        SolverError: the solver is missing, crashed, or gave an answer that fails verification.
    """
    with SolutionEnumerator(puzzle, formula, _backend(options), deadline=deadline) as pictures:
        _set_initial_phases(pictures, options, None, deadline)
        return _answers(pictures, options, deadline, conflicts=conflicts)


def _backend(options: SolveOptions) -> Backend:
    """The solver that is asked for, or the one that suits the strategy."""
    if options.solver is not None:
        return options.solver
    if not options.find_strategy().initial_phases:
        return find_backend()

    return find_backend(PHASE_SOLVER)


def _set_initial_phases(
    pictures: SolutionEnumerator, options: SolveOptions, state: PropagationState | None, deadline: Deadline
) -> None:
    """Set the phases that belief propagation finds, where the strategy wants them."""
    if not options.find_strategy().initial_phases:
        return

    state = state or propagated(pictures.puzzle, deadline)
    if state is not None:
        pictures.session.set_phases(likely_literals(state, pictures.formula, deadline))


def _answers(
    pictures: SolutionEnumerator,
    options: SolveOptions,
    deadline: Deadline,
    *,
    state: PropagationState | None = None,
    conflicts: int | None = None,
) -> Result:
    puzzle, formula = pictures.puzzle, pictures.formula
    picture = pictures.next(conflicts, deadline)
    model = None
    if picture is not None and pictures.domains is None:
        model = complete_model(pictures.model or (), formula.n_vars)
    result = Result(puzzle, picture, model=model, formula=formula, solver=pictures.solver, state=state)
    if picture is not None and options.unique:
        try:
            second = pictures.next(conflicts, deadline)
            result = result._replace(second=second, unique=second is None)
        except GaveUp:
            result = result._replace(gave_up=True)
    return result._replace(conflicts=pictures.session.conflicts)
