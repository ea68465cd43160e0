"""The goal, the picture that the author of a puzzle has in mind, beside what was found."""

from __future__ import annotations

from dataclasses import replace

from nonosat.model.picture import Picture
from nonosat.model.verifier import check
from nonosat.solving.result import Result

#: What `Result.goal` may say.
FOUND, ANOTHER, WRONG = "found", "another", "wrong"


def with_goal(result: Result, goal: Picture | None, *, unique: bool = False) -> Result:
    """The same result, and how the goal compares.

    A goal that is a solution, but not the one found, answers the question for a second solution.

    Args:
        result: what was found without looking at the goal.
        goal: the goal, or None if the puzzle has none.
        unique: whether a second solution was asked for.
    """
    if goal is None or result.picture is None:
        return result
    if goal == result.picture:
        return replace(result, goal=FOUND)
    if check(result.puzzle, goal):
        return replace(result, goal=WRONG)
    if unique:
        result = replace(result, second=goal, unique=False, gave_up=False)
    return replace(result, goal=ANOTHER)
