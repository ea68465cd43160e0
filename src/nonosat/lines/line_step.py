"""Steps of line solving: one line swept once, as it is reported to an observer.

A list is an observer by its method `append`:

    steps: list[LineStep] = []
    domains = propagate(puzzle, observer=steps.append)

Then `len(steps)` is the number of sweeps, `steps[-1].pass_number` the number of passes, and
`steps[i].decided_cells(puzzle.grid)` what the i-th sweep decided. Every step follows from the clue of its line and from
what was known of its cells before it, `step.before`. Starting from all colours for all cells, the givens and what the
steps remove lead to the final domains; the steps of pass 0 come before the givens, all others after them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from nonosat.lines.crossing import Crossing
from nonosat.lines.domains import bit_positions
from nonosat.model.grid import Grid
from nonosat.model.puzzle import Puzzle


class LineStep(NamedTuple):
    """One line swept once.

    Attributes:
        line: the index of the line in the grid.
        pass_number: in pass 0 every line takes part once, with what its clue alone allows on an empty line. From then
            on a pass is the turn of one family of lines: all of its lines that have changed since they were last swept.
            Passes count from 1 in each run of a `PropagationState`.
        before: for each colour from 0 (background) to n the positions on the line that may have it, as bit sets, before
            the line was swept.
        after: the same after it; None if the clue has no placement that agrees with `before`, so that the puzzle has
            no solution.
    """

    line: int
    pass_number: int
    before: tuple[int, ...]
    after: tuple[int, ...] | None

    @property
    def is_contradiction(self) -> bool:
        """Whether the clue has no placement that agrees with `before`."""
        return self.after is None

    @property
    def removed(self) -> tuple[int, ...]:
        """For each colour from 0 to n the positions that cannot have it any more; empty sets for a contradiction."""
        if self.after is None:
            return (0,) * len(self.before)
        return tuple(old & ~new for old, new in zip(self.before, self.after, strict=True))

    def narrowed_cells(self, grid: Grid) -> list[tuple[int, tuple[int, ...]]]:
        """The cells that lost a colour.

        Args:
            grid: the grid of the puzzle.

        Returns:
            (cell, colours that are left for it, ascending), in the order of the line.
        """
        after = self.after or ()
        changed = 0
        for mask in self.removed:
            changed |= mask
        cells = grid.line(self.line)
        return [
            (cells[position], tuple(color for color, mask in enumerate(after) if mask >> position & 1))
            for position in bit_positions(changed)
        ]

    def decided_cells(self, grid: Grid) -> list[tuple[int, int]]:
        """The cells for which several colours were possible before this step, and one is after it.

        Args:
            grid: the grid of the puzzle.

        Returns:
            (cell, colour), in the order of the line.
        """
        return [(cell, colors[0]) for cell, colors in self.narrowed_cells(grid) if len(colors) == 1]


#: Called with each step as soon as it is done.
StepObserver = Callable[[LineStep], None]


def report_clues(puzzle: Puzzle, crossings: Crossing, own: Sequence[Sequence[int]], observer: StepObserver) -> None:
    """Report what each clue alone removes, line after line, as steps of pass 0.

    Args:
        puzzle: the puzzle; its givens are not used.
        crossings: of its grid.
        own: for each colour, for each line, the positions that may have it by the clue of the line alone.
        observer: called with each step.
    """
    grid = puzzle.grid
    everything = [(1 << len(grid.line(index))) - 1 for index in range(grid.n_lines)]
    masks = [everything[:] for _ in own]
    changed = [0] * grid.n_lines
    for number, family in enumerate(grid.families):
        removals: list[list[tuple[int, int]]] = [[] for _ in own]
        for index in family:
            before = tuple([mask[index] for mask in masks])
            after = tuple([mask & bound[index] for mask, bound in zip(before, own, strict=True)])
            observer(LineStep(line=index, pass_number=0, before=before, after=after))
            for color, (old, new) in enumerate(zip(before, after, strict=True)):
                if old != new:
                    masks[color][index] = new
                    removals[color].append((index, old ^ new))
        for mask, removed in zip(masks, removals, strict=True):
            if removed:
                crossings.remove(removed, number, mask, changed)
