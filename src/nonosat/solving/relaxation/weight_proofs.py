"""Proofs by weights: that cells are as in a picture in all solutions, that there is no other, that there is none."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from nonosat.errors import GaveUp
from nonosat.lines.domains import decided_colors
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.model.verifier import check
from nonosat.solving.relaxation.highs import Optimum, Solver, whole
from nonosat.solving.relaxation.linear_program import LinearProgram, program
from nonosat.solving.relaxation.weights import UNIT, Weights, proves
from nonosat.system.deadline import NEVER, Deadline

#: A cell that differs by less than this in the optimum may well be the same in all of them.
_SAME = 1e-3
#: The same for a cell that may well be as its share says.
_WHOLE = 0.1
#: How often the cells that do not differ are chosen anew.
_CHOICES = 8


class Decided(NamedTuple):
    """How far weights lead.

    Attributes:
        steps: weights, each for what lines leave open after the steps before it.
        state: what is open after them; nothing, if the picture is proved to be the only solution.
    """

    steps: tuple[Weights, ...]
    state: PropagationState


def prove_cells(state: PropagationState, picture: Picture, deadline: Deadline = NEVER) -> Decided:
    """Decide as many cells as possible by weights and lines, in turn.

    Args:
        state: what is known of the puzzle; consistent. It is copied, not changed.
        picture: a solution of the puzzle.
        deadline: when to end.

    Raises:
        GaveUp: the time ended, or the solver failed, before the first step was done.
    """
    state = state.copy()
    steps: list[Weights] = []
    while state.n_open:
        try:
            step = _step(state, picture, deadline)
        except GaveUp:
            if steps:
                break
            raise
        if step is None:
            break
        steps.append(step)
        for cell in step.cells:
            state.fix(cell, picture.cells[cell])
        state.run(deadline)
    return Decided(tuple(steps), state)


class Settled(NamedTuple):
    """What the relaxation alone tells of a puzzle.

    Attributes:
        picture: where shares near some optimum are as good as whole numbers and the picture they show is a solution,
            that picture.
        none: weights that prove that there is no solution.
    """

    picture: Picture | None
    none: Weights | None


def solve_relaxation(state: PropagationState, deadline: Deadline = NEVER) -> Settled:
    """Look for a solution, or for weights that prove that there is none; both are None if shares stay shares.

    Args:
        state: what is known of the puzzle; consistent. It is not changed.
        deadline: when to end.

    Interior points end in the middle of all optima. So shares that are whole numbers are the only optimum.

    Raises:
        GaveUp: the time ended, or the solver failed.
    """
    puzzle, domains = state.puzzle, state.domains()
    lp = program(puzzle, domains)
    if lp is None or not lp.cells:
        return Settled(domains.picture(), None)
    optimum = Solver(lp, elastic=True).solve(None, _left(deadline))
    weights = _weights(lp, optimum, ())
    if proves(lp, weights, None):
        return Settled(None, weights)
    colors = decided_colors(domains)
    for cell in lp.cells:
        shares = {color: lp.shares(optimum.flows, cell, color) for color in state.colors(cell)}
        colors[cell] = max(shares, key=lambda color: shares[color])
        if shares[colors[cell]] < 1 - _WHOLE:
            return Settled(None, None)
    picture = Picture(puzzle.grid, tuple(colors))
    return Settled(None if check(puzzle, picture) else picture, None)


def prove_none(state: PropagationState, deadline: Deadline = NEVER) -> Weights | None:
    """Weights that prove that there is no solution; None if there are none, or lines alone prove it.

    Raises:
        GaveUp: the time ended, or the solver failed.
    """
    return solve_relaxation(state, deadline).none


def _step(state: PropagationState, picture: Picture, deadline: Deadline) -> Weights | None:
    """Weights that prove as many open cells as possible; None if there are none that prove any.

    The cells that any optimum changes are among those that some point near all optima changes, which is where interior
    points lead. The others are weighed anew, alone, until none of them changes.
    """
    lp = program(state.puzzle, state.domains())
    assert lp is not None, "there is a solution"
    solver = Solver(lp)
    cells = lp.cells
    for _ in range(_CHOICES):
        costs = np.zeros(lp.n_columns)
        for cell in cells:
            for column in lp.covers.get((cell, picture.cells[cell]), ()):
                costs[column] += 1.0
        optimum = solver.solve(costs, _left(deadline))
        weights = _weights(lp, optimum, cells)
        if proves(lp, weights, picture):
            return weights
        same = tuple(c for c in cells if lp.shares(optimum.flows, c, picture.cells[c]) > 1 - _SAME)
        if not same or len(same) == len(cells):
            return None
        cells = same
    return None


def _weights(lp: LinearProgram, optimum: Optimum, cells: tuple[int, ...]) -> Weights:
    """The weights that the duals of the agreements are, rounded."""
    others = {key: whole(-float(optimum.duals[row]), UNIT) for key, row in lp.agreements.items()}
    return Weights(cells, {key: weight for key, weight in others.items() if weight})


def _left(deadline: Deadline) -> float:
    deadline.check("no weights")
    return deadline.left()
