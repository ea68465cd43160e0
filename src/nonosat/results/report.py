"""The result of a puzzle as an exit code, as a sentence, and as a JSON record."""

from __future__ import annotations

from nonosat.errors import GaveUp, NonosatError, error_line
from nonosat.formats.picture_text import picture_rows
from nonosat.model.grid import cell_place, named_cells
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle
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
    WRONG: "; the goal is no solution",
}


def sentence(name: str, result: Result) -> str:
    """What was found, in one line.

    Args:
        name: of the puzzle.
        result: of the puzzle.
    """
    goal = _GOALS.get(result.goal or "", "")
    if result.goal == ANOTHER and result.second is not None:
        goal = ""  # `_found` names it as the second solution
    return f"{name}: {_found(result)}{goal}"


def _found(result: Result) -> str:
    """What was found of the solutions."""
    if result.picture is None:
        return "no solution"
    if result.gave_up:
        return "solved; gave up before it was clear whether the solution is unique"
    if result.unique is None:
        return "solved"
    if result.unique:
        return "solved, unique"
    other = "the goal" if result.goal == ANOTHER else "a second solution"
    cells = f"{count(len(result.differs), 'cell')}: {named_cells(result.puzzle.grid, result.differs)}"
    return f"solved, not unique; {other} differs in {cells}"


def record(name: str, result: Result, *, file: str, seconds: float, exit: int) -> dict[str, object]:  # noqa: A002
    """What was found, as JSON can hold it; all but `seconds` depends on the input alone.

    Args:
        name: of the puzzle.
        result: of the puzzle.
        file: from which it was read.
        seconds: that reading, solving and writing took.
        exit: the exit code of this puzzle alone.
    """
    puzzle = result.puzzle
    return {
        "name": name,
        "file": file,
        "grid": puzzle.grid.header,
        "colors": list(puzzle.palette.colors),
        "status": "no solution" if result.picture is None else "solved",
        "unique": result.unique,
        "gave_up": result.gave_up,
        "picture": picture_rows(puzzle, result.picture) if result.picture else None,
        "second": picture_rows(puzzle, result.second) if result.second else None,
        "goal": result.goal,
        "differs": [list(cell_place(puzzle.grid, cell)) for cell in result.differs],
        "solver": result.solver,
        "variables": result.formula.n_vars if result.formula else None,
        "clauses": result.formula.n_clauses if result.formula else None,
        "seconds": round(seconds, 4),
        "error": None,
        "exit": exit,
    }


def failure_record(
    name: str, puzzle: Puzzle | None, error: NonosatError, *, file: str, seconds: float
) -> dict[str, object]:
    """The record of a puzzle that ended with an error; it has the fields of `record`.

    Args:
        name: of the puzzle.
        puzzle: the puzzle, or None if it could not be read.
        error: that ended it.
        file: from which it was to be read.
        seconds: until the error.
    """
    status = "gave up" if isinstance(error, GaveUp) else "bad input" if puzzle is None else "failed"
    return {
        "name": name,
        "file": file,
        "grid": puzzle.grid.header if puzzle else None,
        "colors": list(puzzle.palette.colors) if puzzle else None,
        "status": status,
        "unique": None,
        "gave_up": status == "gave up",
        "picture": None,
        "second": None,
        "goal": None,
        "differs": [],
        "solver": None,
        "variables": None,
        "clauses": None,
        "seconds": round(seconds, 4),
        "error": error_line(error).removeprefix("nonosat: "),
        "exit": error.exit_code,
    }
