"""The encoding `dnf`: all placements of a line, distributed to clauses: no variables but the cells.

A clue says that the line has its first placement, or its second, or ...: a disjunction of N conjunctions, one for each
placement, each of the m literals of the open cells. The distributive law, (x and y) or z = (x or z) and (y or z), turns
it into clauses: one for each choice of one literal from each placement.

    line      for each choice of a literal from each placement: one of the chosen literals is true

Size: m^N clauses, as in the textbooks. Nearly all are superfluous: they contain a literal and its negation, or all the
literals of another clause and more. Here one placement after the other is distributed over the clauses of those before,
and superfluous clauses are left out at each step. The result does not depend on the order: since each placement
determines every open cell, it is the set of all prime implicates of the line, the clauses that follow from the clue and
from which no literal can be left out (Nelson's theorem). They may still be many: for a single block of two cells in n
more than 1.3^n. Lines with more than `MAX_CLAUSES` of them, or with more than `MAX_PLACEMENTS` placements, are refused.

The encoding is propagation-complete: a literal that follows from others together with the clue is, with the negations
of these others, an implicate, and some prime implicate among the clauses derives it.

Source: folklore; R. J. Nelson, Simplest normal truth functions, Journal of Symbolic Logic 20, 1955. Leaving out
superfluous clauses at each step is how C. Berge, Hypergraphs, 1989, computes transversals.

A row of five cells with the clue 2 1 has three placements:

    >>> import nonosat
    >>> puzzle = nonosat.puzzle([[2, 1], [1, 1]], [[1]] * 5)
    >>> words = nonosat.clauses_in_words(nonosat.encode(puzzle, encoding="dnf"), puzzle, line=0)
    >>> print(*(f"{group.name:8}{clause.text}" for group in words for clause in group.clauses), sep="\\n")
    fixed   r1c2 is a
    line    r1c4 is a or r1c5 is a
    line    r1c4 is a -> r1c5 is not a
    line    r1c1 is a or r1c3 is a
    line    r1c1 is a or r1c5 is a
    line    r1c3 is a -> r1c5 is a
    line    r1c1 is a -> r1c3 is not a
    line    r1c4 is a -> r1c1 is a
    line    r1c3 is a -> r1c4 is not a
"""

from __future__ import annotations

from collections.abc import Iterable
from math import log10

from nonosat.cnf.clause_group import FALSE, TRUE, ClauseGroup
from nonosat.core.errors import TooLarge
from nonosat.encodings.cell_encoder import CellEncoder
from nonosat.lines.clue_automaton import ClueAutomaton, line_automata
from nonosat.model.grid import line_name

#: Lines that need more are refused.
MAX_CLAUSES = 2_000
MAX_PLACEMENTS = 1_000


def build(cells: CellEncoder) -> None:
    """Add the lines to a formula of cells, as the module describes it.

    Raises:
        TooLarge: some line has too many placements, or too many clauses remain for it.
    """
    group = cells.formula.new_group("line", "a line has one of the placements of its clue")
    for index, automaton in line_automata(cells.puzzle, cells.domains, cells.lines).items():
        with cells.formula.part("line", index):
            _add_line(cells, group, index, automaton)


def _add_line(cells: CellEncoder, group: ClauseGroup, index: int, automaton: ClueAutomaton) -> None:
    vectors = [vector.literals for vector in cells.line(index)]
    places = [
        (j, color)
        for j in range(len(vectors[0]))
        for color, literals in enumerate(vectors, 1)
        if literals[j] not in (TRUE, FALSE)
    ]
    variables = [vectors[color - 1][j] for j, color in places]
    count, m = automaton.count(), len(variables)
    if not count:  # a contradiction, with a unit clause for each variable so that all of them occur
        group.add_simplified([(), *((variable,) for variable in variables)])
        return
    what = f"encoding dnf: {line_name(cells.puzzle.grid, index)} has {count:,} placements, which distribute to "
    what += f"{m}^{count} clauses" if m < 2 else f"10^{count * log10(m):.0f} clauses"
    if count > MAX_PLACEMENTS:
        raise TooLarge(f"{what}, expected at most {MAX_PLACEMENTS:,} placements")
    # A clause is a set of bits: bit i for variable i, bit m + i for its negation.
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
        # The clauses "a cell has at most one colour" are in the group `cell` already.
        if len(chosen) != 2 or chosen[0] < m or places[chosen[0] - m][0] != places[chosen[1] - m][0]:
            group.add_simplified([tuple(literals[i] for i in chosen)])


def distributed(terms: Iterable[int], m: int) -> list[int] | None:
    """A disjunction of conjunctions as a conjunction of clauses, none of them superfluous.

    Args:
        terms: the conjunctions, as sets of literals: bit i of m is variable i, bit m + i its negation.

    Returns:
        The clauses, as such sets; None if at any time there are more than `MAX_CLAUSES`.
    """
    clauses = [0]  # the disjunction of no terms is the empty clause
    for term in terms:
        satisfied = [clause for clause in clauses if clause & term]
        others = [clause for clause in clauses if not clause & term]
        for bit in range(2 * m):
            literal = 1 << bit
            if not term & literal:
                continue
            opposite = 1 << (bit + m if bit < m else bit - m)
            # A clause with one literal more can only be implied by a shorter one that has that literal.
            shorter = [clause for clause in clauses if clause & literal]
            satisfied += [
                longer
                for clause in others
                if not clause & opposite
                for longer in (clause | literal,)
                if not any(each & longer == each for each in shorter)
            ]
        clauses = satisfied
        if len(clauses) > MAX_CLAUSES:
            return None
    return clauses
