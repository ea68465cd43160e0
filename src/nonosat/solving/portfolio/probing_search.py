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

from collections.abc import Iterable
from heapq import heapify, heappop, heappush
from operator import and_, xor
from typing import NamedTuple

from nonosat.errors import GaveUp
from nonosat.lines.crossing import crossing
from nonosat.lines.domains import bit_positions, undecided_positions
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.system.deadline import NEVER, Deadline


class Attempt(NamedTuple):
    """One attempt of the search, which begins at the root.

    Attributes:
        enough: a probe is followed at once if it decides this many cells for each line of the grid.
        backtracks: after so many the attempt ends.
    """

    enough: float
    backtracks: int


class _AttemptEnded(GaveUp):
    """An attempt has needed too many backtracks."""


#: The attempts, in turn; docs/search.md says what was measured.
ATTEMPTS = (Attempt(2.0, 12), Attempt(1.0, 12), Attempt(4.0, 50))

#: How far from a decided cell, along the lines through it, cells are probed again.
REACH = 2

#: A cell to probe: minus the number of decided neighbours, its distance from the ends of its lines, and the cell.
_Candidate = tuple[int, int, int]


class _Choice(NamedTuple):
    """A colour that was chosen, and the state before it was."""

    state: PropagationState
    cell: int
    color: int


class _Probe(NamedTuple):
    """A consistent state after a cell was fixed.

    Attributes:
        cell: the cell.
        color: its colour.
        decided: how many cells this decides.
        state: the state.
    """

    cell: int
    color: int
    decided: int
    state: PropagationState


class ProbingSearch:
    """Finds the solutions of a puzzle, one after the other, by probing and backtracking."""

    def __init__(self, state: PropagationState) -> None:
        """
        Args:
            state: what line solving found out; consistent. It is not changed.
        """
        self._root = state
        grid = state.puzzle.grid
        self._n_rows = len(grid.families[0])
        self._lengths = [len(grid.line(index)) for index in range(grid.n_lines)]
        self._places = crossing(grid).places
        self._attempts = iter(ATTEMPTS)
        self._choices: list[_Choice] = []
        #: The attempt that has found a solution, and is continued.
        self._attempt: Attempt | None = None
        self._is_finished = self._is_broken = False

    def next(self, deadline: Deadline = NEVER) -> Picture | None:
        """The next solution; None if there is no further one.

        Args:
            deadline: when to give up.

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
        """Continue an attempt until the next solution.

        Args:
            state: where to continue; None after the latest choice has been taken back.
            attempt: the attempt.
            deadline: when to give up.

        Raises:
            _AttemptEnded: too many backtracks.
            GaveUp: the deadline has passed.
        """
        backtracks = 0
        before: list[int] | None = None
        while True:
            if state is None:
                if not self._choices:
                    return None
                if backtracks == attempt.backtracks:
                    raise _AttemptEnded("too many backtracks")
                backtracks += 1
                state, cell, color = self._choices.pop()
                before = self._open(state)
                state.forbid(cell, color)
                if not state.run(deadline):
                    state = None
                    continue
            probe = self._probe_all(state, before, attempt, deadline)
            if probe is None:
                state = None
                continue
            if probe.state is not state:
                self._choices.append(_Choice(state, probe.cell, probe.color))
                before = self._open(state)
                state = probe.state
            if not any(self._open(state)[: self._n_rows]):
                self._attempt = attempt
                return state.domains().picture()

    def _probe_all(
        self, state: PropagationState, before: list[int] | None, attempt: Attempt, deadline: Deadline
    ) -> _Probe | None:
        """Probe cells beside decided ones, until one is worth following.

        Args:
            state: consistent; what probes exclude is excluded.
            before: for each line the cells that were open when its cells had been probed; None for never.
            attempt: what is worth following.
            deadline: when to give up.

        Returns:
            The probe to follow, or the state itself if it has no open cell; None if it has no solution.
        """
        is_open = self._open(state)
        n_open = self._count(is_open)
        if not n_open:
            return _Probe(0, 0, 0, state)
        candidates = self._candidates(is_open, None if before is None else self._near(is_open, before))
        if not candidates:
            candidates = self._candidates(is_open, None)
        heapify(candidates)
        enough = attempt.enough * len(self._lengths)
        # For each colour, for each row the cells that have it in some consistent state below: they need no probe.
        consistent = [[0] * self._n_rows for _ in state.masks]
        probes: dict[int, tuple[int, int, int]] = {}
        while candidates:
            *_, cell = heappop(candidates)
            row, position = self._places(cell)[0]
            if not is_open[row] >> position & 1:
                continue
            deadline.check("probing was not finished")
            found: list[_Probe] = []
            for color in state.colors(cell):
                if consistent[color][row] >> position & 1:
                    continue
                below = state.copy()
                below.fix(cell, color)
                if below.run(deadline):
                    decided = n_open - self._count(self._open(below))
                    found.append(_Probe(cell, color, decided, below))
                    if decided == n_open:
                        return found[-1]
                    self._note_consistent(consistent, state, below)
                    continue
                state.forbid(cell, color)
                if not state.run(deadline):
                    return None
                now = self._open(state)
                near = self._near(now, is_open)
                is_open, n_open = now, self._count(now)
                if not n_open:
                    return _Probe(0, 0, 0, state)
                for other in near:
                    other_row, other_position = self._places(other)[0]
                    for masks in consistent:
                        masks[other_row] &= ~(1 << other_position)
                for candidate in self._candidates(is_open, near):
                    heappush(candidates, candidate)
                break
            else:
                if found:
                    most = max(found, key=lambda probe: probe.decided)
                    if most.decided >= enough:
                        return most
                    score = most.decided + 2 * (sum(probe.decided for probe in found) - most.decided)
                    probes[cell] = (score, most.color, most.decided)
        best = max(
            ((score, -cell, color) for cell, (score, color, _) in probes.items() if self._is_open(is_open, cell)),
            default=None,
        )
        if best is None:
            row = next(row for row in range(self._n_rows) if is_open[row])
            cell = state.puzzle.grid.line(row)[bit_positions(is_open[row])[0]]
            color = state.colors(cell)[0]
        else:
            cell, color = -best[1], best[2]
        below = state.copy()
        below.fix(cell, color)
        if below.run(deadline):
            return _Probe(cell, color, 0, below)
        state.forbid(cell, color)
        return self._probe_all(state, is_open, attempt, deadline) if state.run(deadline) else None

    def _note_consistent(self, consistent: list[list[int]], state: PropagationState, below: PropagationState) -> None:
        """Add the cells that are decided in a state, and were open in the state above it."""
        for row in range(self._n_rows):
            if any(masks[row] is not above[row] for masks, above in zip(below.masks, state.masks, strict=True)):
                possible = [masks[row] for masks in below.masks]
                decided = ~undecided_positions(possible)
                for masks, mask in zip(consistent, possible, strict=True):
                    masks[row] |= mask & decided

    def _open(self, state: PropagationState) -> list[int]:
        """For each line its open cells, as a bit set."""
        if len(state.masks) == 2:
            return list(map(and_, *state.masks))
        return [undecided_positions(masks) for masks in zip(*state.masks, strict=True)]

    def _count(self, is_open: list[int]) -> int:
        return sum(map(int.bit_count, is_open[: self._n_rows]))

    def _is_open(self, is_open: list[int], cell: int) -> bool:
        row, position = self._places(cell)[0]
        return bool(is_open[row] >> position & 1)

    def _near(self, is_open: list[int], before: list[int]) -> set[int]:
        """The open cells that are near cells which have been decided.

        Args:
            is_open: for each line its open cells.
            before: the same at an earlier moment.
        """
        line, places, lengths = self._root.puzzle.grid.line, self._places, self._lengths
        near: set[int] = set()
        for row, changed in enumerate(map(xor, is_open[: self._n_rows], before)):
            if changed:
                cells = line(row)
                near.update([cells[position] for position in bit_positions(changed)])
        for _ in range(REACH):
            for cell in tuple(near):
                for index, position in places(cell):
                    if position:
                        near.add(line(index)[position - 1])
                    if position + 1 < lengths[index]:
                        near.add(line(index)[position + 1])
        return {cell for cell in near if self._is_open(is_open, cell)}

    def _candidates(self, is_open: list[int], cells: Iterable[int] | None) -> list[_Candidate]:
        """The open cells that are beside a decided one or at the end of a line.

        Args:
            is_open: for each line its open cells.
            cells: the cells to choose from; None for all.
        """
        if cells is None:
            line = self._root.puzzle.grid.line
            cells = [line(row)[position] for row in range(self._n_rows) for position in bit_positions(is_open[row])]
        found = []
        for cell in cells:
            neighbours = distance = 0
            for index, position in self._places(cell):
                mask = is_open[index]
                neighbours += (not mask >> position + 1 & 1) + (not position or not mask >> position - 1 & 1)
                distance += min(position, self._lengths[index] - 1 - position)
            if neighbours:
                found.append((-neighbours, distance, cell))
        return found
