"""What is to be said of a puzzle to its author: unique, several solutions and where they differ, or what is wrong."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.analysis.color_shares import cell_colors
from nonosat.analysis.counting import SolutionCount, count_of_map
from nonosat.analysis.solution_map import map_of_result
from nonosat.errors import GaveUp
from nonosat.model.cell_colors import CellColors
from nonosat.model.puzzle import Puzzle
from nonosat.solving.options import Log, SolveOptions, no_log
from nonosat.solving.pipeline import solve_puzzle
from nonosat.system.deadline import Deadline

#: The verdicts: one solution, several, none, at least one, nothing known.
UNIQUE, SEVERAL, NONE, SOLVABLE, UNDECIDED = "unique", "several", "none", "solvable", "undecided"


@dataclass(frozen=True, kw_only=True)
class Diagnosis:
    """What is known of a puzzle.

    Attributes:
        puzzle: the puzzle.
        verdict: `unique`, `several` (solutions) or `none`, each of which is proved; `solvable` if the time limit came
            before it was clear whether the one solution that was found is the only one; `undecided` if it came before
            there was one.
        count: how many solutions there are, with the solution map; None unless there is one.
        colors: the colours of each cell in all solutions; None unless there is a solution.
    """

    puzzle: Puzzle
    verdict: str
    count: SolutionCount | None = None
    colors: CellColors | None = None

    @property
    def is_decided(self) -> bool:
        """Whether the number of solutions is known to be none, one or more."""
        return self.verdict in (UNIQUE, SEVERAL, NONE)


def diagnose(puzzle: Puzzle, *, timeout: float | None = None, log: Log = no_log) -> Diagnosis:
    """Find out what is to be said of a puzzle to its author.

    Args:
        puzzle: the puzzle.
        timeout: seconds from now; what is known then is returned.
        log: receives a sentence about each step.

    Raises:
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    deadline = Deadline.after(timeout)
    try:
        result = solve_puzzle(puzzle, SolveOptions(unique=True), deadline=deadline, log=log)
    except GaveUp:
        return Diagnosis(puzzle=puzzle, verdict=UNDECIDED)
    if result.picture is None:
        return Diagnosis(puzzle=puzzle, verdict=NONE)
    found = count_of_map(map_of_result(result, deadline, log), deadline, log)
    verdict = UNIQUE if found.map.is_unique else SEVERAL if len(found.map.witnesses) > 1 else SOLVABLE
    return Diagnosis(puzzle=puzzle, verdict=verdict, count=found, colors=cell_colors(found, deadline))
