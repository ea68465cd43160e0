"""Questions to a solver: in which solution does one of these cells have one of these colours?"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from nonosat.backends.session import Session
from nonosat.encodings.cell_variables import CellVariables
from nonosat.model.picture import Picture
from nonosat.system.deadline import Deadline


class ColorQuestions:
    """Asks a solver for solutions with some colours of cells."""

    def __init__(
        self, session: Session, cells: CellVariables, literals: Mapping[tuple[int, int], int], deadline: Deadline
    ) -> None:
        """
        Args:
            session: holds the formula of the open part of a puzzle.
            literals: for each cell and colour a literal that implies it.
            deadline: of the session.
        """
        self._session, self._cells, self._literals = session, cells, literals
        self.deadline = deadline

    def picture_with(
        self, part: Iterable[tuple[int, int]], wanted: Iterable[tuple[int, int]], conflicts: int | None
    ) -> Picture | None:
        """A solution with at least one of some colours of cells; None if there is none.

        Args:
            part: (cell, colour) pairs, of which the solution has at least one.
            wanted: further pairs that the solution should have if that costs nothing.
            conflicts: the number after which to give up; None for no limit.

        Raises:
            GaveUp: that limit, or the deadline, was reached.
        """
        self._session.set_phases(self._literals[pair] for pair in wanted)
        activation = self._session.add_retractable([[self._literals[pair] for pair in part]])
        try:
            model = self._session.solve([activation], conflicts=conflicts)
        finally:
            self._session.retract(activation)
        return None if model is None else self._cells.picture_of(model)

    def rule_out(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Tell the solver that no solution has these colours of cells."""
        for pair in pairs:
            self._session.add_clause((-self._literals[pair],))
