"""Rung LINE_SET: a set of lines from which a conclusion follows, as a solver has found.

A colour of a cell is assumed together with all clues and with what is known. The clues that the solver needs to refute
it are reduced one by one, until none can be left out. Of several candidates the one with the fewest lines is taken, and
with it all that follows from the same lines.

For that candidate a smallest set is searched for by implicit hitting sets. If all other lines allow the colour without
some lines, then every set that refutes the colour has one of these. Such sets of lines are collected, and a smallest
set that hits all of them is tried, until it refutes the colour. After a number of trials the minimal set is taken.

Source: A. Ignatiev, A. Previti, M. Liffiton, J. Marques-Silva, Smallest MUS extraction with minimal hitting set
dualization, CP 2015.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from itertools import islice

from nonosat.analysis.clue_session import ClueSession
from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.minimal_subset import minimal_subset
from nonosat.explaining.known_cells import KnownCells
from nonosat.explaining.line_implications import SolutionColors
from nonosat.explaining.step import Rung, Step, Supposition
from nonosat.lines.domains import bit_positions
from nonosat.solvers.hitting_sets import HittingSets

#: The number of candidates that are compared, and of trials to find a smallest set for the best of them.
MOST_COMPARED = 20


class LineSetSearch:
    """Searches for sets of lines that decide something: minimal ones, or smallest ones where these are found soon."""

    def __init__(
        self,
        known: KnownCells,
        solutions: SolutionColors,
        deadline: Deadline = NEVER,
        *,
        most_compared: int = MOST_COMPARED,
    ) -> None:
        """Compare `most_compared` sets in each search; between searches `known` may grow."""
        self.known = known
        self.solutions = solutions
        self.most_compared = most_compared
        self._session = ClueSession(known.lines.puzzle, deadline)
        #: The selectors of all lines; sets of lines are sets of these.
        self._every = frozenset(self._session.lines.values())
        #: Colours of cells that occur in a solution.
        self._possible: set[Supposition] = set()

    def close(self) -> None:
        """Release the solver."""
        self._session.__exit__()

    def next_step(self, near: Collection[int] = ()) -> Step | None:
        """The step with the fewest lines among some candidates near the last cells; None if nothing more follows."""
        found = [(self._minimal(pair), pair) for pair in islice(self._refutable(near), self.most_compared)]
        if not found:
            return None
        best = self._smallest(*min(found, key=lambda each: (len(each[0]), sorted(each[0]))))
        lines = self._session.part_of(best).lines
        left: dict[int, int] = {}
        for cell in sorted({cell for line in lines for cell in self.known.lines.cells[line]}):
            for color in bit_positions(self.known.colors[cell]):
                pair = Supposition(cell, color)
                if not self._may_be_possible(pair) and self._is_refuted(best, pair):
                    left[cell] = left.get(cell, self.known.colors[cell]) & ~(1 << color)
        return Step(
            rung=Rung.LINE_SET,
            lines=lines,
            conclusions=tuple(self.known.narrowing(cell, colors) for cell, colors in sorted(left.items())),
        )

    def _refutable(self, near: Collection[int]) -> Iterable[Supposition]:
        """The colours of open cells that all lines together refute, those near some cells first."""
        known = self.known
        close = known.lines.through(near)
        for cell in sorted(known.open_cells(), key=lambda cell: close.isdisjoint(known.lines.through([cell]))):
            for color in bit_positions(known.colors[cell]):
                pair = Supposition(cell, color)
                if not self._may_be_possible(pair) and self._is_refuted(self._every, pair):
                    yield pair

    def _may_be_possible(self, pair: Supposition) -> bool:
        """True if a colour of a cell is known to occur in a solution, or the cell is decided."""
        colors = self.known.colors[pair.cell]
        return not colors & (colors - 1) or pair in self._possible or self.solutions.shows(pair)

    def _is_refuted(self, lines: Iterable[int], pair: Supposition) -> bool:
        """True if lines, and what is known of all cells, refute a colour of a cell."""
        picture = self._session.solve([*sorted(lines), *self._facts(pair)])
        if picture is not None and self._every.isdisjoint(self._session.violated(picture)):
            self._possible.update(Supposition(cell, color) for cell, color in enumerate(picture.cells))
        return picture is None

    def _facts(self, pair: Supposition) -> Iterator[int]:
        """Literals for a colour of a cell, and for what is known, but nothing for cells only known to be filled."""
        for cell, colors in enumerate(self.known.colors):
            if not colors & (colors - 1):
                yield from self._session.cells.literals(cell, colors.bit_length() - 1)
            else:
                for color in range(1, self.known.lines.puzzle.n_colors + 1):
                    if not colors >> color & 1:
                        yield -self._session.cells.literal(cell, color)
        yield from self._session.cells.literals(*pair)

    def _minimal(self, pair: Supposition) -> frozenset[int]:
        """A minimal set of lines that refute a colour of a cell which all lines refute."""
        self._is_refuted(self._every, pair)
        lines = sorted(self._every & self._session.core(), reverse=True)
        refuting = minimal_subset(lines, lambda rest: self._session.core() if self._is_refuted(rest, pair) else None)
        return frozenset(refuting)

    def _smallest(self, minimal: frozenset[int], pair: Supposition) -> frozenset[int]:
        """A smallest set of lines that refute a colour of a cell, or a minimal one if that takes too many trials."""
        facts = list(self._facts(pair))
        with HittingSets[int]() as needed:
            for _ in range(self.most_compared):
                lines = needed.smallest(self._session.deadline)
                assert lines is not None, "no set is excluded"
                if len(lines) >= len(minimal):
                    break
                picture = self._session.solve([*sorted(lines), *facts])
                if picture is None:
                    return lines
                needed.add(self._session.left_out(picture, sorted(self._every), facts))
        return minimal
