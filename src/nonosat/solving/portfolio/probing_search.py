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

from heapq import heapify, heappop, heappush
from typing import NamedTuple

import numpy as np

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.solving.portfolio.probing_cells import Candidate, Cells, FoundColors, ProbingCells


class Attempt(NamedTuple):
    """One attempt of the search, which begins at the root.

    Attributes:
        enough: a probe is followed at once if it decides this many cells for each line of the grid.
        backtracks: the most backtracks.
    """

    enough: float
    backtracks: int


#: The attempts, in turn; docs/search.md says what was measured.
ATTEMPTS = (Attempt(2.0, 12), Attempt(1.0, 12), Attempt(4.0, 50))


class _AttemptEnded(GaveUp):
    """An attempt has needed too many backtracks."""


class _Choice(NamedTuple):
    """A colour that was chosen, and the state before it was."""

    state: PropagationState
    cell: int
    color: int


class ProbingSearch:
    """Finds the solutions of a puzzle, one after the other, by probing and backtracking."""

    def __init__(self, root: PropagationState) -> None:
        """Begin with a consistent state, which is not changed."""
        self._root, self._cells = root, ProbingCells(root.puzzle.grid)
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

    def _search(self, state: PropagationState | None, attempt: Attempt, deadline: Deadline) -> Picture | None:
        """Continue an attempt until the next solution, from a state or, for None, from the latest choice taken back.

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
                before = cells.open(state)
                state.cells.forbid(cell, color)
                if not state.run(deadline):
                    state = None
                    continue
            probe = ProbingPass(cells, state, enough, deadline).run(before)
            if probe is None:
                state = None
                continue
            if probe.state is not state:
                self._choices.append(_Choice(state, probe.cell, probe.color))
                before = cells.open(state)
                state = probe.state
            if not cells.open(state).any():
                self._attempt = attempt
                return state.picture()


class Probe(NamedTuple):
    """A consistent state after a cell was fixed to a colour; this has `decided` a number of cells."""

    cell: int
    color: int
    state: PropagationState
    decided: int = 0


class ProbingPass:
    """The probes of one state.

    Attributes:
        state: the state, without the colours that probes have excluded.
        n_open: number of its open cells.
    """

    def __init__(self, cells: ProbingCells, state: PropagationState, enough: float, deadline: Deadline) -> None:
        """Probe a consistent state, which is changed; a probe that decides `enough` cells is followed at once."""
        self.state = state
        self._cells, self._enough, self._deadline = cells, enough, deadline
        self._look()
        self._waiting: list[Candidate] = []
        #: For each colour the cells that have it in some consistent state below: they need no probe.
        self._consistent = FoundColors(self.state.puzzle)
        #: For each cell a score of the number of cells that its probes decide, and the colour that decides most.
        self._scores: dict[int, tuple[int, int]] = {}

    def _look(self) -> None:
        self._is_open = self._cells.open(self.state)
        self.n_open = int(np.count_nonzero(self._is_open))

    def run(self, before: Cells | None) -> Probe | None:
        """Probe cells beside decided ones, until one is worth following.

        Args:
            before: the cells that were open when all of these had been probed; None if that never was so.

        Returns:
            The probe to follow, or the state itself as one if it has no open cell; None if it has no solution.
        """
        cells = self._cells
        near = None if before is None else cells.near(self._is_open, before)
        self._waiting = cells.candidates(self._is_open, near) or cells.candidates(self._is_open)
        heapify(self._waiting)
        while self._waiting and self.n_open:
            *_, cell = heappop(self._waiting)
            if not self._is_open[cell]:
                continue
            self._deadline.check("probing was not finished")
            probes = self._probe(cell)
            if probes is None:
                return None
            if probes:
                most = max(probes, key=lambda probe: probe.decided)
                if most.decided >= self._enough or most.decided == self.n_open:
                    return most
                others = sum(probe.decided for probe in probes) - most.decided
                self._scores[cell] = (most.decided + 2 * others, most.color)
        if not self.n_open:
            return Probe(0, 0, self.state)
        return self._follow_best()

    def _probe(self, cell: int) -> list[Probe] | None:
        """The consistent probes of a cell, up to one that decides everything; none if a colour is excluded.

        Then the cells near it are to be probed again, and the result is None if there is no solution left.
        """
        state = self.state
        probes: list[Probe] = []
        for color in state.cells.colors(cell):
            if self._consistent.has(cell, color):
                continue
            below = state.copy()
            below.cells.fix(cell, color)
            if not below.run(self._deadline):
                return [] if self._exclude(cell, color) else None
            decided = self.n_open - below.n_open
            probes.append(Probe(cell, color, below, decided))
            if decided == self.n_open:
                break
            self._consistent.add(below)
        return probes

    def _exclude(self, cell: int, color: int) -> bool:
        """Exclude a colour, and queue the cells near those that this decides; return False for a contradiction."""
        if not self._forbid(cell, color):
            return False
        cells, before = self._cells, self._is_open
        self._look()
        near = cells.near(self._is_open, before)
        self._consistent.forget(near)
        for candidate in cells.candidates(self._is_open, near):
            heappush(self._waiting, candidate)
        return True

    def _forbid(self, cell: int, color: int) -> bool:
        self.state.cells.forbid(cell, color)
        return self.state.run(self._deadline)

    def _follow_best(self) -> Probe | None:
        """The probe that decides most, as `run` returns it."""
        scores = [(score, -cell, color) for cell, (score, color) in self._scores.items() if self._is_open[cell]]
        if scores:
            _, cell, color = max(scores)
            cell = -cell
        else:
            cell = int(np.argmax(self._is_open))
            color = self.state.cells.colors(cell)[0]
        below = self.state.copy()
        below.cells.fix(cell, color)
        if below.run(self._deadline):
            return Probe(cell, color, below)
        if not self._forbid(cell, color):
            return None
        return ProbingPass(self._cells, self.state, self._enough, self._deadline).run(self._is_open)
