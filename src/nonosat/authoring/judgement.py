"""Whether the picture that a puzzle was made from is its only solution, and how hard it is to see."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.errors import GaveUp
from nonosat.lines.fixpoint import propagate
from nonosat.model.grid import cell_place, named_cells
from nonosat.model.picture import Picture
from nonosat.model.plural import counted
from nonosat.model.puzzle import Puzzle
from nonosat.results.goals import with_goal
from nonosat.solving.pipeline import solve
from nonosat.solving.result import Result


class Judgement(NamedTuple):
    """What a setter wants to know.

    Attributes:
        unique: whether there is no other solution; None if that was not found out in time.
        n_open: cells that single lines leave open; None if that was not found out in time.
        differs: the cells in which another solution differs, if one was found.
    """

    unique: bool | None
    n_open: int | None
    differs: tuple[int, ...] = ()


def judge(puzzle: Puzzle, goal: Picture, timeout: float | None = None) -> Judgement:
    """Look for solutions beside the goal.

    Args:
        puzzle: what was made.
        goal: the picture it was made from, a solution.
        timeout: seconds from now.

    Raises:
        SolverError: the solver failed.
    """
    try:
        result = with_goal(solve(puzzle, unique=True, timeout=timeout), goal, unique=True)
    except GaveUp:
        return Judgement(None, None)
    return Judgement(result.unique, _n_open(result), result.differs)


def _n_open(result: Result) -> int:
    if result.solver is None:
        return 0  # lines solved it
    domains = propagate(result.puzzle)
    assert domains is not None, "there is a solution"
    return domains.n_open


def sentence(puzzle: Puzzle, judgement: Judgement | None) -> str:
    """The puzzle and the judgement on it in a line."""
    parts = [puzzle.grid.header, counted(puzzle.n_colors, "colour"), counted(puzzle.n_blocks, "block")]
    head = ", ".join(parts)
    if judgement is None:
        return head
    if judgement.unique is None:
        return f"{head}; whether it is unique is not known: no answer in time"
    if not judgement.unique:
        differs = f"{counted(len(judgement.differs), 'cell')} ({named_cells(puzzle.grid, judgement.differs)})"
        return f"{head}; not unique: another solution differs in {differs}"
    if judgement.n_open:
        share = f"{counted(judgement.n_open, 'cell')} of {puzzle.grid.n_cells}"
        return f"{head}; unique, but single lines leave {share} open"
    return f"{head}; unique, and single lines solve it"


def record(name: str, puzzle: Puzzle, judgement: Judgement | None) -> dict[str, object]:
    """The same for a program; a cell is its row and its place in it, both counted from 1."""
    made: dict[str, object] = {
        "name": name,
        "grid": puzzle.grid.header,
        "colors": puzzle.n_colors,
        "blocks": puzzle.n_blocks,
    }
    if judgement:
        places = [list(cell_place(puzzle.grid, cell)) for cell in judgement.differs]
        made |= {"unique": judgement.unique, "open": judgement.n_open, "differs": places}
    return made
