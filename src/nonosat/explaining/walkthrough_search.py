"""A puzzle explained: the whole solution as steps."""

from __future__ import annotations

from contextlib import suppress

from nonosat.errors import GaveUp
from nonosat.explaining.explainer import Explainer
from nonosat.explaining.step import Step, Walkthrough
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.options import Log, no_log
from nonosat.system.deadline import Deadline


def explain(puzzle: Puzzle, *, timeout: float | None = None, log: Log = no_log) -> Walkthrough:
    """Explain the solution of a puzzle as steps that a person can follow.

    Args:
        puzzle: the puzzle.
        timeout: seconds from now; the steps that were found by then are returned.
        log: receives a sentence about each step.

    Returns:
        The steps. If the puzzle has several solutions, they lead as far as these agree.

    Raises:
        NoSolution: the puzzle has no solution.
    """
    steps: list[Step] = []
    with Explainer(puzzle, deadline=Deadline.after(timeout), log=log) as explainer:
        start = explainer.known.possible
        with suppress(GaveUp):
            while (step := explainer.next_step()) is not None:
                steps.append(step)
    known = explainer.known
    n_open = known.n_open
    picture = None if n_open else Picture(puzzle.grid, tuple(colors.bit_length() - 1 for colors in known.colors))
    return Walkthrough(puzzle=puzzle, start=start, steps=tuple(steps), picture=picture, n_open=n_open)
