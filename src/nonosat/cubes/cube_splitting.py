"""Cutting a cube into smaller ones, by a look ahead: which cell decides most, whatever its colour?

A cell is judged by line solving with each of its colours. The best cell of all makes much follow in every case: the
geometric mean of the numbers of cells that are decided, over the colours that line solving does not refute, is largest.
A cell with one such colour only is taken at once, since it leaves one part.

Only cells of the lines that have least freedom are judged, since decisions there have the most consequences.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from nonosat.cubes.cube import Cube
from nonosat.lines.domains import Domains, open_cells
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.puzzle import Given, Puzzle
from nonosat.system.deadline import NEVER, Deadline

#: How many cells are judged at each split.
_CANDIDATES = 40

#: Cells with one colour left that may be taken in succession.
_MOST_FORCED = 30


class CubeParts(NamedTuple):
    """What a cube was split into.

    Attributes:
        open: parts that line solving does not refute.
        refuted: parts that it does.
    """

    open: tuple[Cube, ...]
    refuted: tuple[Cube, ...]


class _Decision(NamedTuple):
    """A cell, and what line solving makes of each of its colours; None for a colour that it refutes."""

    cell: int
    states: tuple[PropagationState | None, ...]

    @property
    def n_possible(self) -> int:
        return sum(state is not None for state in self.states)


def cube_state(puzzle: Puzzle, cube: Cube, deadline: Deadline = NEVER) -> PropagationState | None:
    """What line solving finds out in a cube; None if there is no solution.

    Args:
        puzzle: the puzzle.
        cube: the cube.
        deadline: when to give up.

    Raises:
        GaveUp: the deadline has passed.
    """
    state = propagated(puzzle, deadline)
    if state is None:
        return None
    for cell, color in cube:
        state.fix(cell, color)
    return state if state.run(deadline) else None


def split_cube(state: PropagationState, cube: Cube, levels: int, deadline: Deadline = NEVER) -> CubeParts:
    """Split a cube cell by cell; the parts cover it exactly once.

    Args:
        state: what line solving finds out in the cube; a copy of it is changed.
        cube: the cube.
        levels: how many cells with several possible colours are decided one after the other, at least 1.
        deadline: when to give up.

    Raises:
        GaveUp: the deadline has passed.
    """
    parts: tuple[list[Cube], list[Cube]] = [], []
    _split(state, cube, levels, _MOST_FORCED, parts, deadline)
    return CubeParts(tuple(parts[0]), tuple(parts[1]))


def _split(
    state: PropagationState,
    cube: Cube,
    levels: int,
    forced: int,
    parts: tuple[list[Cube], list[Cube]],
    deadline: Deadline,
) -> None:
    """Add the parts of a cube to the open and to the refuted ones."""
    decision = _decide(state, deadline) if levels and forced else None
    if decision is None:
        parts[0].append(cube)
        return
    is_forced = decision.n_possible <= 1
    for color, inner in enumerate(decision.states):
        part = (*cube, Given(decision.cell, color))
        if inner is None:
            parts[1].append(part)
        else:
            left = (levels, forced - 1) if is_forced else (levels - 1, _MOST_FORCED)
            _split(inner, part, *left, parts, deadline)


def _decide(state: PropagationState, deadline: Deadline) -> _Decision | None:
    """The best cell to split by; None if no cell is open."""
    before = state.n_open
    best, most = None, -1.0
    for cell in _candidates(state.domains()):
        decision = _look_ahead(state, cell, deadline)
        if decision.n_possible <= 1:
            return decision
        decided = [before - inner.n_open for inner in decision.states if inner is not None]
        score = math.prod(decided) ** (1 / len(decided))
        if score > most:
            best, most = decision, score
    return best


def _look_ahead(state: PropagationState, cell: int, deadline: Deadline) -> _Decision:
    possible = state.colors(cell)
    states: list[PropagationState | None] = []
    for color in range(len(state.masks)):
        inner = None
        if color in possible:
            inner = state.copy()
            inner.fix(cell, color)
            if not inner.run(deadline):
                inner = None
        states.append(inner)
    return _Decision(cell, tuple(states))


def _candidates(domains: Domains) -> list[int]:
    """The open cells to judge, those of the lines of least freedom first."""
    grid = domains.grid
    freedom = [math.inf] * grid.n_cells
    for index, line in enumerate(domains.lines):
        if line.is_open:
            starts = sum(mask.bit_count() for block in line.starts for mask in block.values())
            for cell in grid.line(index):
                freedom[cell] = min(freedom[cell], starts)
    return sorted(open_cells(domains), key=lambda cell: (freedom[cell], cell))[:_CANDIDATES]
