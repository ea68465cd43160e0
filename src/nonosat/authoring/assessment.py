"""The assessment of a puzzle that was made from a picture: number of solutions, and cells that lines leave open."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.errors import GaveUp
from nonosat.model.grid import cell_place, named_cells
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.pipeline import solve
from nonosat.solving.result import Result, with_goal
from nonosat.system.deadline import NEVER, Deadline
from nonosat.system.run import Run


class Assessment(NamedTuple):
    """The properties of a puzzle that its author wants to know.

    Attributes:
        unique: the picture is the only solution; None if the time limit came first.
        n_open: number of cells that line propagation leaves open; None if the time limit came first.
        differs: the cells in which another solution differs from the picture, if there is one.
    """

    unique: bool | None
    n_open: int | None
    differs: tuple[int, ...] = ()


def assess(puzzle: Puzzle, goal: Picture, deadline: Deadline = NEVER) -> Assessment:
    """Assess the puzzle of a picture, which is a solution of it.

    Raises:
        SolverError: the solver failed.
    """
    try:
        result = solve(puzzle, unique=True, timeout=Run(deadline))
    except GaveUp:
        return Assessment(None, None)
    result = with_goal(result, goal, unique=True)
    return Assessment(result.unique, _n_open(result), result.differs)


def _n_open(result: Result) -> int:
    """The number of cells that line propagation leaves open."""
    assert result.state is not None, "lines are solved first, and there is a solution"
    return result.state.n_open


def sentence(puzzle: Puzzle, assessment: Assessment | None) -> str:
    """A puzzle in one line, with its assessment if there is one."""
    parts = [puzzle.grid.header, count(puzzle.n_colors, "colour"), count(puzzle.n_blocks, "block")]
    head = ", ".join(parts)
    if assessment is None:
        return head
    if assessment.unique is None:
        return f"{head}; whether it is unique is not known: no answer in time"
    if not assessment.unique:
        differs = f"{count(len(assessment.differs), 'cell')} ({named_cells(puzzle.grid, assessment.differs)})"
        return f"{head}; not unique: another solution differs in {differs}"
    if assessment.n_open:
        share = f"{count(assessment.n_open, 'cell')} of {puzzle.grid.n_cells}"
        return f"{head}; unique, but single lines leave {share} open"
    return f"{head}; unique, and single lines solve it"


def record(name: str, puzzle: Puzzle, assessment: Assessment | None) -> dict[str, object]:
    """A puzzle for JSON, with its assessment if there is one; a cell is its row and its position in the row, from 1."""
    entries: dict[str, object] = {
        "name": name,
        "grid": puzzle.grid.header,
        "colors": puzzle.n_colors,
        "blocks": puzzle.n_blocks,
    }
    if assessment:
        places = [list(cell_place(puzzle.grid, cell)) for cell in assessment.differs]
        entries |= {"unique": assessment.unique, "open": assessment.n_open, "differs": places}
    return entries
