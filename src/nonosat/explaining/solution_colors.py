"""The colours that cells have in the solutions: steps never remove them, and remove all others in the end."""

from __future__ import annotations

from nonosat.analysis.solution_map import map_of_result
from nonosat.errors import GaveUp, NoSolution
from nonosat.explaining.known_cells import KnownCells
from nonosat.model.puzzle import Given, Puzzle
from nonosat.solving.pipeline import solve
from nonosat.system.deadline import Deadline
from nonosat.system.run import Log, Run

#: Seconds after which the search for solutions ends; steps can be found without solutions, too.
_LONGEST = 10.0


class SolutionColors:
    """The colours of cells in the solutions that agree with what is known; searched for at the first use."""

    def __init__(self, known: KnownCells, deadline: Deadline, log: Log) -> None:
        """
        Args:
            known: may grow; the cells that are decided later must be decided rightly.
        """
        self._known = known
        self._deadline = deadline
        self._log = log
        self._is_searched = False
        self._colors: tuple[int, ...] | None = None

    def find(self) -> tuple[int, ...] | None:
        """The colours that each cell has in some solution, as bit sets; None if they are not found in time.

        Raises:
            NoSolution: there is no solution.
        """
        if not self._is_searched:
            self._is_searched = True
            self._colors = self._search()
        return self._colors

    def _search(self) -> tuple[int, ...] | None:
        """Search for the solutions."""
        puzzle = self._known.lines.puzzle
        decided = [
            Given(cell, colors.bit_length() - 1)
            for cell, colors in enumerate(self._known.colors)
            if not colors & (colors - 1)
        ]
        partial = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, tuple(decided))
        deadline = self._deadline.or_after(_LONGEST)
        try:
            result = solve(partial, unique=True, timeout=Run(deadline, self._log))
        except GaveUp:
            return None
        if result.picture is None:
            raise NoSolution("no solution agrees with what is known of the cells")
        found = map_of_result(result, deadline, self._log)
        return found.shown if found.is_complete else None
