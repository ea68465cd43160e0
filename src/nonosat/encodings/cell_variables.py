"""Cell variables: "cell i has colour c" is variable i*n + c, and what holds for cells alone.

Every encoding begins with these variables and clauses.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from nonosat.cnf.amo import at_most_one, n_registers
from nonosat.cnf.formula import FALSE, TRUE, Formula
from nonosat.encodings.columns import Column
from nonosat.lines.domains import Domains, bit_positions, open_cells, undecided_positions
from nonosat.model.puzzle import Puzzle


class Cells:
    """The cell variables of a formula, and the literals along each line.

    Clause groups:
        fixed: a colour is impossible for a cell, or the only one possible.
        cell: a cell has at most one colour; at least one where background is impossible.
    """

    def __init__(self, formula: Formula, puzzle: Puzzle, domains: Domains, residual: bool) -> None:
        self.n = n = puzzle.n_colors
        self.grid, self.domains = puzzle.grid, domains
        #: The lines that have clauses: one whose cells are all decided has nothing more to say.
        self.lines = [index for index, domain in enumerate(domains.lines) if not residual or domain.is_open]
        open_ = open_cells(domains)
        cells = open_ if residual else range(self.grid.n_cells)
        #: From a cell of the grid to its number among those that have variables.
        self.number = {cell: i for i, cell in enumerate(open_)} if residual else None
        formula.new_variables(
            "cell",
            ("cell", "colour"),
            "the cell has the colour",
            len(cells) * n,
            lambda offset: (cells[offset // n], offset % n + 1),
        )
        self.rows = {
            row: self._columns(row) for row in self.grid.families[0] if not residual or domains.lines[row].is_open
        }
        if not (residual and n == 1):  # with one colour, an open cell may have it
            self._fix(formula)
        self._exclude(formula)

    def line(self, index: int) -> list[Column]:
        """For each colour from 1 the literals along a line, constant where the domain decides."""
        return self.rows[index] if index in self.rows else self._columns(index)

    def _positions(self, index: int) -> Sequence[int]:
        """The positions of a line whose cells have variables."""
        if self.number is None:
            return range(len(self.grid.line(index)))
        return bit_positions(undecided_positions(self.domains.lines[index].cells))

    def _fix(self, formula: Formula) -> None:
        group = formula.new_group("fixed", "what the bounds of the blocks and the givens tell of single cells")
        for row, columns in self.rows.items():
            line = self.grid.line(row)
            for j in self._positions(row):
                number = line[j] if self.number is None else self.number[line[j]]
                for color, column in enumerate(columns, 1):
                    if (column.true | column.false) >> j & 1:
                        variable = number * self.n + color
                        group.add([variable if column.literals[j] == TRUE else -variable])

    def _exclude(self, formula: Formula) -> None:
        group = formula.new_group("cell", "a cell has at most one colour, and one where it cannot be background")
        todo: list[list[int]] = []
        for row, columns in self.rows.items():
            background = self.domains.lines[row].cells[0]
            if self.n == 1 and background == (1 << len(self.grid.line(row))) - 1:
                continue  # background is possible everywhere and there is one colour: nothing to say
            for j in self._positions(row):
                literals = [column.literals[j] for column in columns]
                if TRUE in literals:
                    continue
                literals = [literal for literal in literals if literal != FALSE]
                if not background >> j & 1:
                    group.add_simplified([tuple(literals)])
                if len(literals) > 1:
                    todo.append(literals)
        labels = [
            label
            for literals in todo
            for label in map(formula.variables[0].index_of, (lit - 1 for lit in literals[: n_registers(len(literals))]))
        ]
        helpers = count(
            formula.new_variables(
                "seen",
                ("cell", "colour"),
                "the cell has the colour or an earlier one",
                len(labels),
                labels.__getitem__,
            )
        )
        for literals in todo:
            group.add_simplified(at_most_one(literals, lambda: next(helpers)))

    def _columns(self, index: int) -> list[Column]:
        cells, masks = self.grid.line(index), self.domains.lines[index].cells
        everywhere, open_ = (1 << len(cells)) - 1, undecided_positions(masks)
        columns = []
        for color in range(1, self.n + 1):
            true, false = masks[color] & ~open_, everywhere & ~masks[color]
            if self.number is None:
                literals = [cell * self.n + color for cell in cells]
                for constant, decided in ((TRUE, true), (FALSE, false)):
                    for j in bit_positions(decided):
                        literals[j] = constant
            else:  # most cells of a residual formula are decided
                literals = [TRUE if bit == "1" else FALSE for bit in f"{true:0{len(cells)}b}"]
                literals.reverse()
                for j in bit_positions(open_ & masks[color]):
                    literals[j] = self.number[cells[j]] * self.n + color
            columns.append(Column(0, literals, FALSE, FALSE, true, false))
        return columns
