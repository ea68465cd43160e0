"""Searching one cube, in a worker."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nonosat.cubes.cube import Cells, Cube, CubeAnswer, contains
from nonosat.cubes.cube_splitting import cube_state, split_cube
from nonosat.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import verified
from nonosat.system.deadline import Deadline

if TYPE_CHECKING:
    from nonosat.encodings import Recipe


class CubeTask(NamedTuple):
    """A cube to be searched; everything a worker needs.

    Attributes:
        puzzle: the puzzle.
        cube: the part of its search space.
        known: the solution that is known, or none; it is not to be found again.
        wanted: how many solutions are enough, 1 or 2, with the one that is known.
        conflicts: how many conflicts the solver may need for each solution; with 0 the cube is split at once.
        levels: see `split_cube`.
        recipe: what formulas are made of; None for the default.
        seconds: after which the search is given up; None for no limit.
    """

    puzzle: Puzzle
    cube: Cube
    known: tuple[Cells, ...] = ()
    wanted: int = 2
    conflicts: int = 0
    levels: int = 3
    recipe: Recipe | None = None
    seconds: float | None = None


def search_cube(task: CubeTask) -> CubeAnswer:
    """Search a cube, and split it if that takes more conflicts than allowed.

    Args:
        task: the cube, and what is known.

    Raises:
        GaveUp: the time was over.
        SolverError: the solver failed, or its answer is wrong.
    """
    deadline = Deadline.after(task.seconds)
    state = cube_state(task.puzzle, task.cube, deadline)
    if state is None:
        return CubeAnswer()
    known = [cells for cells in task.known if contains(task.cube, cells)]
    picture = state.domains().picture()
    if picture is not None:
        is_new = verified(task.puzzle, picture).cells not in known
        return CubeAnswer(pictures=(picture.cells,) if is_new else ())
    found: list[Cells] = []
    if task.conflicts and _search(task, state, known, found, deadline):
        return CubeAnswer(pictures=tuple(found))
    if len(task.known) + len(found) >= task.wanted:
        return CubeAnswer(pictures=tuple(found), open=(task.cube,))
    deadline.check()
    parts = split_cube(state, task.cube, task.levels, deadline)
    return CubeAnswer(pictures=tuple(found), open=parts.open, refuted=parts.refuted)


def _search(
    task: CubeTask, state: PropagationState, known: list[Cells], found: list[Cells], deadline: Deadline
) -> bool:
    """Search until as many solutions are found as are wanted; whether there are no others in the cube."""
    from nonosat.backends import BACKENDS, DEFAULT_SOLVER
    from nonosat.solving.enumeration import SolutionEnumerator
    from nonosat.solving.formulas import encode_open_part

    puzzle, domains = task.puzzle, state.domains()
    formula = encode_open_part(puzzle, domains, task.recipe)
    with SolutionEnumerator(puzzle, formula, BACKENDS[DEFAULT_SOLVER], domains=domains) as pictures:
        for cells in known:
            pictures.block(Picture(puzzle.grid, cells))
        try:
            while len(task.known) + len(found) < task.wanted:
                picture = pictures.next(task.conflicts, deadline)
                if picture is None:
                    return True
                found.append(picture.cells)
        except GaveUp:
            pass
    return False
