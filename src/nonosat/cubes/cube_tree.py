"""Which cubes of a puzzle are finished, which are open, and what was found in them."""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.cubes.cube import Cells, Cube, CubeAnswer, contains, first_gap
from nonosat.errors import SolverError
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import verified


class CubeTree:
    """The search space of a puzzle, cut into cubes. Answers of workers are checked before they count.

    Attributes:
        puzzle: the puzzle.
        open: the cubes that are not finished, in the order in which they came up, each with the number of splits that
            led to it.
        pictures: the solutions, verified, in the order in which they were found.
    """

    def __init__(self, puzzle: Puzzle) -> None:
        """The whole search space is open.

        Args:
            puzzle: the puzzle.
        """
        self.puzzle = puzzle
        self.open: dict[Cube, int] = {(): 0}
        self.pictures: list[Cells] = []
        self._finished: list[Cube] = []

    @property
    def n_done(self) -> int:
        """How many cubes are finished."""
        return len(self._finished)

    @property
    def progress(self) -> str:
        """How many cubes are finished, as words."""
        return f"{self.n_done:,} of {self.n_done + len(self.open):,} cubes are done"

    @property
    def leaves(self) -> tuple[Cube, ...]:
        """The finished cubes, ordered from left to right in the tree."""
        return tuple(sorted(self._finished))

    def apply(self, cube: Cube, answer: CubeAnswer) -> None:
        """Take up what is said about an open cube.

        Args:
            cube: the cube.
            answer: what is said about it.

        Raises:
            SolverError: the cube is not open, a picture is wrong, known or there twice, or the parts are not those of
                the cube.
        """
        if cube not in self.open:
            raise SolverError("a cube was answered that is not open, expected an open one")
        for number, cells in enumerate(answer.pictures):
            self._check_picture(cube, cells, (*self.pictures, *answer.pictures[:number]))
        parts = (*answer.open, *answer.refuted)
        if parts and first_gap(cube, parts, self.puzzle.n_colors) is not None:
            raise SolverError("a cube was split into parts that do not cover it exactly once")
        if answer.open == (cube,) and not answer.pictures:
            raise SolverError("a cube came back as it was, expected parts of it or a solution")
        self.pictures += answer.pictures
        splits = self.open.pop(cube)
        self.open.update(dict.fromkeys(answer.open, splits + (cube not in answer.open)))
        self._finished += answer.refuted if parts else (cube,)

    def _check_picture(self, cube: Cube, cells: Cells, known: Sequence[Cells]) -> None:
        if len(cells) != self.puzzle.grid.n_cells or not contains(cube, cells):
            raise SolverError("a solution lies outside of its cube")
        if cells in known:
            raise SolverError("a solution was found again that was excluded")
        verified(self.puzzle, Picture(self.puzzle.grid, cells))
