"""At most one of n literals by commanders of small groups.

The literals are divided into groups of three. In each, at most one is true, by a clause for every two, and the group's
commander variable is true exactly if one of them is. At most one commander is true, which is the same constraint on a
third as many variables.

Size: 7n/3 clauses for the groups, and so 7n/2 in all; n/2 helper variables, all determined by the literals.

Source: W. Klieber, G. Kwon, Efficient CNF encoding for selecting 1 from N objects, CFV 2007.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from nonosat.cnf.amo import PAIRWISE_LIMIT, pairwise

#: Literals with one commander; this size needs the fewest clauses.
GROUP = 3


def clauses(literals: Sequence[int], fresh: Iterator[int]) -> Iterator[tuple[int, ...]]:
    """The clauses of "at most one of the literals".

    Args:
        literals: literals of different variables.
        fresh: new variables, as many as are needed.
    """
    if len(literals) <= PAIRWISE_LIMIT:
        yield from pairwise(literals)
        return
    commanders = []
    for start in range(0, len(literals), GROUP):
        group = literals[start : start + GROUP]
        commander = next(fresh)
        commanders.append(commander)
        yield from pairwise(group)
        yield (-commander, *group)
        yield from ((-literal, commander) for literal in group)
    yield from clauses(commanders, fresh)
