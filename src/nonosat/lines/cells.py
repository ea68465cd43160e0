"""What line solving needs of the cells of a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from nonosat.lines.domains import StartDomains
from nonosat.lines.line import Stretch
from nonosat.model.clue import Clue


class Cells(Protocol):
    """The possible colours of the cells of a puzzle during line solving, and the lines to sweep again.

    `LineCells` defines in Python what each method does, and `LineState` of the compiled kernels does the same. After
    `run` has returned True, all lines are consistent with each other. After `run` or `run_round` has found that there
    is no solution, or has raised, the cells must not be used any more. Colours are numbered from 0 (background).
    """

    __slots__ = ()

    def copy(self) -> Cells:
        """Independent cells; costs a copy of all bit sets."""

    def fix(self, cell: int, color: int, /) -> None:
        """Make a `color` the only one of a cell; if it was impossible for the cell, the next `run` fails."""

    def forbid(self, cell: int, color: int, /) -> None:
        """Make a `color` impossible for a cell; the next `run` draws conclusions."""

    def run(self, poll: Callable[[float], None] | None = None, swept: list[int] | None = None, /) -> bool:
        """Sweep lines until nothing changes any more; return False if there is no solution.

        Args:
            poll: called every few milliseconds, and at the end, with the work since the last call, in units of about a
                millisecond; may raise an exception.
            swept: gets the lines that are swept, in order.
        """

    def run_round(self) -> bool | None:
        """Sweep all changed lines once, each from what was known before the round.

        So the state after a number of rounds does not depend on the order of lines, and cells of which more is known at
        first are known no less after the same number of rounds. `run` needs fewer sweeps to the same fixpoint.

        Returns:
            True if something has become impossible; None if some line has no placement, so that there is no solution.
        """

    def restrict(self, masks: list[list[int]], cells: tuple[int, ...], /) -> None:
        """Keep the colours of `masks`, and all of some `cells`; no line is to be swept but those through these."""

    def edited(self, clues: Mapping[int, Clue], colors: Mapping[int, int], /) -> Cells:
        """The cells after some lines have got other `clues`, by line, and cells have got these `colors`, by cell."""

    def changed_lines(self) -> list[int]:
        """The lines on which something has changed since they were last swept, ascending."""

    def count_open(self) -> int:
        """The number of cells with more than one possible colour."""

    def colors(self, cell: int, /) -> list[int]:
        """The possible colours of a cell, ascending."""

    def masks(self) -> list[list[int]]:
        """For each colour, for each line, the positions on the line that may have it, as a bit set.

        These are not to be changed, and they may or may not change with the cells.
        """

    def sets(self) -> bytes:
        """For each colour the cells that may have it, as a bit set of whole bytes; the lowest bits are cells 0 to 7."""

    def decided(self) -> tuple[int, ...] | None:
        """The only possible colour of each cell; None if some cell has several, or none."""

    def starts(self, line: int, /) -> StartDomains:
        """The possible starts of the blocks of a line of consistent cells."""

    def stretches(self, line: int, /) -> Sequence[Stretch]:
        """The open stretches of a line of consistent cells, ascending; one with `?` blocks stays one, also when it is
        decided.
        """
