"""The engines that search for a solution, and those that search for another one: two registries.

An engine is a function of the `SearchContext` that returns the cells of a solution, or None where it finds none. It
runs in a process of its own. A new engine is a function here, or in a module that it imports when it runs, one entry
in a registry, and its place in the table of `schedule`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial
from typing import TYPE_CHECKING, NamedTuple

from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.solvers import BACKENDS, DEFAULT_SOLVER
from nonosat.solving.options import PHASE_SOLVER
from nonosat.solving.portfolio.search_context import SearchContext
from nonosat.solving.solution_session import SolutionSession

if TYPE_CHECKING:
    from nonosat.solving.beliefs.messages import Beliefs

#: Conflicts within which a solver, right after a first solution, may also answer whether there is another.
NEXT_CONFLICTS = 2_000

#: The seed of the noise of a second reinforcement.
_OTHER_NOISE = 10_000

#: The colours of all cells, as in `Picture.cells`.
Cells = tuple[int, ...]

#: A search for the cells of a solution: None where there is none; raises `GaveUp` or `SolverError` where it has no
#: answer.
Engine = Callable[[SearchContext], Cells | None]


class Method(NamedTuple):
    """Engines of one kind.

    Attributes:
        engines: by name, which is unique in a registry. The first one takes part in every search of its method; the
            others, with other seeds or solvers, take part where there are processes left over.
        proves: whether the puzzle is proved to have no solution if the engine finds none.
        continued: searches for another solution with what the search for the first one has learned, within a small
            budget; raises `GaveUp` beyond it. None for engines that learn nothing.
    """

    engines: Mapping[str, Engine]
    proves: bool = True
    continued: Engine | None = None


# Engines for a first solution


def _cells(picture: Picture | None) -> Cells | None:
    return None if picture is None else picture.cells


def _continue_search(context: SearchContext, conflicts: int | None = None) -> Cells | None:
    return _cells(context.begun.next(conflicts, context.deadline))


def _decimate(context: SearchContext, seed: int) -> Cells | None:
    from nonosat.solving.beliefs.decimation import decimate

    deadline = context.incomplete_deadline()
    return _cells(decimate(context.state, partial(_complete_part, context, deadline), deadline=deadline, seed=seed))


def _reinforce(context: SearchContext, seed: int) -> Cells | None:
    from nonosat.solving.beliefs.reinforcement import reinforce

    deadline = context.incomplete_deadline()
    return _cells(reinforce(context.state, partial(_complete_part, context, deadline), deadline=deadline, seed=seed))


def _complete_part(
    context: SearchContext, deadline: Deadline, state: PropagationState, beliefs: Beliefs, conflicts: int
) -> Picture | None:
    """The `Completer` of decimation and reinforcement."""
    from nonosat.solving.beliefs.phases import phases

    solver, limit = BACKENDS[PHASE_SOLVER], context.solver_deadline()
    with SolutionSession.of_state(state, solver, recipe=context.recipe, deadline=limit) as pictures:
        pictures.solver.set_phases(phases(beliefs, pictures.formula.variables))
        return pictures.next(conflicts, deadline)


def _probe(context: SearchContext) -> Cells | None:
    return _cells(context.probing.next(context.incomplete_deadline()))


def _shave(context: SearchContext, conflicts: int | None = None) -> Cells | None:
    return _cells(context.shaving.next(conflicts, context.deadline))


def _relax(context: SearchContext) -> Cells | None:
    """The linear relaxation, which answers where it has no solution, or only one."""
    from nonosat.solving.relaxation.weights import solve_relaxation

    outcome = solve_relaxation(context.state, context.incomplete_deadline())
    if outcome.picture is None and outcome.refutation is None:
        raise GaveUp("the linear relaxation has more solutions than the puzzle")
    return _cells(outcome.picture)


# Engines for another solution


def _search_from_first(context: SearchContext, solver: str) -> Cells | None:
    """A complete search that begins at the first solution."""
    assert context.picture is not None
    pictures = context.begun if solver == DEFAULT_SOLVER and context.has_begun else context.opened(solver)
    pictures.exclude(context.picture)
    return _cells(pictures.next(until=context.deadline))


def _search_undecided(context: SearchContext) -> Cells | None:
    """The linear relaxation proves cells equal in all solutions; the default solver searches the others."""
    from nonosat.solving.relaxation.weights import prove_cells

    assert context.picture is not None
    deadline = context.incomplete_deadline()
    state = prove_cells(context.state, context.picture, deadline).state
    if not state.n_open:
        return None
    if state.n_open == context.open_part.n_open:
        raise GaveUp("the linear relaxation decides no cell")
    limit = context.solver_deadline() if context.side_by_side else deadline
    with SolutionSession.of_state(state, recipe=context.recipe, deadline=limit) as pictures:
        pictures.exclude(context.picture)
        return _cells(pictures.next(until=deadline))


def _search_neighbors(context: SearchContext) -> Cells | None:
    from nonosat.solving.beliefs.neighbors import neighbor

    assert context.picture is not None
    return _cells(neighbor(context.state, context.picture, context.incomplete_deadline()))


# The registries


def _provers(*solvers: str) -> Method:
    return Method({solver: partial(_search_from_first, solver=solver) for solver in solvers})


def _with_noise(name: str, run: Callable[..., Cells | None]) -> Method:
    """An incomplete search by beliefs, and the same with different noise."""
    names = (name, *(f"{name} {number}" for number in range(2, 10)))
    engines = {name: partial(run, seed=1000 * number) for number, name in enumerate(names)}
    return Method(engines, proves=False)


#: Engines that find a solution, or prove that there is none.
FIRST_SOLUTION: dict[str, Method] = {
    "probing": Method({"probing": _probe}, continued=_probe),
    "reinforcement": _with_noise("reinforcement", _reinforce),
    "decimation": _with_noise("decimation", _decimate),
    "reinforcement from noise": Method(
        {"reinforcement from noise": partial(_reinforce, seed=_OTHER_NOISE)}, proves=False
    ),
    "shaving": Method({"shaving": _shave}, continued=partial(_shave, conflicts=NEXT_CONFLICTS)),
    DEFAULT_SOLVER: Method(
        {DEFAULT_SOLVER: _continue_search}, continued=partial(_continue_search, conflicts=NEXT_CONFLICTS)
    ),
    "linear relaxation": Method({"linear relaxation": _relax}),
}

#: Engines that find another solution than `SearchContext.picture`, or prove that there is none.
ANOTHER_SOLUTION: dict[str, Method] = {
    "neighbours": Method({"neighbours": _search_neighbors}, proves=False),
    DEFAULT_SOLVER: _provers(DEFAULT_SOLVER, "glucose42", "minisat22"),
    "cadical195": _provers("cadical195", "cadical300", "cadical153"),
    "linear relaxation": Method({"linear relaxation": _search_undecided}),
}
