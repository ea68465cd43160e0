"""The options that choose how a puzzle is solved."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.cli.common_options import completion, encoding_options, solver_options
from nonosat.cli.option_groups import Decorator, option_group
from nonosat.solving.portfolio.strategies import STRATEGIES

if TYPE_CHECKING:
    from nonosat.backends.base import Backend
    from nonosat.encodings import Recipe
    from nonosat.solving.options import SolveOptions


class SolverChoice(NamedTuple):
    """The values of the options that choose how a puzzle is solved.

    Attributes:
        solver, solver_cmd: name or command of a solver; see `backends.find_backend`.
        timeout: seconds for each puzzle.
        encoding, amo, add: what formulas are made of; see `encodings.find_encoding`.
        strategy: a name of `STRATEGIES`.
        portfolio: how many processes may work on a puzzle at once.
        propagate: whether lines are solved first; None for the default, which is yes unless a formula is to be written.
    """

    solver: str | None
    solver_cmd: str | None
    timeout: float | None
    encoding: str | None
    amo: str | None
    add: tuple[str, ...]
    strategy: str
    portfolio: int | None
    propagate: bool | None

    def find_backend(self) -> Backend | None:
        """The backend that is chosen, or None.

        Raises:
            UsageError: there is none of that name, or both a name and a command are given.
        """
        if self.solver is None and self.solver_cmd is None:
            return None
        from nonosat.backends import find_backend

        return find_backend(self.solver, self.solver_cmd)

    def find_recipe(self) -> Recipe | None:
        """The recipe that is chosen, or None.

        Raises:
            UsageError: there is no such encoding, at-most-one or redundant constraint, or these do not go together.
        """
        if self.encoding is None and self.amo is None and not self.add:
            return None
        from nonosat.encodings import find_encoding
        from nonosat.solving.formulas import COMPLETE_ENCODING

        return find_encoding(COMPLETE_ENCODING if self.encoding is None else self.encoding, amo=self.amo, add=self.add)

    def solve_options(self, *, unique: bool) -> SolveOptions:
        """The choice as `SolveOptions`.

        Args:
            unique: whether to search for a second solution, too.

        Raises:
            UsageError: a choice that does not exist, or choices that do not go together.
        """
        from nonosat.solving.options import SolveOptions

        options = SolveOptions(
            unique=unique,
            solver=self.find_backend(),
            encoding=self.find_recipe(),
            propagate=self.propagate is not False,
            strategy=self.strategy,
            processes=self.portfolio,
        )
        options.check()
        return options

    def solves_in_process(self, *, writes_formula: bool) -> bool:
        """True if a solver may run in this very process, where no signal handler of Python runs meanwhile.

        Args:
            writes_formula: whether the complete formula or its model is written.
        """
        if self.timeout is not None:
            return False
        backend = self.find_backend()
        if backend is not None:
            return backend.capabilities.in_process
        return writes_formula or STRATEGIES[self.strategy].one_solver


def solver_choice_options(processes: str) -> Decorator:
    """The options that choose how a puzzle is solved, as the argument `solving`, a `SolverChoice`.

    Args:
        processes: how many processes work on a puzzle by default, for the help of `--portfolio`.
    """
    strategies = "; ".join(f"{name}: {plan.summary}" for name, plan in STRATEGIES.items())
    return option_group(
        "solving",
        SolverChoice,
        solver_options,
        encoding_options,
        click.option(
            "--strategy",
            default="auto",
            metavar="NAME",
            shell_complete=completion("strategy"),
            help=f"Search strategy: {strategies}.",
        ),
        click.option(
            "--portfolio",
            type=click.IntRange(min=1),
            metavar="N",
            help=f"Let N processes work on a puzzle at once; by default {processes}.",
        ),
        click.option(
            "--propagate/--no-propagate",
            default=None,
            help="Solve lines before anything else; by default if no formula or model is to be written.",
        ),
    )
