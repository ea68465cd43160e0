"""Hints: the likelier value of each variable, from what all lines tell each other about the cells."""

from __future__ import annotations

import importlib.util

from nonosat.cnf.formula import Formula
from nonosat.errors import SolverError
from nonosat.lines.fixpoint import PropagationState
from nonosat.system.deadline import NEVER, Deadline

#: The solver that makes the most of hints.
SUGGESTIBLE = "cadical195"

#: Exchanges of messages, at most, and the change at which they have settled. Small grids settle within 50 rounds, and
#: 99x99 cells of random colours within 200.
ROUNDS, SETTLED = 200, 1e-3


def likely_values(state: PropagationState, formula: Formula, deadline: Deadline = NEVER) -> list[int]:
    """The likelier literal of each variable of a formula.

    Args:
        state: what is known of the puzzle; consistent. It is not changed.
        formula: any formula of the puzzle.
        deadline: when to give up.

    Raises:
        GaveUp: the deadline has passed.
        SolverError: numpy is not installed.
    """
    require("numpy")
    from nonosat.solving.beliefs.belief_phases import phases
    from nonosat.solving.beliefs.messages import Beliefs

    beliefs = Beliefs(state)
    for _ in range(ROUNDS):
        deadline.check("no initial phases")
        if beliefs.run(1) <= SETTLED:
            break
    return list(phases(beliefs, formula.variables))


def is_installed(package: str) -> bool:
    """Whether a package can be imported; does not import it."""
    return importlib.util.find_spec(package) is not None


def require(*packages: str) -> None:
    """
    Raises:
        SolverError: one of the packages of the extra `search` is not installed.
    """
    for package in packages:
        if not is_installed(package):
            raise SolverError(f"{package} is not installed, get it with: pip install 'nonosat[search]'")
