"""The solution map: which colours each cell has in the solutions of a puzzle.

A cell is constant if it has one colour in all solutions. Solutions are collected until every colour of every cell
either occurs in one of them or is proved to occur in none:

    1. Line solving removes most colours.
    2. A solver is asked for a solution in which some cell has a colour that it has in no solution so far: one clause
       over all such cells and colours. Each solution found removes all that it shows from this clause.
    3. When there is no such solution, all that is left in the clause is proved at once.

The initial phases ask for as many new colours as possible, so few solutions show all that occurs. Where the clause is
long, it is asked in parts, and each part that is refuted becomes clauses of one literal. A part may be hard where the
next one is easy, and makes the first one easy, too: so the parts take turns, with a limit on the conflicts that grows.

Where all of them are hard, single colours of cells are refuted by probing before the search goes on without a limit.

Source: M. Janota, I. Lynce, J. Marques-Silva, Algorithms for computing backbones of propositional formulae, AI
Communications 28 (2015); the map is the complement of the backbone.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property

from nonosat.analysis.color_questions import ColorQuestions
from nonosat.backends import find_backend
from nonosat.encodings.cell_variables import CellVariables
from nonosat.errors import GaveUp
from nonosat.lines.domains import decided_colors, open_cells
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.nouns import count as counted
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import verified
from nonosat.solving.formulas import encode_open_part
from nonosat.solving.options import Log, SolveOptions, no_log
from nonosat.solving.pipeline import solve_puzzle
from nonosat.solving.result import Result
from nonosat.system.deadline import NEVER, Deadline

#: How many colours of cells one clause asks for.
PART = 500

#: How many conflicts each part may take in its first turn, how much that grows if no part was settled, and from where
#: on probing comes before there is no limit any more.
FIRST_CONFLICTS, GROWTH, HARD_CONFLICTS = 1_000, 4, 20_000
#: How many parts take turns.
TURNS = 5


@dataclass(frozen=True, kw_only=True)
class SolutionMap:
    """Which colours the cells have in the solutions of a puzzle.

    Attributes:
        puzzle: the puzzle.
        witnesses: solutions, verified, which together show every colour in `shown`; the first one is the solution that
            the search found first. None if the puzzle has no solution.
        possible: for each cell the colours that are not proved impossible, as a bit set: bit c for colour c.
        state: what line solving found out; None if it found that there is no solution.
    """

    puzzle: Puzzle
    witnesses: tuple[Picture, ...]
    possible: tuple[int, ...]
    state: PropagationState | None

    @cached_property
    def shown(self) -> tuple[int, ...]:
        """For each cell the colours that it has in the witnesses, as a bit set."""
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
        """The cells that have one colour in all witnesses, but not as a proved fact in all solutions, ascending."""
        return tuple(cell for cell in self.unproved if not self.shown[cell] & (self.shown[cell] - 1))

    @cached_property
    def narrowed_state(self) -> PropagationState | None:
        """What the map leaves possible, with all that follows from single lines; None if there is no solution.

        It is shared by all who ask, so it must not be changed; see `PropagationState.copy`.
        """
        if self.state is None:
            return None
        state = self.state.copy()
        for cell in open_cells(self.state.domains()):
            for color in self.state.colors(cell):
                if not self.possible[cell] >> color & 1:
                    state.forbid(cell, color)
        state.run()
        return state

    @property
    def is_complete(self) -> bool:
        """Whether every colour of every cell occurs in a witness or is proved impossible."""
        return not self.unproved

    @property
    def is_unique(self) -> bool:
        """Whether it is proved that there is exactly one solution."""
        return len(self.witnesses) == 1 and self.is_complete


def map_solutions(puzzle: Puzzle, *, timeout: float | None = None, log: Log = no_log) -> SolutionMap:
    """Find out which colours each cell has in the solutions of a puzzle.

    Args:
        puzzle: the puzzle.
        timeout: seconds from now; what is known then is returned.
        log: receives a sentence about each step.

    Returns:
        The map; `is_complete` says whether all of it is proved.

    Raises:
        GaveUp: no solution was found within the time limit, nor proved that there is none.
        SolverError: a solver crashed, or gave an answer that fails verification.
    """
    deadline = Deadline.after(timeout)
    return map_of_result(solve_puzzle(puzzle, SolveOptions(unique=True), deadline=deadline, log=log), deadline, log)


def map_of_result(result: Result, deadline: Deadline = NEVER, log: Log = no_log) -> SolutionMap:
    """The solution map of a puzzle that has been solved.

    Args:
        result: of `solve_puzzle` with `unique`, and with line solving.
        deadline: when to end; what is known then is returned.
        log: receives a sentence about each step.

    Raises:
        SolverError: the solver crashed, or gave an answer that fails verification.
    """
    puzzle, state = result.puzzle, result.state
    if result.picture is None:
        return SolutionMap(puzzle=puzzle, witnesses=(), possible=(0,) * puzzle.grid.n_cells, state=None)
    assert state is not None, "line solving comes first"
    if result.unique:
        possible = tuple(1 << color for color in result.picture.cells)
        return SolutionMap(puzzle=puzzle, witnesses=(result.picture,), possible=possible, state=state)
    search = _MapSearch(state, (result.picture,) if result.second is None else (result.picture, result.second))
    try:
        search.run(deadline, log)
    except GaveUp:
        log(f"gave up with {counted(len(search.unseen), 'colour')} of cells not proved")
    return search.result()


class _MapSearch:
    """The colours of cells of which it is not known whether they occur in a solution."""

    def __init__(self, state: PropagationState, witnesses: Iterable[Picture]) -> None:
        self.state = state
        self.witnesses: list[Picture] = []
        domains = state.domains()
        self.possible = [1 << color for color in decided_colors(domains)]
        #: (cell, colour) in the order of the cells; a dictionary, since a set has no order.
        self.unseen: dict[tuple[int, int], None] = {}
        for cell in open_cells(domains):
            colors = state.colors(cell)
            self.possible[cell] = sum(1 << color for color in colors)
            self.unseen.update(((cell, color), None) for color in colors)
        for picture in witnesses:
            self.add(picture)

    def add(self, picture: Picture) -> None:
        """Add a witness."""
        self.witnesses.append(picture)
        for pair in enumerate(picture.cells):
            self.unseen.pop(pair, None)

    def rule_out(self, pairs: Iterable[tuple[int, int]]) -> None:
        """Note that no solution has these colours of cells."""
        for cell, color in list(pairs):
            self.possible[cell] &= ~(1 << color)
            del self.unseen[cell, color]

    def result(self) -> SolutionMap:
        """What is known."""
        return SolutionMap(
            puzzle=self.state.puzzle,
            witnesses=tuple(self.witnesses),
            possible=tuple(self.possible),
            state=self.state,
        )

    def _probe(self, deadline: Deadline) -> list[tuple[int, int]]:
        """Refute colours of cells by probing, until a deadline."""
        from nonosat.analysis.probing import impossible_colors

        state = self.result().narrowed_state
        assert state is not None, "there is a solution"
        probed = state.copy()
        for _ in impossible_colors(probed, deadline):
            pass
        refuted = [(cell, color) for cell, color in self.unseen if color not in probed.colors(cell)]
        self.rule_out(refuted)
        return refuted

    def run(self, deadline: Deadline, log: Log) -> None:
        """Search until nothing is unseen.

        Raises:
            GaveUp: the deadline came first; what is known is kept.
            SolverError: the solver crashed, or gave an answer that fails verification.
        """
        puzzle, domains = self.state.puzzle, self.state.domains()
        formula = encode_open_part(puzzle, domains)
        cells = CellVariables(puzzle, domains)
        with find_backend().open(formula, deadline) as session:
            literals = {}
            for cell, color in self.unseen:
                if color != BACKGROUND:
                    literals[cell, color] = cells.literal(cell, color)
                elif puzzle.n_colors == 1:
                    literals[cell, color] = -cells.literal(cell, 1)
                else:
                    # A variable that implies the background; nothing implies it.
                    (literals[cell, color],) = session.new_variables(1)
                    for other in range(1, puzzle.n_colors + 1):
                        session.add_clause((-literals[cell, color], -cells.literal(cell, other)))
            self._search(ColorQuestions(session, cells, literals, deadline), log)
            log(f"{counted(len(self.witnesses), 'solution')} show all that occurs")

    def _search(self, questions: ColorQuestions, log: Log) -> None:
        """Let parts take turns until nothing is unseen.

        Raises:
            GaveUp: the deadline came first; what is known is kept.
            SolverError: the solver crashed, or gave an answer that fails verification.
        """
        conflicts: int | None = FIRST_CONFLICTS
        while self.unseen:
            if conflicts is not None and conflicts > HARD_CONFLICTS:
                refuted = self._probe(questions.deadline)
                questions.rule_out(refuted)
                log(f"probing refutes {counted(len(refuted), 'colour')} of cells")
                conflicts = None
            pairs = list(self.unseen)
            parts = [pairs[first : first + PART] for first in range(0, len(pairs), PART)]
            n_settled = sum([self._settle(part, questions, conflicts, log) for part in parts[:TURNS]])
            if conflicts is not None and not n_settled:
                conflicts *= GROWTH

    def _settle(self, part: list[tuple[int, int]], questions: ColorQuestions, conflicts: int | None, log: Log) -> int:
        """Ask for the colours of a part until none of them is unseen; the number of answers.

        Args:
            part: colours of cells.
            questions: asks the solver.
            conflicts: an answer that takes more is not waited for; None to wait for all.
            log: receives a sentence if the part is refuted.
        """
        n_answers = 0
        while part := [pair for pair in part if pair in self.unseen]:
            try:
                picture = questions.picture_with(part, self.unseen, conflicts)
            except GaveUp:
                if conflicts is None or questions.deadline.has_passed:
                    raise
                break
            n_answers += 1
            if picture is not None:
                self.add(verified(self.state.puzzle, picture))
            else:
                questions.rule_out(part)
                self.rule_out(part)
                log(f"{counted(len(part), 'colour')} of cells occur in no solution")
        return n_answers
