"""Edits of a picture, a solution of a puzzle: some of its cells get another colour."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cached_property

from nonosat.lines.crossing import crossing
from nonosat.model.clue import Clue, clue_of
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Given, Puzzle

#: From cells to their new colours, which differ from the old ones.
Edits = Mapping[int, int]


class EditedPuzzles:
    """The puzzles that come from one puzzle by edits of its picture.

    Lines with an edited cell get the clue of the edited picture, with all colours. The other clues stay as they are. A
    cell that the puzzle gives stays given, in its new colour.

    Attributes:
        puzzle: the puzzle without edits.
        picture: a solution of it.
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
        givens = tuple(Given(cell, picture.cells[cell]) for cell, _ in self.puzzle.givens)
        return replace(self.puzzle, clues=tuple(clues), givens=givens), picture
