"""The result of a puzzle as a record that JSON can hold."""

from __future__ import annotations

from nonosat.formats.picture_text import picture_rows
from nonosat.model.grid import cell_place
from nonosat.solving.result import Result


def result_record(result: Result) -> dict[str, object]:
    """The fields of a result in a record; they depend on the input alone."""
    puzzle = result.puzzle
    return {
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
    }
