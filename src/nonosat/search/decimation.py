"""Decimation: a solution found by fixing the surest cells first.

The surest cells get their likeliest colour, lines are propagated, the messages are refreshed, and so on, until little
is left; that goes to a SAT solver, or whatever else `complete` is. In the manner of survey propagation (A. Braunstein,
M. Mezard, R. Zecchina, "Survey propagation: an algorithm for satisfiability", Random Structures & Algorithms 2005),
with two additions: fixing a cell that lines contradict at once rules its colour out instead, and when a branch turns
out to be dead, the states on the way to it are tried from the latest backwards.

This finds solutions or nothing. It says nothing about whether there are others, or any at all.
"""

from __future__ import annotations

import time
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from nonosat.errors import GaveUp
from nonosat.lines.fixpoint import State
from nonosat.puzzle import Picture, Puzzle
from nonosat.search.beliefs import Beliefs


class Completer(Protocol):
    """A complete search for what decimation leaves."""

    def __call__(self, state: State, beliefs: Beliefs, deadline: float) -> Picture | None:
        """A solution that the state allows, or None if there is none.

        Args:
            state: what is known; consistent.
            beliefs: of this state, as first values for the search.
            deadline: reading of `time.monotonic` at which to give up.

        Raises:
            GaveUp: the deadline has passed.
        """
        ...


@dataclass(frozen=True)
class Effort:
    """How decimation goes about it; the defaults are measured (`benchmarks/search.py`).

    Attributes:
        attempts: descents from the start, each but the first with noise.
        noise: see `Beliefs`.
        first_rounds, rounds: of messages, at the beginning and between steps.
        share: of the open cells to fix in one step.
        group: cells that are fixed before lines are propagated.
        few: a state with at most so many open cells is given to the completer, and again after it has lost
            `less` of them if the completer gave up.
        many: after a dead end, states with at most so many open cells are given to it.
        seconds: for one call of it.
    """

    attempts: int = 50
    noise: float = 0.15
    first_rounds: int = 30
    rounds: int = 5
    share: float = 0.01
    group: int = 16
    few: int = 1500
    less: float = 0.3
    many: int = 4000
    seconds: float = 2.0


def decimate(
    puzzle: Puzzle,
    complete: Completer,
    *,
    deadline: float | None = None,
    seed: int = 0,
    effort: Effort | None = None,
) -> Picture | None:
    """A solution of a puzzle, if one can be found in this way.

    Args:
        puzzle: what to solve.
        complete: solves what is left when few cells are open.
        deadline: reading of `time.monotonic` at which to end.
        seed: of the noise.

    Returns:
        A picture that all lines agree to, or what `complete` returned; None says nothing.
    """
    decimation = _Decimation(complete, deadline or np.inf, effort or Effort())
    state = State(puzzle)
    try:
        if not state.run(deadline):
            return None
        for attempt in range(decimation.effort.attempts):
            picture = decimation.descend(state.copy(), seed + attempt, noisy=attempt > 0)
            if picture is not None:
                return picture
            if decimation.hopeless:
                break
    except GaveUp:
        pass
    return None


class _Decimation:
    """Descents for one puzzle; every method raises `GaveUp` when the deadline has passed."""

    def __init__(self, complete: Completer, deadline: float, effort: Effort) -> None:
        self.complete, self.deadline, self.effort = complete, deadline, effort
        #: The completer says that there is nothing to be found.
        self.hopeless = False

    def descend(self, state: State, seed: int, noisy: bool) -> Picture | None:
        """Fix cells until a solution or a dead end is found."""
        effort = self.effort
        beliefs = Beliefs(state, effort.noise if noisy else 0.0, seed)
        self._talk(beliefs, effort.first_rounds)
        few, built = effort.few, beliefs.n_open
        trail: list[State] = []
        while n_open := state.n_open:
            trail.append(state)
            if n_open <= few:
                beliefs.rebuild(state)
                built = n_open
                try:
                    picture = self._complete(state, beliefs)
                except GaveUp:
                    few = int(n_open * (1 - effort.less))
                else:
                    if picture is None:
                        trail.pop()
                        self.hopeless = not trail
                        break
                    return picture
            after = self._step(state.copy(), beliefs)
            if after is None:
                break
            state = after
            if state.n_open < 0.85 * built:
                beliefs.rebuild(state)
                built = beliefs.n_open
            else:
                beliefs.refresh(state)
            self._talk(beliefs, effort.rounds)
        else:
            return state.domains().picture()
        return self._retreat(trail, beliefs)

    def _step(self, state: State, beliefs: Beliefs) -> State | None:
        """The state after the surest cells are fixed; None in a dead end."""
        colors, leads = beliefs.margins()
        leads[~beliefs.open] = -np.inf
        count = max(1, int(beliefs.n_open * self.effort.share))
        surest = np.argpartition(-leads, count - 1)[:count]
        surest = surest[np.argsort(-leads[surest], kind="stable")]
        # When much follows from the first cells, what is known of the others is out of date.
        enough = state.n_open * (1 - 3 * self.effort.share)
        for begin in range(0, count, self.effort.group):
            cells = [(cell, int(colors[cell])) for cell in surest[begin : begin + self.effort.group].tolist()]
            after = self._fix(state, cells)
            if after is None or after.n_open < enough:
                return after
            state = after
        return state

    def _fix(self, state: State, cells: list[tuple[int, int]]) -> State | None:
        """The state with these cells fixed, but for those that lines contradict; None in a dead end."""
        cells = [(cell, color) for cell, color in cells if len(options := state.colors(cell)) > 1 and color in options]
        if not cells:
            return state
        after = state.copy()
        for cell, color in cells:
            after.fix(cell, color)
        if after.run(self._limit):
            return after
        if len(cells) == 1:
            state.forbid(*cells[0])
            return state if state.run(self._limit) else None
        half = len(cells) // 2
        middle = self._fix(state, cells[:half])
        return None if middle is None else self._fix(middle, cells[half:])

    def _retreat(self, trail: list[State], beliefs: Beliefs) -> Picture | None:
        """Complete one of the states on the way to a dead end, the latest that can be completed."""
        n_open = 0.0
        for number, state in reversed(list(enumerate(trail))):
            if state.n_open > self.effort.many:
                break
            if state.n_open < 1.15 * n_open and number:
                continue
            n_open = state.n_open
            beliefs.rebuild(state)
            self._talk(beliefs, 2 * self.effort.rounds)
            try:
                picture = self._complete(state, beliefs)
            except GaveUp:
                break
            if picture is not None:
                return picture
            self.hopeless = not number
        return None

    def _talk(self, beliefs: Beliefs, rounds: int) -> None:
        self._in_time()
        beliefs.run(rounds, tolerance=1e-3)

    def _complete(self, state: State, beliefs: Beliefs) -> Picture | None:
        self._in_time()
        try:
            return self.complete(state, beliefs, min(self.deadline, time.monotonic() + self.effort.seconds))
        except GaveUp:
            self._in_time()
            raise

    @property
    def _limit(self) -> float | None:
        return None if self.deadline == np.inf else self.deadline

    def _in_time(self) -> None:
        if time.monotonic() > self.deadline:
            raise GaveUp("time limit reached while looking for a likely picture")
