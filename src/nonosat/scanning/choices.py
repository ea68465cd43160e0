"""The cheapest choice of a way to read each line, among all that keep the totals and the conflicts: a program of HiGHS.

A conflict names for each of some lines its first ways: no combination of these has a picture. So at least one of the
lines must be read in a later way, which costs more.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Any, NamedTuple

import highspy

from nonosat.core.question import Run
from nonosat.model.clue import Clue, has_hidden
from nonosat.model.grid import Grid
from nonosat.solving.relaxation.counted_steps import counted_steps

#: Costs that differ by less are equal.
EQUAL = 1e-6
#: The bound of costs with which the first search begins.
_FIRST_BOUND = 2.0
#: Ways of these costs beyond the likeliest, or cheaper ones, are tried together; a line that is not read costs more.
LEVELS = (99.0, 6.0, 4.0, 2.0, 1.0, 0.0)
#: The work of a program, and of a step of its solver, in units.
_PROGRAM_WORK, _STEP_WORK = 5.0, 4.0
#: The message if the time ends first.
_NO_CHOICE = "no likely reading with a solution found"


class Way(NamedTuple):
    """A way to read the clue of a line, with its cost: the negative logarithm of its probability.

    The clue None stands for a line that is not read.
    """

    cost: float
    clue: Clue | None


#: For each of some lines the number of its first ways.
Conflict = dict[int, int]


class Choices:
    """The choices of a way for each line for which rows and columns have the same total in every colour.

    Args:
        n_colors: besides the background.
        lines: the ways to read each line, the cheapest first; the last one is the line that is not read.

    Attributes:
        conflicts: those that are known.
    """

    def __init__(self, grid: Grid, n_colors: int, lines: Sequence[Sequence[Way]]) -> None:
        self.conflicts: list[Conflict] = []
        self._costs = [[way.cost - ways[0].cost for way in ways] for ways in lines]
        rows = set(grid.families[0])
        self._signs = [1.0 if line in rows else -1.0 for line in range(len(lines))]
        self._totals = [
            [_totals(way.clue, n_colors, len(grid.line(line))) for way in ways] for line, ways in enumerate(lines)
        ]
        self._bound = _FIRST_BOUND

    def cost(self, choice: Sequence[int]) -> float:
        """The cost of a choice beyond that of the likeliest readings."""
        return math.fsum(costs[at] for costs, at in zip(self._costs, choice, strict=True))

    def width(self, line: int, level: float, way: int) -> int:
        """The number of the first ways of a line that cost at most a level, or stand before a way or at its place."""
        return max(sum(cost <= level for cost in self._costs[line][:-1]), way + 1)

    def free(self, choice: list[int], *, all_lines: bool) -> None:
        """Take lines of a choice as not read until it has no conflict: few lines, or all lines of the conflicts."""
        while met := [each for each in self.conflicts if all(choice[line] < width for line, width in each.items())]:
            prices = {
                line: (self._costs[line][-1] - self._costs[line][choice[line]]) / sum(line in each for each in met)
                for line in met[-1]
            }
            for line in prices if all_lines else [min(prices, key=prices.__getitem__)]:
                choice[line] = len(self._costs[line]) - 1

    def cheapest(self, run: Run, most: float) -> list[int] | None:
        """For each line the number of its way in the cheapest choice; None if every choice costs more than `most`.

        Raises:
            GaveUp: the deadline was reached.
        """
        while True:
            # Few ways make a small program. A choice of cheaper ones only cannot be found if it costs more itself.
            choice = self._cheapest_near(run)
            cost = math.inf if choice is None else self.cost(choice)
            if cost <= self._bound + EQUAL:
                return choice if cost <= most + EQUAL else None
            if self._bound >= most:
                return None
            self._bound = min(most, cost, 2 * self._bound + 1)

    def _cheapest_near(self, run: Run) -> list[int] | None:
        """The cheapest choice of ways that each cost at most the bound; None if there is none."""
        run.deadline.check(_NO_CHOICE)
        program: Any = highspy.Highs()  # type: ignore[no-untyped-call]
        program.setOptionValue("output_flag", False)
        program.setOptionValue("mip_rel_gap", 0.0)
        program.setOptionValue("time_limit", min(run.deadline.left(), 1e6))
        lines = [
            {at: program.addBinary(cost) for at, cost in enumerate(costs) if cost <= self._bound + EQUAL}
            for costs in self._costs
        ]
        sums: list[list[Any]] = [[] for _ in self._totals[0][0]]
        for ways, totals, sign in zip(lines, self._totals, self._signs, strict=True):
            program.addConstr(program.qsum(ways.values()) == 1)
            for at, chosen in ways.items():
                for terms, (least, more) in zip(sums, totals[at], strict=True):
                    terms.append(sign * least * chosen)
                    if more:
                        hidden = program.addVariable()
                        program.addConstr(hidden <= more * chosen)
                        terms.append(sign * hidden)
        for terms in sums:
            program.addConstr(program.qsum(terms) == 0)
        for conflict in self.conflicts:
            later = [chosen for line, width in conflict.items() for at, chosen in lines[line].items() if at >= width]
            if not later:
                return None
            program.addConstr(program.qsum(later) >= 1)
        run.deadline.spend(_PROGRAM_WORK)
        with counted_steps(program.cbMipInterrupt, _STEP_WORK, run.deadline):
            program.run()
        if program.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            run.deadline.check(_NO_CHOICE)
            return None
        values = program.getSolution().col_value
        return [next(at for at, chosen in ways.items() if values[chosen.index] > 0.5) for ways in lines]


def _totals(clue: Clue | None, n_colors: int, length: int) -> list[tuple[int, int]]:
    """For each colour the least number of cells, and how many more there may be, on a line of this length."""
    if clue is None:
        return [(0, length)] * n_colors
    if not all(color for _, color in clue):
        return [(0, length if clue else 0)] * n_colors
    least = [sum(block.least for block in clue if block.color == color) for color in range(1, n_colors + 1)]
    hidden = [has_hidden(tuple(block for block in clue if block.color == color)) for color in range(1, n_colors + 1)]
    return [(each, length - sum(least) if more else 0) for each, more in zip(least, hidden, strict=True)]
