"""The colours that cells have in the solutions: steps never remove them, and remove all others in the end."""

from __future__ import annotations

from functools import cached_property

from nonosat.analysis.solution_map import map_solutions
from nonosat.errors import GaveUp, NoSolution
from nonosat.explaining.known_cells import KnownCells
from nonosat.explaining.step import Supposition
from nonosat.model.puzzle import Given, Puzzle
from nonosat.solving.pipeline import solve
from nonosat.system.run import Run

#: Seconds after which the search for solutions ends; steps can be found without solutions, too.
_LONGEST = 10.0


class SolutionColors:
    """The colours of cells in the solutions that agree with what is known; searched for at the first use."""

    def __init__(self, known: KnownCells, run: Run) -> None:
        """
        Args:
            known: may grow; the cells that are decided later must be decided rightly.
        """
        self._known = known
        self._run = run

    def shows(self, supposition: Supposition) -> bool:
        """True if a cell is known to have a colour in some solution.

        Raises:
            NoSolution: there is no solution.
        """
        return self.colors is not None and bool(self.colors[supposition.cell] >> supposition.color & 1)

    @cached_property
    def colors(self) -> list[int] | None:
        """The colours that each cell has in some solution, as bit sets; None if they are not found in time.

        Raises:
            NoSolution: there is no solution.
        """
        puzzle = self._known.lines.puzzle
        decided = [
            Given(cell, colors.bit_length() - 1)
            for cell, colors in enumerate(self._known.colors)
            if not colors & (colors - 1)
        ]
        partial = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, tuple(decided))
        deadline = self._run.deadline.or_after(_LONGEST)
        try:
            result = solve(partial, unique=True, timeout=Run(deadline, self._run.log))
        except GaveUp:
            return None
        if result.picture is None:
            raise NoSolution("no solution agrees with what is known of the cells")
        found = map_solutions(result, timeout=Run(deadline, self._run.log))
        return list(found.shown) if found.is_complete else None
