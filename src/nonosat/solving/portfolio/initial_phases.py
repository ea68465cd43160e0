"""Initial phases: the likelier value of each variable, by belief propagation over the lines of a puzzle."""

from __future__ import annotations

from nonosat.cnf.formula import Formula
from nonosat.core.deadline import NEVER, Deadline
from nonosat.lines.fixpoint import PropagationState

#: The solver that gains most from initial phases.
PHASE_SOLVER = "cadical195"

#: The most rounds of messages, and the change at which they have converged. Small grids converge within 50 rounds, and
#: 99x99 cells of random colours within 200.
ROUNDS, CONVERGED = 200, 1e-3


def likely_literals(state: PropagationState, formula: Formula, deadline: Deadline = NEVER) -> list[int]:
    """The likelier literal of each variable of any formula of a puzzle.

    Args:
        state: consistent. It is not changed.

    Raises:
        GaveUp: the deadline has passed.
    """
    from nonosat.solving.beliefs.belief_phases import phases
    from nonosat.solving.beliefs.messages import Beliefs

    beliefs = Beliefs(state)
    beliefs.converge(ROUNDS, tolerance=CONVERGED, deadline=deadline)
    return list(phases(beliefs, formula.variables))
