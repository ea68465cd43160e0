"""A proved lower bound of the number of fillings of a component, by a frontier that keeps the most promising states.

Where a frontier has too many states (see `frontier`), some are dropped at each cell, so only some of the fillings are
counted. Most states lead to no filling at all, so the choice of the states decides how many are found:

    1. Some solutions are known, and with them the state of each line after each cell. A state of the frontier is the
       more promising, the more often its lines are in these states, and the more fillings of the visited cells lead to
       it.
    2. From the fillings that were counted, solutions are drawn at random, each with the same probability. They replace
       those of 1, so they guide the next count better.

The choice affects only the number of fillings that are found; each filling that is counted satisfies all clues.

Source: the beam search of B. Lowerre, "The HARPY speech recognition system" (1976), guided by samples as in the
cross-entropy method (R. Rubinstein, Methodology and Computing in Applied Probability 1, 1999).
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from math import log as ln

import numpy as np
import numpy.typing as npt

from nonosat.analysis.frontier import LIMB_BITS, Frontier, FrontierCount, Reader, States, merge, state_hashes, total
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.core.question import Log, no_log
from nonosat.model.nouns import count as counted
from nonosat.model.picture import Picture

#: The states that are kept in each attempt from which solutions are drawn: with all orders, then with the best one.
TRIAL_STATES, SAMPLING_STATES = (1_000, 1_000, 1_000), (3_000, 3_000, 3_000, 3_000)

#: The states that are kept in the attempts that follow.
BOUND_STATES = (30_000, 100_000, 300_000)

#: The number of solutions that are drawn.
SAMPLES = 500

#: Observations that are added to each state of a line, so that a state that was not seen is unlikely, not impossible.
_SMOOTHING = 1.0

#: The weight of the number of fillings that lead to a state, beside that of the states of its lines.
_COUNT_WEIGHT = 0.5

#: The most numbers that are stored to draw solutions.
_STORED = 25_000_000

_Numbers = npt.NDArray[np.int64]
_Floats = npt.NDArray[np.float64]


class SampledBound:
    """Counts fillings along one order of cells with a limited number of states; each count improves the next one."""

    def __init__(self, frontier: Frontier, solutions: Sequence[Picture]) -> None:
        """The first count is guided by `solutions`, at least one; cells outside of the component do not matter."""
        self._frontier = frontier
        self._rng = np.random.default_rng(0)
        #: The solutions that guide the count: a row for each, with a colour for each cell in the order of the frontier.
        self._samples: _Numbers = np.array([[picture.cells[cell] for cell in frontier.order] for picture in solutions])

    def count(self, most: int, deadline: Deadline = NEVER, *, draw: bool = True) -> FrontierCount:
        """Count fillings; `GaveUp` after the deadline.

        Args:
            most: the number of states that are kept at one place, beside those of the solutions that guide the count.
            draw: whether to draw solutions for the next count, unless that needs too much memory.
        """
        frontier = self._frontier
        n_steps = len(frontier.steps)
        draw &= n_steps * most * (frontier.n_words + 1) <= _STORED
        words = np.zeros((frontier.n_words, 1), np.uint64)
        counts, scores = np.ones((1, 1), np.uint64), np.zeros(1)
        kept = np.zeros((frontier.n_words, len(self._samples)), np.uint64)
        likely: dict[int, _Floats] = {}
        layers = [(words, np.zeros(1))]
        widest, is_exact = 1, True
        for number, step in enumerate(frontier.steps):
            deadline.check("no number of solutions")
            kept_after, _ = frontier.after(kept, step, self._samples[:, number])
            reached, sources, _ = frontier.advance(words, step)
            scores = scores[sources]
            for reader, _ in step:
                if (old := likely.get(id(reader))) is not None:
                    scores -= old[reader.states(words)[sources]]
                likely[id(reader)] = _frequencies(reader, kept_after)
                scores += likely[id(reader)][reader.states(reached)]
            kept = kept_after
            words, counts, hashes, chosen = merge(reached, counts[:, sources])
            scores = scores[chosen]
            logs = _logs(counts)
            if words.shape[1] > most:
                promise = scores + _COUNT_WEIGHT * logs
                of_samples = np.isin(hashes, state_hashes(kept))
                promise[of_samples] = np.inf
                size = max(most, int(of_samples.sum()))
                if size < len(promise):
                    is_exact = False
                    best = np.argpartition(-promise, size)[:size]
                    words, counts, scores, logs = words[:, best], counts[:, best], scores[best], logs[best]
            widest = max(widest, words.shape[1])
            if draw:
                layers.append((words, logs))
        if draw:
            self._samples = self._drawn(layers)
        return FrontierCount(total(counts), is_exact, widest)

    def _drawn(self, layers: list[tuple[States, _Floats]]) -> _Numbers:
        """Solutions drawn from the fillings that were counted, from the last cell to the first.

        Args:
            layers: the states before the first cell and after each cell, each state with the logarithm of the number of
                fillings that lead to it.
        """
        frontier, rng = self._frontier, self._rng
        words, logs = layers[-1]
        weights = np.exp(logs - logs.max())
        targets = words[:, rng.choice(len(weights), SAMPLES, p=weights / weights.sum())]
        samples = np.zeros((SAMPLES, len(frontier.steps)), np.int64)
        for number in range(len(frontier.steps) - 1, -1, -1):
            words, logs = layers[number]
            reached, sources, colors = frontier.advance(words, frontier.steps[number])
            hashes = state_hashes(reached)
            order = np.argsort(hashes)
            hashes, sources, colors = hashes[order], sources[order], colors[order]
            ends = np.concatenate(([0.0], np.cumsum(np.exp(logs[sources] - logs.max()))))
            wanted = state_hashes(targets)
            first, last = np.searchsorted(hashes, wanted), np.searchsorted(hashes, wanted, "right")
            drawn = ends[first] + rng.random(SAMPLES) * (ends[last] - ends[first])
            chosen = np.clip(np.searchsorted(ends, drawn, "right") - 1, first, last - 1)
            samples[:, number] = colors[chosen]
            targets = words[:, sources[chosen]]
        return samples


def best_bound(
    frontiers: Sequence[Frontier], solutions: Sequence[Picture], deadline: Deadline = NEVER, log: Log = no_log
) -> FrontierCount:
    """The best lower bound of attempts with more and more states, until a deadline.

    There is at least one of the `frontiers`, one for each order of the cells, and of the `solutions` of the puzzle.
    """
    best = FrontierCount(1, is_exact=False, n_states=1)

    def attempt(bound: SampledBound, most: int, *, draw: bool = True) -> int:
        nonlocal best
        found = bound.count(most, deadline, draw=draw)
        if found.n_solutions > best.n_solutions or found.is_exact:
            best = found
            log(f"at least {counted(found.n_solutions, 'solution', separators=True)} of this component")
        return found.n_solutions

    bounds = [SampledBound(frontier, solutions) for frontier in frontiers]
    with suppress(GaveUp):
        last = [0] * len(bounds)
        for most in TRIAL_STATES:
            for number, bound in enumerate(bounds):
                last[number] = attempt(bound, most)
                if best.is_exact:
                    return best
        bound = bounds[last.index(max(last))]
        for most in SAMPLING_STATES:
            attempt(bound, most)
        for most in BOUND_STATES:
            attempt(bound, most, draw=False)
            if best.is_exact:
                break
    return best


def _frequencies(reader: Reader, words: States) -> _Floats:
    """The logarithm of the share of some states in which a line is in each of its states."""
    numbers = np.bincount(reader.states(words), minlength=1 << reader.bits) + _SMOOTHING
    logs: _Floats = np.log(numbers / numbers.sum())
    return logs


def _logs(counts: States) -> _Floats:
    """The natural logarithms of counts that are kept as limbs."""
    logs = np.full(counts.shape[1], -np.inf)
    with np.errstate(divide="ignore"):
        for number, limb in enumerate(counts):
            logs = np.logaddexp(logs, np.log(limb.astype(np.float64)) + number * LIMB_BITS * ln(2))
    return logs
