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
from contextlib import suppress
from functools import partial
from operator import ne
from typing import NamedTuple

from nonosat.backends import DEFAULT_SOLVER
from nonosat.cnf.formula import Formula
from nonosat.errors import ONE_FOUND, GaveUp, SolverError, known_if_interrupted
from nonosat.lines.domains import Domains
from nonosat.model.puzzle import Picture, Puzzle
from nonosat.model.verifier import verified
from nonosat.solving.portfolio import engines
from nonosat.solving.portfolio import job as budgets
from nonosat.solving.portfolio.initial_phases import require
from nonosat.solving.portfolio.job import Job
from nonosat.solving.portfolio.strategies import Plan
from nonosat.system.deadline import Deadline
from nonosat.system.processes import can_fork

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
    deadline: Deadline,
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
        deadline: when to end.
        slots: how many processes may be at work at once.
        tell: is told in a sentence what is tried and what came of it.
        encoding: of the formulas.

    Raises:
        GaveUp: the time ended before there was a solution, or no way of the plan found one.
        SolverError: every way failed.
    """
    solver, second = DEFAULT_SOLVER, None
    slots = slots if can_fork() else 1
    with Job(puzzle, domains, deadline, encoding) as job:
        conflicts = _first_conflicts(engines.measure_open(domains), slots) if not plan.first else 0
        first = f"; {solver} tries within {conflicts} conflicts" if conflicts else ""
        tell(f"{domains.n_open} cells open{first}")
        if conflicts:
            try:
                job.picture = job.first_try(conflicts)
                if job.picture is None:
                    return Found(None, None, None, False, solver, job.formula, job.conflicts)
                tell(f"{solver} has a solution")
                if unique:
                    with known_if_interrupted(ONE_FOUND):
                        second = job.first_try(conflicts)
                    return Found(job.picture, second, second is None, False, solver, job.formula, job.conflicts)
            except GaveUp:
                tell(f"{solver} needs longer")
        taken = job.conflicts if job.picture is not None else None
        if job.picture is None:
            solver, answer = _first(job, plan, slots, unique, tell)
            job.picture = answer.picture
            if answer.onward:
                return Found(job.picture, answer.second, answer.second is None, False, solver, job.formula)
        if job.picture is None or not unique:
            return Found(job.picture, None, None, False, solver, job.formula, taken)
        try:
            with known_if_interrupted(ONE_FOUND):
                second = _second(job, plan, slots, tell)
        except GaveUp:
            return Found(job.picture, None, None, True, solver, job.formula)
        return Found(job.picture, second, second is None, False, solver, job.formula)


def _first_conflicts(left: engines.OpenPart, slots: int) -> int:
    """What one solver gets before anything else is tried."""
    if left.n_open > engines.MANY_OPEN or (slots > 1 and left.starts > budgets.MANY_STARTS):
        return 0
    alone = slots == 1 and not engines.is_tight(left)
    return budgets.FIRST_CONFLICTS * (budgets.PATIENCE_ALONE if alone else 1)


class _Answer(NamedTuple):
    """Verified solutions.

    Attributes:
        picture: a solution to the question asked, or None if there is none.
        onward: whether it is known, besides, if there is another.
        second: that other.
    """

    picture: Picture | None
    onward: bool = False
    second: Picture | None = None


def _first(job: Job, plan: Plan, slots: int, unique: bool, tell: Tell) -> tuple[str, _Answer]:
    """Who answered, and a solution, or None if there is none."""
    name, answer = _race(job, engines.FIRST, plan.first, "a solution", slots, unique, tell)
    tell(f"{name} has a solution" if answer.picture else f"{name} proves that there is none")
    if answer.onward:
        _tell_second(name, answer.picture, answer.second, tell)
    return name, answer


def _second(job: Job, plan: Plan, slots: int, tell: Tell) -> Picture | None:
    """Another solution than the first, or None if there is none."""
    name, answer = _race(job, engines.SECOND, plan.second, "a second solution", slots, False, tell)
    _tell_second(name, job.picture, answer.picture, tell)
    return answer.picture


def _tell_second(name: str, picture: Picture | None, other: Picture | None, tell: Tell) -> None:
    if other is None:
        tell(f"{name} proves that there is no other")
    else:
        assert picture is not None
        tell(f"{name}: there is one, {sum(map(ne, picture.cells, other.cells))} cells away")


def _race(
    job: Job, table: dict[str, engines.Engine], only: tuple[str, ...], what: str, slots: int, unique: bool, tell: Tell
) -> tuple[str, _Answer]:
    """The first answer to a question, and whose it is; `unique` allows an answer to the next one, too."""
    from nonosat.system.process_race import ProcessRace

    for name in only:
        require(*table[name].needs)
    left = engines.measure_open(job.domains)
    runners = {runner.name: runner for runner in engines.runners(table, left, slots, only)}
    turns = f", {slots} at a time" if len(runners) > slots else ""
    tell(f"looking for {what}: {' beside '.join(runners)}{turns}")
    calls = {name: partial(_run, runner, job, unique) for name, runner in runners.items()}
    steady = {name for name, runner in runners.items() if runner.way.steady(left)}
    with ProcessRace(calls, job.deadline, slots, steady) as race:
        for name, (cells, onward, other) in race:
            if cells is not None:
                return name, _Answer(_picture(job, cells), onward, None if other is None else _picture(job, other))
            if runners[name].way.proves:
                return name, _Answer(None)
            tell(f"{name} found nothing")
    if race.failures:
        raise SolverError("; ".join(race.failures))
    raise GaveUp(f"{' and '.join(runners)} found nothing, which proves nothing")


def _run(
    runner: engines.ScheduledEngine, job: Job, unique: bool
) -> tuple[engines.Cells | None, bool, engines.Cells | None]:
    """In a process of its own: the cells of a solution, whether the next question is answered, too, and how.

    All cells are verified here: where one way is wrong, the others go on.
    """
    cells = _verified(job, runner.run(job))
    if cells is not None and unique and runner.way.onward is not None:
        with suppress(GaveUp):
            return cells, True, _verified(job, runner.way.onward(job))
    return cells, False, None


def _verified(job: Job, cells: engines.Cells | None) -> engines.Cells | None:
    return None if cells is None else verified(job.puzzle, _picture(job, cells)).cells


def _picture(job: Job, cells: engines.Cells) -> Picture:
    return Picture(job.puzzle.grid, cells)
