"""Depth-first search with line solving and probing, for grids with long blocks.

To *probe* a colour of a cell is to fix it and to solve lines. If they contradict each other, the colour is excluded.
Where blocks are long, a cell beside decided ones has little choice: the decided part grows from the border inward, and
after some thousand probes the rest follows. A formula of such a grid has millions of clauses; this search needs none.

    1. Probe the open cells beside decided ones, those with most decided neighbours first, and again those near each
       cell that this decides.
    2. If a probe decides very many cells without a contradiction, follow it: a wrong colour would most often have led
       to one. If nothing is left to probe, follow the probe that decides most.
    3. If both colours of a cell lead to contradictions, go back to the latest such choice, and exclude it.

The search is complete: if it ends, there is no further solution. A wrong choice may cost it exponential time, so after
some backtracks it begins anew with another measure of "very many", and in the end it gives up.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from nonosat.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.solving.portfolio.probing_cells import Cells, ProbingCells
from nonosat.solving.portfolio.probing_pass import ProbingPass
from nonosat.system.compiled import is_available
from nonosat.system.deadline import NEVER, Deadline

if TYPE_CHECKING:
    from nonosat.solving.portfolio.probing_cells import State

#: With this number of open cells the search takes longer than loading compiled code.
_WORTH_LOADING = 15_000


class Attempt(NamedTuple):
    """One attempt of the search, which begins at the root.

    Attributes:
        enough: a probe is followed at once if it decides this many cells for each line of the grid.
        backtracks: the most backtracks.
    """

    enough: float
    backtracks: int


class _AttemptEnded(GaveUp):
    """An attempt has needed too many backtracks."""


#: The attempts, in turn; docs/search.md says what was measured.
ATTEMPTS = (Attempt(2.0, 12), Attempt(1.0, 12), Attempt(4.0, 50))


class _Choice(NamedTuple):
    """A colour that was chosen, and the state before it was."""

    state: State
    cell: int
    color: int


def probing_search(state: PropagationState) -> ProbingSearch:
    """The search from a consistent state, which is not changed; with compiled line solving where that is worth it."""
    root: State = state
    if state.n_open >= _WORTH_LOADING and is_available():
        from nonosat.lines.compiled_state import CompiledState

        if CompiledState.supports(state.puzzle):
            root = CompiledState(state)
    return ProbingSearch(root)


class ProbingSearch:
    """Finds the solutions of a puzzle, one after the other, by probing and backtracking."""

    def __init__(self, root: State) -> None:
        """
        Args:
            root: the consistent state to begin with. It is not changed.
        """
        self._root, self._cells = root, ProbingCells(root.puzzle.grid, root.puzzle.n_colors + 1)
        self._attempts = iter(ATTEMPTS)
        self._choices: list[_Choice] = []
        #: The attempt that has found a solution, and is continued.
        self._attempt: Attempt | None = None
        self._is_finished = self._is_broken = False

    def next(self, deadline: Deadline = NEVER) -> Picture | None:
        """The next solution; None if there is no further one.

        Raises:
            GaveUp: the deadline has passed, or all attempts have ended.
        """
        if self._is_finished:
            return None
        if self._is_broken:
            raise GaveUp("probing has been given up")
        self._is_broken = True  # unless it ends by itself
        picture = self._continue(deadline)
        self._is_broken = False
        self._is_finished = picture is None
        return picture

    def _continue(self, deadline: Deadline) -> Picture | None:
        """As `next`, for a search that has not ended."""
        if self._attempt is not None:
            return self._search(None, self._attempt, deadline)
        for attempt in self._attempts:
            self._choices = []
            try:
                return self._search(self._root.copy(), attempt, deadline)
            except _AttemptEnded:
                continue
        raise GaveUp("probing has found no solution")

    def _search(self, state: State | None, attempt: Attempt, deadline: Deadline) -> Picture | None:
        """Continue an attempt until the next solution.

        Args:
            state: the state to continue from; None to take back the latest choice first.

        Raises:
            _AttemptEnded: too many backtracks.
            GaveUp: the deadline has passed.
        """
        cells, enough = self._cells, attempt.enough * self._cells.n_lines
        backtracks = 0
        before: Cells | None = None
        while True:
            if state is None:
                if not self._choices:
                    return None
                if backtracks == attempt.backtracks:
                    raise _AttemptEnded("too many backtracks")
                backtracks += 1
                state, cell, color = self._choices.pop()
                before = cells.undecided(cells.possible(state))
                state.forbid(cell, color)
                if not state.run(deadline):
                    state = None
                    continue
            probe = ProbingPass(cells, state, enough, deadline).run(before)
            if probe is None:
                state = None
                continue
            if probe.state is not state:
                self._choices.append(_Choice(state, probe.cell, probe.color))
                before = cells.undecided(cells.possible(state))
                state = probe.state
            if not cells.undecided(cells.possible(state)).any():
                self._attempt = attempt
                return state.picture()
