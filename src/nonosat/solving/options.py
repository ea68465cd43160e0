"""The options of solving: everything that a user can choose, as one value."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nonosat.core.errors import UsageError
from nonosat.core.registries import choose, registry

if TYPE_CHECKING:
    from nonosat.encodings import Recipe
    from nonosat.solvers import Backend

#: The solver that gains most from initial phases.
PHASE_SOLVER = "cadical195"


class Strategy(NamedTuple):
    """A choice of the engines that search for solutions.

    Attributes:
        one_solver: one solver gets the whole formula and answers every question.
        initial_phases: the solver begins with the likelier value of each variable, by belief propagation.
        first, another: names of the methods that search for a solution and for another one, if not one solver
            does both; empty for those of the regime (see `schedule`), after a first try of the default solver.
    """

    name: str
    about: str
    one_solver: bool = False
    initial_phases: bool = False
    first: tuple[str, ...] = ()
    another: tuple[str, ...] = ()


STRATEGIES = registry(
    Strategy("auto", "one solver within a budget, then several engines side by side (default)"),
    Strategy("sat", "one solver does everything", one_solver=True),
    Strategy(
        "hints",
        "like sat, with initial phases from belief propagation over lines",
        one_solver=True,
        initial_phases=True,
    ),
    Strategy(
        "decimation",
        "fix the cells with the clearest beliefs first (finds solutions but proves nothing)",
        first=("decimation",),
        another=("neighbours",),
    ),
    Strategy(
        "reinforcement",
        "draw beliefs slowly to a solution and repair it (finds solutions but proves nothing)",
        first=("reinforcement",),
        another=("neighbours",),
    ),
)


class SolveOptions(NamedTuple):
    """The options of solving a puzzle, as `solve` describes them; `check` says whether they go together."""

    unique: bool = False
    solver: Backend | None = None
    encoding: Recipe | None = None
    propagate: bool = True
    strategy: str = "auto"
    processes: int | None = None

    @property
    def plan(self) -> Strategy:
        """The strategy of that name."""
        return choose(STRATEGIES, self.strategy, "strategy")

    @property
    def is_one_solver(self) -> bool:
        """True if one solver answers every question."""
        return self.solver is not None or not self.propagate or self.plan.one_solver

    def check(self, *, with_formula: bool = False) -> None:
        """Make sure that there is what is chosen, and that the choices go together.

        Args:
            with_formula: whether a given formula is to be solved, which one solver has to do.

        Raises:
            UsageError: they do not.
        """
        if self.processes is not None and self.processes < 1:
            raise UsageError(f"a portfolio of {self.processes} processes, expected at least 1")
        if self.plan.first and (self.is_one_solver or with_formula):
            raise UsageError(
                f"strategy {self.strategy} needs line propagation, and cannot be combined with a solver or a formula"
            )
