"""The cells of a puzzle during line solving, as `plain_cells` in Python and a compiled kernel have them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Protocol

from nonosat.core.compiled import kernels
from nonosat.lines.line import Stretch
from nonosat.lines.plain_cells import PlainCells
from nonosat.model.clue import Clue
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid


class LineCells(Protocol):
    """The cells of a puzzle during line solving: their possible colours, and the lines to sweep again.

    It is consistent after `run` has returned True, and must not be used any more after `run` or `run_round` has failed
    or raised. Colours are numbered from 0 (background). `plain_cells` defines the methods.
    """

    def copy(self) -> LineCells:
        """Independent cells; costs a copy of all bit sets."""

    def fix(self, cell: int, color: int) -> None:
        """Make a `color` the only one of a cell; if it was impossible for the cell, the next `run` fails."""

    def forbid(self, cell: int, color: int) -> None:
        """Make a `color` impossible for a cell."""

    def run(self, poll: Callable[[], None] | None = None, swept: list[int] | None = None) -> bool:
        """Sweep lines until nothing changes any more; return False if there is no solution.

        Args:
            poll: called every few milliseconds, to raise an exception if that takes too long.
            swept: gets the lines that are swept, in order.
        """

    def run_round(self) -> bool | None:
        """Sweep all changed lines once; True if something has become impossible, None if there is no solution."""

    def restrict(self, masks: list[list[int]], cells: tuple[int, ...]) -> None:
        """Keep the colours of `masks`, and all of some `cells`; no line is to be swept but those through these."""

    def edited(self, clues: Mapping[int, Clue], colors: Mapping[int, int]) -> LineCells:
        """The cells after some lines have got other `clues`, by line, and cells have got these `colors`, by cell."""

    def changed_lines(self) -> list[int]:
        """The lines to sweep, ascending."""

    def count_open(self) -> int:
        """The number of cells with more than one possible colour."""

    def colors(self, cell: int) -> list[int]:
        """The possible colours of a cell, ascending."""

    def masks(self) -> list[list[int]]:
        """For each colour, for each line, the positions that may have it, as a bit set; not to be changed."""

    def sets(self) -> bytes:
        """For each colour the cells that may have it, as a bit set of whole bytes; the lowest bits are cells 0 to 7."""

    def decided(self) -> tuple[int, ...] | None:
        """The only possible colour of each cell; None if some cell has several, or none."""

    def stretches(self, line: int) -> tuple[Stretch, ...]:
        """The open stretches of a line of consistent cells, ascending; see `line.Stretch`."""


def line_cells(puzzle: Puzzle) -> LineCells:
    """The cells of a puzzle as each clue alone leaves them; compiled if kernels are built, and no block has a `?`."""
    compiled = kernels()
    if compiled is None or puzzle.has_unknown_colors or puzzle.has_hidden_lengths:
        return PlainCells(puzzle)
    grid = puzzle.grid
    lines = None if isinstance(grid, RectGrid) else tuple([grid.line(index) for index in range(grid.n_lines)])
    cells: LineCells = compiled.LineState(puzzle.clues, puzzle.n_colors + 1, tuple(map(len, grid.families)), lines)
    return cells
