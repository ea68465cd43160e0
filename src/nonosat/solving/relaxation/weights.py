"""Weights for the cells of lines, and the bound that any weights give, in integers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from nonosat.lines.clue_automaton import ClueAutomaton, Node
from nonosat.model.picture import Picture
from nonosat.solving.relaxation.linear_program import Agreement, LinearProgram

#: Weights are integers in units of 1 / UNIT: fine enough for any puzzle, and small enough for fast arithmetic.
UNIT = 1 << 24


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
    """True if the weights are a proof.

    Args:
        program: of the open lines.
        picture: the picture that all solutions agree with at `weights.cells`; None if there is no solution.
    """
    return upper_bound(program, weights, picture) < (UNIT if picture else 0)


def upper_bound(program: LinearProgram, weights: Weights, picture: Picture | None) -> int:
    """An upper bound on the weight of any solution: the weights of the heaviest placements of all lines, summed up.

    Args:
        program: of the open lines.
        picture: the picture of the proof; None for a proof that there is no solution.

    Returns:
        The bound in units of 1 / `UNIT`. With a picture, 1 is added for each of `weights.cells`, so that it bounds the
        number of these that differ from the picture in a solution: if it is below 1, none does. Without a picture every
        solution weighs 0: if the bound is below 0, there is no solution.
    """
    counted = set(weights.cells) if picture else set()
    heaviest = sum(
        _heaviest(
            program.automata[line],
            _line_weights(program, family, line, weights.multipliers, picture, counted),
        )
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
