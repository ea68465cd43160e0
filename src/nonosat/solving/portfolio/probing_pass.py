"""One pass of a probing search: probes of cells of one state (see `probing_search`), until one is worth following."""

from __future__ import annotations

from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from nonosat.solving.portfolio.probing_cells import Candidate, Cells, ProbingCells
from nonosat.system.deadline import Deadline

if TYPE_CHECKING:
    from nonosat.solving.portfolio.probing_cells import State


class Probe(NamedTuple):
    """A consistent state after a cell was fixed to a colour; this has `decided` a number of cells."""

    cell: int
    color: int
    state: State
    decided: int = 0


class ProbingPass:
    """The probes of one state.

    Attributes:
        state: the state, without the colours that probes have excluded.
        n_open: number of its open cells.
    """

    def __init__(self, cells: ProbingCells, state: State, enough: float, deadline: Deadline) -> None:
        """
        Args:
            state: consistent. It is changed.
            enough: a probe is followed at once if it decides this number of cells.
        """
        self.state = state
        self._cells, self._enough, self._deadline = cells, enough, deadline
        self._look()
        self._waiting: list[Candidate] = []
        #: For each colour the cells that have it in some consistent state below: they need no probe.
        self._consistent = [cells.none() for _ in range(cells.n_colors)]
        #: For each cell a score of the number of cells that its probes decide, and the colour that decides most.
        self._scores: dict[int, tuple[int, int]] = {}

    def _look(self) -> None:
        """Note the open cells of the state."""
        self._is_open = self._cells.undecided(self._cells.possible(self.state))
        self.n_open = int(np.count_nonzero(self._is_open))

    def run(self, before: Cells | None) -> Probe | None:
        """Probe cells beside decided ones, until one is worth following.

        Args:
            before: the cells that were open when the open cells of the state had all been probed; None if that never
                was so.

        Returns:
            The probe to follow, or the state itself as one if it has no open cell; None if it has no solution.

        Raises:
            GaveUp: the deadline has passed.
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
        """Probe the colours of a cell; if one is excluded, the cells near it are to be probed again.

        Returns:
            The consistent probes, up to one that decides everything; an empty list if a colour is excluded. None if
            that leaves no solution.
        """
        state, cells = self.state, self._cells
        probes: list[Probe] = []
        for color in state.colors(cell):
            if self._consistent[color][cell]:
                continue
            below = state.copy()
            below.fix(cell, color)
            if not below.run(self._deadline):
                return [] if self._exclude(cell, color) else None
            possible = cells.possible(below)
            decided = self.n_open - int(np.count_nonzero(cells.undecided(possible)))
            probes.append(Probe(cell, color, below, decided))
            if decided == self.n_open:
                break
            cells.add_decided(self._consistent, possible)
        return probes

    def _exclude(self, cell: int, color: int) -> bool:
        """Exclude a colour, and queue the cells near those that this decides; return False for a contradiction."""
        if not self._forbid(cell, color):
            return False
        cells, before = self._cells, self._is_open
        self._look()
        near = cells.near(self._is_open, before)
        for consistent in self._consistent:
            consistent[list(near)] = False
        for candidate in cells.candidates(self._is_open, near):
            heappush(self._waiting, candidate)
        return True

    def _forbid(self, cell: int, color: int) -> bool:
        self.state.forbid(cell, color)
        return self.state.run(self._deadline)

    def _follow_best(self) -> Probe | None:
        """The probe that decides most, as `run` returns it."""
        scores = [(score, -cell, color) for cell, (score, color) in self._scores.items() if self._is_open[cell]]
        if scores:
            _, cell, color = max(scores)
            cell = -cell
        else:
            cell = int(np.argmax(self._is_open))
            color = self.state.colors(cell)[0]
        below = self.state.copy()
        below.fix(cell, color)
        if below.run(self._deadline):
            return Probe(cell, color, below)
        if not self._forbid(cell, color):
            return None
        return ProbingPass(self._cells, self.state, self._enough, self._deadline).run(self._is_open)
