"""The search strategies by name. Imports nothing heavy, since the help of commands lists them."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.errors import UsageError


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
