"""The diagnosis of a puzzle for its author: unique, several solutions and where they differ, or what is wrong."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace

from nonosat.analysis.clue_session import ClueSession
from nonosat.analysis.color_shares import cell_colors
from nonosat.analysis.contradictions import (
    ContradictingSet,
    Corrections,
    contradicting_set,
    fewest_corrections,
    with_nearest,
)
from nonosat.analysis.counting import SolutionCount, count_of_map
from nonosat.analysis.line_contradiction import LineContradiction, first_contradiction
from nonosat.analysis.solution_map import map_of_result
from nonosat.analysis.typing_errors import Explanations, explain
from nonosat.errors import GaveUp
from nonosat.model.cell_colors import CellColors
from nonosat.model.displays import displayed
from nonosat.model.puzzle import Puzzle, find_disagreement, overlong_lines
from nonosat.solving.pipeline import solve
from nonosat.system.deadline import Deadline
from nonosat.system.run import Limit, Log, Run

#: The shares of the remaining time that the search for the fewest clues that cannot stay gets, and then the search for
#: typing errors if one for smallest contradicting sets follows.
CORRECTIONS_SHARE, EXPLANATIONS_SHARE = 0.4, 0.6

#: The verdicts: one solution, several, none, at least one, nothing known.
UNIQUE, SEVERAL, NONE, SOLVABLE, UNDECIDED = "unique", "several", "none", "solvable", "undecided"


@dataclass(frozen=True, kw_only=True)
class Diagnosis:
    """The diagnosis of a puzzle; everything from `totals` on is None if there is a solution.

    Attributes:
        verdict: `unique`, `several` (solutions) or `none`, each of which is proved; `solvable` if the time limit came
            after one solution was found, before it was clear whether it is the only one; `undecided` if it came before.
        count: the number of solutions, with the solution map; None unless a solution was found.
        colors: the colours of each cell in all solutions; None unless a solution was found.
        totals: the disagreement of the totals of the clues; None if they agree.
        contradiction: the first contradiction that line solving meets; None if it meets none.
        corrections: the fewest clues that cannot stay.
        explanations: the single typing errors that explain it.
        contradicting: a smallest set of clues that contradict each other, if it was asked for.
    """

    puzzle: Puzzle
    verdict: str
    count: SolutionCount | None = None
    colors: CellColors | None = None
    totals: str | None = None
    contradiction: LineContradiction | None = None
    corrections: Corrections | None = None
    explanations: Explanations | None = None
    contradicting: ContradictingSet | None = None

    def _repr_svg_(self) -> str:
        """The drawing that a notebook displays: where solutions differ, the solution, or the nearest picture."""
        return displayed("Diagnosis", self)

    @property
    def is_decided(self) -> bool:
        """True if it is known whether there is no solution, one, or more."""
        return self.verdict in (UNIQUE, SEVERAL, NONE)


def diagnose(puzzle: Puzzle, *, lines: bool = False, timeout: Limit = None) -> Diagnosis:
    """Diagnose a puzzle for its author: unique, several solutions and where they differ, or what is wrong.

    Args:
        puzzle: its clues may be impossible, as those of `ImpossibleClues.puzzle` are.
        lines: whether to look for a smallest set of clues that contradict each other, too, if there is no solution.
        timeout: seconds from now, after which the diagnosis so far is returned; or a run.

    Raises:
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    deadline, log = Run.of(timeout)
    totals = find_disagreement(puzzle.grid, puzzle.clues, puzzle.n_colors)
    if totals is not None or overlong_lines(puzzle):
        return _without_solution(Diagnosis(puzzle=puzzle, verdict=NONE, totals=totals), lines, deadline, log)
    try:
        result = solve(puzzle, unique=True, timeout=Run(deadline, log))
    except GaveUp:
        return Diagnosis(puzzle=puzzle, verdict=UNDECIDED)
    if result.picture is None:
        return _without_solution(Diagnosis(puzzle=puzzle, verdict=NONE), lines, deadline, log)
    found = count_of_map(map_of_result(result, deadline, log), deadline, log)
    verdict = UNIQUE if found.map.is_unique else SEVERAL if len(found.map.witnesses) > 1 else SOLVABLE
    return Diagnosis(puzzle=puzzle, verdict=verdict, count=found, colors=cell_colors(found, deadline))


def _without_solution(known: Diagnosis, lines: bool, deadline: Deadline, log: Log) -> Diagnosis:
    """The diagnosis of a puzzle without solution, with what was known before; for `lines` see `diagnose`."""
    with suppress(GaveUp):
        known = replace(known, contradiction=first_contradiction(known.puzzle, deadline))
    with ClueSession(known.puzzle, deadline.part(CORRECTIONS_SHARE)) as session:
        corrections = fewest_corrections(session, log)
        session.deadline = deadline.part(EXPLANATIONS_SHARE) if lines else deadline
        explanations = explain(session, corrections, log)
        known = replace(known, corrections=with_nearest(session, corrections), explanations=explanations)
        if lines:
            session.deadline = deadline
            known = replace(known, contradicting=contradicting_set(session, corrections, log))
    return known
