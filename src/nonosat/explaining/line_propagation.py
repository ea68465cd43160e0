"""Unit propagation in the formula of one line: what it finds from known cells, and the clauses that it uses."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from nonosat.cnf.traced_propagation import TracedPropagation, propagate_traced
from nonosat.cnf.wording import ClauseInWords, FormulaWords
from nonosat.encodings import Recipe
from nonosat.encodings.cell_variables import CellVariables
from nonosat.model.palette import BACKGROUND
from nonosat.model.puzzle import Puzzle

#: For each cell the colours that are possible, ascending.
Possible = tuple[tuple[int, ...], ...]


class LinePropagation:
    """Unit propagation in the formula of a line, from its known cells.

    Attributes:
        encoding: the recipe of the formula, as text.
        possible: the colours that are left of each cell; None if unit propagation finds a contradiction. Where several
            colours besides the background are left, the background counts as possible, since it has no literal.
        clauses: those from which all of this follows, in the order of their use, in words.
    """

    def __init__(self, puzzle: Puzzle, known: Sequence[int | None], recipe: Recipe) -> None:
        formula = recipe.encode(puzzle)
        cells = CellVariables(puzzle)
        assumed = [
            literal for cell, color in enumerate(known) if color is not None for literal in cells.literals(cell, color)
        ]
        self.traced = propagate_traced(formula.clauses(), assumed)
        self._cells = cells
        self.encoding = str(recipe)
        self.n_variables, self.n_clauses = formula.n_vars, formula.n_clauses
        self.possible = None if self.traced.conflict is not None else self._possible(puzzle)
        words = FormulaWords(formula, puzzle)
        shown = {v for cell, color in enumerate(known) if color is None for v in self._variables(cell)}
        used = dict.fromkeys(_used(self.traced, shown))
        self.clauses = tuple(ClauseInWords(clause, words.sentence(clause)) for clause in used if clause)

    def _variables(self, cell: int) -> list[int]:
        """The variables of a cell, one for each colour besides the background."""
        return [self._cells.literal(cell, color) for color in range(1, self._cells.puzzle.n_colors + 1)]

    def _possible(self, puzzle: Puzzle) -> Possible:
        true = self.traced.reasons
        found = []
        for cell in range(puzzle.grid.n_cells):
            names = dict(enumerate(self._variables(cell), 1))
            chosen = [color for color, literal in names.items() if literal in true]
            left = [BACKGROUND, *(color for color, literal in names.items() if -literal not in true)]
            found.append(tuple(chosen or left))
        return tuple(found)


def _used(traced: TracedPropagation, variables: Collection[int]) -> Iterator[tuple[int, ...]]:
    """The clauses that lead to the conflict, else to all that is known of some variables."""
    if traced.conflict is None:
        yield from traced.clauses_for([literal for literal in traced.reasons if abs(literal) in variables])
    else:
        yield from traced.clauses_for([-literal for literal in traced.conflict if -literal in traced.reasons])
        yield traced.conflict
