"""A variable for each placement of a line: the clue as a table of all its placements.

A placement is a filling of the line that satisfies its clue and the domains.

    placement[r]   the line has its r-th placement

    once      the line has one of its placements; at most one, by the at-most-one that is chosen
    fill      placement[r] -> each cell is as in the r-th placement: of a colour, or background
    support   cell j has colour c -> some placement in which it does; cell j is background -> likewise

The variables are determined by the cells, since no two placements fill all cells alike. So at most one of them is true,
and the at-most-one is redundant; the textbooks have it. (An at-most-one with helper variables that are not determined
gives this formula more models than solutions; projected to the cells they are the same.)

Size: a line of n cells and k blocks of one colour with s possible starts each (the slack plus 1) has N = C(s-1+k, k)
placements: the slack is divided among k + 1 gaps. That is N variables, at most N·n clauses in `fill`, one for each
cell and colour, background included, in `support`, and 1 and the at-most-one of N in `once`. So it is exponential in
the number of blocks; lines with more than `LIMIT` placements are refused.

Propagation is complete (domain consistency): a colour is excluded for a cell as soon as every placement with this
colour there is excluded.

Source: folklore; for any constraint that is given as a table, F. Bacchus, GAC via unit propagation, CP 2007.
"""

from __future__ import annotations

from collections.abc import Mapping

from nonosat.cnf.cardinality import at_most_one
from nonosat.cnf.clause_group import FALSE, TRUE
from nonosat.core.errors import TooLarge
from nonosat.encodings.background import Background
from nonosat.encodings.cell_encoder import CellEncoder
from nonosat.encodings.patterns import Constrained, add_patterns
from nonosat.lines.clue_automaton import ClueAutomaton, line_automata
from nonosat.model.grid import line_name

#: Lines with more placements are refused.
LIMIT = 10_000


def build(cells: CellEncoder, amo: str) -> PlacementEncoder:
    """Add the lines to a formula of cells, as the module describes it; `amo` is the at-most-one of `once`.

    Raises:
        TooLarge: some line has more than `LIMIT` placements.
    """
    return PlacementEncoder(cells, amo)


class PlacementEncoder:
    """The variables, and the clauses line by line, each in the group of its rule."""

    def __init__(self, cells: CellEncoder, amo: str) -> None:
        self.cells, puzzle, formula = cells, cells.puzzle, cells.formula
        self._background = Background(formula, cells)
        lines = line_automata(puzzle, cells.domains, cells.lines)
        counts = {index: automaton.count() for index, automaton in lines.items()}
        for index, count in counts.items():
            if count > LIMIT:
                raise TooLarge(
                    f"encoding placements: {line_name(puzzle.grid, index)} has {count:,} placements, "
                    f"expected at most {LIMIT:,}"
                )
        self._placements = self._new_placements(counts)
        self._once = formula.new_group("once", "a line has exactly one of its placements")
        self._fill = formula.new_group("fill", "the cells are as in the placement of their line")
        self._support = formula.new_group("support", "a cell is as in some placement that is left")
        add_patterns(
            self._once,
            formula,
            ("once", ("line", "helper"), "the helper of the placements is on"),
            [
                Constrained((index,), own, at_most_one(amo, len(own)), at_least_one=True)
                for index, own in self._placements.items()
            ],
        )
        for index, automaton in lines.items():
            with formula.part("line", index):
                self._add_fill_and_support(index, automaton)

    def _new_placements(self, counts: Mapping[int, int]) -> dict[int, range]:
        """Add the variables `placement`, of which `counts` has the number for each line; return those of each line."""
        names = [(index, r) for index, count in counts.items() for r in range(count)]
        first = self.cells.formula.new_variables(
            "placement", ("line", "placement"), "the placement is chosen", len(names), names.__getitem__
        )
        placements = {}
        for index, count in counts.items():
            placements[index] = range(first, first + count)
            first += count
        return placements

    def _add_fill_and_support(self, index: int, automaton: ClueAutomaton) -> None:
        rows = [self._background.line(index), *(column.literals for column in self.cells.line(index))]
        #: From a position and a colour to the placements that have the colour there.
        supports: dict[tuple[int, int], list[int]] = {}
        for placement, colors in zip(self._placements[index], automaton.fillings(), strict=True):
            self._fill.add_simplified((-placement, rows[color][j]) for j, color in enumerate(colors))
            for place in enumerate(colors):
                supports.setdefault(place, []).append(placement)
        for color, row in enumerate(rows):
            for j, literal in enumerate(row):
                if literal not in (TRUE, FALSE):
                    self._support.add_simplified([(-literal, *supports.get((j, color), ()))])
