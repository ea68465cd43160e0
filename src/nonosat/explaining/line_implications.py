"""The knowledge that searches for suppositions share: what follows from lines, and what occurs in solutions.

Unit propagation on an encoding that is complete for each line is fast where it is repeated often. It finds the same
contradictions as line solving where cells have two colours, and never more.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from nonosat.analysis.solution_map import map_solutions
from nonosat.core.errors import GaveUp, NoSolution
from nonosat.core.question import Run
from nonosat.encodings import find_encoding
from nonosat.encodings.cell_variables import CellVariables
from nonosat.explaining.known_cells import KnownCells
from nonosat.explaining.step import Supposition
from nonosat.lines.domains import bit_positions
from nonosat.lines.fixpoint import PropagationState
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Given, Puzzle
from nonosat.solvers.propagation import PropagationEngine
from nonosat.solving.solve import solve

#: Unit propagation on this encoding is complete for each line.
_ENCODING = "automaton"

#: Seconds after which the search for solutions ends; steps can be found without solutions, too.
_LONGEST = 10.0


class LineImplications:
    """The knowledge of a puzzle in a propagation engine.

    Attributes:
        pairs: from literals to open cells with their colours; `literals` is the inverse.
        n_followed: the number of literals propagated so far; a measure of the work.
        is_exact: whether it finds a contradiction wherever line solving finds one.
    """

    def __init__(self, known: KnownCells) -> None:
        """Take what is `known`, from which single lines conclude nothing more. It may grow, see `update`."""
        puzzle = known.lines.puzzle
        domains = state_of(known).domains()
        formula = find_encoding(_ENCODING).encode(puzzle, domains, residual=True)
        variables = CellVariables(puzzle, domains)
        self._engine = PropagationEngine()
        for clause in formula.clauses():
            self._engine.add_clause(clause)
        self.literals: dict[Supposition, int] = {}
        last = formula.n_vars
        for cell in known.open_cells():
            empty = variables.literals(cell, BACKGROUND)
            background = empty[0]
            if len(empty) > 1:
                background = last = last + 1
                self._engine.add_clause([background, *(-literal for literal in empty)])
                for literal in empty:
                    self._engine.add_clause([-background, literal])
            for color in bit_positions(known.colors[cell]):
                literal = background if color == BACKGROUND else variables.literal(cell, color)
                self.literals[Supposition(cell, color)] = literal
        self.pairs = {literal: pair for pair, literal in self.literals.items()}
        self.n_followed = 0
        self.is_exact = puzzle.n_colors == 1
        self._known = known

    def update(self) -> None:
        """Add the knowledge that has grown since."""
        for pair, literal in list(self.literals.items()):
            colors = self._known.colors[pair.cell]
            if not colors >> pair.color & 1:
                self._engine.add_clause([-literal])
            if not colors >> pair.color & 1 or not colors & (colors - 1):
                del self.literals[pair], self.pairs[literal]

    def close(self) -> None:
        """Release the engine."""
        self._engine.delete()

    def follow(self, literals: Iterable[int]) -> list[int] | None:
        """All literals that follow from `literals` by single lines, with these; None if a line has no placement."""
        holds, found = self._engine.propagate(list(literals))
        self.n_followed += len(found)
        return found if holds else None


def state_of(known: KnownCells) -> PropagationState:
    """A state of line solving with the same knowledge; single lines conclude nothing more from it."""
    state = PropagationState(known.lines.puzzle)
    for cell, colors in enumerate(known.colors):
        for color in state.colors(cell):
            if not colors >> color & 1:
                state.forbid(cell, color)
    is_possible = state.run()
    assert is_possible, "single lines find no contradiction"
    return state


class SolutionColors:
    """The colours of cells in the solutions that agree with what is known; searched for at the first use."""

    def __init__(self, known: KnownCells, run: Run) -> None:
        """Take what is `known`; it may grow if the cells that are decided later are decided rightly."""
        self._known = known
        self._run = run

    def shows(self, supposition: Supposition) -> bool:
        """True if a cell is known to have a colour in some solution; raises errors as `colors`."""
        return self.colors is not None and bool(self.colors[supposition.cell] >> supposition.color & 1)

    @cached_property
    def colors(self) -> list[int] | None:
        """The colours that each cell has in some solution, as bit sets; None if they are not found in time.

        Raises:
            NoSolution: there is no solution.
        """
        puzzle = self._known.lines.puzzle
        decided = (Given(cell, *colors) for cell, colors in enumerate(self._known.possible) if len(colors) == 1)
        partial = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, tuple(decided))
        run = self._run._replace(deadline=self._run.deadline.or_after(_LONGEST))
        try:
            result = solve(partial, unique=True, timeout=run)
        except GaveUp:
            return None
        if result.picture is None:
            raise NoSolution("no solution agrees with what is known of the cells")
        found = map_solutions(result, timeout=run)
        return list(found.shown) if found.is_complete else None
