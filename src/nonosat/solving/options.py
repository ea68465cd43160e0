"""The options of solving: everything that a user can choose, as one value."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nonosat.core.errors import UsageError

if TYPE_CHECKING:
    from nonosat.encodings import Recipe
    from nonosat.solvers import Backend


class SolveOptions(NamedTuple):
    """The options of solving a puzzle.

    Attributes:
        unique: search for a second solution, too.
        solver: the backend that answers; None leaves the choice to the strategy.
        encoding: what the formula is made of; None for the default, which is `start` for a complete formula and `order`
            for a residual one.
        propagate: solve lines first, and encode only what they leave open.
        strategy: a name of `STRATEGIES`. `auto` runs several engines, side by side where that pays; with a `solver`
            that is chosen, or without propagation, one solver does everything, as with `sat`. `hints` gives one
            solver initial phases from belief propagation. `decimation` and `reinforcement` find solutions, but prove
            nothing.
        processes: how many processes may work at once, at least 1; None for as many as there are cores. With fewer
            processes than engines, the engines take turns.
    """

    unique: bool = False
    solver: Backend | None = None
    encoding: Recipe | None = None
    propagate: bool = True
    strategy: str = "auto"
    processes: int | None = None

    def check(self) -> None:
        """Make sure that there is what is chosen, and that the choices go together.

        Raises:
            UsageError: they do not.
        """
        if self.processes is not None and self.processes < 1:
            raise UsageError(f"a portfolio of {self.processes} processes, expected at least 1")
        self.find_strategy()

    @property
    def is_one_solver(self) -> bool:
        """True if one solver answers every question, whatever the strategy."""
        return self.solver is not None or not self.propagate

    def find_strategy(self, *, with_formula: bool = False) -> Strategy:
        """The strategy of that name.

        Args:
            with_formula: whether a given formula is to be solved, which one solver has to do.

        Raises:
            UsageError: there is no such strategy, or it does without the solver that is asked for.
        """
        return find_strategy(self.strategy, for_one_solver=self.is_one_solver or with_formula)


class Strategy(NamedTuple):
    """A choice of the engines that search for solutions.

    Attributes:
        summary: for the help of commands.
        one_solver: one solver gets the whole formula and answers every question.
        initial_phases: that solver begins with the likelier value of each variable, by belief propagation.
        first, second: names of the engine families that search for a solution and for another one, if not one solver
            does both; empty for those of the regime (see `schedule`), after a first try of the default solver.
    """

    summary: str
    one_solver: bool = False
    initial_phases: bool = False
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()


#: A new strategy is one entry.
STRATEGIES: dict[str, Strategy] = {
    "auto": Strategy(summary="one solver within a budget, then several engines side by side (the default)"),
    "sat": Strategy(summary="one solver does everything", one_solver=True),
    "hints": Strategy(
        summary="the same, with initial phases from belief propagation over lines",
        one_solver=True,
        initial_phases=True,
    ),
    "decimation": Strategy(
        summary="fix the cells with the clearest beliefs first; finds solutions, but proves nothing",
        first=("decimation",),
        second=("neighbours",),
    ),
    "reinforcement": Strategy(
        summary="draw beliefs slowly to a solution and repair it; finds solutions, but proves nothing",
        first=("reinforcement",),
        second=("neighbours",),
    ),
}


def find_strategy(name: str, *, for_one_solver: bool = False) -> Strategy:
    """The strategy of `STRATEGIES` with a name.

    Args:
        for_one_solver: only one solver can answer what is asked, such as the model of a given formula.

    Raises:
        UsageError: there is no such strategy, or it does without that solver.
    """
    if name not in STRATEGIES:
        raise UsageError(f"strategy {name!r}, expected one of {', '.join(STRATEGIES)}")
    strategy = STRATEGIES[name]
    if strategy.first and for_one_solver:
        raise UsageError(f"strategy {name} cannot be combined with a solver, a formula or no propagation")
    return strategy
