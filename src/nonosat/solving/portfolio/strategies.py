"""The strategies by name: what each leaves to whom. Light, since help lists them."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.errors import UsageError


class Plan(NamedTuple):
    """A strategy.

    Attributes:
        summary: what it does, for help.
        one_solver: one solver gets the whole formula and answers every question.
        hints: that solver is told the likelier value of each variable.
        first, second: names of the `ways` to a solution and to another one, if not one solver does it all; empty for
            all that promise something, after a first try of one solver.
    """

    summary: str
    one_solver: bool = False
    hints: bool = False
    first: tuple[str, ...] = ()
    second: tuple[str, ...] = ()


#: A new strategy is one entry.
STRATEGIES: dict[str, Plan] = {
    "auto": Plan("one solver within a budget, then several ways side by side (the default)"),
    "sat": Plan("one solver does it all", one_solver=True),
    "hints": Plan("the same, told by beliefs of the lines which values are likely", one_solver=True, hints=True),
    "decimation": Plan(
        "fix the surest cells first; finds solutions, and a second one near the first, but proves nothing",
        first=("decimation",),
        second=("neighbours",),
    ),
}


def find_plan(name: str, *, for_one_solver: bool = False) -> Plan:
    """The strategy of a name.

    Args:
        name: one of `STRATEGIES`.
        for_one_solver: what is asked for leaves no choice but one solver, such as the model of a given formula.

    Raises:
        UsageError: there is none, or it does without that solver.
    """
    if name not in STRATEGIES:
        raise UsageError(f"strategy {name!r}, expected one of {', '.join(STRATEGIES)}")
    plan = STRATEGIES[name]
    if plan.first and for_one_solver:
        raise UsageError(f"strategy {name} with a solver, a formula or no propagation, expected none of them")
    return plan
