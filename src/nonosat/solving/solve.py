"""From a puzzle to its verified pictures: solve lines, encode what they leave open, search, decode, verify.

Often line solving leaves nothing open; then the picture is the only solution, and no solver is needed, nor imported.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from nonosat.core.arguments import public
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp, SolverError
from nonosat.core.question import Limit, Log, Run
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import verified
from nonosat.solving.formulas import encode, encode_open_part
from nonosat.solving.options import PHASE_SOLVER, SolveOptions
from nonosat.solving.result import Result

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula
    from nonosat.encodings import Recipe
    from nonosat.solvers import Backend


@public
def solve(
    puzzle: Puzzle,
    *,
    unique: bool = False,
    solver: str | Backend | None = None,
    encoding: str | Recipe | None = None,
    propagate: bool = True,
    formula: Formula | None = None,
    strategy: str = "auto",
    processes: int | None = None,
    timeout: Limit = None,
) -> Result:
    """Find a solution, and whether it is the only one.

    Args:
        unique: also search for a second solution.
        solver: name of a backend, or one made by `find_backend`; None leaves the choice to the strategy.
        encoding: see `encode`; by default `start` for a complete formula and `order` for a residual one.
        propagate: solve lines first, and encode only what they leave open.
        formula: a complete formula of the puzzle made by `encode`, whose model the result has. One solver that answers
            every question solves it as it is. Else the puzzle is solved, and then the model of its picture is found,
            which is fast and has no time limit.
        strategy: `auto` runs several engines, side by side where that pays; with a `solver` that is chosen, or without
            propagation, one solver does everything, as with `sat`. `hints` gives one solver initial phases from belief
            propagation. `decimation` and `reinforcement` find solutions, but prove nothing.
        processes: the most processes that work at once, at least 1; None for the number of cores. With fewer
            processes than engines, the engines take turns.
        timeout: seconds from now, after which a solution that was found is returned, whether unique or not; or a run,
            whose log receives a sentence whenever engines start or answer.

    Raises:
        GaveUp: there was no answer within the time limit, or the strategy found none and proves nothing.
        SolverError: the backend is missing, crashed, or gave an answer that fails verification.
        UsageError: there is no such backend, encoding or strategy, or these do not go together.
    """
    options = SolveOptions(unique, _find_backend(solver), _find_recipe(encoding), propagate, strategy, processes)
    deadline, log = Run.of(timeout)
    options.check(with_formula=formula is not None)
    if options.solver is not None:
        options.solver.require()  # it must be there, also if line solving turns out to do without it
    if propagate and (formula is None or not options.is_one_solver):
        result = _solve_by_lines(puzzle, options, deadline, log)
        return result if formula is None else _with_model(result, formula)
    if formula is None:
        formula = encode(puzzle, encoding=options.encoding, timeout=timeout)
    return _solve_formula(puzzle, formula, options, deadline)


def _solve_by_lines(puzzle: Puzzle, options: SolveOptions, deadline: Deadline, log: Log) -> Result:
    """Solve lines first; what they leave open goes to one solver, or to the portfolio."""
    state = propagated(puzzle, deadline)
    if state is None:
        return Result(puzzle, None)
    picture = state.picture()
    if picture is not None:
        return Result(puzzle, verified(puzzle, picture), unique=True, state=state)
    if options.is_one_solver:
        formula = encode_open_part(puzzle, state.domains(), options.encoding, deadline)
        return _solve_formula(puzzle, formula, options, deadline, state=state)
    from nonosat.solving.portfolio.portfolio_search import search_portfolio
    from nonosat.solving.portfolio.search_context import SearchContext

    return search_portfolio(SearchContext(state, deadline, options.encoding), options, log)


def _solve_formula(
    puzzle: Puzzle,
    formula: Formula,
    options: SolveOptions,
    deadline: Deadline = NEVER,
    *,
    state: PropagationState | None = None,
) -> Result:
    """Solve a formula by one solver; the result has the model of a complete formula.

    Args:
        state: the consistent state whose residual formula it is; None for a complete formula.
    """
    from nonosat.solving.solution_session import SolutionSession

    backend, has_phases = options.solver, options.plan.initial_phases
    if has_phases and backend is None:
        from nonosat.solvers import BACKENDS

        backend = BACKENDS[PHASE_SOLVER]
    domains = None if state is None else state.domains()
    with SolutionSession(puzzle, formula, backend, domains=domains, deadline=deadline) as pictures:
        known = (state or propagated(puzzle, deadline)) if has_phases else None
        if known is not None:
            from nonosat.solving.beliefs.phases import likely_literals

            pictures.solver.set_phases(likely_literals(known, formula, deadline))
        picture = pictures.next()
        model = None
        if picture is not None and state is None:
            model = pictures.complete_model()
        result = Result(puzzle, picture, model=model, formula=formula, solver=pictures.solver.name, state=state)
        if picture is not None and options.unique:
            try:
                second = pictures.next()
                result = result._replace(second=second, unique=second is None)
            except GaveUp:
                result = result._replace(gave_up=True)
        return result._replace(statistics=pictures.solver.statistics)


def _with_model(result: Result, formula: Formula) -> Result:
    """A result with a complete formula of its puzzle and, if it has a picture, the model of that picture.

    Raises:
        SolverError: the picture is not a solution of the formula, or the solver failed.
    """
    from nonosat.solving.solution_session import SolutionSession

    result = result._replace(formula=formula)
    if result.picture is None:
        return result
    with SolutionSession(result.puzzle, formula) as pictures:
        pictures.require(result.picture)
        if pictures.next() is None:
            raise SolverError("the formula rules out a solution of the puzzle, so its model is not shown")
        return result._replace(model=pictures.complete_model())


@public
def solutions(
    puzzle: Puzzle,
    *,
    solver: str | Backend | None = None,
    encoding: str | Recipe | None = None,
    propagate: bool = True,
    timeout: Limit = None,
) -> Iterator[Picture]:
    """All solutions, one after another, each verified, found by one solver.

    Args:
        solver: name of a backend, or one made by `find_backend`; the default one if None.
        encoding: see `encode`; by default `start` for a complete formula and `order` for a residual one.
        propagate: solve lines first, and encode only what they leave open.
        timeout: seconds from now until the search is given up; or a run.

    Raises:
        GaveUp: the time limit was reached before the next answer.
        SolverError: the backend is missing, crashed, or gave an answer that fails verification.
        UsageError: there is no such backend or encoding.
    """
    return _solutions(puzzle, _find_backend(solver), _find_recipe(encoding), propagate, Run.of(timeout).deadline)


def _solutions(
    puzzle: Puzzle, backend: Backend | None, recipe: Recipe | None, propagate: bool, deadline: Deadline
) -> Iterator[Picture]:
    state = None
    if propagate:
        state = propagated(puzzle, deadline)
        if state is None:
            return
        picture = state.picture()
        if picture is not None:
            yield verified(puzzle, picture)
            return
    from nonosat.solving.solution_session import SolutionSession

    if state is None:
        session = SolutionSession(
            puzzle, encode(puzzle, encoding=recipe, timeout=Run(deadline)), backend, deadline=deadline
        )
    else:
        session = SolutionSession.of_state(state, backend, recipe=recipe, deadline=deadline)
    with session as pictures:
        while (picture := pictures.next()) is not None:
            yield picture


def _find_backend(solver: str | Backend | None) -> Backend | None:
    if not isinstance(solver, str):
        return solver
    from nonosat.solvers import find_backend

    return find_backend(solver)


def _find_recipe(encoding: str | Recipe | None) -> Recipe | None:
    if not isinstance(encoding, str):
        return encoding
    from nonosat.encodings import find_encoding

    return find_encoding(encoding)
