"""The knowledge that searches for suppositions share: what follows from lines, and what occurs in solutions."""

from __future__ import annotations

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
from nonosat.model.puzzle import ColoredCell, Puzzle
from nonosat.solvers.propagation import PropagationEngine
from nonosat.solving.solve import solve

#: Unit propagation on this encoding concludes all that lines do where cells have two colours, and never more.
_ENCODING = "automaton"

#: Units of work after which the search for solutions ends; steps can be found without solutions, too.
_MOST_WORK = 10_000


class LineImplications:
    """The extent of what follows from suppositions by single lines."""

    def __init__(self, known: KnownCells) -> None:
        """Begin with what is `known`, from which single lines conclude nothing more; a formula is made later."""
        self._start = known.copy()

    def update(self, known: KnownCells) -> None:
        """Add the knowledge that has grown since."""
        engine, literals = self._engine
        for supposition, literal in literals.items():
            if not known.colors[supposition.cell] >> supposition.color & 1:
                engine.add_clause([-literal])

    def count(self, supposition: Supposition) -> int:
        """The number of literals that follow from a supposition about an open cell; 0 if they contradict each other."""
        engine, literals = self._engine
        holds, found = engine.propagate([literals[supposition]])
        return len(found) if holds else 0

    @cached_property
    def _engine(self) -> tuple[PropagationEngine, dict[Supposition, int]]:
        """An engine with the knowledge at the start, and the literals of suppositions."""
        puzzle, domains = self._start.lines.puzzle, state_of(self._start).domains()
        formula = find_encoding(_ENCODING).encode(puzzle, domains, residual=True)
        variables = CellVariables(puzzle, domains)
        engine = PropagationEngine()
        for clause in formula.clauses():
            engine.add_clause(clause)
        literals: dict[Supposition, int] = {}
        last = formula.n_vars
        for cell in self._start.open_cells():
            empty = variables.literals(cell, BACKGROUND)
            background = empty[0]
            if len(empty) > 1:
                background = last = last + 1
                engine.add_clause([background, *(-literal for literal in empty)])
                for literal in empty:
                    engine.add_clause([-background, literal])
            for color in bit_positions(self._start.colors[cell]):
                literal = background if color == BACKGROUND else variables.literal(cell, color)
                literals[Supposition(cell, color)] = literal
        return engine, literals


def state_of(known: KnownCells) -> PropagationState:
    """A state of line solving with the same knowledge; single lines conclude nothing more from it."""
    state = PropagationState(known.lines.puzzle)
    for cell, colors in enumerate(known.colors):
        for color in state.cells.colors(cell):
            if not colors >> color & 1:
                state.cells.forbid(cell, color)
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
        decided = (ColoredCell(cell, *colors) for cell, colors in enumerate(self._known.possible) if len(colors) == 1)
        partial = Puzzle(puzzle.grid, puzzle.palette, puzzle.clues, tuple(decided))
        run = self._run._replace(deadline=self._run.deadline.or_after_work(_MOST_WORK))
        try:
            result = solve(partial, unique=True, timeout=run)
        except GaveUp:
            return None
        if result.picture is None:
            raise NoSolution("no solution agrees with what is known of the cells")
        found = map_solutions(result, timeout=run)
        return list(found.shown) if found.is_complete else None
