"""The wrong cells of a partial picture: no solution has their colour, or none has the colours of all of them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from nonosat.errors import NoSolution
from nonosat.lines.domains import open_cells
from nonosat.lines.fixpoint import propagated
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle
from nonosat.solving.solution_session import SolutionSession
from nonosat.system.run import Limit, Run


class WrongCells(NamedTuple):
    """Cells of a partial picture that are wrong.

    Attributes:
        cells: ascending; empty if some solution has all colours of the partial picture.
        together: False if each of the cells is wrong by itself; True if each has its colour in some solution, but no
            solution has all of these colours. Then no cell can be left out.
    """

    cells: tuple[int, ...]
    together: bool = False


def find_wrong_cells(puzzle: Puzzle, colors: Iterable[Given], *, timeout: Limit = None) -> WrongCells:
    """Find the cells of a partial picture that are wrong.

    Args:
        colors: the cells that are filled in, with their colours.
        timeout: seconds from now, or a run.

    Returns:
        All cells that are wrong by themselves. If there are none, but no solution has all of the colours, a minimal set
        of cells that are wrong together.

    Raises:
        GaveUp: the time limit was reached.
        NoSolution: the puzzle has no solution.
        SolverError: the solver crashed, or gave an answer that fails verification.
    """
    deadline = Run.of(timeout).deadline
    filled = dict(sorted(colors))
    state = propagated(puzzle, deadline)
    if state is None:
        raise NoSolution("the puzzle has no solution")
    wrong = [cell for cell, color in filled.items() if color not in state.colors(cell)]
    to_ask = [cell for cell in open_cells(state.domains()) if cell in filled and cell not in wrong]
    if not to_ask:
        return WrongCells(tuple(wrong))
    with SolutionSession.of_state(state, deadline) as session:
        literals = {cell: session.cells.literals(cell, filled[cell]) for cell in to_ask}

        def solve(cells: Iterable[int]) -> Picture | None:
            """A solution in which cells have their colours."""
            return session.solve([literal for cell in cells for literal in literals[cell]], verify=False)

        if solve(to_ask) is not None:
            return WrongCells(tuple(wrong))
        solution = solve(())
        if solution is None:
            raise NoSolution("the puzzle has no solution")
        # The cells with the colours that they have in this solution are not wrong by themselves.
        suspects = [cell for cell in to_ask if solution.cells[cell] != filled[cell]]
        wrong += [cell for cell in suspects if solve([cell]) is None]
        if wrong:
            return WrongCells(tuple(sorted(wrong)))
        together = to_ask
        for cell in to_ask:
            rest = [each for each in together if each != cell]
            if solve(rest) is None:
                core = set(session.solver.core())
                together = [each for each in rest if core.intersection(literals[each])]
        return WrongCells(tuple(together), together=True)
