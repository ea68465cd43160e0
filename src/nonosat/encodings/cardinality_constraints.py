"""Cardinality constraints in a formula: the patterns of `cnf.cardinality` over its literals, with helper variables."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import count
from typing import NamedTuple

from nonosat.cnf.cardinality import Pattern
from nonosat.cnf.clause_group import ClauseGroup
from nonosat.cnf.formula import Formula


class Constrained(NamedTuple):
    """Literals that a pattern constrains.

    Attributes:
        place: the first indices of the helper variables, of which the first is the line.
        at_least_one: whether there is a clause that one of the literals is true, too.
    """

    place: tuple[int, ...]
    literals: Sequence[int]
    pattern: Pattern
    at_least_one: bool = False


def add_patterns(
    group: ClauseGroup,
    formula: Formula,
    helpers: tuple[str, tuple[str, ...], str],
    constrained: Sequence[Constrained],
) -> None:
    """Add the variables and clauses of patterns to a formula.

    Args:
        helpers: the name of the group of helper variables, its indices, and its meaning; the last index counts the
            helpers of a place.
        constrained: in the order of their clauses.
    """
    numbers: defaultdict[tuple[int, ...], Iterator[int]] = defaultdict(count)
    names = [(*each.place, next(numbers[each.place])) for each in constrained for _ in range(each.pattern.n_helpers)]
    name, indices, meaning = helpers
    helper = formula.new_variables(name, indices, meaning, len(names), names.__getitem__)
    for (line, *_), literals, pattern, at_least_one in constrained:
        with formula.part("line", line):
            if at_least_one:
                group.add_simplified([tuple(literals)])
            group.add_simplified(pattern.over(literals, helper))
        helper += pattern.n_helpers
