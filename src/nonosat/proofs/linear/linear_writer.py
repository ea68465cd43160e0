"""Writing a proof by lines and weights."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

from nonosat.core.deadline import Deadline
from nonosat.core.errors import NoProof, SolverError
from nonosat.formats.picture_text import picture_rows
from nonosat.lines.domains import open_cells
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.nouns import count
from nonosat.parallel.race import call_in_child
from nonosat.proofs.claim import Claim
from nonosat.proofs.kinds import ProofTask
from nonosat.proofs.linear import PICTURE, WEIGHTS

if TYPE_CHECKING:
    from nonosat.solving.relaxation.weights import Weights


def write(task: ProofTask, folder: str) -> Mapping[str, object]:
    """Write a proof by lines and weights; see `ProofKind.write`."""
    claim = task.claim
    steps = _find_steps(claim, task.deadline)
    if claim.solution is not None:
        with open(os.path.join(folder, PICTURE), "w", encoding="ascii", newline="\n") as file:
            file.writelines(f"{row}\n" for row in picture_rows(claim.puzzle, claim.solution))
    with open(os.path.join(folder, WEIGHTS), "w", encoding="ascii", newline="\n") as file:
        file.writelines(_weight_lines(steps))
    return {}


def _find_steps(claim: Claim, deadline: Deadline) -> Sequence[Weights]:
    """The steps of weights that the proof needs besides line propagation; empty if that alone proves the claim."""
    state = claim.state or propagated(claim.puzzle, deadline)
    if state is not None and _n_open(claim, state):
        # HiGHS seldom checks its time limit; a process of its own can be ended at any time.
        try:
            return call_in_child("linear", partial(_solve_relaxation, claim, state, deadline), deadline)
        except SolverError as error:
            raise NoProof(str(error)) from None
    if state is not None and claim.solution is None and state.domains().picture() is not None:
        raise NoProof("lines find a solution")
    return []


def _n_open(claim: Claim, state: PropagationState) -> int:
    return len(claim.constant_cells.intersection(open_cells(state.domains())))


def _solve_relaxation(claim: Claim, state: PropagationState, deadline: Deadline) -> Sequence[Weights]:
    """The steps of weights that prove the claim after line propagation; `NoProof` if the relaxation is too weak."""
    from nonosat.solving.relaxation.weights import prove_cells, solve_relaxation

    if claim.solution is None:
        weights = solve_relaxation(state, deadline).refutation
        if weights is None:
            raise NoProof("the linear relaxation of the puzzle has a solution")
        return [weights]
    decided = prove_cells(state, claim.solution, deadline, claim.constant_cells)
    n_open = _n_open(claim, decided.state)
    if n_open:
        raise NoProof(f"the linear relaxation of the puzzle leaves {count(n_open, 'cell')} open")
    return decided.steps


def _weight_lines(steps: Sequence[Weights]) -> Iterator[str]:
    if not steps:
        yield "unit 1\n"
        return
    from nonosat.solving.relaxation.weights import UNIT

    yield f"unit {UNIT}\n"
    for cells, others in steps:
        yield f"cells {' '.join(map(str, cells))}".rstrip() + "\n"
        for (cell, color, family), weight in sorted(others.items()):
            yield f"{cell} {color} {family} {weight}\n"
