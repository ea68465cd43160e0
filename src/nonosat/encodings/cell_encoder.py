"""The clauses of single cells, and the literals of the cells along each line: the beginning of every encoding.

    fixed     a cell cannot have a colour, or has the only one that is possible; with selectors, the consequences of
              the bounds of the blocks of one line for single cells
    given     a given cell has its colour, or is background; only with selectors, otherwise part of `fixed`
    cell      a cell has at most one colour, and at least one where it cannot be background

Size: with n colours, n(n-1)/2 clauses of `cell` for each cell up to five colours, above that a sequential counter with
n - 1 variables `seen` and 4n - 5 clauses; one clause of `fixed` for each cell and colour that the domains decide.

Source: the constraint on a variable with several values in the direct encoding, T. Walsh, SAT v CSP, CP 2000; for the
counter see `cnf.at_most_one`.

A formula with selectors has a variable for each line of the grid and for each given:

    selector[l]   the clue of line l is enforced
    given[i]      the given of cell i is enforced

Every clause of the clue of line l becomes (not selector[l] or ...), and every clause of the given of cell i becomes
(not given[i] or ...). Under the assumption of some selectors the models, projected to the cell variables, are exactly
the pictures that satisfy these clues and givens; the others are not enforced. A cell always has at most one colour.

So no clause of one line may depend on another line. Domains that combine the conclusions of several lines, as those of
line propagation and also those of `lines.domains.initial_domains` do, would enforce lines that are switched off. A
formula with selectors is therefore made from `separate_domains`, in which every cell may have every colour, and the
starts of a block are those that its own clue allows. There is no residual formula with selectors, since no cell is
decided. The group `fixed` has the consequences of the bounds of the blocks of each line, under the selector of the
line, so that under all selectors unit propagation derives everything that `fixed` has in the complete formula.

Size: one variable for each line and given, and one literal more in each of their clauses.

Source: the activation literals of incremental SAT solving, N. Eén, N. Sörensson, Temporal induction by incremental SAT
solving, BMC 2003, as they are used to find unsatisfiable cores.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from itertools import count

from nonosat.cnf.at_most_one import n_registers, sequential_counter
from nonosat.cnf.clause_group import FALSE, TRUE
from nonosat.cnf.formula import Formula
from nonosat.core.deadline import NEVER, Deadline
from nonosat.encodings.cell_variables import CellVariables
from nonosat.encodings.literal_vectors import LiteralVector
from nonosat.lines.clue_bounds import cell_bounds, start_bounds
from nonosat.lines.domains import Domains, LineDomain, bit_positions, undecided_positions
from nonosat.model.grid import along
from nonosat.model.puzzle import Puzzle


class CellEncoder:
    """A formula with its cell variables and their clauses; an encoding adds the clauses of lines.

    Attributes:
        lines: the lines that get clauses, ascending: in a residual formula those with an open cell, else all.
        is_residual: whether cells of one possible colour have neither clauses nor variables.
    """

    def __init__(
        self,
        puzzle: Puzzle,
        domains: Domains,
        *,
        residual: bool,
        selectors: bool,
        max_literals: int | None = None,
        deadline: Deadline = NEVER,
    ) -> None:
        """Add the variables and the clauses; see `Recipe.encode`, and `Formula` for `max_literals`."""
        self.puzzle, self.domains, self._deadline = puzzle, domains, deadline
        self.formula = Formula(max_literals=max_literals)
        self.variables = variables = CellVariables(puzzle, domains if residual else None)
        self.lines = [index for index, domain in enumerate(domains.lines) if not residual or domain.is_open]
        self._n, self.is_residual = puzzle.n_colors, residual
        place, cell_of = ("cell", "colour"), lambda offset: variables.cell_of(offset + 1)
        self.formula.new_variables("cell", place, "the cell has the colour", variables.n_variables, cell_of)
        if selectors:
            self.formula.new_selectors("line", "selector", "line", "the clue is enforced", range(puzzle.grid.n_lines))
            givens = [cell for cell, _ in puzzle.givens]
            self.formula.new_selectors("given", "given", "cell", "the given of the cell is enforced", givens)
        self._rows = {
            row: self._vectors(row) for row in puzzle.grid.families[0] if not residual or domains.lines[row].is_open
        }
        if selectors:
            self._add_fixed_by_lines()
            self._add_givens()
        elif not (residual and self._n == 1):  # with one colour, an open cell may have it
            self._add_fixed()
        self._add_cell()

    def line(self, index: int) -> list[LiteralVector]:
        """For each colour, from 1, the literals of the cells along a line, constant where the domains decide.

        Raises:
            GaveUp: the deadline has passed. Every encoding asks for each line, and does little between two lines.
        """
        self._deadline.check("no formula")
        return self._rows[index] if index in self._rows else self._vectors(index)

    def _add_fixed(self) -> None:
        group = self.formula.new_group("fixed", "what block bounds and givens tell about single cells")
        for row, vectors in self._rows.items():
            units = [
                variable + color if vector.literals[j] == TRUE else -(variable + color)
                for j, variable in self._first_variables(row)
                for color, vector in enumerate(vectors)
                if (vector.true | vector.false) >> j & 1
            ]
            group.extend(1, units)

    def _add_fixed_by_lines(self) -> None:
        """Add `fixed` for a formula with selectors: for each line the consequences of its clue alone."""
        group = self.formula.new_group("fixed", "what the bounds of the blocks of a line imply for its single cells")
        colors = range(1, self._n + 1)
        for index in self.lines:
            cells = self.puzzle.grid.line(index)
            background, *masks = cell_bounds(self.puzzle.clues[index], len(cells), self._n)
            with self.formula.part("line", index):
                for j, cell in enumerate(cells):
                    possible = [color for color, mask in zip(colors, masks, strict=True) if mask >> j & 1]
                    group.add_simplified((-self.variables.literal(cell, c),) for c in colors if c not in possible)
                    if not background >> j & 1:
                        group.add_simplified([tuple(self.variables.literal(cell, c) for c in possible)])

    def _add_givens(self) -> None:
        group = self.formula.new_group("given", "a given cell has its colour")
        for cell, given in self.puzzle.givens:
            with self.formula.part("given", cell):
                for literal in self.variables.literals(cell, given):
                    group.add([literal])

    def _add_cell(self) -> None:
        meaning = "a cell has at most one colour, and exactly one if it cannot be background"
        group = self.formula.new_group("cell", meaning)
        if self._n == 1 and self.is_residual:
            return  # an open cell has its colour or is background
        choices: list[list[int]] = []
        for row, vectors in self._rows.items():
            background = self.domains.lines[row].cells[0]
            if self._n == 1 and background == (1 << len(self.puzzle.grid.line(row))) - 1:
                continue  # every cell may be background, and one colour needs no at-most-one
            for j, _ in self._first_variables(row):
                literals = [vector.literals[j] for vector in vectors]
                if TRUE in literals:
                    continue
                literals = [literal for literal in literals if literal != FALSE]
                if not background >> j & 1:
                    group.add_simplified([tuple(literals)])
                if len(literals) > 1:
                    choices.append(literals)
        labels = [
            self.variables.cell_of(literal)
            for literals in choices
            for literal in literals[: n_registers(len(literals))]
        ]
        helpers = count(
            self.formula.new_variables(
                "seen",
                ("cell", "colour"),
                "the cell has the colour or an earlier one",
                len(labels),
                labels.__getitem__,
            )
        )
        for literals in choices:
            group.add_simplified(sequential_counter(literals, lambda: next(helpers)))

    def _first_variables(self, row: int) -> Iterable[tuple[int, int]]:
        """The positions of a row whose cells have variables, each with the variable of colour 1."""
        cells = self.puzzle.grid.line(row)
        if not self.is_residual:
            return enumerate(self.variables.column(cells, 1))
        positions = bit_positions(undecided_positions(self.domains.lines[row].cells))
        return zip(positions, self.variables.column([cells[j] for j in positions], 1), strict=True)

    @cached_property
    def _literals(self) -> list[list[int]]:
        """For each colour, from 1, the literals of all cells; FALSE for cells without variables."""
        variables, colors = self.variables, range(1, self._n + 1)
        if not self.is_residual:
            return [variables.column(variables.cells, color) for color in colors]
        found = []
        for color in colors:
            literals = [FALSE] * self.puzzle.grid.n_cells
            for cell, variable in zip(variables.cells, variables.column(variables.cells, color), strict=True):
                literals[cell] = variable
            found.append(literals)
        return found

    def _vectors(self, index: int) -> list[LiteralVector]:
        cells, masks = self.puzzle.grid.line(index), self.domains.lines[index].cells
        everywhere, open_ = (1 << len(cells)) - 1, undecided_positions(masks)
        # Cells without variables are FALSE already.
        with_variables = open_ if self.is_residual else everywhere
        vectors = []
        for every, mask in zip(self._literals, masks[1:], strict=True):
            literals = list(along(every, cells))
            true, false = mask & ~open_, everywhere & ~mask
            for constant, decided in ((TRUE, true), (FALSE, false & with_variables)):
                for j in bit_positions(decided) if decided else ():
                    literals[j] = constant
            vectors.append(LiteralVector(0, literals, FALSE, FALSE, true, false))
        return vectors


def separate_domains(puzzle: Puzzle) -> Domains:
    """The domains for a formula with selectors: for cells every colour, for blocks the starts that the clue allows."""
    n_colors, lines = puzzle.n_colors, []
    for index, clue in enumerate(puzzle.clues):
        length = len(puzzle.grid.line(index))
        lines.append(LineDomain(((1 << length) - 1,) * (n_colors + 1), start_bounds(clue, length, n_colors)))
    return Domains(puzzle.grid, tuple(lines))
