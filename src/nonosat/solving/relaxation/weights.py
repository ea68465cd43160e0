"""Weights for the cells of lines, and the bound that any weights give, in whole numbers."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from nonosat.model.picture import Picture
from nonosat.solving.relaxation.linear_program import Agreement, LinearProgram
from nonosat.solving.relaxation.network import Network

#: Weights are whole multiples of 1 / UNIT: far finer than the cells of a puzzle need, and small enough to be quick.
UNIT = 1 << 24


class Weights(NamedTuple):
    """How a weight for each cell and colour is divided among the lines through the cell.

    What is weighed is, in units of `UNIT`: for a proof that cells are as in a picture, -1 for every such cell that has
    the picture's colour, so that the heaviest picture differs in most cells; otherwise nothing.

    Attributes:
        cells: the cells that are to be proved; empty for a proof that there is no solution.
        others: by (cell, colour, family from 1) what the line of that family gets of it; the rest, possibly more than
            there was, goes to the line of the first family.
    """

    cells: tuple[int, ...]
    others: Mapping[Agreement, int]


def proves(program: LinearProgram, weights: Weights, picture: Picture | None) -> bool:
    """Whether weights prove that all solutions are as the picture is at `weights.cells`, or that there is none."""
    return bound(program, weights, picture) < (UNIT if picture else 0)


def bound(program: LinearProgram, weights: Weights, picture: Picture | None) -> int:
    """What the heaviest placements of all lines weigh together, at least as much as any picture, in units of `UNIT`.

    With a picture, it is how many of `weights.cells` may differ from it at most: fewer than one, and none does.
    Without, every solution weighs 0: less than that, and there is none.
    """
    counted = set(weights.cells) if picture else set()
    heaviest = sum(
        _heaviest(program.networks[line], _line_weights(program, family, line, weights.others, picture, counted))
        for family, lines in enumerate(program.puzzle.grid.families)
        for line in lines
        if line in program.networks
    )
    return heaviest + len(weights.cells) * UNIT


def _line_weights(
    program: LinearProgram,
    family: int,
    line: int,
    others: Mapping[Agreement, int],
    picture: Picture | None,
    counted: Collection[int],
) -> dict[tuple[int, int], int]:
    """By position and colour, what a line of this family gets."""
    grid = program.puzzle.grid
    own: dict[tuple[int, int], int] = {}
    for position, cell in enumerate(grid.line(line)):
        for color in range(program.puzzle.n_colors + 1):
            if family:
                weight = others.get((cell, color, family), 0)
            else:
                weight = -sum(others.get((cell, color, other), 0) for other in range(1, len(grid.families)))
                if picture and cell in counted and picture.cells[cell] == color:
                    weight -= UNIT
            if weight:
                own[position, color] = weight
    return own


def _heaviest(net: Network, weights: Mapping[tuple[int, int], int]) -> int:
    """The weight of the heaviest path."""
    best: list[int | None] = [0, *[None] * (net.n_nodes - 1)]
    for edge in net.edges:
        at_tail = best[edge.tail]
        assert at_tail is not None, "every node can be reached"
        weight = at_tail + sum(weights.get((position, edge.color), 0) for position in range(edge.begin, edge.end))
        at_head = best[edge.head]
        if at_head is None or weight > at_head:
            best[edge.head] = weight
    last = best[-1]
    assert last is not None
    return last
