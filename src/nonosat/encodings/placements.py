"""A variable for each way to fill a line: the clue as a table of all its placements.

    placement[r]   the line is filled in the r-th way

    once      the line is filled in one of the ways; at most in one, by the at-most-one that is chosen
    fill      placement[r] -> each cell is what it is in the r-th way: of a colour, or background
    support   cell j has colour c -> some placement in which it does; cell j is background -> likewise

The variables are determined by the cells, since no two placements fill all cells alike. That alone makes at most one of
them true, so the at-most-one is redundant; the textbooks have it. (Those with helper variables of their own that are
not determined leave this formula with more models than solutions; seen at the cells they are the same.)

Size: a line of n cells and k blocks of one colour with s possible starts each (the slack plus 1) has N = C(s-1+k, k)
placements, the ways to share out the slack among k + 1 gaps. That is N variables, at most N·n clauses in `fill`, one
for each cell and colour, background included, in `support`, and 1 and the at-most-one of N in `once`. So it is
exponential in the number of blocks; lines with more than `LIMIT` placements are refused.

Propagation is complete (domain consistency): a colour is ruled out for a cell as soon as no placement is left in which
it has it.

Source: folklore; for any constraint that is given as a table, F. Bacchus, GAC via unit propagation, CP 2007.
"""

from __future__ import annotations

from collections.abc import Mapping

from nonosat.cnf.cardinality import at_most_one
from nonosat.cnf.formula import FALSE, TRUE, Formula
from nonosat.encodings.background import Background
from nonosat.encodings.cell_variables import Cells
from nonosat.errors import TooLarge
from nonosat.lines.clue_automaton import ClueAutomaton, line_automata
from nonosat.lines.domains import Domains
from nonosat.model.grid import line_name
from nonosat.model.puzzle import Puzzle

#: Lines with more placements are refused.
LIMIT = 10_000


def build(puzzle: Puzzle, domains: Domains, residual: bool, amo: str) -> PlacementEncoder:
    """The formula of a puzzle, as the module describes it.

    Raises:
        TooLarge: some line has more than `LIMIT` placements.
    """
    return PlacementEncoder(puzzle, domains, residual, amo)


class PlacementEncoder:
    """Writes the clauses line by line, each into the group of its rule."""

    def __init__(self, puzzle: Puzzle, domains: Domains, residual: bool, amo: str) -> None:
        self.puzzle = puzzle
        self.formula = formula = Formula()
        self.cells = Cells(formula, puzzle, domains, residual)
        self.background = Background(formula, self.cells)
        automata = line_automata(puzzle, domains, self.cells.lines)
        for index, automaton in automata.items():
            if automaton.count() > LIMIT:
                raise TooLarge(
                    f"encoding placements: {line_name(puzzle.grid, index)} has {automaton.count():,} placements, "
                    f"expected at most {LIMIT:,}"
                )
        names = [(index, r) for index, automaton in automata.items() for r in range(automaton.count())]
        self.first = formula.new_variables(
            "placement", ("line", "placement"), "the placement is chosen", len(names), names.__getitem__
        )
        self.once = formula.new_group("once", "a line is filled in exactly one way")
        self.fill = formula.new_group("fill", "the cells are what they are in the way that is chosen")
        self.support = formula.new_group("support", "a cell is only what it is in some way that is left")
        self._once(amo, {index: automaton.count() for index, automaton in automata.items()})
        for index, automaton in automata.items():
            self._line(index, automaton)

    def _once(self, amo: str, counts: Mapping[int, int]) -> None:
        patterns = {index: at_most_one(amo, count) for index, count in counts.items()}
        names = [(index, i) for index, pattern in patterns.items() for i in range(pattern.n_helpers)]
        helper = self.formula.new_variables(
            "once", ("line", "helper"), "the helper of the placements is on", len(names), names.__getitem__
        )
        self.ways: dict[int, range] = {}
        first = self.first
        for index, pattern in patterns.items():
            self.ways[index] = ways = range(first, first + counts[index])
            self.once.add_simplified([tuple(ways)])
            pattern.add_to(self.once, ways, helper)
            first += counts[index]
            helper += pattern.n_helpers

    def _line(self, index: int, automaton: ClueAutomaton) -> None:
        rows = [self.background.line(index), *(column.literals for column in self.cells.line(index))]
        supports: dict[tuple[int, int], list[int]] = {}
        for way, colors in zip(self.ways[index], automaton.fillings(), strict=True):
            self.fill.add_simplified((-way, rows[color][j]) for j, color in enumerate(colors))
            for place in enumerate(colors):
                supports.setdefault(place, []).append(way)
        for color, row in enumerate(rows):
            for j, literal in enumerate(row):
                if literal not in (TRUE, FALSE):
                    self.support.add_simplified([(-literal, *supports.get((j, color), ()))])
