"""The reasons why a puzzle has no solution: where line solving breaks, clues that cannot stay, typing errors."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass

from nonosat.analysis.clue_session import ClueSession
from nonosat.analysis.contradictions import (
    ContradictingSet,
    Corrections,
    contradicting_set,
    fewest_corrections,
    with_nearest,
)
from nonosat.analysis.line_contradiction import LineContradiction, first_contradiction
from nonosat.analysis.typing_errors import Explanations, explain
from nonosat.errors import GaveUp
from nonosat.model.puzzle import Puzzle, find_disagreement
from nonosat.system.run import Run

#: The shares of the remaining time that the search for the fewest clues that cannot stay gets, and then the search for
#: typing errors if one for smallest contradicting sets follows.
CORRECTIONS_SHARE, EXPLANATIONS_SHARE = 0.4, 0.6


@dataclass(frozen=True, kw_only=True)
class Reasons:
    """The reasons why a puzzle has no solution.

    Attributes:
        totals: the disagreement of the totals of the clues; None if they agree.
        contradiction: the first contradiction that line solving meets; None if it meets none.
        corrections: the fewest clues that cannot stay.
        explanations: the single typing errors that explain it.
        contradicting: a smallest set of clues that contradict each other, if it was asked for.
    """

    puzzle: Puzzle
    totals: str | None = None
    contradiction: LineContradiction | None = None
    corrections: Corrections | None = None
    explanations: Explanations | None = None
    contradicting: ContradictingSet | None = None


def find_reasons(puzzle: Puzzle, run: Run, *, lines: bool = False) -> Reasons:
    """Find the reasons why a puzzle has no solution, until the deadline.

    Args:
        puzzle: has no solution; its clues may be impossible.
        lines: whether to look for a smallest set of clues that contradict each other, too.
    """
    (deadline, log), met = run, None
    with suppress(GaveUp):
        met = first_contradiction(puzzle, deadline)
    with ClueSession(puzzle, deadline.part(CORRECTIONS_SHARE)) as session:
        corrections = fewest_corrections(session, log)
        session.deadline = deadline.part(EXPLANATIONS_SHARE) if lines else deadline
        explanations = explain(session, corrections, log)
        nearest, contradicting = with_nearest(session, corrections), None
        if lines:
            session.deadline = deadline
            contradicting = contradicting_set(session, corrections, log)
    return Reasons(
        puzzle=puzzle,
        totals=find_disagreement(puzzle.grid, puzzle.clues, puzzle.n_colors),
        contradiction=met,
        corrections=nearest,
        explanations=explanations,
        contradicting=contradicting,
    )
