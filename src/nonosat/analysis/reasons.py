"""The reasons why a puzzle has no solution: where line solving breaks, clues to change, typing errors."""

from __future__ import annotations

from collections.abc import Sequence
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
from nonosat.analysis.typos import Explanations, explain
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.core.question import Run
from nonosat.lines.clue_bounds import cell_bounds
from nonosat.lines.crossing import crossing
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.puzzle import Puzzle, find_disagreement, overlong_lines

#: The shares of the remaining time that the search for the fewest clues to change gets, and then the search for
#: typing errors if one for smallest contradicting sets follows.
CORRECTIONS_SHARE, EXPLANATIONS_SHARE = 0.4, 0.6


@dataclass(frozen=True, kw_only=True)
class Reasons:
    """The reasons why a puzzle has no solution.

    Attributes:
        totals: the disagreement of the totals of the clues; None if they agree.
        contradiction: the first that line solving meets; None if it meets none.
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
    deadline, log = run
    met = nearest = explanations = contradicting = None
    with suppress(GaveUp):
        met = first_contradiction(puzzle, deadline)
    with suppress(GaveUp), ClueSession(puzzle, deadline.part(CORRECTIONS_SHARE)) as session:
        corrections = fewest_corrections(session, log)
        session.deadline = deadline.part(EXPLANATIONS_SHARE) if lines else deadline
        explanations = explain(session, corrections, log)
        nearest = with_nearest(session, corrections)
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


@dataclass(frozen=True, kw_only=True)
class LineContradiction:
    """A line whose clue has no placement that agrees with what is known of its cells.

    Attributes:
        line: its index; None if the contradiction comes before any line is swept.
        given: the cell of a given that contradicts the clues of its lines before any line is swept, or None.
        n_steps: the number of lines that were swept before.
        possible: for each cell of the grid the colours that were still possible, ascending; none where two lines
            contradict each other.
    """

    line: int | None
    given: int | None
    n_steps: int
    possible: tuple[tuple[int, ...], ...]


def first_contradiction(puzzle: Puzzle, deadline: Deadline = NEVER) -> LineContradiction | None:
    """Solve lines until one has no placement; None if that does not happen. The clues may be impossible."""
    if overlong := overlong_lines(puzzle):
        every = tuple(range(puzzle.n_colors + 1))
        return LineContradiction(line=overlong[0], given=None, n_steps=0, possible=(every,) * puzzle.grid.n_cells)
    state, swept = PropagationState(puzzle), list[int]()
    if state.run(deadline, swept):
        return None
    if swept:
        return LineContradiction(
            line=swept[-1],
            given=None,
            n_steps=len(swept) - 1,
            possible=_possible(puzzle, state.cells.masks(), swept[-1]),
        )
    by_clues = [
        cell_bounds(clue, len(puzzle.grid.line(index)), puzzle.n_colors) for index, clue in enumerate(puzzle.clues)
    ]
    possible = _possible(puzzle, list(zip(*by_clues, strict=True)))
    given = next((cell for cell, color in puzzle.givens if color not in possible[cell]), None)
    if given is None:
        possible = _possible(puzzle, state.cells.masks())
    return LineContradiction(line=None, given=given, n_steps=0, possible=possible)


def _possible(
    puzzle: Puzzle, masks: Sequence[Sequence[int]], but_for: int | None = None
) -> tuple[tuple[int, ...], ...]:
    """The colours of each cell that no line but `but_for`, whose sweep has failed, has removed from the `masks`."""
    lines = crossing(puzzle.grid)
    return tuple(
        tuple(
            color
            for color, own in enumerate(masks)
            if all(own[line] >> position & 1 for line, position in lines.places(cell) if line != but_for)
        )
        for cell in range(puzzle.grid.n_cells)
    )
