"""A hint for a partial picture: its wrong cells, or the next step if there are none."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from nonosat.errors import PuzzleError
from nonosat.explaining.explainer import QUICK, next_step
from nonosat.explaining.step import Step
from nonosat.explaining.wrong_cells import find_wrong_cells
from nonosat.model.grid import cell_name
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle
from nonosat.model.verifier import check
from nonosat.system.deadline import Deadline
from nonosat.system.run import Log, no_log


@dataclass(frozen=True, kw_only=True)
class Hint:
    """A hint for a partial picture.

    Attributes:
        known: for each cell its colour in the partial picture, or that of its given; None if it is open.
        possible: for each cell the colours from which the step starts: one if it is known, else all.
        wrong: the cells that are wrong.
        together: whether the wrong cells are wrong together only, each having its colour in some solution.
        is_finished: whether the coloured cells are those of a solution.
        step: None if there are wrong cells, if the picture is finished, or if nothing more follows since each open cell
            can have each of its colours.
    """

    puzzle: Puzzle
    known: tuple[int | None, ...]
    possible: tuple[tuple[int, ...], ...]
    wrong: tuple[int, ...] = ()
    together: bool = False
    is_finished: bool = False
    step: Step | None = None


def hint(
    puzzle: Puzzle, known: Sequence[int | None] | None = None, *, timeout: float | None = None, log: Log = no_log
) -> Hint:
    """The wrong cells of a partial picture, or the next step if there are none.

    Args:
        known: for each cell its colour number, 0 for background; None where it is open. By default all cells are open,
            but for those that the puzzle gives.
        timeout: seconds from now.

    Raises:
        PuzzleError: there are more or fewer known colours than cells, or a colour that the puzzle lacks.
        GaveUp: the time limit came first.
        NoSolution: the puzzle has no solution.
        SolverError: a solver crashed.
    """
    deadline = Deadline.after(timeout)
    cells = _with_givens(puzzle, known)
    everything = tuple(range(puzzle.n_colors + 1))
    possible = tuple(everything if color is None else (color,) for color in cells)
    filled = [Given(cell, color) for cell, color in enumerate(cells) if color is not None]
    wrong, together = find_wrong_cells(puzzle, filled, timeout=deadline.wait_time())
    if wrong:
        return Hint(puzzle=puzzle, known=cells, possible=possible, wrong=wrong, together=together)
    picture = Picture(puzzle.grid, tuple(BACKGROUND if color is None else color for color in cells))
    if not check(puzzle, picture):
        return Hint(puzzle=puzzle, known=cells, possible=possible, is_finished=True)
    step = next_step(puzzle, possible, effort=QUICK, timeout=deadline.wait_time(), log=log)
    return Hint(puzzle=puzzle, known=cells, possible=possible, step=step)


def _with_givens(puzzle: Puzzle, known: Sequence[int | None] | None) -> tuple[int | None, ...]:
    """The known cells, with those that the puzzle gives; where the two differ, the known colour stays.

    Raises:
        PuzzleError: as `hint`.
    """
    n_cells = puzzle.grid.n_cells
    cells: list[int | None] = [None] * n_cells if known is None else list(known)
    if len(cells) != n_cells:
        raise PuzzleError(f"{len(cells)} known cells, expected {n_cells}, with None for open ones")
    for cell, color in enumerate(cells):
        if color is not None and not 0 <= color <= puzzle.n_colors:
            name = cell_name(puzzle.grid, cell)
            raise PuzzleError(f"{name} has colour {color}, expected 0 to {puzzle.n_colors} or None")
    for cell, color in puzzle.givens:
        if cells[cell] is None:
            cells[cell] = color
    return tuple(cells)
