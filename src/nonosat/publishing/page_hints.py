"""The hints of a puzzle on a page: the steps of its explanation."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.core.errors import GaveUp
from nonosat.core.question import Limit, Outcome
from nonosat.explaining.explain import Walkthrough, explain
from nonosat.model.puzzle import Puzzle
from nonosat.publishing.page import PageStep, page_steps


class PageHints(NamedTuple):
    """The steps of a puzzle; `n_open` cells have several colours after them, since there are several solutions."""

    steps: tuple[PageStep, ...]
    n_open: int


def page_hints(puzzle: Puzzle, timeout: Limit = None) -> PageHints:
    """Explain a puzzle for a page.

    Args:
        timeout: seconds from now, or a run.

    Raises:
        NoSolution: the puzzle has no solution.
        GaveUp: the time limit was reached; hints that end before the solution are of no use.
    """
    walkthrough = explain(puzzle, timeout=timeout)
    if walkthrough.outcome is Outcome.GAVE_UP:
        raise GaveUp("not explained within the time limit")
    return PageHints(walkthrough_steps(walkthrough), walkthrough.n_open)


def walkthrough_steps(walkthrough: Walkthrough) -> tuple[PageStep, ...]:
    """The steps of an explanation as a page shows them."""
    return page_steps(walkthrough.steps, ["\n".join(text.lines) for text in walkthrough.texts()])
