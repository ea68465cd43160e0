"""The result of a puzzle as an exit code and as a sentence."""

from __future__ import annotations

from nonosat.model.grid import named_cells
from nonosat.model.nouns import count
from nonosat.results.goals import ANOTHER, FOUND, WRONG
from nonosat.solving.result import Result


def exit_code(result: Result) -> int:
    """The exit code for a result: 0 solved (and unique, if asked), 1 no solution or not unique, 5 gave up."""
    if result.picture is None or result.unique is False:
        return 1
    return 5 if result.gave_up else 0


#: The end of a sentence, by `Result.goal`.
_GOALS = {
    FOUND: "; it is the goal",
    ANOTHER: "; the goal is another solution",
    WRONG: "; the goal is not a solution",
}


def sentence(name: str, result: Result) -> str:
    """The result in one line."""
    goal = _GOALS.get(result.goal or "", "")
    if result.goal == ANOTHER and result.second is not None:
        goal = ""  # `_found` names it as the second solution
    return f"{name}: {_found(result)}{goal}"


def _found(result: Result) -> str:
    """The result in words, without name and goal."""
    if result.picture is None:
        return "no solution"
    if result.gave_up and not result.lacks_model:
        return "solved; gave up before it was clear whether the solution is unique"
    end = "; gave up before the model of the formula was complete" if result.lacks_model else ""
    if result.unique is None:
        return f"solved{end}"
    if result.unique:
        return f"solved, unique{end}"
    other = "the goal" if result.goal == ANOTHER else "a second solution"
    cells = f"{count(len(result.differs), 'cell')}: {named_cells(result.puzzle.grid, result.differs)}"
    return f"solved, not unique; {other} differs in {cells}{end}"
