"""The encoding `placements`: a variable for each placement of a line: the clue as a table of all its placements.

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

Propagation-complete (domain consistency): a colour is excluded for a cell as soon as every placement with this
colour there is excluded.

Source: folklore; for any constraint that is given as a table, F. Bacchus, GAC via unit propagation, CP 2007.

A row of five cells with the clue 4 has two placements:

    >>> import nonosat
    >>> puzzle = nonosat.puzzle([[4], [1]], [[1]] * 5)
    >>> words = nonosat.clauses_in_words(nonosat.encode(puzzle, encoding="placements"), puzzle, line=0)
    >>> print(*(f"{group.name:8}{clause.text}" for group in words for clause in group.clauses), sep="\\n")
    fixed   r1c2 is a
    fixed   r1c3 is a
    fixed   r1c4 is a
    once    r1: placement 1 is chosen or placement 2 is chosen
    once    r1: placement 1 is chosen -> placement 2 is not chosen
    fill    r1: placement 1 is chosen -> r1c1 is a
    fill    r1: placement 1 is chosen -> r1c5 is not a
    fill    r1: placement 2 is chosen -> r1c1 is not a
    fill    r1: placement 2 is chosen -> r1c5 is a
    support r1: r1c1 is not a -> placement 2 is chosen
    support r1: r1c5 is not a -> placement 1 is chosen
    support r1: r1c1 is a -> placement 1 is chosen
    support r1: r1c5 is a -> placement 2 is chosen
"""

from __future__ import annotations

from nonosat.cnf.cardinality import Constrained, add_patterns, at_most_one
from nonosat.cnf.clause_group import FALSE, TRUE
from nonosat.core.errors import TooLarge
from nonosat.encodings.background import Background
from nonosat.encodings.cell_encoder import CellEncoder
from nonosat.lines.clue_automaton import line_automata
from nonosat.model.grid import line_name

#: Lines with more placements are refused.
LIMIT = 10_000


def build(cells: CellEncoder, amo: str) -> None:
    """Add the lines to a formula of cells, as the module describes it; `amo` is the at-most-one of `once`.

    Raises:
        TooLarge: some line has more than `LIMIT` placements.
    """
    puzzle, formula = cells.puzzle, cells.formula
    background = Background(cells)
    lines = line_automata(puzzle, cells.domains, cells.lines)
    counts = {index: automaton.count() for index, automaton in lines.items()}
    for index, count in counts.items():
        if count > LIMIT:
            raise TooLarge(
                f"encoding placements: {line_name(puzzle.grid, index)} has {count:,} placements, "
                f"expected at most {LIMIT:,}"
            )
    names = [(index, r) for index, count in counts.items() for r in range(count)]
    first = formula.new_variables(
        "placement", ("line", "placement"), "the placement is chosen", len(names), names.__getitem__
    )
    placements = {}
    for index, count in counts.items():
        placements[index] = range(first, first + count)
        first += count
    once = formula.new_group("once", "a line has exactly one of its placements")
    fill = formula.new_group("fill", "the cells are as in the placement of their line")
    support = formula.new_group("support", "a cell is as in some placement that is left")
    helpers = ("once", ("line", "helper"), "the helper of the placements is on")
    choices = [
        Constrained((line,), own, at_most_one(amo, len(own)), at_least_one=True) for line, own in placements.items()
    ]
    add_patterns(once, formula, helpers, choices)
    for index, automaton in lines.items():
        rows = [background.line(index), *(vector.literals for vector in cells.line(index))]
        #: From a position and a colour to the placements that have the colour there.
        supports: dict[tuple[int, int], list[int]] = {}
        with formula.part("line", index):
            for placement, colors in zip(placements[index], automaton.fillings(), strict=True):
                fill.add_simplified((-placement, rows[color][j]) for j, color in enumerate(colors))
                for place in enumerate(colors):
                    supports.setdefault(place, []).append(placement)
            for color, row in enumerate(rows):
                for j, literal in enumerate(row):
                    if literal not in (TRUE, FALSE):
                        support.add_simplified([(-literal, *supports.get((j, color), ()))])
