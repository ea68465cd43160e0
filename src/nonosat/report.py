"""What was found out about a puzzle, as a sentence for a person and as a record for a program."""

from __future__ import annotations

from nonosat.formats.picture import picture_rows
from nonosat.grid import cell_name, cell_place
from nonosat.pipeline import Result

#: How many differing cells a sentence names.
_NAMED_CELLS = 8


def exit_code(result: Result) -> int:
    """0 solved (and unique, where asked), 1 no solution or not unique, 5 gave up."""
    if result.picture is None or result.unique is False:
        return 1
    return 5 if result.gave_up else 0


def sentence(name: str, result: Result) -> str:
    """One line that says what was found."""
    if result.picture is None:
        return f"{name}: no solution"
    if result.gave_up:
        return f"{name}: solved; gave up before it was clear whether the solution is unique"
    if result.unique is None:
        return f"{name}: solved"
    if result.unique:
        return f"{name}: solved, unique"
    cells = result.differs
    named = "; ".join(cell_name(result.puzzle.grid, cell) for cell in cells[:_NAMED_CELLS])
    more = f"; and {len(cells) - _NAMED_CELLS} more" if len(cells) > _NAMED_CELLS else ""
    return f"{name}: solved, not unique; a second solution differs in {len(cells)} cells: {named}{more}"


def record(name: str, result: Result) -> dict[str, object]:
    """The same for a program; no times, so that it is the same for the same input."""
    puzzle = result.puzzle
    status = "no solution" if result.picture is None else "solved"
    return {
        "name": name,
        "grid": puzzle.grid.header,
        "colors": list(puzzle.palette.colors),
        "status": status,
        "unique": result.unique,
        "gave_up": result.gave_up,
        "picture": picture_rows(puzzle, result.picture) if result.picture else None,
        "second": picture_rows(puzzle, result.second) if result.second else None,
        "differs": [list(cell_place(puzzle.grid, cell)) for cell in result.differs],
        "solver": result.solver,
        "variables": result.formula.n_vars if result.formula else None,
        "clauses": result.formula.n_clauses if result.formula else None,
    }
