"""Selectors: variables that switch the clue of each line, and each given, on.

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
decided. The group `fixed` has the consequences of the bounds of the blocks of each line, under the selector of the line
(see `cell_encoder`), so that under all selectors unit propagation derives everything that `fixed` has in the complete
formula.

Size: one variable for each line and given, and one literal more in each of their clauses.

Source: the activation literals of incremental SAT solving, N. Eén, N. Sörensson, Temporal induction by incremental SAT
solving, BMC 2003, as they are used to find unsatisfiable cores.
"""

from __future__ import annotations

from nonosat.cnf.formula import Formula
from nonosat.lines.clue_bounds import start_bounds
from nonosat.lines.domains import Domains, LineDomain
from nonosat.model.puzzle import Puzzle


def separate_domains(puzzle: Puzzle) -> Domains:
    """The domains for a formula with selectors: for cells every colour, for blocks the starts that the clue allows."""
    n_colors, lines = puzzle.n_colors, []
    for index, clue in enumerate(puzzle.clues):
        length = len(puzzle.grid.line(index))
        lines.append(LineDomain(((1 << length) - 1,) * (n_colors + 1), start_bounds(clue, length, n_colors)))
    return Domains(puzzle.grid, tuple(lines))


def add_selectors(formula: Formula, puzzle: Puzzle) -> None:
    """Add the selectors to a formula without clauses, as `selectors["line"][l]` and `selectors["given"][i]`."""
    formula.new_selectors("line", "selector", "line", "the clue is enforced", range(puzzle.grid.n_lines))
    givens = [cell for cell, _ in puzzle.givens]
    formula.new_selectors("given", "given", "cell", "the given of the cell is enforced", givens)
