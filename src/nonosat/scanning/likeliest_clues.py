"""The likeliest clues of a puzzle that has a solution, if each line can be read in several ways.

Each way to read a line has a cost; besides, one of its numbers or the whole line may not be read, which costs more.
Of all choices HiGHS takes the cheapest that keeps the totals and the conflicts that are known; the solver looks for a
picture. If there is none, the lines that contradict each other are a new conflict. The first choice with a picture is
the likeliest one, as in the implicit hitting sets of E. Moreno-Centeno and R. Karp, The implicit hitting set approach
to solve combinatorial optimization problems, Operations Research 61 (2013).

On the way lines are left out until there is a picture, and every picture is a choice: for each line the cheapest way
that agrees with it. So there is an answer when the time ends, and the search ends when no choice is cheaper.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from nonosat.analysis.clue_session import ClueSession
from nonosat.analysis.contradictions import shrunk
from nonosat.core.deadline import Allowance
from nonosat.core.errors import GaveUp
from nonosat.core.question import Run
from nonosat.model.clue import ANY_LENGTH, Clue, agrees, clue_of, has_hidden
from nonosat.model.grid import Grid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import ImpossibleClues, Puzzle, fits
from nonosat.scanning.choices import EQUAL, LEVELS, Choices, Conflict, Way
from nonosat.solving.result import Result
from nonosat.solving.solve import solve

#: The cost of a number that is not read, beyond that of the likeliest reading, and the cost of a line that is not read.
_HIDDEN, _FREE = 7.0, 10.0
#: The least that a line that is not read costs beyond the likeliest reading, and that for a line without numbers.
_FREE_BEYOND, _FREE_EMPTY = 3.0, 8.0
#: The most readings of a line among which the repair chooses.
_READINGS = 12
#: A choice that costs less than this beyond the cheapest one is nearly as likely.
_NEAR = 4.0
#: The conflicts of the solver within which a set of readings is shown to contradict each other.
_CONFLICTS = 100
#: If more lines than this share are not read, the choice says nothing about what was read.
_SHARE_UNREAD = 0.2
#: The share of the limit for the search; the rest is for the solution.
_SHARE_SEARCH = 0.8


class Repaired(NamedTuple):
    """The choice of a reading for each line.

    Attributes:
        chosen: for each line the number of its way; None if it is not read as a whole, so that its clue is that of a
            picture.
        puzzle: it may be impossible if `result` is None.
        result: the search for solutions; None if no choice has a solution, or none was found in time.
        rival: the clues of another choice that is nearly as likely, and has another picture; None if none is known.
        is_likeliest: False if the time ended before all cheaper choices were shown to have no picture.
    """

    chosen: tuple[int | None, ...]
    puzzle: Puzzle
    result: Result | None
    rival: tuple[Clue, ...] | None = None
    is_likeliest: bool = True


def repair(grid: Grid, palette: Palette, lines: Sequence[Sequence[Way]], run: Run) -> Repaired:
    """Choose the likeliest ways to read all lines that together have a solution.

    Args:
        lines: the ways to read each line, the cheapest first; at least one each, with few enough blocks for its line.
        run: at its deadline the likeliest choice that is known is the answer.
    """
    puzzle, result = _solved(grid, palette, [ways[0].clue or () for ways in lines], run)
    likeliest = Repaired((0,) * len(lines), puzzle, result)
    if result is not None and not result.unique:
        return likeliest
    all_ways = [_with_unread(puzzle, line, ways) for line, ways in enumerate(lines)]
    rival = None
    work = Allowance(math.inf)
    searching = run._replace(deadline=run.deadline.part(_SHARE_SEARCH).counting_on(work))
    try:
        session = ClueSession(puzzle, searching.deadline)
    except GaveUp:
        return likeliest._replace(is_likeliest=False)
    with session:
        search = _Search(session, all_ways, searching, work)
        with suppress(GaveUp):
            search.search()
        if search.best is None:
            return likeliest._replace(is_likeliest=False)
        best, is_likeliest = search.best, search.is_over
        if is_likeliest:
            search.forbid(best.picture)
            with suppress(GaveUp):
                search.search(best.cost + _NEAR)
            # The time may end with a picture that is not near.
            if search.best is not None and search.best.cost <= best.cost + _NEAR:
                run.log(f"another choice costs {search.best.cost - best.cost:.2f} more")
                rival = search.best.clues(all_ways)
    chosen = tuple(
        ways.index(all_ways[line][at]) if all_ways[line][at] in ways else None
        for line, (ways, at) in enumerate(zip(lines, best.ways, strict=True))
    )
    if chosen.count(None) > _SHARE_UNREAD * len(lines):
        return likeliest._replace(is_likeliest=is_likeliest)
    if best.cost:
        puzzle, result = _solved(grid, palette, best.clues(all_ways), run)
    return Repaired(chosen, puzzle, result, rival, is_likeliest)


def _with_unread(puzzle: Puzzle, line: int, ways: Sequence[Way]) -> list[Way]:
    """The ways to read a line, in which also one number is not read, or the line."""
    first = ways[0].clue or ()
    free = ways[0].cost + _FREE_EMPTY if not first else max(_FREE, ways[0].cost + _FREE_BEYOND)
    found = [
        way
        for way in ways[1:_READINGS]
        if way.clue is not None and not has_hidden(way.clue) and fits(puzzle, line, way.clue)
    ]
    for at, block in enumerate(first):
        if block.length:
            hidden = (*first[:at], block._replace(length=ANY_LENGTH), *first[at + 1 :])
            found.append(Way(ways[0].cost + _HIDDEN, hidden))
    found = [way for way in found if way.cost < free]
    return [ways[0], *sorted(found, key=lambda way: way.cost), Way(free, None)]


def _solved(grid: Grid, palette: Palette, clues: Sequence[Clue], run: Run) -> tuple[Puzzle, Result | None]:
    """The puzzle with these clues, even if they are impossible, and the search for two solutions; None without any."""
    try:
        puzzle = Puzzle(grid, palette, tuple(clues))
        result = solve(puzzle, unique=True, timeout=run)
    except ImpossibleClues as error:
        return error.puzzle, None
    except GaveUp:
        return puzzle, None
    return puzzle, result if result.picture else None


class _Found(NamedTuple):
    """A picture, the cheapest way of each line that agrees with it, and the cost of these."""

    cost: float
    ways: tuple[int, ...]
    picture: Picture

    def clues(self, lines: Sequence[Sequence[Way]]) -> tuple[Clue, ...]:
        """The clues of the ways; that of the picture where a number is not read."""
        return tuple(
            clue
            if (clue := ways[at].clue) is not None and (at == 0 or not has_hidden(clue))
            else clue_of(self.picture.line(line))
            for line, (ways, at) in enumerate(zip(lines, self.ways, strict=True))
        )


class _Search:
    """The search for the cheapest choice that has a picture.

    Attributes:
        best: the cheapest one that is known.
        is_over: no other choice within the limit of the search is cheaper.
    """

    def __init__(self, session: ClueSession, lines: Sequence[Sequence[Way]], run: Run, work: Allowance) -> None:
        """`work` is what the run counts on."""
        puzzle = session.puzzle
        self.best: _Found | None = None
        self.is_over = False
        self._session, self._lines, self._run, self._work = session, lines, run, work
        self._choices = Choices(puzzle.grid, puzzle.n_colors, lines)
        self._literals: dict[tuple[int, int], int] = {}

    def forbid(self, picture: Picture) -> None:
        """Look for other pictures than this one from now on."""
        self._session.forbid(picture)
        self.best, self.is_over = None, False

    def search(self, most: float = math.inf) -> None:
        """Find the cheapest choice with a picture, if one costs at most `most`; `best` may cost more.

        Raises:
            GaveUp: the deadline was reached.
        """
        while True:
            began = self._work.spent
            limit = most if self.best is None else min(most, self.best.cost)
            choice = self._choices.cheapest(self._run, limit)
            if choice is None or (self.best is not None and self._choices.cost(choice) >= self.best.cost - EQUAL):
                self.is_over = True
                break
            self._run.log(f"the likeliest choice of readings costs {self._choices.cost(choice):.2f}")
            # As much work for conflicts that leave out one line each as for the program; then they leave out all lines.
            end = 2 * self._work.spent - began
            while (conflict := self._conflict(choice, limit)) is not None:
                self._run.log(f"the readings of {len(conflict)} lines contradict each other")
                self._choices.conflicts.append(conflict)
                self._choices.free(choice, all_lines=self._work.spent > end)
            if self.best is not None:
                self._improve(self.best)

    def _conflict(self, choice: Sequence[int], most: float) -> Conflict | None:
        """A conflict in a choice, of ways that cost at most `most` if that is shown with little work, or of fewer ways.

        It is None if the choice has a picture. All pictures are noted.
        """
        # Most often the first of all searches finds a picture, for which few ways are encoded.
        for number, level in enumerate((0.0, *LEVELS)):
            widths = [self._choices.width(line, min(level, most), at) for line, at in enumerate(choice)]
            parts = self._parts(widths)
            try:
                picture = self._session.solve(parts, conflicts=_CONFLICTS if level else None)
            except GaveUp:
                self._session.deadline.check()
                continue
            if picture is not None:
                self._note(picture)
                if not level:
                    return None
            elif number:
                core = shrunk(self._session, self._session.core(), _CONFLICTS)
                return {parts[part]: widths[parts[part]] for part in core}
        raise AssertionError("a choice with and without a picture")

    def _first(self, line: int, width: int) -> int:
        """A literal that implies that a line is read in one of its first ways."""
        if (line, width) not in self._literals:
            clue = self._lines[line][width - 1].clue
            assert clue is not None
            last = self._session.selector_of(line, clue)
            self._literals[line, width] = (
                last if width == 1 else self._session.any_of([last, self._first(line, width - 1)])
            )
        return self._literals[line, width]

    def _parts(self, widths: Iterable[int]) -> dict[int, int]:
        """The literals that imply that each line is read in one of its first ways, and their lines."""
        return {self._first(line, width): line for line, width in enumerate(widths) if width < len(self._lines[line])}

    def _note(self, picture: Picture) -> _Found:
        """Keep a picture if its choice is the cheapest so far."""
        found = [clue_of(picture.line(line)) for line in range(len(self._lines))]
        ways = tuple(
            next(at for at, way in enumerate(ways) if way.clue is None or agrees(way.clue, clue))
            for ways, clue in zip(self._lines, found, strict=True)
        )
        noted = _Found(self._choices.cost(ways), ways, picture)
        if self.best is None or noted.cost < self.best.cost:
            self.best = noted
        return noted

    def _improve(self, found: _Found) -> None:
        """Look for cheaper pictures in which no line is read in a later way, and one in an earlier way."""
        lines = self._lines
        dearest = sorted(range(len(lines)), key=lambda line: lines[line][0].cost - lines[line][found.ways[line]].cost)
        for line in dearest:
            self._session.deadline.check()
            low, high = 0, found.ways[line]
            while low < high:
                middle = (low + high) // 2
                ways = [*found.ways[:line], middle, *found.ways[line + 1 :]]
                picture = None
                with suppress(GaveUp):
                    picture = self._session.solve(self._parts(at + 1 for at in ways), conflicts=_CONFLICTS)
                if picture is None:
                    low = middle + 1
                else:
                    found = self._note(picture)
                    high = found.ways[line]
