"""The portfolio: several searches on a puzzle that line solving leaves open.

    1. The default solver within a budget of conflicts: most puzzles end here.
    2. For a solution: engines of `FIRST_SOLUTION`.
    3. For another one: engines of `ANOTHER_SOLUTION`, some of which also prove that there is none.

`schedule` says which engines take part, for how long, and how many conflicts the first try has. Most searches end with
step 1, so the engines are imported when they are needed.

In steps 2 and 3 the engines run in processes side by side, and the first answer counts. Only complete searches answer
that there is no solution, or no other.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from operator import ne
from typing import TYPE_CHECKING, NamedTuple

from nonosat.core.deadline import Allowance
from nonosat.core.errors import GaveUp, SolverError
from nonosat.core.question import Log, no_log
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.verifier import verified
from nonosat.parallel.processes import available_cores
from nonosat.parallel.turns import Turns
from nonosat.solvers import DEFAULT_SOLVER
from nonosat.solving.options import SolveOptions, Strategy
from nonosat.solving.portfolio.schedule import MethodTurns, first_conflicts, regime_of, scheduled
from nonosat.solving.portfolio.search_context import SearchContext
from nonosat.solving.result import Result

if TYPE_CHECKING:
    from nonosat.solving.portfolio.engines import Cells, Engine, Method


def search_portfolio(context: SearchContext, options: SolveOptions, log: Log = no_log) -> Result:
    """Solve what line solving leaves open; the solvers of the context are closed in the end.

    Raises:
        GaveUp: the deadline came before there was a solution, or no engine of the strategy found one.
        SolverError: every engine failed.
    """
    processes = (options.processes or available_cores()) if context.side_by_side else 1
    with context:
        return _PortfolioSearch(context, options.plan, options.unique, processes, log).run()


class _Found(NamedTuple):
    """The answer of an engine, verified: a solution, or None if there is none.

    Attributes:
        answers_next: whether the engine also answers the next question: is there another solution?
        next_picture: that other solution.
    """

    engine: str
    picture: Picture | None
    answers_next: bool = False
    next_picture: Picture | None = None


class _PortfolioSearch:
    def __init__(self, context: SearchContext, strategy: Strategy, unique: bool, processes: int, log: Log) -> None:
        self.context, self.strategy, self.unique = context, strategy, unique
        self.processes, self.log = processes, log
        self.regime = regime_of(context.open_part)
        self.solver = DEFAULT_SOLVER  # of the first solution

    def run(self) -> Result:
        context = self.context
        budget = 0 if self.strategy.first else first_conflicts(context.open_part, self.processes)
        within = f"; {DEFAULT_SOLVER} searches within {budget} conflicts" if budget else ""
        self.log(f"{count(context.open_part.n_open, 'cell')} open{within}")
        if budget:
            try:
                return self._first_try(budget)
            except GaveUp:
                self.log(f"{DEFAULT_SOLVER} needs longer")
        statistics = context.begun.solver.statistics if context.picture is not None else None
        if context.picture is None:
            found = self._first_solution()
            self.solver, context.picture = found.engine, found.picture
            if found.answers_next:
                return self._result(found.next_picture, unique=found.next_picture is None)
        if context.picture is None or not self.unique:
            return self._result()._replace(statistics=statistics)
        try:
            second = self._another_solution()
        except GaveUp:
            return self._result()._replace(gave_up=True)
        return self._result(second, unique=second is None)

    def _result(self, second: Picture | None = None, unique: bool | None = None) -> Result:
        context, formula = self.context, self.context.built_formula
        return Result(
            context.puzzle, context.picture, second, unique, formula=formula, solver=self.solver, state=context.state
        )

    def _first_try(self, budget: int) -> Result:
        """The answers of the default solver, each within a budget of conflicts.

        Raises:
            GaveUp: it needs more. `context.picture` is the first solution, if it was found.
        """
        context = self.context
        context.picture = context.begun.next(budget, context.deadline)
        second, unique = None, None
        if context.picture is not None:
            self.log(f"{DEFAULT_SOLVER} found a solution")
            if self.unique:
                second = context.begun.next(budget, context.deadline)
                unique = second is None
        return self._result(second, unique)._replace(statistics=context.begun.solver.statistics)

    def _first_solution(self) -> _Found:
        from nonosat.solving.portfolio import engines

        methods = dict.fromkeys(self.strategy.first, Turns()) or self.regime.first_methods(self.processes)
        found = self._run_engines(engines.FIRST_SOLUTION, methods, "a solution", next_too=self.unique)
        self.log(f"{found.engine} {'found a solution' if found.picture else 'proved that there is no solution'}")
        if found.answers_next:
            self._log_another(found.engine, found.picture, found.next_picture)
        return found

    def _another_solution(self) -> Picture | None:
        from nonosat.solving.portfolio import engines

        methods = dict.fromkeys(self.strategy.another, Turns()) or self.regime.another
        found = self._run_engines(engines.ANOTHER_SOLUTION, methods, "a second solution", next_too=False)
        self._log_another(found.engine, self.context.picture, found.picture)
        return found.picture

    def _log_another(self, engine: str, picture: Picture | None, other: Picture | None) -> None:
        if other is None:
            self.log(f"{engine} proved that there is no other solution")
        else:
            assert picture is not None
            differs = sum(map(ne, picture.cells, other.cells))
            self.log(f"{engine} found a second solution, which differs in {count(differs, 'cell')}")

    def _run_engines(
        self, registry: Mapping[str, Method], methods: MethodTurns, sought: str, *, next_too: bool
    ) -> _Found:
        """The first answer of the engines; with `next_too` they may also answer whether there is another solution."""
        from nonosat.parallel.race import ProcessRace

        context = self.context
        engines = scheduled(registry, methods, self.processes)
        at_a_time = f", {self.processes} at a time" if len(engines) > self.processes else ""
        self.log(f"searching for {sought}: {', '.join(engines)}{at_a_time}")
        calls = {
            name: partial(_run_engine, each.engine, each.method.continued if next_too else None, context)
            for name, each in engines.items()
        }
        turns = {name: each.turns for name, each in engines.items()}
        with ProcessRace(calls, context.deadline, self.processes, turns) as race:
            for name, (cells, answers_next, next_cells) in race:
                if cells is not None or engines[name].method.proves:
                    self.log(f"work: {', '.join(f'{engine} {work:,.0f}' for engine, work in race.work.items())}")
                if cells is not None:
                    return _Found(name, self._picture(cells), answers_next, self._picture(next_cells))
                if engines[name].method.proves:
                    return _Found(name, None)
                self.log(f"{name} found nothing")
        if race.failures:
            raise SolverError("; ".join(race.failures))
        raise GaveUp(f"{' and '.join(engines)} found nothing, which proves nothing")

    def _picture(self, cells: Cells | None) -> Picture | None:
        return None if cells is None else Picture(self.context.puzzle.grid, cells)


def _run_engine(
    engine: Engine, continued: Engine | None, context: SearchContext, allowance: Allowance
) -> tuple[Cells | None, bool, Cells | None]:
    """The cells of a solution, whether the next question is answered too, and its answer; in a process of its own.

    All cells are verified here: where one engine is wrong, the others go on.
    """
    context.count_on(allowance)
    cells = _verified(context, engine(context))
    if cells is not None and continued is not None:
        with suppress(GaveUp):
            return cells, True, _verified(context, continued(context))
    return cells, False, None


def _verified(context: SearchContext, cells: Cells | None) -> Cells | None:
    return None if cells is None else verified(context.puzzle, Picture(context.puzzle.grid, cells)).cells
