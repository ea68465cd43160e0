"""The likeliest readings of all lines that together are a puzzle with a solution.

Each line has several readings with costs. The rows and the columns must have the same total, and the puzzle must have
a solution. Of all choices of readings HiGHS takes the cheapest that keeps the totals and all that is known so far; the
solver looks for a picture. If there is none, the readings that contradict each other are excluded together, and HiGHS
takes the next choice. The first choice with a picture is the likeliest one, as in the implicit hitting sets of
E. Moreno-Centeno and R. Karp, The implicit hitting set approach to solve combinatorial optimization problems,
Operations Research 61 (2013).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

import highspy
import numpy as np

from nonosat.analysis.clue_session import ClueSession
from nonosat.core.errors import GaveUp
from nonosat.core.question import Run
from nonosat.model.clue import HIDDEN, Clue
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette
from nonosat.model.puzzle import ImpossibleClues, Puzzle, fits
from nonosat.solving.result import Result
from nonosat.solving.solve import solve

#: The most readings of a line among which the repair chooses, and the most that one may cost beyond the likeliest.
_WAYS, _BEYOND = 24, 12.0
#: The most choices that are tried.
_TRIES = 400
#: The most choices with several solutions after which the first of them is kept.
_SEVERAL = 6
#: The conflicts within which a contradiction is made smaller.
_CONFLICTS = 300


class Way(NamedTuple):
    """A way to read the clue of a line, with its cost: the negative logarithm of its probability."""

    cost: float
    clue: Clue


class Repaired(NamedTuple):
    """The choice of a reading for each line.

    Attributes:
        chosen: for each line the number of its way.
        puzzle: it may be impossible if `result` is None.
        result: the search for solutions; None if no choice has a solution, or none was found in time.
        is_next_near: another choice is nearly as likely.
    """

    chosen: tuple[int, ...]
    puzzle: Puzzle
    result: Result | None
    is_next_near: bool = False


def puzzle_of_clues(grid: Grid, palette: Palette, clues: Sequence[Clue]) -> Puzzle:
    """The puzzle with these clues, even if they are impossible."""
    try:
        return Puzzle(grid, palette, tuple(clues))
    except ImpossibleClues as error:
        return error.puzzle


def repair(grid: Grid, palette: Palette, lines: Sequence[Sequence[Way]], run: Run) -> Repaired:
    """Choose the likeliest ways to read all lines that together have a solution.

    Args:
        lines: the ways to read each line, the cheapest first; at least one each, with few enough blocks for its line.
    """
    first = tuple(0 for _ in lines)
    puzzle = puzzle_of_clues(grid, palette, [ways[0].clue for ways in lines])
    fallback = Repaired(first, puzzle, None)
    try:
        if (result := _solved(grid, palette, puzzle.clues, run)) is not None and result.unique:
            return Repaired(first, puzzle, result)
        several: Repaired | None = None
        n_several = 0
        with ClueSession(puzzle, run.deadline) as session:
            choices = _Choices(grid, puzzle, lines)
            for _ in range(_TRIES):
                found = choices.cheapest(run)
                if found is None:
                    break
                clues = [ways[at].clue for ways, at in zip(lines, found, strict=True)]
                selectors = {session.selector_of(line, clue): line for line, clue in enumerate(clues)}
                if session.solve(selectors) is None:
                    core = [selectors[each] for each in _small_core(session) if each in selectors]
                    run.log(f"the readings of {len(core)} lines contradict each other")
                    choices.exclude([(line, found[line]) for line in core])
                    continue
                result = _solved(grid, palette, clues, run)
                if result is None:
                    break
                repaired = Repaired(found, result.puzzle, result, several is not None)
                if result.unique:
                    return repaired
                several = several or repaired
                n_several += 1
                if n_several == _SEVERAL:
                    break
                choices.exclude(list(enumerate(found)))
        return several or fallback
    except GaveUp:
        return fallback


def _small_core(session: ClueSession) -> list[int]:
    """Few selectors that contradict each other, of those of the last search."""
    core = sorted(session.core())
    for part in list(core):
        if part in core:
            try:
                if session.solve([each for each in core if each != part], conflicts=_CONFLICTS) is None:
                    core = sorted(session.core())
            except GaveUp:
                session.deadline.check()
    return core


def _solved(grid: Grid, palette: Palette, clues: Sequence[Clue], run: Run) -> Result | None:
    """The search for two solutions; None if there is none."""
    try:
        result = solve(Puzzle(grid, palette, tuple(clues)), unique=True, timeout=run)
    except ImpossibleClues:
        return None
    return result if result.picture is not None else None


class _Choices:
    """The choices of a way for each line, as a program of HiGHS."""

    def __init__(self, grid: Grid, puzzle: Puzzle, lines: Sequence[Sequence[Way]]) -> None:
        self.lines = [
            [
                (at, way)
                for at, way in enumerate(ways[:_WAYS])
                if fits(puzzle, line, way.clue) and self._is_near(ways, way)
            ]
            for line, ways in enumerate(lines)
        ]
        self.is_possible = all(self.lines)
        highs = highspy.Highs()  # type: ignore[no-untyped-call]
        highs.setOptionValue("output_flag", False)
        self._highs, self._column = highs, {}
        n = 0
        for line, ways in enumerate(self.lines):
            for at, way in ways:
                self._column[line, at] = n
                highs.addVar(0.0, 1.0)
                highs.changeColCost(n, way.cost - lines[line][0].cost)
                highs.changeColIntegrality(n, highspy.HighsVarType.kInteger)
                n += 1
            self._add_row([(self._column[line, at], 1.0) for at, _ in ways], 1.0, 1.0)
        clues = [way.clue for ways in self.lines for _, way in ways]
        colors = sorted({block.color for clue in clues for block in clue})
        rows = set(grid.families[0])
        likeliest = (way.clue for ways in self.lines for _, way in ways[:1])
        if any(block.length == HIDDEN for clue in likeliest for block in clue):
            return  # totals say nothing
        for color in colors:
            row = []
            for line, ways in enumerate(self.lines):
                sign = 1.0 if line in rows else -1.0
                for at, way in ways:
                    total = sum(block.length for block in way.clue if block.color == color)
                    if total:
                        row.append((self._column[line, at], sign * total))
            self._add_row(row, 0.0, 0.0)

    @staticmethod
    def _is_near(ways: Sequence[Way], way: Way) -> bool:
        return way.cost <= ways[0].cost + _BEYOND

    def _add_row(self, entries: list[tuple[int, float]], low: float, high: float) -> None:
        indices = np.array([column for column, _ in entries], np.int32)
        self._highs.addRow(low, high, len(entries), indices, np.array([value for _, value in entries]))

    def exclude(self, ways: Sequence[tuple[int, int]]) -> None:
        """Exclude all choices with these ways, each given by its line and number."""
        self._add_row([(self._column[way], 1.0) for way in ways], -highspy.kHighsInf, len(ways) - 1.0)

    def cheapest(self, run: Run) -> tuple[int, ...] | None:
        """For each line the number of its way in the cheapest choice; None if there is none."""
        if not self.is_possible:
            return None
        run.deadline.check("no likely reading with a solution found")
        self._highs.setOptionValue("time_limit", min(run.deadline.left(), 1e6) + self._highs.getRunTime())
        self._highs.run()
        if self._highs.getModelStatus() != highspy.HighsModelStatus.kOptimal:
            run.deadline.check("no likely reading with a solution found")
            return None
        values = self._highs.getSolution().col_value
        return tuple(next(self._taken(line, values)) for line in range(len(self.lines)))

    def _taken(self, line: int, values: Sequence[float]) -> Iterator[int]:
        return (at for at, _ in self.lines[line] if values[self._column[line, at]] > 0.5)
