"""Nonograms as a model of CP-SAT, the constraint solver of OR-Tools: one automaton a line, nothing else.

It is what a person writes in an hour who knows constraint programming, and so a measure for what a translation of our
own is worth. All that nonosat takes is supported: colours, `?` blocks, hidden numbers, all grids, givens.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count

from ortools.sat.python import cp_model

from nonosat.model.clue import ANY_COLOR, ANY_LENGTH, Clue
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle

#: From a state, on a colour, to a state.
Step = tuple[int, int, int]


@dataclass(frozen=True)
class Automaton:
    """A deterministic automaton that accepts the lines that a clue describes; it starts in state 0."""

    steps: list[Step]
    final: list[int]


def automaton(clue: Clue, n_colors: int) -> Automaton:
    """States: so many blocks are finished and background may follow; or so many cells of a block of a colour are done.

    A block whose length is hidden has one such state, in which it stays for each further cell. After a block the next
    one may begin at once in another colour. In the same colour it would only go on, so from there background comes
    first.
    """
    names = count()
    gaps = [next(names) for _ in range(len(clue) + 1)]
    blocks = [
        {
            color: [next(names) for _ in range(max(length, 1))]
            for color in (range(1, n_colors + 1) if asked == ANY_COLOR else [asked])
        }
        for length, asked in clue
    ]
    steps = [(gap, 0, gap) for gap in gaps]
    final = [gaps[-1]]
    for number, states_of in enumerate(blocks):
        following = blocks[number + 1] if number + 1 < len(blocks) else {}
        for color, states in states_of.items():
            steps += ((a, color, b) for a, b in zip([gaps[number], *states], states, strict=False))
            steps.append((states[-1], 0, gaps[number + 1]))
            if clue[number].length == ANY_LENGTH:
                steps.append((states[-1], color, states[-1]))
            steps += ((states[-1], other, begun[0]) for other, begun in following.items() if other != color)
            if not following:
                final.append(states[-1])
    return Automaton(steps, final)


def pictures(puzzle: Puzzle, workers: int = 0) -> Iterator[Picture]:
    """All solutions, one after the other; each time the model is solved anew without those that were found.

    Args:
        workers: threads to use; 0 leaves that to CP-SAT, which takes all processors.
    """
    model = cp_model.CpModel()
    cells = [model.new_int_var(0, puzzle.n_colors, f"cell {cell}") for cell in range(puzzle.grid.n_cells)]
    for index, clue in enumerate(puzzle.clues):
        accepts = automaton(clue, puzzle.n_colors)
        model.add_automaton([cells[cell] for cell in puzzle.grid.line(index)], 0, accepts.final, accepts.steps)
    for cell, color in puzzle.givens:
        model.add(cells[cell] == color)
    while True:
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = workers
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            return
        if status not in (cp_model.OPTIMAL, cp_model.FEASIBLE):
            raise RuntimeError(f"CP-SAT ended with {solver.status_name(status)}")
        values = [solver.value(cell) for cell in cells]
        yield Picture(puzzle.grid, tuple(values))
        model.add_forbidden_assignments(cells, [values])
