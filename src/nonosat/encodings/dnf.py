"""All ways to fill a line, distributed to clauses: no variables but the cells.

What a clue says is "the line is filled in this way, or in that way, or ...": a disjunction of conjunctions, one for
each of the N placements, each of the m literals of the cells that are open. Clauses come of it by the law of
distribution, x and y or z = (x or z) and (y or z): one clause for each choice of one literal from each placement.

    line      for each choice of a literal from each placement: one of the chosen literals is true

Size: m^N clauses, as in the textbooks. Nearly all are superfluous: they hold a literal and its opposite, or all the
literals of another clause and more. Here one placement after the other is distributed over what came of those before,
and what is superfluous is left out at each step. What remains does not depend on the order: since each placement
tells the value of every open cell, these are all the prime implicates of the line, all the clauses that follow from the
clue and have no literal to spare (Nelson's theorem). They may still be many: for a single block of two cells in n more
than 1.3^n. Lines with more than `MAX_CLAUSES` of them, or with more than `MAX_PLACEMENTS` to start with,
are refused.

Propagation is complete: a literal that follows from others together with the clue is, with these others, an implicate,
so some prime implicate among the clauses tells it.

Source: folklore; R. J. Nelson, Simplest normal truth functions, Journal of Symbolic Logic 20, 1955. Leaving out what
is superfluous at each step is the way in which C. Berge, Hypergraphs, 1989, finds transversals.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log10

from nonosat.cnf.formula import FALSE, TRUE, Formula
from nonosat.encodings.cell_variables import Cells
from nonosat.errors import TooLarge
from nonosat.lines.clue_automaton import ClueAutomaton, line_automata
from nonosat.lines.domains import Domains
from nonosat.model.grid import line_name
from nonosat.model.puzzle import Puzzle

#: Lines that need more are refused.
MAX_CLAUSES = 2_000
MAX_PLACEMENTS = 1_000


def build(puzzle: Puzzle, domains: Domains, residual: bool) -> DnfEncoder:
    """The formula of a puzzle, as the module describes it.

    Raises:
        TooLarge: some line has too many placements, or too many clauses remain for it.
    """
    return DnfEncoder(puzzle, domains, residual)


class DnfEncoder:
    """Writes the clauses line by line."""

    def __init__(self, puzzle: Puzzle, domains: Domains, residual: bool) -> None:
        self.puzzle = puzzle
        self.formula = formula = Formula()
        self.cells = Cells(formula, puzzle, domains, residual)
        self.group = formula.new_group("line", "a line is filled in one of the ways that its clue allows")
        for index, automaton in line_automata(puzzle, domains, self.cells.lines).items():
            self._line(index, automaton)

    def _line(self, index: int, automaton: ClueAutomaton) -> None:
        columns = [column.literals for column in self.cells.line(index)]
        places = [
            (j, color)
            for j in range(len(columns[0]))
            for color, literals in enumerate(columns, 1)
            if literals[j] not in (TRUE, FALSE)
        ]
        variables = [columns[color - 1][j] for j, color in places]
        count, m = automaton.count(), len(variables)
        what = f"encoding dnf: {line_name(self.puzzle.grid, index)} has {count:,} placements, which distribute to "
        what += f"{m}^{count} clauses" if m < 2 else f"10^{count * log10(m):.0f} clauses"
        if not count:  # a contradiction, in which all variables are mentioned
            self.group.add_simplified([(), *((variable,) for variable in variables)])
            return
        if count > MAX_PLACEMENTS:
            raise TooLarge(f"{what}, expected at most {MAX_PLACEMENTS:,} placements")
        # A clause is a set of bits: bit i for variable i, bit m + i for its opposite.
        terms = (
            sum(1 << (i if colors[j] == color else m + i) for i, (j, color) in enumerate(places))
            for colors in automaton.fillings()
        )
        clauses = distributed(terms, m)
        if clauses is None:
            raise TooLarge(f"{what}, expected at most {MAX_CLAUSES:,} that are not superfluous")
        literals = [*variables, *(-variable for variable in variables)]
        for clause in clauses:
            chosen = [i for i in range(2 * m) if clause >> i & 1]
            # That a cell has one colour at most has been said already.
            if len(chosen) != 2 or chosen[0] < m or places[chosen[0] - m][0] != places[chosen[1] - m][0]:
                self.group.add_simplified([tuple(literals[i] for i in chosen)])


def distributed(terms: Iterable[int], m: int, limit: int = MAX_CLAUSES) -> list[int] | None:
    """A disjunction of conjunctions as a conjunction of clauses, none of them superfluous.

    Args:
        terms: the conjunctions, as sets of literals: bit i is variable i, bit m + i its opposite.
        m: how many variables there are.
        limit: of the clauses at any time.

    Returns:
        The clauses, as such sets; None if there are too many.
    """
    clauses = [0]  # of no conjunction at all: the clause that nothing satisfies
    for term in terms:
        satisfied = [clause for clause in clauses if clause & term]
        others = [clause for clause in clauses if not clause & term]
        for bit in range(2 * m):
            literal = 1 << bit
            if not term & literal:
                continue
            opposite = 1 << (bit + m if bit < m else bit - m)
            # A clause with one literal more can only have become superfluous by one that has that literal.
            shorter = [clause for clause in clauses if clause & literal]
            satisfied += [
                longer
                for clause in others
                if not clause & opposite
                for longer in (clause | literal,)
                if not any(each & longer == each for each in shorter)
            ]
        clauses = satisfied
        if len(clauses) > limit:
            return None
    return clauses
