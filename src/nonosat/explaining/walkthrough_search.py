"""A puzzle explained: the whole solution as steps."""

from __future__ import annotations

from contextlib import suppress

from nonosat.errors import GaveUp
from nonosat.explaining.explainer import Explainer
from nonosat.explaining.step import Step, Walkthrough, apply_conclusions
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.system.run import Limit, Run


def explain(puzzle: Puzzle, *, timeout: Limit = None) -> Walkthrough:
    """Explain the solution of a puzzle as steps that a person can follow.

    Args:
        timeout: seconds from now, after which the steps so far are returned.

    Returns:
        The steps. If the puzzle has several solutions, they lead as far as these agree.

    Raises:
        NoSolution: the puzzle has no solution.
    """
    run = Run.of(timeout)
    steps: list[Step] = []
    with Explainer(puzzle, deadline=run.deadline, log=run.log) as explainer:
        start = explainer.known.possible
        with suppress(GaveUp):
            while (step := explainer.next_step()) is not None:
                steps.append(step)
    # An alarm may have ended the explainer at any moment, so only the steps are sure, and not its own knowledge.
    possible = list(start)
    for step in steps:
        apply_conclusions(possible, step.conclusions)
    n_open = sum(len(colors) > 1 for colors in possible)
    picture = None if n_open else Picture(puzzle.grid, tuple(colors[0] for colors in possible))
    return Walkthrough(puzzle=puzzle, start=start, steps=tuple(steps), picture=picture, n_open=n_open)
