"""Comparing the goal, the picture that the author of a puzzle has in mind, with the solution that was found."""

from __future__ import annotations

from nonosat.model.picture import Picture
from nonosat.model.verifier import check
from nonosat.solving.result import Result

#: Values of `Result.goal`: the goal is the solution that was found, another solution, or not a solution.
FOUND, ANOTHER, WRONG = "found", "another", "wrong"


def with_goal(result: Result, goal: Picture | None, *, unique: bool = False) -> Result:
    """Compare the goal of a puzzle with its result.

    Args:
        result: of a search that did not use the goal.
        unique: whether a second solution was asked for. If so, a goal that is another solution than the one found is
            the second solution.

    Returns:
        The result with `goal` set, and with `second`, `unique` and `gave_up` where the goal is the second solution.
    """
    if goal is None or result.picture is None:
        return result
    if goal == result.picture:
        return result._replace(goal=FOUND)
    if check(result.puzzle, goal):
        return result._replace(goal=WRONG)
    if unique:
        result = result._replace(second=goal, unique=False, gave_up=False)
    return result._replace(goal=ANOTHER)
