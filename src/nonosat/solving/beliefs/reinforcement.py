"""Reinforcement: belief propagation that is slowly drawn to a solution, and repair of the lines that stay violated.

Decimation fixes cells and cannot take them back. Reinforcement fixes only those of which beliefs are very sure. Each
other cell gets a field, one more message to it, and after every round the field becomes `rate` times the sum of all
messages to the cell, the field included. The rate grows from 0 to nearly 1, so beliefs become definite together, and a
cell whose messages change can change with them. Now and then the likeliest colours of all cells are held against the
clues. A. Braunstein, R. Zecchina, "Learning by message passing in networks of discrete synapses", Physical Review
Letters 2006.

On large grids a few lines often stay violated. Then the completer searches the cells of which beliefs were unsure, and
some cells around them. If that does not help, all cells are fixed to their likeliest colour but those of the violated
lines and some lines beside them, and this part is searched: by the completer if it is small, or else by
reinforcement. Where neither helps, more lines are freed. If it comes to most of the grid, the next attempt begins.

Order spreads from the border inward, and stops where chance has it. So a later attempt begins with the
messages that left the fewest cells unsure, and lets them start over at these cells, with noise, as often as this helps.
The new ones come farther in some places only, so they are kept in the regions where they leave fewer cells unsure, and
the earlier ones in the others. After some attempts without success, all messages start over.

This is incomplete: it finds a solution or nothing, and proves nothing.
"""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

import numpy as np

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.picture import Picture
from nonosat.solving.beliefs import reinforcement_settings as fitted
from nonosat.solving.beliefs.decimation import Completer
from nonosat.solving.beliefs.messages import ROUNDS, Beliefs, Messages
from nonosat.solving.beliefs.reinforcement_settings import ReinforcementSchedule, ReinforcementSettings, settings_for
from nonosat.solving.beliefs.repair import cells_of, color_masks, fix_consistent, violated_lines, widened, with_free
from nonosat.solving.beliefs.stretches import Flags
from nonosat.solving.cell_neighbors import cells_beside, grown, nearest

#: If the likeliest colours have not changed this many times in succession, they seldom change later.
_FROZEN = 2


class _Guess(NamedTuple):
    """A picture that may be almost correct: the colours of its cells, and the lines that it violates."""

    colors: list[int]
    violated: list[int]


def reinforce(
    state: PropagationState,
    complete: Completer,
    *,
    deadline: Deadline = NEVER,
    seed: int = 0,
    settings: ReinforcementSettings | None = None,
) -> Picture | None:
    """Look for a solution by reinforcement.

    Args:
        state: consistent. It is not changed.
        seed: of the noise; with another seed than 0, the first attempt has noise too.
        settings: None for the default of the puzzle.

    Returns:
        A picture that all lines agree to; None if none was found until the deadline, which proves nothing.
    """
    search = _Reinforcement(state, complete, deadline, settings or settings_for(state.puzzle))
    with suppress(GaveUp):
        for attempt in range(fitted.ATTEMPTS):
            picture = search.attempt(seed + attempt, attempt)
            if picture is not None or search.is_unsolvable:
                return picture
    return None


class _Surest(NamedTuple):
    """The messages that leave the fewest cells unsure so far: without fields, but with noise; and these cells."""

    messages: Messages
    unsure: Flags

    @property
    def n_unsure(self) -> int:
        return int(self.unsure.sum())


class _Reinforcement:
    """Attempts on one puzzle; every method raises `GaveUp` when the deadline has passed."""

    def __init__(
        self, state: PropagationState, complete: Completer, deadline: Deadline, settings: ReinforcementSettings
    ) -> None:
        self.state, self.complete, self.deadline, self.settings = state, complete, deadline, settings
        #: The completer has found that the first state has no solution.
        self.is_unsolvable = False
        #: Attempts in succession with no fewer unsure cells; and how often all messages have started over.
        self._n_fruitless = self._n_starts = 0
        self._beside = cells_beside(state.puzzle.grid)
        self.surest: _Surest | None = None

    def attempt(self, seed: int, attempt: int) -> Picture | None:
        """Reinforce beliefs on the whole grid, then repair what they violate."""
        settings = self.settings
        schedule = settings.schedules[attempt % len(settings.schedules)]
        if self._n_fruitless == fitted.FRUITLESS:
            self.surest, self._n_fruitless = None, 0
            self._n_starts += 1
        noise, bound = fitted.NOISE if seed else 0.0, settings.bounds[self._n_starts % len(settings.bounds)]
        beliefs = Beliefs(self.state, noise, seed, bound=bound, deadline=self.deadline)
        if self.surest is None:
            beliefs.run(ROUNDS, schedule.damping, schedule.tolerance)
            if not attempt and beliefs.n_open > fitted.COMPLETION_SIZE and beliefs.know_little:
                raise GaveUp("beliefs know too little")
            self._converge(beliefs, schedule)
            self.surest = self._reached(beliefs)
        else:
            n_unsure = self.surest.n_unsure
            self.surest = self._renew(beliefs, self.surest, seed, fitted.RENEWALS * min(attempt, 4))
            is_fruitless = self.surest.n_unsure >= fitted.RENEWAL_GAIN * n_unsure
            self._n_fruitless = self._n_fruitless + 1 if is_fruitless else 0
        state = self._fix_sure_cells(beliefs, schedule)
        if not state.n_open:
            return state.picture()
        beliefs.rebuild(state)
        guess = self._reinforce(beliefs, schedule)
        if len(guess.violated) > max(fitted.FEW_LINES, fitted.REPAIRABLE * self.state.puzzle.grid.n_lines):
            return None
        picture = self._search_unsure(guess) if guess.violated else None
        if picture is not None or self.is_unsolvable:
            return picture
        return self._repair(guess, seed, fitted.CONFLICTS * (1 + attempt))

    def _converge(self, beliefs: Beliefs, schedule: ReinforcementSchedule) -> None:
        """Exchange messages without fields."""
        beliefs.converge(schedule.initial_rounds, schedule.damping, schedule.tolerance)

    def _reached(self, beliefs: Beliefs) -> _Surest:
        """The messages as they are now, and the cells whose likeliest colour does not lead clearly."""
        return _Surest(beliefs.copy_messages(), np.asarray(beliefs.margins()[1] <= fitted.SURE_MARGIN))

    def _renew(self, beliefs: Beliefs, surest: _Surest, seed: int, patience: int) -> _Surest:
        """Begin messages anew where they are unsure, each time with other noise, as long as more cells become sure.

        The result leaves the fewest cells unsure, or hardly more. `patience` is the most failures in succession,
        renewals that make no more cells sure, unless nearly all are sure.
        """
        random = np.random.default_rng(seed)
        failures, reached = 0, surest.n_unsure
        while failures < (fitted.RENEWALS // 2 if self._is_nearly_sure(surest) else patience):
            cells = surest.unsure
            for _ in range(random.choice(fitted.RENEWAL_STEPS)):
                cells = grown(cells, self._beside)
            noise = random.uniform(0.0, fitted.RENEWAL_NOISE)
            fields = random.normal(0.0, noise, (beliefs.n_colors + 1, len(beliefs.open)))
            beliefs.renew(surest.messages, cells, fields)
            beliefs.converge(self.settings.renewal_rounds, fitted.RENEWAL_DAMPING, fitted.TOLERANCE)
            renewed = self._reached(beliefs)
            best = min(self._merged(beliefs, surest, renewed, random), renewed, key=lambda each: each.n_unsure)
            if best.n_unsure <= fitted.RENEWAL_LOSS * surest.n_unsure:
                surest = best
            failures += 1
            if surest.n_unsure < fitted.RENEWAL_GAIN * reached:
                failures, reached = 0, surest.n_unsure
        return surest

    def _merged(self, beliefs: Beliefs, surest: _Surest, renewed: _Surest, random: np.random.Generator) -> _Surest:
        """The renewed messages in regions where they leave fewer cells unsure, and the earlier ones in the others."""
        n_cells = len(surest.unsure)
        n_regions = max(1, n_cells // fitted.REGION_SIZE)
        region = nearest(random.choice(n_cells, n_regions, replace=False), self._beside)
        before, after = (np.bincount(region, each.unsure, n_regions) for each in (surest, renewed))
        is_better = np.append((after < before)[region], False)
        merged = Messages(
            *(np.where(is_better, new, old) for new, old in zip(renewed.messages, surest.messages, strict=True))
        )
        beliefs.restore(merged)
        beliefs.run(ROUNDS, fitted.RENEWAL_DAMPING)
        return self._reached(beliefs)

    def _is_nearly_sure(self, surest: _Surest) -> bool:
        """True if few cells are unsure, so that a search among them is likely to help."""
        return surest.n_unsure < fitted.NEARLY_SURE * self.state.n_open

    def _fix_sure_cells(self, beliefs: Beliefs, schedule: ReinforcementSchedule) -> PropagationState:
        """The state with the cells fixed of which beliefs are sure, so that later rounds are cheaper.

        Cells that contradict those of which beliefs are surer are left open, and count as unsure from now on. The
        beliefs begin with the surest messages, and are updated.
        """
        assert self.surest is not None
        beliefs.restore(self.surest.messages)
        colors, margins = beliefs.stable_margins(ROUNDS // 2, schedule.damping)
        sure = np.argsort(-margins, kind="stable")[: np.count_nonzero(margins > fitted.SURE_MARGIN)]
        state, contradictory = fix_consistent(
            self.state, [(cell, int(colors[cell])) for cell in sure.tolist()], self.deadline
        )
        assert state is not None, "no colour is ruled out"
        self.surest.unsure[contradictory] = True
        return state

    def _reinforce(self, beliefs: Beliefs, schedule: ReinforcementSchedule) -> _Guess:
        """The guess with the fewest violated lines, up to a solution or the end of the schedule."""
        rate, n_equal, best = 0.0, 0, None
        colors: list[int] = []
        while rate < fitted.HIGHEST_RATE and n_equal < _FROZEN:
            self.deadline.check()
            for _ in range(ROUNDS):
                rate = min(rate + schedule.growth, fitted.HIGHEST_RATE)
                beliefs.run(1, schedule.damping)
                beliefs.reinforce(rate, fitted.FIELD_BOUND)
            earlier, colors = colors, beliefs.likeliest().tolist()
            n_equal = n_equal + 1 if colors == earlier else 0
            guess = _Guess(colors, violated_lines(beliefs.puzzle, colors))
            if best is None or len(guess.violated) <= len(best.violated):
                best = guess
            if not guess.violated:
                break
        assert best is not None
        return best

    def _search_unsure(self, guess: _Guess) -> Picture | None:
        """Search among the cells that were unsure and those of violated lines, and then also among those around them.

        All other cells have the colours of the guess.
        """
        assert self.surest is not None
        puzzle = self.state.puzzle
        on_violated, near = cells_of(puzzle, guess.violated), self.surest.unsure
        masks = color_masks(puzzle, guess.colors)
        for _ in range(fitted.UNSURE_STEPS + 1):
            part = with_free(self.state, masks, on_violated.union(np.flatnonzero(near).tolist()), self.deadline)
            near = grown(near, self._beside)
            if part is None:
                continue
            if not part.n_open:
                return part.picture()
            if part.n_open > fitted.UNSURE_SIZE:
                break
            beliefs = Beliefs(part, deadline=self.deadline)
            self._converge(beliefs, fitted.PART_SCHEDULE)
            try:
                picture = self._complete(part, beliefs, fitted.CONFLICTS)
            except GaveUp:
                break
            if picture is not None or self.is_unsolvable:
                return picture
        return None

    def _repair(self, guess: _Guess, seed: int, conflicts: int) -> Picture | None:
        """Change the lines that a guess violates and lines beside them, more and more, until none is violated."""
        puzzle = self.state.puzzle
        width, tries = 1, 0
        while guess.violated:
            lines = widened(puzzle, guess.violated, width)
            part = with_free(self.state, color_masks(puzzle, guess.colors), cells_of(puzzle, lines), self.deadline)
            if part is not None:
                if not part.n_open:
                    return part.picture()
                seed += 1
                beliefs = Beliefs(part, fitted.PART_NOISE, seed, deadline=self.deadline)
                self._converge(beliefs, fitted.PART_SCHEDULE)
                try:
                    if part.n_open > fitted.COMPLETION_SIZE:
                        raise GaveUp("too many open cells")
                    picture = self._complete(part, beliefs, conflicts)
                except GaveUp:
                    if width > 1 and part.n_open > fitted.LARGEST_PART * self.state.n_open:
                        return None
                    after = self._reinforce(beliefs, fitted.PART_SCHEDULE)
                    is_better = len(after.violated) < len(guess.violated)
                    guess = after if is_better else guess
                    tries = 0 if is_better else tries + 1
                    if tries < fitted.REPAIR_TRIES:
                        continue
                else:
                    if picture is not None or self.is_unsolvable:
                        return picture
            width, tries = 2 * width, 0
        return Picture(puzzle.grid, tuple(guess.colors))

    def _complete(self, part: PropagationState, beliefs: Beliefs, conflicts: int) -> Picture | None:
        """Call the completer; if a part with all open cells has no solution, note that there is none at all."""
        try:
            picture = self.complete(part, beliefs, conflicts)
        except GaveUp:
            self.deadline.check()
            raise
        # All cells are free before all lines are, where lines of one family alone are violated.
        self.is_unsolvable = picture is None and part.n_open == self.state.n_open
        return picture
