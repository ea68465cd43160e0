"""The placements of a line as paths in a network.

A node says how many cells are coloured, how many blocks are laid, and the colour of a block that ends just there, if
the next block could have the same colour: then it may not follow at once. An edge colours one cell with background, or
as many as a block is long with its colour; so a `?` block has one edge for each colour it can have. Paths from the
first node to the last are the placements that the domain of the line allows, one for each.

Flows of one unit through a network have the paths as their vertices, so a linear program over them has exactly the
convex hull of the placements (G. Dantzig, "Application of the simplex method to a transportation problem", 1951, on why
flows are integral).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.model.clue import UNKNOWN, Clue
from nonosat.model.palette import BACKGROUND


class Edge(NamedTuple):
    """From node `tail` to node `head`, the cells at positions `begin` to `end` (exclusive) get a colour."""

    tail: int
    head: int
    begin: int
    end: int
    color: int


class Network(NamedTuple):
    """Nodes are numbered from 0, the first, to `n_nodes` - 1, the last; edges lead from smaller to larger numbers and
    are sorted by their tails.
    """

    n_nodes: int
    edges: tuple[Edge, ...]


#: Cells coloured, blocks laid, and the colour that the next block may not have, or 0.
_State = tuple[int, int, int]


def network(clue: Clue, masks: Sequence[int]) -> Network | None:
    """The placements of a clue on a line.

    Args:
        clue: the blocks.
        masks: for each colour from 0 the positions that may have it, which say how long the line is as well.

    Returns:
        The network, or None if there is no placement.
    """
    length = max(mask.bit_length() for mask in masks)
    start: _State = (0, 0, BACKGROUND)
    goal: _State = (length, len(clue), BACKGROUND)
    leads: dict[_State, list[tuple[_State, int]]] = {}
    todo = [start]
    while todo:
        state = todo.pop()
        if state not in leads:
            leads[state] = _steps(state, clue, masks)
            todo += [head for head, _ in leads[state]]
    # Every step colours at least one cell, so from the end backwards all heads come before their tails.
    useful = {goal}
    states = sorted(leads)
    for state in reversed(states):
        if any(head in useful for head, _ in leads[state]):
            useful.add(state)
    if start not in useful:
        return None
    kept = [state for state in states if state in useful]
    number = {state: index for index, state in enumerate(kept)}
    edges = [
        Edge(number[state], number[head], state[0], head[0], color)
        for state in kept
        for head, color in leads.get(state, ())
        if head in useful
    ]
    return Network(len(kept), tuple(edges))


def _steps(state: _State, clue: Clue, masks: Sequence[int]) -> list[tuple[_State, int]]:
    """Where one edge leads, and the colour of its cells."""
    position, laid, barred = state
    found: list[tuple[_State, int]] = []
    if masks[BACKGROUND] >> position & 1:
        found.append(((position + 1, laid, BACKGROUND), BACKGROUND))
    if laid < len(clue):
        block = clue[laid]
        whole = (1 << block.length) - 1
        after = clue[laid + 1].color if laid + 1 < len(clue) else None
        for color in range(1, len(masks)) if block.color == UNKNOWN else (block.color,):
            if color != barred and masks[color] >> position & whole == whole:
                barred_next = color if after in (color, UNKNOWN) else BACKGROUND
                found.append(((position + block.length, laid + 1, barred_next), color))
    return found
