"""What to try, and for how long, on a puzzle that single lines leave open.

    1. A SAT solver within a budget of conflicts: most puzzles end here.
    2. For a solution: the same solver goes on, beside decimation by beliefs, and another solver that has the beliefs
       as first values.
    3. For a second one: near the first, beside complete searches that also prove that there is none.

In steps 2 and 3 these run in processes side by side, and the first answer counts; `ways` lists them. Decimation only
ever finds solutions: that there is none, or no other, is said by a complete search.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from operator import ne
from typing import NamedTuple

from nonosat.backends import DEFAULT_SOLVER
from nonosat.cnf.formula import Formula
from nonosat.errors import ONE_FOUND, GaveUp, SolverError, known_if_interrupted
from nonosat.lines.domains import Domains
from nonosat.puzzle import Picture, Puzzle
from nonosat.strategy import job as budgets
from nonosat.strategy import ways
from nonosat.strategy.hints import require
from nonosat.strategy.job import Job
from nonosat.strategy.plans import Plan
from nonosat.verifier import verified

Tell = Callable[[str], None]


class Found(NamedTuple):
    """What came of it.

    Attributes:
        picture, second: verified solutions, or None where there is none or none was found.
        unique: whether the first is the only one; None if that is not known.
        gave_up: the search for a second solution ended without an answer.
        solver: what found the first, or proved that there is none.
        formula: the residual formula, if it was built in this process.
        conflicts: of the solver, if it answered all at the first try; else None.
    """

    picture: Picture | None
    second: Picture | None
    unique: bool | None
    gave_up: bool
    solver: str
    formula: Formula | None
    conflicts: int | None = None


def search(
    puzzle: Puzzle,
    domains: Domains,
    plan: Plan,
    *,
    unique: bool,
    deadline: float | None,
    slots: int,
    tell: Tell,
    encoding: str,
) -> Found:
    """Solve what the domains leave open.

    Args:
        puzzle: the puzzle.
        domains: what propagation leaves; consistent.
        plan: the ways to choose from.
        unique: look for a second solution, too.
        deadline: reading of `time.monotonic` at which to end.
        slots: how many processes may be at work at once.
        tell: is told in a sentence what is tried and what came of it.
        encoding: of the formulas.

    Raises:
        GaveUp: the time ended before there was a solution, or no way of the plan found one.
        SolverError: every way failed.
    """
    solver, second = DEFAULT_SOLVER, None
    with Job(puzzle, domains, deadline, encoding) as job:
        if not plan.first and domains.n_open <= ways.MANY_OPEN:
            tell(f"{domains.n_open} cells open; {solver} tries within {budgets.FIRST_CONFLICTS} conflicts")
            try:
                job.picture = job.first_try()
                if job.picture is None:
                    return Found(None, None, None, False, solver, job.formula, job.conflicts)
                tell(f"{solver} has a solution")
                if unique:
                    with known_if_interrupted(ONE_FOUND):
                        second = job.first_try()
                    return Found(job.picture, second, second is None, False, solver, job.formula, job.conflicts)
            except GaveUp:
                tell(f"{solver} needs longer")
        conflicts = job.conflicts if job.picture is not None else None
        if job.picture is None:
            solver, job.picture = _first(job, plan, slots, tell)
        if job.picture is None or not unique:
            return Found(job.picture, None, None, False, solver, job.formula, conflicts)
        try:
            with known_if_interrupted(ONE_FOUND):
                second = _second(job, plan, slots, tell)
        except GaveUp:
            return Found(job.picture, None, None, True, solver, job.formula)
        return Found(job.picture, second, second is None, False, solver, job.formula)


def _first(job: Job, plan: Plan, slots: int, tell: Tell) -> tuple[str, Picture | None]:
    """Who found it, and a solution, or None if there is none."""
    name, picture = _race(job, ways.FIRST, plan.first, "a solution", slots, tell)
    tell(f"{name} has a solution" if picture else f"{name} proves that there is none")
    return name, picture


def _second(job: Job, plan: Plan, slots: int, tell: Tell) -> Picture | None:
    """Another solution than the first, or None if there is none."""
    name, other = _race(job, ways.SECOND, plan.second, "a second solution", slots, tell)
    if other is None:
        tell(f"{name} proves that there is no other")
        return None
    assert job.picture is not None
    tell(f"{name}: there is one, {sum(map(ne, job.picture.cells, other.cells))} cells away")
    return other


def _race(
    job: Job, table: dict[str, ways.Way], only: tuple[str, ...], what: str, slots: int, tell: Tell
) -> tuple[str, Picture | None]:
    """The first answer to a question, and whose it is."""
    from nonosat.race import Race

    for name in only:
        require(*table[name].needs)
    runners = {runner.name: runner for runner in ways.runners(table, ways.left_open(job.domains), slots, only)}
    turns = f", {slots} at a time" if len(runners) > slots else ""
    tell(f"looking for {what}: {' beside '.join(runners)}{turns}")
    with Race({name: partial(runner.run, job) for name, runner in runners.items()}, job.deadline, slots) as race:
        for name, cells in race:
            if cells is not None:
                return name, verified(job.puzzle, Picture(job.puzzle.grid, cells))
            if runners[name].proves:
                return name, None
            tell(f"{name} found nothing")
    if race.failures:
        raise SolverError("; ".join(race.failures))
    raise GaveUp(f"{' and '.join(runners)} found nothing, which proves nothing")
