"""Whether the picture that a puzzle was made from is its only solution, and how hard it is to see."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.errors import GaveUp
from nonosat.grid import cell_place
from nonosat.lines.fixpoint import propagate
from nonosat.pipeline import solve
from nonosat.puzzle import Picture, Puzzle

#: Cells that a sentence names.
_NAMED = 8


class Judgement(NamedTuple):
    """What a setter wants to know.

    Attributes:
        unique: whether there is no other solution; None if that was not found out in time.
        n_open: cells that single lines leave open.
        other: another solution, if one was found.
        differs: the cells in which that differs.
    """

    unique: bool | None
    n_open: int
    other: Picture | None = None
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
    n_open = 0
    try:
        domains = propagate(puzzle)
        n_open = domains.n_open if domains else 0
        result = solve(puzzle, unique=True, timeout=timeout) if n_open else None
    except GaveUp:
        return Judgement(None, n_open)
    if result is None or (result.unique and result.picture == goal):
        return Judgement(True, n_open)
    other = next((picture for picture in (result.picture, result.second) if picture not in (None, goal)), None)
    if other is None:
        return Judgement(None, n_open)
    differs = tuple(cell for cell, pair in enumerate(zip(goal.cells, other.cells, strict=True)) if len(set(pair)) > 1)
    return Judgement(False, n_open, other, differs)


def sentence(puzzle: Puzzle, judgement: Judgement | None) -> str:
    """The puzzle and the judgement on it in a line."""
    parts = [puzzle.grid.header, _count(puzzle.n_colors, "colour"), _count(puzzle.n_blocks, "block")]
    head = ", ".join(parts)
    if judgement is None:
        return head
    if judgement.unique is None:
        return f"{head}; whether it is unique is not known: no answer in time"
    if not judgement.unique:
        places = ["row {}, cell {}".format(*cell_place(puzzle.grid, cell)) for cell in judgement.differs[:_NAMED]]
        more = len(judgement.differs) - len(places)
        where = "; ".join(places) + (f"; and {more} more" if more else "")
        return f"{head}; not unique: another solution differs in {_count(len(judgement.differs), 'cell')} ({where})"
    if judgement.n_open:
        share = f"{_count(judgement.n_open, 'cell')} of {puzzle.grid.n_cells}"
        return f"{head}; unique, but single lines leave {share} open"
    return f"{head}; unique, and single lines solve it"


def record(name: str, puzzle: Puzzle, judgement: Judgement | None) -> dict[str, object]:
    """The same for a program; cells are counted from 0."""
    made: dict[str, object] = {
        "name": name,
        "grid": puzzle.grid.header,
        "colors": puzzle.n_colors,
        "blocks": puzzle.n_blocks,
    }
    if judgement:
        made |= {"unique": judgement.unique, "open": judgement.n_open, "differs": list(judgement.differs)}
    return made


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}" if number == 1 else f"{number} {noun}s"
