"""A literal for "the cell is background", for encodings that treat background as a colour.

With one colour left for a cell it is the negation of that colour, else a variable of its own, determined by the cells:

    background   background[i] or cell i has some colour; background[i] -> cell i does not have colour c, for each c

So background is a value like any other: unit propagation can derive from one line that a cell is not background while
its colour is open, and use this in another line. The cell variables alone cannot express it.

Size: for each cell that may be background or one of m > 1 colours, one variable and m + 1 clauses.
"""

from __future__ import annotations

from nonosat.cnf.clause_group import FALSE, TRUE
from nonosat.encodings.cell_encoder import CellEncoder


class Background:
    """The literals "is background" of all cells, constant where the domains decide.

    Attributes:
        literals: one for each cell of the grid.
    """

    def __init__(self, cells: CellEncoder) -> None:
        """Add the variables and the clauses to a formula that has its cells."""
        formula = cells.formula
        self._grid = cells.puzzle.grid
        self.literals = [FALSE] * self._grid.n_cells
        several: list[tuple[int, list[int]]] = []
        for row in self._grid.families[0]:
            possible = cells.domains.lines[row].cells[0]
            vectors = [vector.literals for vector in cells.line(row)]
            for j, cell in enumerate(self._grid.line(row)):
                colors = [vector[j] for vector in vectors if vector[j] != FALSE]
                if possible >> j & 1 and TRUE not in colors:
                    if len(colors) > 1:
                        several.append((cell, colors))
                    else:
                        self.literals[cell] = -colors[0] if colors else TRUE
        meaning = "the cell is background"
        first = formula.new_variables("background", ("cell",), meaning, len(several), lambda i: (several[i][0],))
        group = formula.new_group("background", "a cell is background or has a colour, and not both")
        for variable, (cell, colors) in enumerate(several, first):
            self.literals[cell] = variable
            group.add_all([(variable, *colors)])
            group.add_all([(-variable, -color) for color in colors])

    def line(self, index: int) -> list[int]:
        """The literals of the cells along a line."""
        return [self.literals[cell] for cell in self._grid.line(index)]
