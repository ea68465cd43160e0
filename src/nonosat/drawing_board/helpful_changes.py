"""Single cells of a picture with several solutions whose change helps: fewer cells differ between solutions after it.

Some solutions are known, which together show every cell that differs. After a change of a cell, each of them with the
same change is still a solution of the new clues, unless a line through the cell tells it from the picture now. The
cells in which those that are left differ are a lower bound of those that differ after the change, and finding it takes
no solver. So all changes are ranked by this bound first, and those without a gain are left out. Then the others are
tried, the most promising first.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import NamedTuple

from nonosat.analysis.solution_map import SolutionMap, map_solutions
from nonosat.authoring.obstacles import EditedPuzzles
from nonosat.core.errors import GaveUp
from nonosat.core.question import Run
from nonosat.lines.fixpoint import propagated
from nonosat.model.clue import Clue, clue_of
from nonosat.model.grid import neighbors_of
from nonosat.model.picture import Picture
from nonosat.model.verifier import check
from nonosat.solving.result import Result
from nonosat.solving.solve import solve

#: Seconds for one change; if they do not suffice, it is left out.
CHANGE_SECONDS = 0.5
#: Changes that are tried.
MAX_TRIED = 500


class HelpfulChange(NamedTuple):
    """A change of a cell, and the share of the differing cells, from 0 to 1, that do not differ after it."""

    cell: int
    color: int
    share: float


def helpful_changes(puzzles: EditedPuzzles, found: SolutionMap) -> Iterator[HelpfulChange]:
    """The changes that help, one after another.

    Args:
        puzzles: of a picture with several solutions.
        found: its map, whose witnesses show all cells that differ as far as that is known.
    """
    before = len(found.differing)
    for cell, color, left in _promising(puzzles, found)[:MAX_TRIED]:
        after = _n_differing(puzzles, cell, color, left)
        if after is not None and after < before:
            yield HelpfulChange(cell, color, 1 - after / before)


class _Candidate(NamedTuple):
    """A change that may help, and the known solutions that it leaves."""

    cell: int
    color: int
    left: Sequence[Picture]


def _promising(puzzles: EditedPuzzles, found: SolutionMap) -> list[_Candidate]:
    """The changes that may help, those with the largest gain first; of equal ones, cells that differ and their sides.

    A change that is on no line of a cell that differs changes nothing.
    """
    others = [_OtherSolution(puzzles, picture) for picture in found.witnesses if picture != puzzles.picture]
    before, neighbors = set(found.differing), neighbors_of(puzzles.puzzle.grid)
    ranked = []
    for cell in sorted(puzzles.cells_on(puzzles.lines_of(found.differing))):
        lines = puzzles.lines_of([cell])
        for color in puzzles.other_colors(cell):
            clues = {line: _changed_clue(puzzles, puzzles.picture, line, cell, color) for line in lines}
            left = [other for other in others if other.is_left(clues, cell, color)]
            differs = reduce(or_, (other.differs for other in left), 0) & ~(1 << cell)
            if differs.bit_count() < len(before):
                n_beside = sum(each in before for each in neighbors[cell])
                candidate = _Candidate(cell, color, [other.picture for other in left])
                ranked.append((differs.bit_count(), cell not in before, -n_beside, candidate))
    ranked.sort(key=lambda entry: entry[:3])
    return [entry[3] for entry in ranked]


class _OtherSolution:
    """A solution other than the picture.

    Attributes:
        differs: the cells in which they differ, as a bit set.
    """

    def __init__(self, puzzles: EditedPuzzles, picture: Picture) -> None:
        self.picture, self._puzzles = picture, puzzles
        pairs = enumerate(zip(puzzles.picture.cells, picture.cells, strict=True))
        cells = [cell for cell, (here, there) in pairs if here != there]
        self.differs = sum(1 << cell for cell in cells)
        self._lines = puzzles.lines_of(cells)

    def is_left(self, clues: Mapping[int, Clue], cell: int, color: int) -> bool:
        """True if it solves the new puzzle after a change of a cell.

        Args:
            clues: those of the new puzzle on the lines through the cell.
        """
        # On all other lines it is like the picture, before the change and after it.
        return all(
            _changed_clue(self._puzzles, self.picture, line, cell, color) == clue
            for line, clue in clues.items()
            if line in self._lines
        )


def _changed_clue(puzzles: EditedPuzzles, picture: Picture, line: int, cell: int, color: int) -> Clue:
    """The clue of a line of a picture after a change of a cell."""
    colors = picture.cells
    return clue_of([color if each == cell else colors[each] for each in puzzles.puzzle.grid.line(line)])


def _n_differing(puzzles: EditedPuzzles, cell: int, color: int, left: Sequence[Picture]) -> int | None:
    """The number of cells that differ after a change, 0 for a unique puzzle; None if it is not known soon."""
    puzzle, picture = puzzles.edited({cell: color})
    run = Run.of(CHANGE_SECONDS)
    changed = (Picture(puzzle.grid, (*each.cells[:cell], color, *each.cells[cell + 1 :])) for each in left)
    known = [each for each in changed if not check(puzzle, each)]
    try:
        if known:
            state = propagated(puzzle, run.deadline)
            result = Result(puzzle, picture, second=known[0], unique=False, state=state)
        else:
            result = solve(puzzle, unique=True, timeout=run)
        after = map_solutions(result, timeout=run)
    except GaveUp:
        return None
    return len(after.differing) if after.is_complete else None
