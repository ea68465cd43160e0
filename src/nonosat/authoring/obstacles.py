"""Edits of a picture, and the obstacles that they leave to a puzzle that is unique, or that lines solve.

An obstacle is a set of cells, all those on some lines. Edits of other cells do not remove it:

    unique    Another solution T has the same clues as the picture S. Edits that touch no line in which S and T differ
              change both alike, so after them T is still another solution.
    lines     Line solving leaves some cells open. After edits that touch no line of these cells, the lines of the open
              cells have the same clues and meet the same cells, so line solving still leaves them open.

So every set of edits that mends the picture has an edit in each obstacle.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import closing
from dataclasses import replace
from functools import cached_property
from typing import NamedTuple

from nonosat.authoring.gaps import LineGaps, OtherSolutions
from nonosat.core.deadline import NEVER, Deadline
from nonosat.lines.crossing import crossing
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.clue import Clue, agrees, clue_of, is_known
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ColoredCell, Puzzle

#: Largest number of disjoint obstacles in one answer.
MAX_OBSTACLES = 4

#: From cells to their new colours, which differ from the old ones.
Edits = Mapping[int, int]


class EditedPuzzles:
    """The puzzles that come from one puzzle by edits of its picture.

    Lines with an edited cell get the clue of the edited picture, with all colours. The other clues stay as they are. A
    cell that the puzzle gives stays given, in its new colour.

    Attributes:
        puzzle, picture: the puzzle without edits, and a solution of it.
    """

    def __init__(self, puzzle: Puzzle, picture: Picture) -> None:
        self.puzzle, self.picture = puzzle, picture
        self._crossing = crossing(puzzle.grid)

    def cells(self, edits: Edits) -> list[int]:
        """The colours of all cells after the edits."""
        cells = list(self.picture.cells)
        for cell, color in edits.items():
            cells[cell] = color
        return cells

    def lines_of(self, cells: Iterable[int]) -> frozenset[int]:
        """The lines through some cells."""
        return frozenset([line for cell in cells for line, _ in self._crossing.places(cell)])

    def cells_on(self, lines: Iterable[int]) -> frozenset[int]:
        """The cells of some lines."""
        return frozenset().union(*(self._lines[line] for line in lines))

    def clues_through(self, cells: Iterable[int], colors: Sequence[int]) -> dict[int, Clue]:
        """From the lines through some `cells` to their clues in the picture with these `colors` of all its cells."""
        grid = self.puzzle.grid
        return {line: clue_of([colors[cell] for cell in grid.line(line)]) for line in self.lines_of(cells)}

    def other_colors(self, cell: int) -> list[int]:
        """The colours that an edit can give to a cell, ascending."""
        return [color for color in range(self.puzzle.n_colors + 1) if color != self.picture.cells[cell]]

    @cached_property
    def _lines(self) -> list[frozenset[int]]:
        grid = self.puzzle.grid
        return [frozenset(grid.line(line)) for line in range(grid.n_lines)]

    def edited(self, edits: Edits) -> tuple[Puzzle, Picture]:
        """The puzzle after the edits, and the edited picture, which is a solution of it."""
        picture = Picture(self.puzzle.grid, tuple(self.cells(edits)))
        clues: list[Clue] = list(self.puzzle.clues)
        for line, clue in self.clues_through(edits, picture.cells).items():
            clues[line] = clue
        givens = tuple(ColoredCell(cell, picture.cells[cell]) for cell, _ in self.puzzle.givens)
        return replace(self.puzzle, clues=tuple(clues), givens=givens), picture


def _state(puzzles: EditedPuzzles, edits: Edits, deadline: Deadline) -> tuple[PropagationState, Picture]:
    puzzle, picture = puzzles.edited(edits)
    state = propagated(puzzle, deadline)
    assert state is not None, "the picture is a solution"
    return state, picture


def _apart(puzzles: EditedPuzzles, find: Callable[[frozenset[int]], Collection[int] | None]) -> list[frozenset[int]]:
    """Up to `MAX_OBSTACLES` disjoint obstacles: the lines of cells that `find` returns, outside of the given ones."""
    found, seen = list[frozenset[int]](), frozenset[int]()
    while len(found) < MAX_OBSTACLES and (cells := find(seen)) is not None:
        found.append(puzzles.cells_on(puzzles.lines_of(cells)))
        seen |= found[-1]
    return found


class LineObstacles:
    """Obstacles to solving by lines alone: open cells."""

    def __init__(self, puzzles: EditedPuzzles, deadline: Deadline = NEVER) -> None:
        self._puzzles, self._deadline = puzzles, deadline

    def of(self, edits: Edits) -> list[frozenset[int]]:
        """The cells on the lines of minimal sets of open cells, each left open though all other cells are given."""
        state, picture = _state(self._puzzles, edits, self._deadline)
        if not state.n_open:
            return []
        return _apart(self._puzzles, LineGaps(state, picture, self._deadline).gap)

    def score(self, edits: Edits) -> float:
        """The number of open cells."""
        return _state(self._puzzles, edits, self._deadline)[0].n_open


class Switch(NamedTuple):
    """The difference between an edited picture and another solution: from the cells that differ to their colours there.

    Attributes:
        lines: those through these cells.
        touched: those through the edited cells at the time of the search.
    """

    colors: dict[int, int]
    lines: frozenset[int]
    touched: frozenset[int]


class SolutionObstacles:
    """Obstacles to a unique solution: other solutions.

    Every solution that was found is tried first on further edited pictures, which takes no solver: it is still another
    solution if the edited lines have the same clues with it as without it.
    """

    def __init__(self, puzzles: EditedPuzzles, deadline: Deadline = NEVER) -> None:
        self._puzzles, self._deadline = puzzles, deadline
        self._switches: list[Switch] = []
        puzzle = puzzles.puzzle
        self._lines = [puzzle.grid.line(line) for line in range(puzzle.grid.n_lines)]
        self._has_unknown_blocks = [not is_known(clue) for clue in puzzle.clues]

    def of(self, edits: Edits) -> list[frozenset[int]]:
        """The cells on the lines in which known solutions differ; a solver searches for others if there are none."""
        known = self._known(edits)
        return known or self._search(edits)

    def score(self, edits: Edits) -> float:
        """The number of known other solutions, and the share of cells that lines leave open."""
        n_open = _state(self._puzzles, edits, self._deadline)[0].n_open
        return len(self._known(edits)) + n_open / (self._puzzles.puzzle.grid.n_cells + 1)

    def _known(self, edits: Edits) -> list[frozenset[int]]:
        """The obstacles of known other solutions that the edits leave."""
        cells, touched = self._puzzles.cells(edits), self._puzzles.lines_of(edits)
        found = []
        for number, switch in enumerate(self._switches):
            if self._is_left(switch, cells, touched):
                found.append(self._puzzles.cells_on(switch.lines))
                if number and not found[1:]:
                    # A solution that was the first obstacle here often is so again: it is tried first the next time.
                    self._switches.insert(0, self._switches.pop(number))
        return found

    def _is_left(self, switch: Switch, cells: list[int], touched: frozenset[int]) -> bool:
        """True if a switch makes another solution of an edited picture with these colours of all `cells`."""
        colors = switch.colors
        if all(cells[cell] == color for cell, color in colors.items()):
            return False
        for line in switch.lines & (touched | switch.touched):
            order = self._lines[line]
            there = clue_of([colors.get(cell, cells[cell]) for cell in order])
            if line in touched:
                if there != clue_of([cells[cell] for cell in order]):
                    return False
            elif self._has_unknown_blocks[line]:
                if not agrees(self._puzzles.puzzle.clues[line], there):
                    return False
            elif there != self._puzzles.puzzle.clues[line]:
                return False
        return True

    def _search(self, edits: Edits) -> list[frozenset[int]]:
        """The obstacles of other solutions that a solver finds; the solutions are remembered."""
        state, picture = _state(self._puzzles, edits, self._deadline)
        if not state.n_open:
            return []
        touched = self._puzzles.lines_of(edits)
        with closing(OtherSolutions(state, picture, self._deadline)) as others:

            def differing(seen: frozenset[int]) -> Collection[int] | None:
                other = others.differing(seen)
                if other is None:
                    return None
                pairs = enumerate(zip(other.cells, picture.cells, strict=True))
                colors = {cell: there for cell, (there, here) in pairs if there != here}
                self._switches.append(Switch(colors, self._puzzles.lines_of(colors), touched))
                return colors

            return _apart(self._puzzles, differing)


#: A finder of the obstacles that edits leave (`of`; none if the edited picture is as wanted), with a quick estimate of
#: the distance from what is wanted (`score`; less is better).
Obstacles = SolutionObstacles | LineObstacles

#: From the goal of edits to the class that finds its obstacles.
OBSTACLES: dict[str, type[SolutionObstacles] | type[LineObstacles]] = {
    "unique": SolutionObstacles,
    "lines": LineObstacles,
}
