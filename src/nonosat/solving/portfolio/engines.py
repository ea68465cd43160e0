"""The ways to a solution and to another one, a table for each question; they run in processes side by side.

A new way is a function here, or in a module that it imports when it runs, and one entry in a table.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from functools import partial
from itertools import count, islice, zip_longest
from typing import NamedTuple

from nonosat.backends import BACKENDS, DEFAULT_SOLVER
from nonosat.encodings import find_encoding
from nonosat.errors import GaveUp
from nonosat.lines.domains import Domains
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.puzzle import Picture
from nonosat.solving.enumeration import SolutionEnumerator
from nonosat.solving.portfolio.initial_phases import SUGGESTIBLE, is_installed, likely_values
from nonosat.solving.portfolio.job import Job, next_picture
from nonosat.system.deadline import NEVER, Deadline
from nonosat.system.processes import can_fork

#: With more open cells than this, a first try is no longer quick, and beliefs take long to settle.
MANY_OPEN = 50_000

#: With more freedom than this, the linear relaxation takes seconds to minutes and most cells remain shares of colours;
#: see docs/linear.md.
LITTLE_FREEDOM = 2.0

#: With so many open cells of some freedom, complete searches are seldom of use.
WIDE = 2_000

#: Conflicts within which the default solver says, as soon as it has a solution, whether there is another.
ONWARD_CONFLICTS = 2_000

#: Where ways cannot run side by side, seconds for those that prove nothing before the others have their turn.
ALONE_SECONDS = 20.0

#: The colours of all cells, as in `Picture.cells`.
Cells = tuple[int, ...]


class OpenPart(NamedTuple):
    """How much lines leave open.

    Attributes:
        n_open: cells that are open.
        starts: possible starts of blocks in open lines: the variables of a formula, about.
        freedom: possible starts for each open cell and family of lines.
    """

    n_open: int
    starts: int
    freedom: float


def measure_open(domains: Domains) -> OpenPart:
    """How much these domains leave open."""
    starts = sum(
        mask.bit_count() for line in domains.lines if line.is_open for block in line.starts for mask in block.values()
    )
    return OpenPart(domains.n_open, starts, starts / max(1, domains.n_open * len(domains.grid.families)))


def is_tight(left: OpenPart) -> bool:
    """Whether blocks have so little freedom that the linear relaxation promises most."""
    return left.freedom <= LITTLE_FREEDOM


class Engine(NamedTuple):
    """A way to answer a question.

    Attributes:
        run: the cells of a solution, or None where there is none; raises `GaveUp` or `SolverError`. It is told which
            variant of itself to be: 0, or n for the n-th of `variants`.
        priority: from 0 to 1, how much it promises for what is left open; the most promising way starts first, and one
            that promises nothing does not start.
        proves: that it finds nothing proves that there is nothing.
        needs: packages that are not a part of every installation.
        variants: names of others of its kind that are worth running beside it where there are cores enough.
        steady: whether it keeps its turn to the end, for what is left open, if there is a slot for the others.
        onward: what it has learned on its way to a first solution may be all it takes to answer whether there is
            another: asked right afterwards, within a small budget; raises `GaveUp` beyond it.
    """

    run: Callable[[Job, int], Cells | None]
    priority: Callable[[OpenPart], float]
    proves: bool = True
    needs: tuple[str, ...] = ()
    variants: tuple[str, ...] = ()
    steady: Callable[[OpenPart], bool] = lambda left: False  # noqa: ARG005
    onward: Callable[[Job], Cells | None] | None = None


# Ways to a solution


def _complete(job: Job, variant: int) -> Cells | None:  # noqa: ARG001
    """The default solver goes on with all that it has learned at the first try."""
    if job.begun is None:
        job.begun = job.pictures(DEFAULT_SOLVER)
    return _cells(job.begun.next())


def _complete_onward(job: Job) -> Cells | None:
    assert job.begun is not None
    return _cells(next_picture(job.begun, ONWARD_CONFLICTS, job.deadline))


def _hints(job: Job, variant: int) -> Cells | None:
    """A solver that has the beliefs as first values."""
    pictures = job.pictures((SUGGESTIBLE, *_WITH_HINTS)[variant])
    pictures.session.set_phases(likely_values(job.state, pictures.formula, job.deadline))
    return _cells(pictures.next())


def _decimation(job: Job, variant: int) -> Cells | None:
    from nonosat.solving.beliefs.decimation import decimate

    deadline = _patience(job)
    return _cells(decimate(job.state, partial(_rest, job.encoding, deadline), deadline=deadline, seed=1000 * variant))


def _rest(
    encoding: str, deadline: Deadline, state: PropagationState, beliefs: object, conflicts: int
) -> Picture | None:
    """Complete what decimation leaves."""
    from nonosat.solving.beliefs.belief_phases import phases

    domains = state.domains()
    formula = find_encoding(encoding).encode(state.puzzle, domains, residual=True)
    with SolutionEnumerator(state.puzzle, formula, BACKENDS[SUGGESTIBLE], domains=domains) as pictures:
        pictures.session.set_phases(phases(beliefs, formula.variables))  # type: ignore[arg-type]
        return next_picture(pictures, conflicts, deadline)


def _relaxation(job: Job, variant: int) -> Cells | None:  # noqa: ARG001
    """The linear relaxation, where it has no solution, or but one."""
    from nonosat.solving.relaxation.weight_proofs import solve_relaxation

    outcome = solve_relaxation(job.state, _patience(job))
    if outcome.picture is None and outcome.refutation is None:
        raise GaveUp("the linear relaxation has more solutions than the puzzle")
    return _cells(outcome.picture)


# Ways to another solution


def _other(solvers: tuple[str, ...], job: Job, variant: int) -> Cells | None:
    """A complete search from the first solution on; none is best everywhere."""
    assert job.picture is not None
    solver = solvers[variant]
    pictures = job.begun if solver == DEFAULT_SOLVER and job.begun else job.pictures(solver)
    pictures.block(job.picture)
    return _cells(pictures.next())


def _weights(job: Job, variant: int) -> Cells | None:  # noqa: ARG001
    """The linear relaxation proves of cells that they are the same in all solutions; a solver gets the others."""
    from nonosat.solving.relaxation.weight_proofs import prove_cells

    assert job.picture is not None
    domains = prove_cells(job.state, job.picture, _patience(job)).state.domains()
    if not domains.n_open:
        return None
    if domains.n_open == job.domains.n_open:
        raise GaveUp("the linear relaxation decides no cell")
    formula = find_encoding(job.encoding).encode(job.puzzle, domains, residual=True)
    solver, deadline = BACKENDS[DEFAULT_SOLVER], NEVER if can_fork() else _patience(job)
    with SolutionEnumerator(job.puzzle, formula, solver, domains=domains, deadline=deadline) as pictures:
        pictures.block(job.picture)
        return _cells(pictures.next())


def _neighbour(job: Job, variant: int) -> Cells | None:  # noqa: ARG001
    from nonosat.solving.beliefs.neighbours import neighbour

    assert job.picture is not None
    return _cells(neighbour(job.state, job.picture, _patience(job)))


def _patience(job: Job) -> Deadline:
    """When a way that may end without an answer has to: early where those that do not can only begin after it."""
    if can_fork():
        return job.deadline
    return job.deadline.or_after(ALONE_SECONDS)


def _cells(picture: Picture | None) -> Cells | None:
    return None if picture is None else picture.cells


def _always(priority: float) -> Callable[[OpenPart], float]:
    return lambda left: priority  # noqa: ARG005


def _up_to(most: int, priority: float, freedom: float = math.inf) -> Callable[[OpenPart], float]:
    return lambda left: priority if left.n_open <= most and left.freedom <= freedom else 0


#: Others that hints help, each of its own family.
_WITH_HINTS = ("kissat404", "glucose4", "cadical300")


def _prover(*solvers: str, priority: float) -> Engine:
    return Engine(partial(_other, solvers), _always(priority), variants=solvers[1:])


def _linear(run: Callable[[Job, int], Cells | None]) -> Engine:
    needs = ("highspy", "numpy")
    return Engine(run, _up_to(MANY_OPEN, 0.95, LITTLE_FREEDOM), needs=needs, steady=is_tight)


def _is_wide(left: OpenPart) -> bool:
    """Whether complete searches seldom come to an end, and beliefs do."""
    return left.n_open >= WIDE and not is_tight(left)


#: Ways to a solution, or to the proof that there is none.
FIRST: dict[str, Engine] = {
    "decimation": Engine(
        *(_decimation, _always(0.9)),
        proves=False,
        needs=("numpy",),
        variants=tuple(f"decimation {number}" for number in range(2, 10)),
        steady=_is_wide,
    ),
    SUGGESTIBLE: Engine(
        *(_hints, _up_to(MANY_OPEN, 0.8)),
        needs=("numpy",),
        variants=tuple(f"{solver} with hints" for solver in _WITH_HINTS),
    ),
    DEFAULT_SOLVER: Engine(_complete, _always(0.85), onward=_complete_onward),
    "linear relaxation": _linear(_relaxation),
}

#: Ways to another solution than `Job.picture`, or to the proof that there is none.
SECOND: dict[str, Engine] = {
    "neighbours": Engine(_neighbour, _always(0.9), proves=False, needs=("numpy",)),
    DEFAULT_SOLVER: _prover(DEFAULT_SOLVER, "glucose42", "minisat22", priority=0.8),
    "cadical195": _prover("cadical195", "cadical300", "cadical153", priority=0.7),
    "kissat404": _prover("kissat404", priority=0.6),
    "linear relaxation": _linear(_weights),
}


class ScheduledEngine(NamedTuple):
    """A way that is to run, under a name of its own; `run` needs the job only."""

    name: str
    run: Callable[[Job], Cells | None]
    way: Engine


def runners(
    ways: dict[str, Engine], left: OpenPart, slots: int, only: tuple[str, ...] = ()
) -> Iterator[ScheduledEngine]:
    """What to run, the most promising first.

    Args:
        ways: those of the question.
        left: how much is open.
        slots: how many can run at once. All ways take part, and take turns if they have to; where slots are left
            over, they are for variants.
        only: names of ways to choose from, whatever they promise; empty for all.
    """
    there = {name: way for name, way in ways.items() if all(map(is_installed, way.needs))}
    if only:
        names = [name for name in only if name in there]
    else:
        promises = {name: way.priority(left) for name, way in there.items()}
        names = sorted((name for name in there if promises[name] > 0), key=lambda name: -promises[name])
    yield from (_runner(there[name], name, 0) for name in names)
    # The first variant of each, then the second of each, and so on.
    kinds = [[_runner(there[name], *pair) for pair in zip(there[name].variants, count(1))] for name in names]
    others = (runner for row in zip_longest(*kinds) for runner in row if runner is not None)
    yield from islice(others, max(0, slots - len(names)))


def _runner(way: Engine, name: str, variant: int) -> ScheduledEngine:
    return ScheduledEngine(name, lambda job: way.run(job, variant), way)
