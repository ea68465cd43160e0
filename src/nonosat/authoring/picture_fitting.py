"""The search for a picture of a class of difficulty that differs little from a traced picture, and from its image.

    1. Start from several pictures (`image_error`): the traced one, smoother ones, ones with another threshold.
    2. From each, change cell by cell: always the change that closes the most open cells for its cost, by the quick
       estimate of the class (`class_targets`). After a few changes the methods of the class are applied to the whole
       puzzle; if no fewer cells are open, half as many changes are tried, and half as many again.
    3. If no cell is open, undo all changes that are not needed, several at a time, the dearest first. This removes
       changes that only helped on the way, and most differences between the starts.
    4. Take back single changes of the cheapest picture, and search from there for cheaper ones.

The cost of a picture is the increase of its error, plus a little for each changed cell. So cells whose colour in the
image is doubtful change first. The amount of work is limited by a number of steps, not by time, and nothing is left to
chance: the same image gives the same picture.

The idea, to change pixels near the threshold until line solving solves the puzzle, is that of K. J. Batenburg, S.
Henstra, W. A. Kosters, W. J. Palenstijn, Constructing simple nonograms of varying difficulty, Pure Mathematics and
Applications 20 (2009).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from nonosat.authoring.class_targets import ClassTarget, LeftOpen
from nonosat.authoring.image_error import ComparedPicture
from nonosat.authoring.obstacles import EditedPuzzles, Edits
from nonosat.core.question import Run
from nonosat.lines.domains import open_cells
from nonosat.model.nouns import count

#: The cost of a changed cell, as a share of the mean increase of the error when a cell changes.
CELL_COST = 0.1
#: The limit of work, in the unit of `LeftOpen.work`: mostly 0.1 ms, on pictures of 40 x 30 cells.
MAX_WORK = 12_000
#: The share of the remaining work that the search from one picture may use.
_START_SHARE = 0.4
#: Number of changes estimated for each that is chosen, and number chosen before the whole puzzle is examined.
_ESTIMATED, _CHOSEN = 60, 8
#: Number of first changes in a row that may leave no fewer cells open.
_FAILURES = 12


class Fit(NamedTuple):
    """A picture, by its changes.

    Attributes:
        n_open: number of open cells; 0 if it is of the class.
        cost: that of the changes; a mean increase of the error costs 1.
        changes: from the cells that differ from the traced picture to their colours.
    """

    n_open: int
    cost: float
    changes: Edits


class FitSearch:
    """The search, within `max_work`, and the best picture so far.

    Attributes:
        best: the picture with the fewest open cells, of these the cheapest.
        work: work so far, in the unit of `LeftOpen.work`.
        scale: mean increase of the error when a cell gets its next best colour, at least 1.
    """

    def __init__(
        self,
        puzzles: EditedPuzzles,
        traced: ComparedPicture,
        target: ClassTarget,
        run: Run,
        max_work: int,
    ) -> None:
        self._max_work = max_work
        self._puzzles, self._traced, self._target = puzzles, traced, target
        self._deadline, self._log = run
        self.best = Fit(puzzles.puzzle.grid.n_cells, 0.0, {})
        self.work = 0
        increases = [
            min(abs(traced.increase(cell, color)) for color in puzzles.other_colors(cell))
            for cell in range(len(traced.cells))
        ]
        self.scale = max(1.0, sum(increases) / len(increases))

    def run(self, starts: Iterable[Edits]) -> None:
        """Search from some pictures, given by their changes; the first has none. GaveUp if the deadline came first."""
        fits: list[tuple[Fit, LeftOpen]] = []
        for changes in starts:
            left = self._look(changes)
            fits.append((self._fit(changes, left), left))
            if not changes and not left.n_open:
                return
        for fit, left in sorted(fits, key=lambda pair: (pair[0].n_open, pair[0].cost)):
            if self.work >= self._max_work:
                return
            limit = self.work + int(_START_SHARE * (self._max_work - self.work))
            self._undo(self._descend(fit.changes, left, limit))
        self._exchange()

    def _look(self, changes: Edits) -> LeftOpen:
        """Apply the methods of the class to the puzzle of a picture."""
        self._deadline.check("nothing better")
        left = self._target.left_open(*self._puzzles.edited(changes), self._deadline)
        self.work += left.work
        return left

    def _cost(self, changes: Edits) -> float:
        """The cost of changes. A decrease of the error, which dithered pictures allow, counts as 0."""
        increase = self._traced.with_changes(changes).error - self._traced.error
        return CELL_COST * len(changes) + max(0, increase) / self.scale

    def _fit(self, changes: Edits, left: LeftOpen) -> Fit:
        """The picture of some changes, which is remembered if it is the best."""
        fit = Fit(left.n_open, self._cost(changes), changes)
        if fit[:2] < self.best[:2]:
            self.best = fit
            opened = f", {count(fit.n_open, 'cell')} open" if fit.n_open else ""
            self._log(f"{count(len(changes), 'changed cell')}{opened}")
        return fit

    def _descend(self, changes: Edits, left: LeftOpen, limit: int, below: float | None = None) -> Fit:
        """Change cells until none is open, or the search ends: no change helps, or the work or the cost is too much.

        Args:
            changes: those to begin with.
            left: the cells that they leave open.
            limit: limit of the work.
            below: cost from which on the search ends; None for any cost.
        """
        excluded: set[tuple[int, int]] = set()
        fit = self._fit(changes, left)
        while fit.n_open and self.work < limit and len(excluded) <= _FAILURES:
            if below is not None and fit.cost >= below:
                break
            chosen = self._choose(changes, left, excluded)
            if not chosen:
                break
            size = len(chosen)
            while size:
                more = self._with(changes, chosen[:size])
                now = self._look(more)
                if now.n_open < left.n_open:
                    changes, left, excluded = more, now, set()
                    fit = self._fit(changes, left)
                    break
                size //= 2
            else:
                excluded.add(chosen[0])
        return fit

    def _choose(self, changes: Edits, left: LeftOpen, excluded: set[tuple[int, int]]) -> Sequence[tuple[int, int]]:
        """Choose changes one by one: the one that closes the most cells for its cost, by the quick estimate."""
        chosen: list[tuple[int, int]] = []
        while left.n_open and len(chosen) < _CHOSEN:
            best: tuple[float, tuple[int, int], LeftOpen] | None = None
            cells = self._puzzles.cells(changes)
            for cost, cell, color in self._cheapest(changes, left, excluded):
                if best is not None and left.n_open / cost <= best[0]:
                    break  # it is worse even if it closes all cells, and those that follow are dearer
                before, cells[cell] = cells[cell], color
                after = self._target.estimate(left, self._puzzles.clues_through([cell], cells), {cell: color})
                cells[cell] = before
                self.work += after.work
                gain = (left.n_open - after.n_open) / cost
                if gain > 0 and (best is None or gain > best[0]):
                    best = gain, (cell, color), after
            self._deadline.check("nothing better")
            if best is None:
                break
            _, change, left = best
            chosen.append(change)
            changes = self._with(changes, [change])
        return chosen

    def _cheapest(
        self, changes: Edits, left: LeftOpen, excluded: set[tuple[int, int]]
    ) -> Sequence[tuple[float, int, int]]:
        """The changes of lowest cost on lines with open cells: cost, cell and colour, ascending.

        A cell that has been changed can only be changed back.
        """
        picture, traced = self._traced.with_changes(changes), self._traced.cells
        found = []
        for cell in self._puzzles.cells_on(self._puzzles.lines_of(open_cells(left.state.domains()))):
            own = picture.cells[cell]
            colors = [traced[cell]] if cell in changes else self._puzzles.other_colors(cell)
            for color in colors:
                if (cell, color) not in excluded and color != own:
                    cost = CELL_COST + max(0, picture.increase(cell, color)) / self.scale
                    found.append((cost, cell, color))
        return sorted(found)[:_ESTIMATED]

    def _with(self, changes: Edits, more: Iterable[tuple[int, int]]) -> Edits:
        """Changes and further ones, without those that change nothing."""
        merged = {**changes, **dict(more)}
        return {cell: color for cell, color in merged.items() if color != self._traced.cells[cell]}

    def _undo(self, fit: Fit) -> Fit:
        """Undo changes that are not needed for the class, several at a time, the dearest first."""
        if fit.n_open:
            return fit
        order = self._dearest_first(fit.changes)
        size = max(1, len(order) // 2)
        while order:
            kept: list[int] = []
            for first in range(0, len(order), size):
                part = set(order[first : first + size])
                fewer = {cell: color for cell, color in fit.changes.items() if cell not in part}
                if self._cost(fewer) < fit.cost and not (left := self._look(fewer)).n_open:
                    fit = self._fit(fewer, left)
                else:
                    kept += order[first : first + size]
            if size == 1:
                break
            order, size = kept, max(1, min(size // 2, len(kept) // 2))
        return fit

    def _dearest_first(self, changes: Edits) -> list[int]:
        """The changed cells; first those whose traced colour would lower the error most."""
        picture, traced = self._traced.with_changes(changes), self._traced.cells
        return sorted(changes, key=lambda cell: (picture.increase(cell, traced[cell]), cell))

    def _exchange(self) -> None:
        """Search for cheaper changes instead of single ones of the best picture, the dearest first."""
        is_better = not self.best.n_open
        while is_better:
            is_better = False
            for cell in self._dearest_first(self.best.changes):
                if self.work >= self._max_work:
                    return
                if cell not in self.best.changes:
                    continue
                below = self.best.cost
                fewer = {other: color for other, color in self.best.changes.items() if other != cell}
                self._undo(self._descend(fewer, self._look(fewer), self._max_work, below))
                is_better |= self.best.cost < below
