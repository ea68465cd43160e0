"""Initial phases: the likelier value of each variable of a formula, by belief propagation.

A solver that supports phases assigns these values first, and so searches for a solution where one is likely. The
meaning of the variables is taken from the names and indices of their groups, as the encodings give them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import numpy as np

from nonosat.cnf.formula import Formula, VariableGroup
from nonosat.core.deadline import NEVER, Deadline
from nonosat.lines.fixpoint import PropagationState
from nonosat.solving.beliefs.messages import Beliefs, BlockStarts

#: The most rounds of messages, and the change at which they have converged. Small grids converge within 50 rounds, and
#: 99x99 cells of random colours within 200.
ROUNDS, CONVERGED = 200, 1e-3

#: By line and block, the colour and the start.
Blocks = dict[tuple[int, int], tuple[int, int]]


def likely_literals(state: PropagationState, formula: Formula, deadline: Deadline = NEVER) -> list[int]:
    """The likelier literal of each variable of any formula of a puzzle, whose `state` is consistent.

    Raises:
        GaveUp: the deadline has passed.
    """
    beliefs = Beliefs(state, deadline=deadline)
    beliefs.converge(ROUNDS, tolerance=CONVERGED)
    return list(phases(beliefs, formula.variables))


def phases(beliefs: Beliefs, groups: Iterable[VariableGroup]) -> Iterator[int]:
    """The likelier literal of each variable of some `groups`.

    Cells and blocks of several possible colours have their likeliest colour, and every block starts at the median of
    its starts, so that the values of `le` and `start` agree with each other. Groups of other names are left out.

    Args:
        beliefs: of a state whose cells and blocks the formula is about.
    """
    colors = beliefs.cell_marginals().argmax(axis=1).tolist()
    blocks = {place: _likeliest(starts) for place, starts in beliefs.start_marginals().items()}
    for group in groups:
        for offset in range(group.last - group.first + 1):
            value = _value(group.name, group.index_of(offset), colors, blocks)
            if value is not None:
                yield group.first + offset if value else -group.first - offset


def _likeliest(starts: BlockStarts) -> tuple[int, int]:
    """The likeliest colour of a block and its median start."""
    color = max(starts, key=lambda color: float(starts[color].sum()))
    total = np.cumsum(np.add.reduce(list(starts.values())))
    return color, int(np.searchsorted(total, total[-1] / 2))


def _value(name: str, index: tuple[int, ...], colors: list[int], blocks: Blocks) -> bool | None:
    """The value of the variable with these indices in the group of that name; None for other groups."""
    if name == "cell":
        return colors[index[0]] == index[1]
    if name == "seen":
        return 0 < colors[index[0]] <= index[1]
    block = blocks.get((index[0], index[1])) if len(index) > 1 else None
    if block is None:
        return None
    color, start = block
    if name == "start":
        return start == index[2]
    if name == "le":
        return start <= index[2]
    if name == "colour":
        return color == index[2]
    following = blocks.get((index[0], index[2])) if name == "same" else None
    return None if following is None else color == following[0]
