"""The parts of a formula that forbid a picture, where the formula forbids every picture.

Two clauses are in one part if they share a variable that is not of a cell. Encodings that treat each line by itself
have such variables for blocks of one line, so a part is about one line, even though nothing says what the variables
mean. With all cells assumed, the parts are independent of each other, and each is asked by itself.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from nonosat.core.deadline import NEVER, Deadline
from nonosat.model.picture import Picture
from nonosat.solving.solution_session import SolutionSession

if TYPE_CHECKING:
    from nonosat.cnf.formula import Formula
    from nonosat.model.puzzle import Puzzle


def forbidden_lines(puzzle: Puzzle, formula: Formula, picture: Picture, deadline: Deadline = NEVER) -> tuple[int, ...]:
    """A few lines, ascending, such that each part of a formula of a puzzle that forbids a picture is about one of them.

    Parts about no line are left out.

    Raises:
        GaveUp: the deadline came first.
    """
    n_cells = puzzle.grid.n_cells * puzzle.n_colors
    parts = _parts(formula, n_cells)
    wrong: list[frozenset[int]] = []  # of each part that forbids the picture, the lines that have all its cells
    with SolutionSession(puzzle, type(formula)(), deadline=deadline) as models:
        cells, solver = models.cells, models.solver
        solver.new_variables(formula.n_vars)
        by_selector = {solver.add_retractable(part): part for part in parts}
        assumed = cells.literals_of(picture)
        while by_selector and solver.solve([*by_selector, *assumed]) is None:
            # The parts are independent, so some part of the core has no model by itself; the others are kept.
            for selector in by_selector.keys() & solver.core():
                if solver.solve([selector, *assumed]) is not None:
                    continue
                variables = {abs(literal) for clause in by_selector.pop(selector) for literal in clause}
                wrong.append(_lines_of(puzzle, {cells.cell_of(each)[0] for each in variables if each <= n_cells}))
    found = []
    while any(wrong):
        found.append(max(range(puzzle.grid.n_lines), key=lambda line: sum(line in lines for lines in wrong)))
        wrong = [lines for lines in wrong if found[-1] not in lines]
    return tuple(sorted(found))


def _lines_of(puzzle: Puzzle, cells: set[int]) -> frozenset[int]:
    """The lines that have all of some cells; none for no cells."""
    return frozenset(line for line in range(puzzle.grid.n_lines) if cells and cells.issubset(puzzle.grid.line(line)))


def _parts(formula: Formula, n_cells: int) -> list[list[tuple[int, ...]]]:
    """The clauses by parts; the first `n_cells` variables are those of cells."""
    root = list(range(formula.n_vars + 1))

    def find(variable: int) -> int:
        while root[variable] != variable:
            root[variable] = root[root[variable]]
            variable = root[variable]
        return variable

    clauses = list(formula.clauses())
    for clause in clauses:
        others = [abs(literal) for literal in clause if abs(literal) > n_cells]
        for other in others[1:]:
            root[find(other)] = find(others[0])
    parts: dict[int, list[tuple[int, ...]]] = {}
    alone: list[list[tuple[int, ...]]] = []
    for clause in clauses:
        last = max(map(abs, clause))
        if last > n_cells:
            parts.setdefault(find(last), []).append(clause)
        else:
            alone.append([clause])
    return [*parts.values(), *alone]
