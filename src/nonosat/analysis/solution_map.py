"""The solution map: the colours that each cell has in the solutions of a puzzle.

A cell is constant if it has one colour in all solutions. Solutions are collected until every colour of every cell
either occurs in one of them or is proved to occur in none:

    1. Line solving removes most colours.
    2. A solver is asked for a solution in which some cell has a colour that it has in no solution so far: one clause
       over all such cells and colours. Each solution removes the colours that it shows from this clause.
    3. When there is no such solution, the colours that are left in the clause are proved impossible at once.

The initial phases ask for as many new colours as possible, so few solutions show all colours that occur. A long clause
is asked in parts, and each part that is refuted becomes clauses of one literal. Settling an easy part often makes a
hard one easy: so the parts take turns, with a limit on the conflicts that grows. Where all of them are hard, single
colours of cells are refuted by probing before the search continues without a limit.

Source: M. Janota, I. Lynce, J. Marques-Silva, Algorithms for computing backbones of propositional formulae, AI
Communications 28 (2015); the map is the complement of the backbone.

Probing proves colours of cells impossible without a search, and needs no solver. It decides nothing in some puzzles,
and a large part of others.

Source: as failed literals, J. W. Freeman, "Improvements to propositional satisfiability search algorithms", 1995, with
line solving in the place of unit propagation.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from functools import cached_property

from nonosat.core.arguments import public
from nonosat.core.errors import GaveUp
from nonosat.core.question import Limit, Outcome, Run
from nonosat.lines.domains import decided_colors, open_cells
from nonosat.lines.fixpoint import PropagationState, refute_colors
from nonosat.model.answers import DisplayedAnswer
from nonosat.model.nouns import count as counted
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.solving.result import Result
from nonosat.solving.solution_session import SolutionSession
from nonosat.solving.solve import solve

#: The number of colours of cells that one clause asks for.
PART = 500

#: The limit on the conflicts of each part in its first turn; its growth if no part was settled; and the limit after
#: which probing comes, and then no limit.
FIRST_CONFLICTS, GROWTH, HARD_CONFLICTS = 1_000, 4, 20_000
#: The number of parts that take turns.
TURNS = 5


@dataclass(frozen=True, kw_only=True, repr=False)
class SolutionMap(DisplayedAnswer):
    """The colours that the cells have in the solutions of a puzzle.

    Attributes:
        witnesses: solutions, verified, in the order in which they were found; empty if the puzzle has no solution.
        possible: for each cell the colours that are not proved impossible, as a bit set: bit c for colour c.
        state: after line solving; None if there is no solution.
    """

    puzzle: Puzzle
    witnesses: tuple[Picture, ...]
    possible: tuple[int, ...]
    state: PropagationState | None

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """The colours that each cell has in the witnesses, as a bit set."""
        colors = [0] * self.puzzle.grid.n_cells
        for picture in self.witnesses:
            for cell, color in enumerate(picture.cells):
                colors[cell] |= 1 << color
        return tuple(colors)

    @cached_property
    def differing(self) -> tuple[int, ...]:
        """The cells that have several colours in the witnesses, ascending."""
        return tuple(cell for cell, colors in enumerate(self.shown) if colors & (colors - 1))

    @cached_property
    def unproved(self) -> tuple[int, ...]:
        """The cells with a colour that neither occurs in a witness nor is proved impossible, ascending."""
        pairs = zip(self.shown, self.possible, strict=True)
        return tuple(cell for cell, (shown, possible) in enumerate(pairs) if shown != possible)

    @cached_property
    def undecided(self) -> tuple[int, ...]:
        """The cells that have one colour in all witnesses, without a proof that all solutions agree, ascending."""
        return tuple(cell for cell in self.unproved if not self.shown[cell] & (self.shown[cell] - 1))

    @cached_property
    def narrowed_state(self) -> PropagationState | None:
        """The state that the map leaves possible, after line solving; None if there is no solution.

        All callers get the same object, so it must not be changed; see `PropagationState.copy`.
        """
        if self.state is None:
            return None
        state = self.state.copy()
        for cell in open_cells(self.state.domains()):
            for color in self.state.cells.colors(cell):
                if not self.possible[cell] >> color & 1:
                    state.cells.forbid(cell, color)
        state.run()
        return state

    @property
    def is_complete(self) -> bool:
        """True if every colour of every cell occurs in a witness or is proved impossible."""
        return not self.unproved

    @property
    def is_unique(self) -> bool:
        """True if it is proved that there is exactly one solution."""
        return len(self.witnesses) == 1 and self.is_complete

    @property
    def outcome(self) -> Outcome:
        """Yes for a complete map, no if there is no solution."""
        return Outcome.GAVE_UP if not self.is_complete else Outcome.YES if self.witnesses else Outcome.NO

    def sentence(self) -> str:
        """The numbers of cells of each kind."""
        if not self.witnesses:
            return "no solution"
        differing, constant, undecided = self._numbers
        differ = f"{differing:,} cells differ between solutions"
        if undecided:
            return f"{differ}, {constant:,} are constant, and {undecided:,} are not decided within the time limit"
        return f"{differ}, and {constant:,} are constant"

    def record(self) -> dict[str, object]:
        """The numbers of cells of each kind."""
        return dict(zip(("differing", "constant", "undecided"), self._numbers, strict=True))

    @property
    def _numbers(self) -> tuple[int, int, int]:
        """The numbers of cells that differ, that are constant, and that are not decided."""
        n_differing, n_undecided = len(self.differing), len(self.undecided)
        return n_differing, self.puzzle.grid.n_cells - n_differing - n_undecided, n_undecided


@public
def map_solutions(puzzle: Puzzle | Result, *, timeout: Limit = None) -> SolutionMap:
    """Find the colours that each cell has in the solutions of a puzzle; `is_complete` says if all of it is proved.

    Args:
        puzzle: a puzzle; or its result with `unique` and with line solving, from which the search goes on.
        timeout: seconds from now, after which the map so far is returned; or a run.

    Raises:
        GaveUp: neither a solution nor a proof that there is none was found within the time limit.
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    run = Run.of(timeout)
    if isinstance(puzzle, Result):
        result, puzzle = puzzle, puzzle.puzzle
    else:
        result = solve(puzzle, unique=True, timeout=run)
    if result.picture is None:
        return SolutionMap(puzzle=puzzle, witnesses=(), possible=(0,) * puzzle.grid.n_cells, state=None)
    assert result.state is not None, "line solving comes first"
    if result.unique:
        possible = tuple(1 << color for color in result.picture.cells)
        return SolutionMap(puzzle=puzzle, witnesses=(result.picture,), possible=possible, state=result.state)
    search = _MapSearch(result.state, [result.picture] if result.second is None else [result.picture, result.second])
    try:
        with SolutionSession.of_state(result.state, deadline=run.deadline) as session:
            search.run(session, run)
    except GaveUp:
        run.log(f"gave up before {counted(len(search.unseen), 'colour')} of cells were proved")
    return search.result()


class _MapSearch:
    """A solution map in the making: the witnesses so far, and the colours of cells that none of them shows yet."""

    def __init__(self, state: PropagationState, witnesses: Iterable[Picture]) -> None:
        self.state = state
        self.witnesses: list[Picture] = []
        domains = state.domains()
        self.possible = [1 << color for color in decided_colors(domains)]
        #: (cell, colour) in the order of the cells; a dictionary, since a set has no order.
        self.unseen: dict[tuple[int, int], None] = {}
        for cell in open_cells(domains):
            colors = state.cells.colors(cell)
            self.possible[cell] = sum(1 << color for color in colors)
            self.unseen.update(((cell, color), None) for color in colors)
        for picture in witnesses:
            self._add(picture)

    def result(self) -> SolutionMap:
        return SolutionMap(
            puzzle=self.state.puzzle,
            witnesses=tuple(self.witnesses),
            possible=tuple(self.possible),
            state=self.state,
        )

    def run(self, session: SolutionSession, run: Run) -> None:
        """Let parts take turns until nothing is unseen; `GaveUp` after the deadline, with the map so far kept."""
        self._session, (self._deadline, self._log) = session, run
        self._markers = {pair: session.marker(*pair) for pair in self.unseen}
        conflicts: int | None = FIRST_CONFLICTS
        while self.unseen:
            if conflicts is not None and conflicts > HARD_CONFLICTS:
                self._log(f"probing refutes {counted(self._probe(), 'colour')} of cells")
                conflicts = None
            pairs = list(self.unseen)
            parts = [pairs[first : first + PART] for first in range(0, len(pairs), PART)]
            n_settled = sum([self._settle(part, conflicts) for part in parts[:TURNS]])
            if conflicts is not None and not n_settled:
                conflicts *= GROWTH
        self._log(f"{counted(len(self.witnesses), 'solution')} show every colour that occurs")

    def _settle(self, part: list[tuple[int, int]], conflicts: int | None) -> int:
        """Ask for the colours of a part until none of them is unseen, and return the number of answers.

        The first answer that takes more than `conflicts` ends the turn.
        """
        n_answers = 0
        while part := [pair for pair in part if pair in self.unseen]:
            try:
                picture = self._picture_with(part, conflicts)
            except GaveUp:
                if conflicts is None or self._deadline.has_passed:
                    raise
                break
            n_answers += 1
            if picture is not None:
                self._add(picture)
            else:
                self._rule_out(part)
                self._log(f"{counted(len(part), 'colour')} of cells occur in no solution")
        return n_answers

    def _picture_with(self, part: list[tuple[int, int]], conflicts: int | None) -> Picture | None:
        """A solution with at least one colour of a part, and with further unseen ones if that costs nothing."""
        solver = self._session.solver
        solver.set_phases(self._markers[pair] for pair in self.unseen)
        activation = solver.add_retractable([[self._markers[pair] for pair in part]])
        try:
            return self._session.solve([activation], conflicts=conflicts)
        finally:
            solver.retract(activation)

    def _probe(self) -> int:
        """Refute colours of cells by probing, until the deadline, and return their number."""
        state = self.result().narrowed_state
        assert state is not None, "there is a solution"
        probed = state.copy()
        with suppress(GaveUp):
            refute_colors(probed, deadline=self._deadline)
        refuted = [(cell, color) for cell, color in self.unseen if color not in probed.cells.colors(cell)]
        self._rule_out(refuted)
        return len(refuted)

    def _add(self, picture: Picture) -> None:
        self.witnesses.append(picture)
        for pair in enumerate(picture.cells):
            self.unseen.pop(pair, None)

    def _rule_out(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Note that no solution has these colours of cells."""
        for cell, color in pairs:
            self._session.solver.add_clause((-self._markers[cell, color],))
            self.possible[cell] &= ~(1 << color)
            del self.unseen[cell, color]
