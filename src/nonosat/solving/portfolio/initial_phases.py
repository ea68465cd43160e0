"""Hints: the likelier value of each variable, from what all lines tell each other about the cells."""

from __future__ import annotations

import importlib.util
import time

from nonosat.cnf.formula import Formula
from nonosat.errors import GaveUp, SolverError
from nonosat.lines.fixpoint import State
from nonosat.model.puzzle import Puzzle

#: The solver that makes the most of hints.
SUGGESTIBLE = "cadical195"

#: Exchanges of messages, at most, and the change at which they have settled. Small grids settle within 50 rounds, and
#: 99x99 cells of random colours within 200.
ROUNDS, SETTLED = 200, 1e-3


def likely_values(puzzle: Puzzle, formula: Formula, deadline: float | None = None) -> list[int]:
    """The likelier literal of each variable of a formula of the puzzle; none where lines contradict each other.

    Raises:
        GaveUp: the deadline has passed.
        SolverError: numpy is not installed.
    """
    require("numpy")
    from nonosat.solving.beliefs.belief_phases import phases
    from nonosat.solving.beliefs.messages import Beliefs

    state = State(puzzle)
    if not state.run(deadline):
        return []
    beliefs = Beliefs(state)
    for _ in range(ROUNDS):
        if deadline is not None and time.monotonic() > deadline:
            raise GaveUp("no hints within the time limit")
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
