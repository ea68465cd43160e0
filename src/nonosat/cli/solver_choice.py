"""The options that choose how a puzzle is solved."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

import click

from nonosat.cli.common_options import Decorator, completion, encoding_options, option_group, solver_options
from nonosat.solving.options import STRATEGIES, SolveOptions

if TYPE_CHECKING:
    pass


class SolverChoice(NamedTuple):
    """The values of the options that choose how a puzzle is solved.

    Attributes:
        solver, solver_cmd: name or command of a solver; see `find_backend`.
        timeout: seconds for each puzzle.
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

    def solve_options(self, *, unique: bool) -> SolveOptions:
        """The choice as `SolveOptions`; `unique` says whether to search for a second solution, too.

        Raises:
            UsageError: a choice that does not exist, or choices that do not go together.
        """
        solver, encoding = None, None
        if self.solver is not None or self.solver_cmd is not None:
            from nonosat.solvers import find_backend

            solver = find_backend(self.solver, self.solver_cmd)
        if self.encoding is not None or self.amo is not None or self.add:
            from nonosat.encodings import find_encoding
            from nonosat.solving.formulas import COMPLETE_ENCODING

            encoding = find_encoding(self.encoding or COMPLETE_ENCODING, amo=self.amo, add=self.add)
        propagate = self.propagate is not False
        options = SolveOptions(unique, solver, encoding, propagate, self.strategy, self.portfolio)
        options.check()
        return options


def solver_choice_options(processes: str) -> Decorator:
    """The options of a `SolverChoice`, as the argument `solving`; `processes` says what `--portfolio` is by default."""
    strategies = "; ".join(f"{name}: {plan.about}" for name, plan in STRATEGIES.items())
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
            help=f"Search strategy. {strategies}.",
        ),
        click.option(
            "--portfolio",
            type=click.IntRange(min=1),
            metavar="N",
            help=f"Let N processes work on a puzzle at once (default: {processes}).",
        ),
        click.option(
            "--propagate/--no-propagate",
            default=None,
            help="Solve lines before anything else (default: unless a formula or a model is written).",
        ),
    )
