"""Weights for the cells of lines, and the bound that any weights give, in integers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

import numpy as np

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.lines.clue_automaton import ClueAutomaton, Node
from nonosat.lines.domains import decided_colors
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.model.verifier import check
from nonosat.solving.relaxation.linear_program import (
    Agreement,
    LinearProgram,
    LinearSolver,
    Optimum,
    build_program,
    in_units,
)

#: Weights are integers in units of 1 / UNIT: fine enough for any puzzle, and small enough for fast arithmetic.
UNIT = 1 << 24

#: If the share of a colour differs from 1 by less than this in an optimum, it is probably 1 in all optima.
_SAME = 1e-3
#: If the share of a colour differs from 1 by less than this, the colour is tried for a picture.
_WHOLE = 0.1
#: The set of cells to prove is reduced at most this often to those that do not differ.
_ROUNDS = 8


class Weights(NamedTuple):
    """A division of the weight of each cell and colour among the lines through the cell.

    In a proof that cells are as in a picture, each of these cells weighs -1 in the colour of the picture, so that the
    heaviest solutions differ from it most. All other weights are 0.

    Attributes:
        cells: the cells to prove; empty for a proof that there is no solution.
        multipliers: by (cell, colour, family from 1) the share of the line of that family, in units of 1 / `UNIT`;
            these are Lagrange multipliers of the agreements. The line of the first family has the rest, so that the
            shares sum up to the weight.
    """

    cells: tuple[int, ...]
    multipliers: Mapping[Agreement, int]


def proves(program: LinearProgram, weights: Weights, picture: Picture | None) -> bool:
    """True if they prove that all solutions agree with the picture at their cells; for None, that there is none."""
    return upper_bound(program, weights, picture) < (UNIT if picture else 0)


def upper_bound(program: LinearProgram, weights: Weights, picture: Picture | None) -> int:
    """An upper bound on the weight of any solution: the weights of the heaviest placements of all lines, summed up.

    Returns:
        The bound in units of 1 / `UNIT`. With a picture, 1 is added for each of `weights.cells`, so that it bounds the
        number of these that differ from the picture in a solution: if it is below 1, none does. Without a picture every
        solution weighs 0: if the bound is below 0, there is no solution.
    """
    counted = set(weights.cells) if picture else set()
    heaviest = sum(
        _heaviest(program.automata[line], _line_weights(program, family, line, weights.multipliers, picture, counted))
        for family, lines in enumerate(program.puzzle.grid.families)
        for line in lines
        if line in program.automata
    )
    return heaviest + len(weights.cells) * UNIT


def _line_weights(
    program: LinearProgram,
    family: int,
    line: int,
    multipliers: Mapping[Agreement, int],
    picture: Picture | None,
    counted: Collection[int],
) -> dict[tuple[int, int], int]:
    """From position and colour to the weight that a line of this family has there."""
    grid = program.puzzle.grid
    own: dict[tuple[int, int], int] = {}
    for position, cell in enumerate(grid.line(line)):
        for color in range(program.puzzle.n_colors + 1):
            if family:
                weight = multipliers.get((cell, color, family), 0)
            else:
                weight = -sum(multipliers.get((cell, color, other), 0) for other in range(1, len(grid.families)))
                if picture and cell in counted and picture.cells[cell] == color:
                    weight -= UNIT
            if weight:
                own[position, color] = weight
    return own


def _heaviest(automaton: ClueAutomaton, weights: Mapping[tuple[int, int], int]) -> int:
    """The weight of the heaviest path; `weights` is by position and colour, 0 where it has none."""
    best: dict[Node, int] = {automaton.first: 0}
    for node, steps in automaton.steps.items():
        here = best[node]
        for _, begin, length, color, _, head in steps:
            weight = here
            for position in range(begin, begin + length):
                if (position, color) in weights:
                    weight += weights[position, color]
            if head not in best or weight > best[head]:
                best[head] = weight
    return best[automaton.last]


class ProvedCells(NamedTuple):
    """Cells proved to be as in a picture in all solutions.

    Attributes:
        steps: the proofs, each for the cells that lines leave open after the steps before it.
        state: the state after them; if no cell is open, the picture is proved to be the only solution.
    """

    steps: tuple[Weights, ...]
    state: PropagationState


def prove_cells(
    state: PropagationState, picture: Picture, deadline: Deadline = NEVER, wanted: Collection[int] | None = None
) -> ProvedCells:
    """Decide as many cells as possible by weights and lines, in turn; the `state` is consistent, and is not changed.

    Args:
        picture: a solution of the puzzle.
        wanted: the cells to decide; None for all.

    Raises:
        GaveUp: the deadline passed, or the solver failed, before the first step was done.
    """
    state = state.copy()
    steps: list[Weights] = []
    while state.n_open:
        try:
            step = _step(state, picture, deadline, wanted)
        except GaveUp:
            if steps:
                break
            raise
        if step is None:
            break
        steps.append(step)
        for cell in step.cells:
            state.cells.fix(cell, picture.cells[cell])
        state.run(deadline)
    return ProvedCells(tuple(steps), state)


class RelaxationOutcome(NamedTuple):
    """The answer of the relaxation alone; both are None if it finds out nothing.

    Attributes:
        picture: a solution, where the shares of an optimum are as good as whole numbers and their picture is one.
        refutation: weights that prove that there is no solution.
    """

    picture: Picture | None
    refutation: Weights | None


def solve_relaxation(state: PropagationState, deadline: Deadline = NEVER) -> RelaxationOutcome:
    """Look for a solution, or for weights that prove that there is none.

    The interior point method ends in the middle of all optima, so shares that are whole numbers are the only optimum.
    The state is consistent, and is not changed.

    Raises:
        GaveUp: the deadline passed, or the solver failed.
    """
    puzzle, domains = state.puzzle, state.domains()
    lp = build_program(puzzle, domains)
    if lp is None or not lp.cells:
        return RelaxationOutcome(domains.picture(), None)
    optimum = LinearSolver(lp, elastic=True).solve(None, deadline)
    weights = _weights(lp, optimum, ())
    if proves(lp, weights, None):
        return RelaxationOutcome(None, weights)
    colors = decided_colors(domains)
    for cell in lp.cells:
        shares = {color: lp.share(optimum.flows, cell, color) for color in state.cells.colors(cell)}
        colors[cell] = max(shares, key=lambda color: shares[color])
        if shares[colors[cell]] < 1 - _WHOLE:
            return RelaxationOutcome(None, None)
    picture = Picture(puzzle.grid, tuple(colors))
    return RelaxationOutcome(None if check(puzzle, picture) else picture, None)


def _step(
    state: PropagationState, picture: Picture, deadline: Deadline, wanted: Collection[int] | None
) -> Weights | None:
    """Weights that prove as many as possible of the wanted cells that are open; None if none is proved.

    The interior point method ends in the middle of all optima, so a cell that differs from the picture in some optimum
    differs there. The program is solved again with weights for the other cells alone, until none of these differs.
    """
    lp = build_program(state.puzzle, state.domains())
    assert lp is not None, "there is a solution"
    solver = LinearSolver(lp)
    cells = lp.cells if wanted is None else tuple(cell for cell in lp.cells if cell in wanted)
    for _ in range(_ROUNDS if cells else 0):
        costs = np.zeros(lp.n_columns)
        for cell in cells:
            for column in lp.covers.get((cell, picture.cells[cell]), ()):
                costs[column] += 1.0
        optimum = solver.solve(costs, deadline)
        weights = _weights(lp, optimum, cells)
        if proves(lp, weights, picture):
            return weights
        same = tuple(c for c in cells if lp.share(optimum.flows, c, picture.cells[c]) > 1 - _SAME)
        if not same or len(same) == len(cells):
            return None
        cells = same
    return None


def _weights(lp: LinearProgram, optimum: Optimum, cells: tuple[int, ...]) -> Weights:
    """The duals of the agreements, rounded, as weights."""
    multipliers = {key: in_units(-float(optimum.duals[row]), UNIT) for key, row in lp.agreements.items()}
    return Weights(cells, {key: weight for key, weight in multipliers.items() if weight})
