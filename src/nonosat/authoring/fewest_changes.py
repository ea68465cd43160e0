"""The fewest cells of a picture to be changed so that its clues have one solution, or so that line solving solves them.

    1. Local search finds a first set of edits that suffices: from the picture on, it always takes the edit with the
       best score (`obstacles`).
    2. For k = 1, 2, 3, ... all sets of k edits with an edit in each obstacle are tried: branch over the cells of an
       obstacle, then over those of one that is left, and so on. If none suffices, at least k + 1 edits are needed.

A branch ends where more disjoint obstacles are left than edits. A set of edits that was tried is not tried in another
order.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from nonosat.authoring.obstacles import OBSTACLES, EditedPuzzles, Edits, Obstacles
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp
from nonosat.core.minimal_subset import minimal_subset
from nonosat.core.question import Log, no_log
from nonosat.model.nouns import count

#: Without a time limit, sets of more edits than this are not tried one by one.
MAX_PROVED = 3
#: Number of starts of the local search before the proof, and in all.
FIRST_STARTS, MAX_STARTS = 6, 40
#: Number of edits that the local search compares in each step.
COMPARED = 40
#: Share of the remaining time for the proof, before the local search goes on.
PROOF_SHARE = 0.7


def fewest_changes(
    puzzles: EditedPuzzles,
    *,
    until: str = "unique",
    known: Edits | None = None,
    max_tried: int | None = None,
    max_starts: int = MAX_STARTS,
    deadline: Deadline = NEVER,
    log: Log = no_log,
) -> tuple[Edits | None, int]:
    """Find the fewest edits of a picture; at the deadline, the best that were found.

    Args:
        until: a key of `OBSTACLES`.
        known: edits that suffice, in place of the local search; they stay the best unless fewer suffice.
        max_tried: limit of the sets of edits that the proof tries; None for no limit.
        max_starts: limit of the starts of the local search.

    Returns:
        The edits, None if none were found, and a proved lower bound of their number.
    """
    max_starts = max_starts if known is None else 0
    search = _ChangeSearch(puzzles, OBSTACLES[until](puzzles, deadline), known, max_tried, max_starts, deadline, log)
    try:
        search.run()
    except GaveUp:
        log("the search ended before the proof")
    return search.best, search.at_least


class _ChangeSearch:
    """The best edits so far, and the lower bound."""

    def __init__(
        self,
        puzzles: EditedPuzzles,
        obstacles: Obstacles,
        known: Edits | None,
        max_tried: int | None,
        max_starts: int,
        deadline: Deadline,
        log: Log,
    ) -> None:
        self.best, self.at_least = known, 0
        self._max_starts, self._max_tried, self._n_tried = max_starts, max_tried, 0
        self._puzzles, self._obstacles, self._deadline, self._log = puzzles, obstacles, deadline, log
        self._part_deadline = deadline  # of the current part of the search

    @property
    def is_done(self) -> bool:
        return self.best is not None and self.at_least >= len(self.best)

    def run(self) -> None:
        """Search until the proof, or GaveUp; without a time limit, only as far as `MAX_PROVED` and `MAX_STARTS` go."""
        self._raise_bound(_packing(self._obstacles.of({})))
        if not self.at_least:
            self._found({})
            return
        for start in range(min(FIRST_STARTS, self._max_starts)):
            self._local_search(start)
        try:
            self._part_deadline = self._deadline.part(PROOF_SHARE)
            while not self.is_done and (self._deadline.is_timed or self.at_least <= MAX_PROVED):
                edits = self._try_all({}, self.at_least, frozenset())
                if edits is None:
                    self._raise_bound(self.at_least + 1)
                else:
                    self._found(edits)
        except GaveUp:
            self._deadline.check()
        self._part_deadline = self._deadline
        for start in range(FIRST_STARTS, self._max_starts):
            if self.is_done:
                return
            self._local_search(start)

    def _found(self, edits: Edits) -> None:
        if self.best is None or len(edits) < len(self.best):
            self.best = edits
            self._report()

    def _raise_bound(self, bound: int) -> None:
        if bound > self.at_least:
            self.at_least = bound
            self._report()

    def _report(self) -> None:
        found = "no changes" if self.best is None else count(len(self.best), "change")
        self._log(f"{found} found, at least {self.at_least} needed")

    def _try_all(self, edits: Edits, left: int, excluded: frozenset[tuple[int, int]]) -> Edits | None:
        """A sufficient set of these edits and up to `left` others, none of them `excluded`; None if there is none."""
        self._part_deadline.check()
        if self._n_tried == self._max_tried:
            raise GaveUp("the proof would take too long")
        self._n_tried += 1
        obstacles = self._obstacles.of(edits)
        if not obstacles:
            return edits
        if _packing(obstacles) > left:
            return None
        cells = frozenset.intersection(*obstacles) if left == 1 else min(obstacles, key=len)
        for cell in sorted(cells.difference(edits)):
            for color in self._puzzles.other_colors(cell):
                if (cell, color) not in excluded:
                    found = self._try_all({**edits, cell: color}, left - 1, excluded)
                    if found is not None:
                        return found
                    excluded |= {(cell, color)}
        return None

    def _local_search(self, seed: int) -> None:
        """Add the edit with the best score of a sample, until the edits suffice; then drop those not needed."""
        rng = random.Random(seed)
        edits: dict[int, int] = {}
        while obstacles := self._obstacles.of(edits):
            self._part_deadline.check()
            if self.best is not None and len(edits) + 1 >= len(self.best):
                return
            choices = [
                (cell, color)
                for cell in sorted(frozenset().union(*obstacles).difference(edits))
                for color in self._puzzles.other_colors(cell)
            ]
            if not choices:
                return
            compared = rng.sample(choices, min(COMPARED, len(choices)))
            cell, color = min(compared, key=lambda edit: self._obstacles.score({**edits, edit[0]: edit[1]}))
            edits[cell] = color
        self._found(dict(minimal_subset(edits.items(), lambda rest: None if self._obstacles.of(dict(rest)) else rest)))


def _packing(obstacles: Sequence[frozenset[int]]) -> int:
    """A lower bound of the number of edits: the number of disjoint obstacles, chosen greedily."""
    seen: set[int] = set()
    number = 0
    for cells in sorted(obstacles, key=len):
        if seen.isdisjoint(cells):
            seen |= cells
            number += 1
    return number
