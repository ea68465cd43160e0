"""Decimation guided by belief propagation: a solution, found by fixing the most certain cells first.

The cells with the largest margins get their likeliest colour, lines are propagated, the messages are updated, and so
on, until few cells are open; these go to a SAT solver, or whatever else `complete` is. In the manner of survey
propagation (A. Braunstein, M. Mezard, R. Zecchina, "Survey propagation: an algorithm for satisfiability", Random
Structures & Algorithms 2005), with four additions:

* messages converge before anything is fixed: on large grids that takes hundreds of rounds, in which order spreads
  inward from the borders, and cells fixed earlier are often wrong;
* the margin of a cell is the smaller one of two points in time, since messages that oscillate can be certain of either
  colour in turn;
* if fixing a cell contradicts a line at once, its colour is ruled out instead;
* when a descent ends in a contradiction, bisection finds the latest state on the way that still has a solution, and it
  is completed.

This is incomplete: it finds a solution or nothing, and proves nothing.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from math import inf

import numpy as np

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.beliefs.messages import ROUNDS, Beliefs
from nonosat.solving.beliefs.repair import fix_consistent

#: A complete search for the cells that are left open: from a consistent state, beliefs of it for initial phases, and a
#: budget of conflicts to a solution, or None if there is none. Raises `GaveUp` if the budget or the time is too small.
Completer = Callable[[PropagationState, Beliefs, int], Picture | None]


@dataclass(frozen=True, kw_only=True)
class DescentSchedule:
    """The speed at which one descent fixes cells.

    Attributes:
        damping: of the messages, from 0 to 1; see `Beliefs.run`.
        share: of the open cells to fix in one step, from 0 to 1.
        rounds: of messages between two steps, at most.
        initial_rounds: of messages before the first step, at most.
        tolerance: messages that change by less than this on average have converged.
    """

    damping: float
    share: float
    rounds: int
    initial_rounds: int = 300
    tolerance: float = 1e-3


@dataclass(frozen=True, kw_only=True)
class DecimationSettings:
    """The parameters of decimation; docs/decisions.md has the measurement of steps, the rest was tried by hand.

    Attributes:
        attempts: descents from the start, each but the first with noise.
        noise: see `Beliefs`. A tenth of a unit leads to other solutions; with half a unit hardly any is found.
        schedules: of one attempt after the other, in turn: the first is fast, and the later ones are slow.
        min_fixed: the least number of cells to fix in one step.
        completion_size: a state with at most this number of open cells is given to the completer.
        completion_shrink: if the completer gives up, it is called again when this share of the open cells is decided.
        backtrack_size: after a contradiction, states with at most this number of open cells are given to the completer.
        backtrack_failures: after a contradiction, the completer may give up this often.
        conflicts: the budget of one call of the completer at the first attempt. It is three times as large at the
            second, then five times, and so on: a longer search sometimes decides cells that beliefs cannot.
    """

    attempts: int = 50
    noise: float = 0.05
    schedules: tuple[DescentSchedule, ...] = (
        DescentSchedule(damping=0.3, share=0.08, rounds=10, tolerance=1e-2),
        DescentSchedule(damping=0.5, share=0.04, rounds=20),
        DescentSchedule(damping=0.2, share=0.01, rounds=10),
        DescentSchedule(damping=0.4, share=0.02, rounds=20),
    )
    min_fixed: int = 8
    completion_size: int = 1000
    completion_shrink: float = 0.3
    backtrack_size: int = 4000
    backtrack_failures: int = 2
    conflicts: int = 20_000


def settings_for(puzzle: Puzzle) -> DecimationSettings:
    """The default settings for a puzzle.

    With several colours messages converge in fewer rounds, and an open cell is harder for the completer.
    """
    if puzzle.n_colors == 1:
        return DecimationSettings()
    completion_size = 3000 // (puzzle.n_colors + 1)
    return DecimationSettings(
        schedules=(
            DescentSchedule(damping=0.3, share=0.1, rounds=4, initial_rounds=24, tolerance=1e-2),
            DescentSchedule(damping=0.3, share=0.05, rounds=10),
            DescentSchedule(damping=0.5, share=0.05, rounds=20),
            DescentSchedule(damping=0.2, share=0.02, rounds=10),
        ),
        min_fixed=16,
        completion_size=completion_size,
        backtrack_size=2 * completion_size,
    )


def decimate(
    state: PropagationState,
    complete: Completer,
    *,
    deadline: Deadline = NEVER,
    seed: int = 0,
    settings: DecimationSettings | None = None,
) -> Picture | None:
    """Look for a solution by decimation.

    Args:
        state: consistent. It is not changed.
        seed: of the noise; with another seed than 0, the first attempt has noise too.
        settings: None for the default of the puzzle.

    Returns:
        A picture that all lines agree to, or the one that `complete` returned; None if none was found until the
        deadline, which proves nothing.
    """
    decimation = _Decimation(complete, deadline, settings or settings_for(state.puzzle))
    with suppress(GaveUp):
        for attempt in range(decimation.settings.attempts):
            picture = decimation.descend(state.copy(), seed, attempt)
            if picture is not None or decimation.is_unsolvable:
                return picture
    return None


class _Decimation:
    """Descents for one puzzle; every method raises `GaveUp` when the deadline has passed."""

    def __init__(self, complete: Completer, deadline: Deadline, settings: DecimationSettings) -> None:
        self.complete, self.deadline, self.settings = complete, deadline, settings
        #: The completer has found that the first state has no solution.
        self.is_unsolvable = False
        self.schedule = self.settings.schedules[0]
        self.conflicts = self.settings.conflicts

    def descend(self, state: PropagationState, seed: int, attempt: int) -> Picture | None:
        """Fix cells until a solution or a contradiction is found."""
        settings = self.settings
        seed += attempt
        self.schedule = settings.schedules[seed % len(settings.schedules)]
        self.conflicts = settings.conflicts * (2 * attempt + 1)
        beliefs = Beliefs(state, settings.noise if seed else 0.0, seed, deadline=self.deadline)
        self._converge(beliefs)
        completion_size, built = settings.completion_size, beliefs.n_open
        trail: list[PropagationState] = []
        while n_open := state.n_open:
            trail.append(state)
            if n_open <= completion_size:
                beliefs.rebuild(state)
                built = n_open
                try:
                    picture = self._complete(state, beliefs)
                except GaveUp:
                    completion_size = int(n_open * (1 - settings.completion_shrink))
                else:
                    if picture is None:
                        self.is_unsolvable = len(trail) == 1
                        trail.pop()
                        break
                    return picture
            after = self._step(state, beliefs)
            if after is None:
                break
            state = after
            if state.n_open < 0.85 * built:
                beliefs.rebuild(state)
                built = beliefs.n_open
            else:
                beliefs.refresh(state)
        else:
            return state.picture()
        return self._backtrack(trail, beliefs)

    def _converge(self, beliefs: Beliefs) -> None:
        """Exchange messages before anything is fixed; `GaveUp` also if the grid is large, and beliefs know little."""
        rounds = self.schedule.initial_rounds
        self._exchange_messages(beliefs, min(rounds, ROUNDS))
        if rounds <= ROUNDS:
            return
        if beliefs.n_open > self.settings.completion_size and beliefs.know_little:
            raise GaveUp("beliefs know too little")
        self._exchange_messages(beliefs, rounds - ROUNDS)

    def _step(self, state: PropagationState, beliefs: Beliefs) -> PropagationState | None:
        """The state after the cells with the largest margins are fixed; None for a contradiction."""
        schedule, half = self.schedule, self.schedule.rounds // 2
        self._exchange_messages(beliefs, half)
        colors, margins = beliefs.stable_margins(half, schedule.damping, schedule.tolerance)
        count = min(beliefs.n_open, max(self.settings.min_fixed, int(beliefs.n_open * schedule.share)))
        surest = np.argpartition(-margins, count - 1)[:count]
        surest = surest[np.argsort(-margins[surest], kind="stable")]
        cells = [(cell, int(colors[cell])) for cell in surest.tolist()]
        return fix_consistent(state, cells, self.deadline, inf, rule_out=True)[0]

    def _backtrack(self, trail: list[PropagationState], beliefs: Beliefs) -> Picture | None:
        """Complete the latest state on the way to a contradiction that has a solution.

        If a state has no solution, neither have those after it, so bisection finds the last one that has. States with
        many open cells are too hard for the completer:

            trail     0 . . large . . . dead . . .
                          |           |
                          |           without solution, like all after it
                          too many open cells, or the completer gave up on it

        `trail` has the states from the start to the last one before the contradiction, `beliefs` are of a later one.
        """
        dead, stride, failures_left = len(trail), 1, self.settings.backtrack_failures
        large = sum(state.n_open > self.settings.backtrack_size for state in trail) - 1
        while dead - large > 1 and failures_left:
            # The contradiction is often recent, so strides that double lead back from it, up to bisection.
            number = max(dead - stride, (large + dead) // 2)
            beliefs.rebuild(trail[number])
            self._exchange_messages(beliefs, self.schedule.rounds)
            try:
                picture = self._complete(trail[number], beliefs)
            except GaveUp:
                large, failures_left = number, failures_left - 1
            else:
                if picture is not None:
                    return picture
                dead, stride = number, 2 * stride
                self.is_unsolvable = not number
        return None

    def _exchange_messages(self, beliefs: Beliefs, rounds: int) -> None:
        beliefs.converge(rounds, self.schedule.damping, self.schedule.tolerance)

    def _complete(self, state: PropagationState, beliefs: Beliefs) -> Picture | None:
        self.deadline.check()
        try:
            return self.complete(state, beliefs, self.conflicts)
        except GaveUp:
            self.deadline.check()
            raise
