"""Cell variables: the variable that says "cell i has colour c", numbered in the same way by every encoding.

Every formula begins with these variables. In a complete formula cell i (from 0) and colour c (from 1 to n) have

    variable i * n + c

A residual formula has no variables for cells of which only one colour is possible. There, i counts the other cells
alone, ascending. Background has no variable of its own: a cell is background if all its variables are false.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cached_property

from nonosat.cnf.clause_group import FALSE, TRUE
from nonosat.core.errors import TwoColors
from nonosat.lines.domains import Domains, decided_colors, open_cells
from nonosat.model.grid import cell_name
from nonosat.model.palette import BACKGROUND, letter
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle


class CellVariables:
    """From a cell and a colour to the literal, and back.

    Attributes:
        domains: for a residual formula the domains that it was made from; None for a complete formula.
    """

    def __init__(self, puzzle: Puzzle, domains: Domains | None = None) -> None:
        self.puzzle = puzzle
        self.domains = domains

    @property
    def n_variables(self) -> int:
        """The number of cell variables, which are 1 to this number."""
        return len(self.cells) * self.puzzle.n_colors

    @cached_property
    def cells(self) -> Sequence[int]:
        """The cells that have variables, ascending."""
        return range(self.puzzle.grid.n_cells) if self.domains is None else open_cells(self.domains)

    @cached_property
    def numbers(self) -> dict[int, int]:
        """From a cell that has variables to its number among these cells."""
        return {cell: number for number, cell in enumerate(self.cells)}

    @cached_property
    def _decided(self) -> Sequence[int]:
        """For each cell of the grid its colour, if it has no variables; 0 for the others."""
        return [0] * self.puzzle.grid.n_cells if self.domains is None else decided_colors(self.domains)

    def literal(self, cell: int, color: int) -> int:
        """The literal that says that a cell has a colour; `TRUE` or `FALSE` for a cell without variables.

        Args:
            color: from 1 to the number of colours; background has no literal.

        Raises:
            IndexError: there is no such cell or colour.
        """
        if not (0 <= cell < self.puzzle.grid.n_cells and 1 <= color <= self.puzzle.n_colors):
            raise IndexError((cell, color))
        if self.domains is None:
            return cell * self.puzzle.n_colors + color
        if cell in self.numbers:
            return self.numbers[cell] * self.puzzle.n_colors + color
        return TRUE if self._decided[cell] == color else FALSE

    def literals(self, cell: int, color: int) -> tuple[int, ...]:
        """The literals that say together that a cell with variables has a `color`, from 0 (background) on."""
        if color != BACKGROUND:
            return (self.literal(cell, color),)
        return tuple(-self.literal(cell, other) for other in range(1, self.puzzle.n_colors + 1))

    def column(self, cells: Iterable[int], color: int) -> list[int]:
        """The variables that say that `cells`, in any order, each with variables, have a `color` from 1 on."""
        n = self.puzzle.n_colors
        if self.domains is None:
            return [cell * n + color for cell in cells]
        if cells is self.cells:
            return list(range(color, len(self.cells) * n + color, n))
        numbers = self.numbers
        return [numbers[cell] * n + color for cell in cells]

    def cell_of(self, variable: int) -> tuple[int, int]:
        """The cell and the colour of a cell variable.

        Raises:
            IndexError: the variable is not from 1 to `n_variables`.
        """
        if not 1 <= variable <= self.n_variables:
            raise IndexError(variable)
        number, color = divmod(variable - 1, self.puzzle.n_colors)
        return self.cells[number], color + 1

    def literals_of(self, picture: Picture) -> list[int]:
        """For each cell variable, ascending, its literal that is true in a picture; other cells are ignored."""
        n = self.puzzle.n_colors
        return [
            number * n + color if picture.cells[cell] == color else -(number * n + color)
            for number, cell in enumerate(self.cells)
            for color in range(1, n + 1)
        ]

    def true_variables(self, model: Iterable[int]) -> list[int]:
        """The cell variables that are true in a model, in its order; the model may have other variables."""
        last = self.n_variables
        return [literal for literal in model if 0 < literal <= last]

    def excluding(self, model: Iterable[int]) -> list[int]:
        """The clause that excludes the picture of a model, and no other solution.

        Where all solutions have the same number of coloured cells, every solution but this one leaves out one of its
        coloured cells, and the clause need not name the background. (If only some selectors of a formula are assumed,
        pictures may differ in the number of coloured cells, and the clause may exclude too much.)

        Args:
            model: literals, also of other variables; a cell variable that is missing counts as false.

        Returns:
            Literals of cell variables; none if there can be no other solution.
        """
        true = self.true_variables(model)
        if self.puzzle.fixes_n_colored:
            return [-variable for variable in true]
        values = set(true)
        return [-variable if variable in values else variable for variable in range(1, self.n_variables + 1)]

    def picture_of(self, model: Iterable[int]) -> Picture:
        """The picture that a model describes; it is not checked against the clues.

        Args:
            model: literals in any order, also of other variables; a cell variable that is missing counts as false.

        Raises:
            TwoColors: a cell has two colours, so this is not a model of any encoding of the puzzle.
        """
        colors, cells, n = list(self._decided), self.cells, self.puzzle.n_colors
        for variable in self.true_variables(model):
            number, color = divmod(variable - 1, n)
            cell = cells[number]
            if colors[cell]:
                both = f"{letter(colors[cell])} and {letter(color + 1)}"
                where = cell_name(self.puzzle.grid, cell)
                raise TwoColors(cell, f"the model gives {where} the colours {both}, expected at most one")
            colors[cell] = color + 1
        return Picture(self.puzzle.grid, tuple(colors))
