"""The result of a puzzle as a record that JSON can hold."""

from __future__ import annotations

from nonosat.errors import GaveUp, NonosatError, error_line
from nonosat.formats.picture_text import picture_rows
from nonosat.model.grid import cell_place
from nonosat.model.puzzle import Puzzle
from nonosat.solving.result import Result


def record(name: str, result: Result, *, file: str, seconds: float, exit: int) -> dict[str, object]:  # noqa: A002
    """The result as JSON can hold it; all but `seconds` depends on the input alone.

    Args:
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
        puzzle: None if it could not be read.
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
        **failure_fields(error),
    }


def failure_fields(error: NonosatError) -> dict[str, object]:
    """The last fields of the record of a puzzle that ended with an error, for every command."""
    return {"error": error_line(error).removeprefix("nonosat: "), "exit": error.exit_code}
