"""Writing a proof by lines and weights."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from functools import partial
from importlib.util import find_spec
from typing import TYPE_CHECKING

from nonosat.errors import NoProof, SolverError
from nonosat.formats.picture_text import picture_rows
from nonosat.lines.fixpoint import PropagationState
from nonosat.proofs.kinds import ProofTask
from nonosat.proofs.linear import PICTURE, WEIGHTS
from nonosat.system.race import Race

if TYPE_CHECKING:
    from nonosat.solving.relaxation.weights import Weights

#: What weights need; lines alone do without.
PACKAGES = ("highspy", "numpy")


def write(task: ProofTask, folder: str) -> Mapping[str, object]:
    """Write the files of a proof; see `kinds.Kind.write`."""
    state = PropagationState(task.puzzle)
    steps: list[Weights] = []
    if state.run(task.deadline) and state.domains().n_open:
        for package in PACKAGES:
            if find_spec(package) is None:
                raise SolverError(f"{package} is not installed, get it with: pip install 'nonosat[linear]'")
        # HiGHS looks at the clock seldom; a process of its own can be ended at any time.
        with Race({"linear": partial(_steps, task, state)}, task.deadline) as race:
            found = next(iter(race), None)
        if found is None:
            raise NoProof(race.failures[0])
        steps = found[1]
    elif task.picture is None and state.domains().picture() is not None:
        raise NoProof("lines find a solution")
    if task.picture is not None:
        with open(os.path.join(folder, PICTURE), "w", encoding="ascii") as file:
            file.writelines(f"{row}\n" for row in picture_rows(task.puzzle, task.picture))
    with open(os.path.join(folder, WEIGHTS), "w", encoding="ascii") as file:
        file.writelines(_text(steps))
    return {}


def _steps(task: ProofTask, state: PropagationState) -> list[Weights]:
    """The steps that lead from what lines tell to the claim.

    Raises:
        NoProof: there are none.
    """
    from nonosat.solving.relaxation.weight_proofs import prove_cells, prove_none

    if task.picture is None:
        weights = prove_none(state, task.deadline)
        if weights is None:
            raise NoProof("the linear relaxation of the puzzle has a solution")
        return [weights]
    decided = prove_cells(state, task.picture, task.deadline)
    left = decided.state.domains().n_open
    if left:
        raise NoProof(f"the linear relaxation of the puzzle leaves {left} cells open")
    return list(decided.steps)


def _text(steps: Iterable[Weights]) -> Iterable[str]:
    """The lines of the file of weights."""
    steps = list(steps)
    if steps:
        from nonosat.solving.relaxation.weights import UNIT

        yield f"unit {UNIT}\n"
    else:
        yield "unit 1\n"
    for cells, others in steps:
        yield f"cells {' '.join(map(str, cells))}".rstrip() + "\n"
        for (cell, color, family), weight in sorted(others.items()):
            yield f"{cell} {color} {family} {weight}\n"
