"""The assessment of a puzzle that was made from a picture: number of solutions, and cells that lines leave open."""

from __future__ import annotations

from dataclasses import dataclass

from nonosat.core.errors import GaveUp
from nonosat.core.question import Limit, Outcome
from nonosat.model.grid import cell_place, named_cells
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.result import with_goal
from nonosat.solving.solve import solve


@dataclass(frozen=True, kw_only=True)
class Assessment:
    """The properties of a puzzle that its author wants to know.

    Attributes:
        is_checked: other solutions were searched for.
        unique: the picture is the only solution; None if that is not known.
        n_open: number of cells that line propagation leaves open; None if that is not known.
        differs: the cells in which another solution differs from the picture, if there is one.
    """

    puzzle: Puzzle
    is_checked: bool = True
    unique: bool | None = None
    n_open: int | None = None
    differs: tuple[int, ...] = ()

    @property
    def outcome(self) -> Outcome:
        """Yes if the puzzle is unique."""
        return {True: Outcome.YES, False: Outcome.NO, None: Outcome.GAVE_UP}[self.unique]

    def sentence(self) -> str:
        """The size of the puzzle, and what is known of its solutions."""
        puzzle = self.puzzle
        head = f"{puzzle.grid.header}, {count(puzzle.n_colors, 'colour')}, {count(puzzle.n_blocks, 'block')}"
        if not self.is_checked:
            return head
        if self.unique is None:
            return f"{head}; it is not known whether it is unique: no answer in time"
        if not self.unique:
            differs = f"{count(len(self.differs), 'cell')} ({named_cells(puzzle.grid, self.differs)})"
            return f"{head}; not unique: another solution differs in {differs}"
        if self.n_open:
            share = f"{count(self.n_open, 'cell')} of {puzzle.grid.n_cells}"
            return f"{head}; unique, but single lines leave {share} open"
        return f"{head}; unique, and single lines solve it"

    def record(self) -> dict[str, object]:
        """The size and the assessment; a cell is its row and its position in the row, from 1."""
        puzzle = self.puzzle
        size: dict[str, object] = {"grid": puzzle.grid.header, "colors": puzzle.n_colors, "blocks": puzzle.n_blocks}
        if not self.is_checked:
            return size
        places = [list(cell_place(puzzle.grid, cell)) for cell in self.differs]
        return size | {"unique": self.unique, "open": self.n_open, "differs": places}


def assess(puzzle: Puzzle, goal: Picture, timeout: Limit = None) -> Assessment:
    """Assess the puzzle of a picture, the goal, which is a solution of it."""
    try:
        result = solve(puzzle, unique=True, timeout=timeout)
    except GaveUp:
        return Assessment(puzzle=puzzle)
    result = with_goal(result, goal, unique=True)
    assert result.state is not None, "lines are solved first, and there is a solution"
    return Assessment(puzzle=puzzle, unique=result.unique, n_open=result.state.n_open, differs=result.differs)
