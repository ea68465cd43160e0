"""Search that shaves: the ranges of block starts are cut from their ends, from the border of the grid inward.

To *shave* a block is to assume that it starts at the first position of its range, and to search for a solution within
a small budget of conflicts. If there is none, this position is ruled out for good, and the next one is tried; otherwise
the last position is tried in the same way, and then the next block. The lines at the border come first, since their
blocks have neighbours on one side only. Clauses learned at one position help with the next one.

In grids with much freedom, where line solving decides nothing and beliefs know little, most positions at the border
are ruled out within some conflicts each, and then the rest of the grid follows; a search that is free to begin anywhere
learns about all parts of the grid by turns, and takes many times as long (see docs/decisions.md).

The bounds of ranges were first shaved in job-shop scheduling, with propagation in place of a search: P. Martin,
D. Shmoys, "A new approach to computing optimal schedules for the job-shop scheduling problem", IPCO 1996.

The search is complete: where shaving makes no more headway, the solver continues with all that it has learned.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import groupby, takewhile

from nonosat.cnf.formula import VariableGroup
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.model.picture import Picture
from nonosat.solving.solution_session import SolutionSession

#: A solver that restarts often, and learns little from one position that does not help with the next.
SHAVING_SOLVER = "minisat22"

#: Conflicts within which a position has to be ruled out.
_BUDGET = 100

#: Shaving ends where it takes more conflicts than this to rule out a position.
_POOR = 50

#: The variables of the order encoding: a block starts at a position, or before it.
_REGISTERS = "le"


class _SolutionFound(Exception):
    """A search that was to rule out a position has found a solution."""


class ShavingSearch:
    """Finds the solutions of a puzzle, one after the other; the first search begins with shaving."""

    def __init__(self, pictures: SolutionSession) -> None:
        """
        Args:
            pictures: its formula has block starts in the order encoding, or else nothing is shaved.
        """
        self._pictures, self._session = pictures, pictures.solver
        self._has_shaved = False

    def next(self, conflicts: int | None = None, until: Deadline = NEVER) -> Picture | None:
        """The next solution, as `SolutionSession.next`; `conflicts` are those of the search after the shaving."""
        if not self._has_shaved:
            self._has_shaved = True
            with suppress(_SolutionFound):
                self._shave_lines(until)
        return self._pictures.next(conflicts, until)

    def _shave_lines(self, until: Deadline) -> None:
        """Shave the lines from the border inward, until that takes too many conflicts."""
        registers = next((group for group in self._pictures.formula.variables if group.name == _REGISTERS), None)
        if registers is None:
            return
        for lines in self._layers():
            before = self._n_conflicts()
            n_ruled_out = sum(
                self._shave_block(block, until) for line in lines for block in _blocks_of(registers, line)
            )
            if self._n_conflicts() - before > _POOR * n_ruled_out:
                return

    def _layers(self) -> Iterator[list[int]]:
        """The lines of all families at the same distance from the border, for one distance after the other."""
        families = self._pictures.puzzle.grid.families
        distances = {line: min(line - family.start, family.stop - 1 - line) for family in families for line in family}
        for _, lines in groupby(sorted(distances, key=lambda line: (distances[line], line)), key=distances.__getitem__):
            yield list(lines)

    def _shave_block(self, registers: range, until: Deadline) -> int:
        """Cut the range of a block, given by its variables, from both ends; return how many positions are ruled out."""
        rule_out = partial(self._rule_out, until)
        n_first = sum(1 for _ in takewhile(rule_out, registers))
        n_last = sum(1 for _ in takewhile(rule_out, (-register for register in reversed(registers[n_first:]))))
        return n_first + n_last

    def _rule_out(self, until: Deadline, literal: int) -> bool:
        """Search a little for a solution with a literal; if there is none, add that to the formula, and return True.

        Raises:
            _SolutionFound: a solution has it; the next search begins with that.
        """
        try:
            self._pictures.solve([literal], conflicts=_BUDGET, until=until, verify=False)
        except GaveUp:
            return False
        if self._pictures.model is not None:
            self._session.set_phases(self._pictures.model)
            raise _SolutionFound
        self._session.add_clause([-literal])
        return True

    def _n_conflicts(self) -> int:
        return self._session.conflicts or 0


def _blocks_of(registers: VariableGroup, line: int) -> Iterator[range]:
    """The variables of each block of a line, which are consecutive, and ascending by position."""
    offsets = range(registers.last - registers.first + 1)
    begin = bisect_left(offsets, line, key=lambda offset: registers.index_of(offset)[0])
    end = bisect_left(offsets, line + 1, key=lambda offset: registers.index_of(offset)[0])
    for _, block in groupby(range(begin, end), key=lambda offset: registers.index_of(offset)[1]):
        variables = [registers.first + offset for offset in block]
        yield range(variables[0], variables[-1] + 1)
