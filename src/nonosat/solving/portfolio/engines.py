"""The engines that search for a solution, and those that search for another one: two registries.

An engine is a function of the `SearchContext` that returns the cells of a solution, or None where it finds none. It
runs in a process of its own. A new engine is a function here, or in a module that it imports when it runs, and one
entry in a registry.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import partial
from typing import NamedTuple

from nonosat.backends import BACKENDS, DEFAULT_SOLVER
from nonosat.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.solving.enumeration import SolutionEnumerator
from nonosat.solving.formulas import encode_open_part
from nonosat.solving.portfolio.initial_phases import PHASE_SOLVER, likely_literals
from nonosat.solving.portfolio.open_part import LITTLE_FREEDOM, MANY_OPEN, OpenPart
from nonosat.solving.portfolio.search_context import SearchContext
from nonosat.system.deadline import Deadline
from nonosat.system.process_race import ENDLESS, Turns

#: Conflicts within which the default solver, right after a first solution, may also answer whether there is another.
NEXT_CONFLICTS = 2_000

#: The turns of a complete solver on a large grid of short blocks: some of them it solves as soon as its formula is
#: built, and few of the others in a minute.
_SHORT_FIRST_TURN = Turns(first=0.6)

#: With so many open cells and short blocks, decimation solves most grids within some seconds, and few of the others.
_LARGE = 8_000

#: With so many open cells and short blocks, decimation has solved no grid that reinforcement does not.
_VERY_LARGE = 18_000

#: The seed of the noise of a second reinforcement.
_OTHER_NOISE = 10_000

#: The colours of all cells, as in `Picture.cells`.
Cells = tuple[int, ...]

#: The cells of a solution, or None where there is none. Raises `GaveUp` or `SolverError` where it has no answer.
Run = Callable[[SearchContext], Cells | None]


class Engine(NamedTuple):
    """One search, as it runs in one process.

    Attributes:
        name: unique among the engines of a registry.
        run: the search.
    """

    name: str
    run: Run


class EngineFamily(NamedTuple):
    """Engines of one kind.

    Attributes:
        engines: the first one takes part in every search; the others, with other seeds or solvers, take part where
            there are processes left over.
        priority: from 0 to 1 for what line solving leaves open; engines of higher priority start first, and those of
            priority 0 take no part.
        proves: whether it is a proof that there is no solution if the engine finds none.
        turns: how long it runs before it is the turn of another engine, for what line solving leaves open; None if no
            longer or shorter than others.
        runs_alone: whether it runs before the other engines start, for what line solving leaves open, since these would
            need much memory.
        next_run: searches for another solution with what the search for the first one has learned, within a small
            budget; raises `GaveUp` beyond it. None for engines that learn nothing.
    """

    engines: tuple[Engine, ...]
    priority: Callable[[OpenPart], float]
    proves: bool = True
    turns: Callable[[OpenPart], Turns | None] = lambda part: None  # noqa: ARG005
    runs_alone: Callable[[OpenPart], bool] = lambda part: False  # noqa: ARG005
    next_run: Run | None = None


# Engines for a first solution


def _continue_search(context: SearchContext) -> Cells | None:
    """The default solver continues with all that it has learned at the first try."""
    return _cells(context.begun.next())


def _next_after_first(context: SearchContext) -> Cells | None:
    return _cells(context.begun.next(NEXT_CONFLICTS, context.deadline))


def _search_with_phases(context: SearchContext, solver: str) -> Cells | None:
    """A solver with initial phases from belief propagation."""
    pictures = context.enumerator(solver)
    pictures.session.set_phases(likely_literals(context.state, pictures.formula, context.deadline))
    return _cells(pictures.next())


def _decimate(context: SearchContext, seed: int) -> Cells | None:
    from nonosat.solving.beliefs.decimation import decimate

    deadline = context.incomplete_deadline()
    complete = partial(_complete_part, context, deadline)
    return _cells(decimate(context.state, complete, deadline=deadline, seed=seed))


def _reinforce(context: SearchContext, seed: int) -> Cells | None:
    from nonosat.solving.beliefs.reinforcement import reinforce

    deadline = context.incomplete_deadline()
    complete = partial(_complete_part, context, deadline)
    return _cells(reinforce(context.state, complete, deadline=deadline, seed=seed))


def _complete_part(
    context: SearchContext, deadline: Deadline, state: PropagationState, beliefs: object, conflicts: int
) -> Picture | None:
    """Solve what decimation or reinforcement leaves open."""
    from nonosat.solving.beliefs.belief_phases import phases

    domains = state.domains()
    formula = encode_open_part(state.puzzle, domains, context.recipe)
    with SolutionEnumerator(state.puzzle, formula, BACKENDS[PHASE_SOLVER], domains=domains) as pictures:
        pictures.session.set_phases(phases(beliefs, formula.variables))  # type: ignore[arg-type]
        return pictures.next(conflicts, deadline)


def _probe(context: SearchContext) -> Cells | None:
    """The next solution by line solving, probing and backtracking."""
    return _cells(context.probing.next(context.incomplete_deadline()))


def _shave(context: SearchContext) -> Cells | None:
    """A complete search that begins with the blocks of the lines at the border."""
    return _cells(context.shaving.next())


def _next_after_shaving(context: SearchContext) -> Cells | None:
    return _cells(context.shaving.next(NEXT_CONFLICTS, context.deadline))


def _relax(context: SearchContext) -> Cells | None:
    """The linear relaxation, which answers where it has no solution, or only one."""
    from nonosat.solving.relaxation.weight_proofs import solve_relaxation

    outcome = solve_relaxation(context.state, context.incomplete_deadline())
    if outcome.picture is None and outcome.refutation is None:
        raise GaveUp("the linear relaxation has more solutions than the puzzle")
    return _cells(outcome.picture)


# Engines for another solution


def _search_from_first(context: SearchContext, solver: str) -> Cells | None:
    """A complete search that begins at the first solution."""
    assert context.picture is not None
    pictures = context.begun if solver == DEFAULT_SOLVER and context.has_begun else context.enumerator(solver)
    pictures.block(context.picture)
    return _cells(pictures.next())


def _search_undecided(context: SearchContext) -> Cells | None:
    """The linear relaxation proves cells equal in all solutions; the default solver searches the others."""
    from nonosat.solving.relaxation.weight_proofs import prove_cells

    assert context.picture is not None
    deadline = context.incomplete_deadline()
    domains = prove_cells(context.state, context.picture, deadline).state.domains()
    if not domains.n_open:
        return None
    if domains.n_open == context.open_part.n_open:
        raise GaveUp("the linear relaxation decides no cell")
    formula = encode_open_part(context.puzzle, domains, context.recipe)
    limit = context.solver_deadline() if context.side_by_side else deadline
    with SolutionEnumerator(
        context.puzzle, formula, BACKENDS[DEFAULT_SOLVER], domains=domains, deadline=limit
    ) as pictures:
        pictures.block(context.picture)
        return _cells(pictures.next())


def _search_neighbours(context: SearchContext) -> Cells | None:
    from nonosat.solving.beliefs.neighbours import neighbour

    assert context.picture is not None
    return _cells(neighbour(context.state, context.picture, context.incomplete_deadline()))


def _cells(picture: Picture | None) -> Cells | None:
    return None if picture is None else picture.cells


# The registries


def _always(priority: float) -> Callable[[OpenPart], float]:
    return lambda part: priority  # noqa: ARG005


def _up_to(most: int, priority: float, freedom: float = math.inf) -> Callable[[OpenPart], float]:
    return lambda part: priority if part.n_open <= most and part.freedom <= freedom else 0


def _one(name: str, run: Run) -> tuple[Engine, ...]:
    return (Engine(name, run),)


def _provers(*solvers: str, priority: float) -> EngineFamily:
    engines = tuple(Engine(solver, partial(_search_from_first, solver=solver)) for solver in solvers)
    return EngineFamily(engines=engines, priority=_always(priority))


def _linear(run: Run) -> EngineFamily:
    return EngineFamily(
        engines=_one("linear relaxation", run),
        priority=_up_to(MANY_OPEN, 0.95, LITTLE_FREEDOM),
        turns=lambda part: ENDLESS if part.is_tight else None,
    )


def _with_noise(name: str, run: Callable[..., Cells | None]) -> tuple[Engine, ...]:
    """An incomplete search by beliefs, and the same with different noise."""
    names = (name, *(f"{name} {number}" for number in range(2, 10)))
    return tuple(Engine(each, partial(run, seed=1000 * number)) for number, each in enumerate(names))


def _has_short_blocks(part: OpenPart) -> bool:
    """Whether a large grid has short blocks, so that messages converge soon, and a formula is not too large."""
    return part.is_wide and part.n_open <= MANY_OPEN and not part.has_long_blocks


def _is_large(part: OpenPart) -> bool:
    """Whether a large grid of short blocks is one that decimation solves soon or not at all."""
    return _has_short_blocks(part) and part.n_open >= _LARGE


def _is_very_large(part: OpenPart) -> bool:
    """Whether a large grid of short blocks is one on which decimation fails."""
    return _has_short_blocks(part) and part.n_open >= _VERY_LARGE


def _priority_of_second(part: OpenPart) -> float:
    """Of a second reinforcement: instead of decimation, or after its first turn."""
    return 0.9 if _is_very_large(part) else 0.84 if _is_large(part) else 0


def _turns_of_second(part: OpenPart) -> Turns | None:
    """Of a second reinforcement: most of what the first one leaves, once decimation has had its first turn."""
    return _turns_beside_reinforcement(part) if _is_very_large(part) else Turns(later=6.0)


def _turns_beside_reinforcement(part: OpenPart) -> Turns | None:
    """Most of what reinforcement, which keeps its turn, leaves: one of the two searches solves most large grids."""
    if _has_short_blocks(part):
        return Turns(first=3.0, later=1.2)
    return ENDLESS if part.is_wide else None


def _with_phases() -> tuple[Engine, ...]:
    """Solvers with initial phases, each of another origin."""
    others = ("kissat404", "glucose4", "cadical300")
    names = {PHASE_SOLVER: PHASE_SOLVER, **{f"{solver} with hints": solver for solver in others}}
    return tuple(Engine(name, partial(_search_with_phases, solver=solver)) for name, solver in names.items())


#: Engines that find a solution, or prove that there is none.
FIRST_SOLUTION: dict[str, EngineFamily] = {
    "probing": EngineFamily(
        engines=_one("probing", _probe),
        priority=lambda part: 0.95 if part.has_long_blocks else 0,
        turns=lambda part: ENDLESS if part.has_long_blocks else None,
        runs_alone=lambda part: part.n_open > MANY_OPEN,
        next_run=_probe,
    ),
    "reinforcement": EngineFamily(
        engines=_with_noise("reinforcement", _reinforce),
        priority=lambda part: 0.83 if _has_short_blocks(part) else 0,
        proves=False,
        turns=lambda part: ENDLESS,  # noqa: ARG005
    ),
    "decimation": EngineFamily(
        engines=_with_noise("decimation", _decimate),
        priority=lambda part: 0 if _is_very_large(part) else 0.9,
        proves=False,
        turns=_turns_beside_reinforcement,
    ),
    "reinforcement from noise": EngineFamily(
        engines=_one("reinforcement from noise", partial(_reinforce, seed=_OTHER_NOISE)),
        priority=_priority_of_second,
        proves=False,
        turns=_turns_of_second,
    ),
    "shaving": EngineFamily(
        engines=_one("shaving", _shave),
        priority=lambda part: 0.82 if _has_short_blocks(part) else 0,
        next_run=_next_after_shaving,
    ),
    PHASE_SOLVER: EngineFamily(engines=_with_phases(), priority=_up_to(MANY_OPEN, 0.8)),
    DEFAULT_SOLVER: EngineFamily(
        engines=_one(DEFAULT_SOLVER, _continue_search),
        priority=_always(0.85),
        turns=lambda part: _SHORT_FIRST_TURN if _has_short_blocks(part) else None,
        next_run=_next_after_first,
    ),
    "linear relaxation": _linear(_relax),
}

#: Engines that find another solution than `SearchContext.picture`, or prove that there is none.
ANOTHER_SOLUTION: dict[str, EngineFamily] = {
    "neighbours": EngineFamily(engines=_one("neighbours", _search_neighbours), priority=_always(0.9), proves=False),
    DEFAULT_SOLVER: _provers(DEFAULT_SOLVER, "glucose42", "minisat22", priority=0.8),
    "cadical195": _provers("cadical195", "cadical300", "cadical153", priority=0.7),
    "kissat404": _provers("kissat404", priority=0.6),
    "linear relaxation": _linear(_search_undecided),
}
