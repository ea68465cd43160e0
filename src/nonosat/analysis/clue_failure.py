"""A picture that is no solution, as clauses: some clue fails, or some given.

The automaton of a clue reads its line cell by cell. Made deterministic, it is in one set of states after each cell, and
the clue fails if that set has no accepting state in the end:

    fails[l]    the clue of line l fails; it is also the set of states before the first cell of the line
    state[S]    the automaton is in the set S after some cells

    state[S] and the next cell has colour x   ->  state[S'], the set that x leads to
    not state[S]                                   for a set with an accepting state after the last cell

A set that is empty needs no variable: whatever the other cells are, the clue fails. Only this direction is needed, so
a clue may fail without its `fails`. With known colours and lengths each set is one state.

Size: for a line of n cells with m filled ones and k colours, at most n·(m + 1) variables and n·(m + 1)·(k + 1) clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Clue
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Puzzle

if TYPE_CHECKING:
    from nonosat.solvers.session import Session
    from nonosat.solving.solution_session import SolutionSession

#: The number of blocks before the present one, the cells of it that are read, and its colour; 0 and 0 in a gap.
_State = tuple[int, int, int]


def require_failure(pictures: SolutionSession) -> None:
    """Add clauses to a session that allow only pictures in which some clue or some given of its puzzle fails."""
    puzzle, cells, solver = pictures.puzzle, pictures.cells, pictures.solver
    some = [_add_failure(solver, puzzle, line, _literals(pictures, line)) for line in range(puzzle.grid.n_lines)]
    for cell, color in puzzle.givens:
        (fails,) = solver.new_variables(1)
        solver.add_clause((-fails, *(-literal for literal in cells.literals(cell, color))))
        some.append(fails)
    solver.add_clause(some)


def _literals(pictures: SolutionSession, line: int) -> list[list[int]]:
    """For each cell of a line the literals of its colours, without the background."""
    colors = range(1, pictures.puzzle.n_colors + 1)
    return [[pictures.cells.literal(cell, color) for color in colors] for cell in pictures.puzzle.grid.line(line)]


def _add_failure(solver: Session, puzzle: Puzzle, line: int, literals: Sequence[Sequence[int]]) -> int:
    """Add the clauses of one line, and return the literal that makes its clue fail."""
    clue = puzzle.clues[line]
    (fails,) = solver.new_variables(1)
    layer = {frozenset({(0, 0, BACKGROUND)}): fails}
    for colors in literals:
        following: dict[frozenset[_State], int] = {}
        for states, variable in layer.items():
            for color in range(puzzle.n_colors + 1):
                after = frozenset(found for state in states for found in _moves(clue, state, color))
                if not after:
                    continue
                if after not in following:
                    (following[after],) = solver.new_variables(1)
                differs = [-colors[color - 1]] if color else list(colors)
                solver.add_clause((-variable, *differs, following[after]))
        layer = following
    for states, variable in layer.items():
        if any(_accepts(clue, state) for state in states):
            solver.add_clause((-variable,))
    return fails


def _moves(clue: Clue, state: _State, color: int) -> list[_State]:
    """The states after a cell of a colour is read."""
    number, n_read, own = state
    if color and color == own:
        length = clue[number].length
        more = n_read if length == ANY_LENGTH else n_read + 1
        return [(number, more, own)] if length in (ANY_LENGTH,) or more <= length else []
    if own and not _is_complete(clue, state):
        return []
    number += bool(own)
    if not color:
        return [(number, 0, BACKGROUND)]
    return [(number, 1, color)] if number < len(clue) and clue[number].color in (ANY_COLOR, color) else []


def _is_complete(clue: Clue, state: _State) -> bool:
    """True if the block that is being read may end."""
    return clue[state[0]].length in (ANY_LENGTH, state[1])


def _accepts(clue: Clue, state: _State) -> bool:
    number, _, own = state
    return number == len(clue) if not own else number == len(clue) - 1 and _is_complete(clue, state)
