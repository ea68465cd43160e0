"""At most one of n literals by commanders of small groups.

The literals are cut into groups of three. In each, at most one is true, by a clause for every two, and the group's
commander is true exactly if one of them is. At most one commander is true, which is the same constraint on a third as
many variables.

Size: 7n/3 clauses for the groups, and so 7n/2 in all; n/2 helper variables, all determined by the literals.

Source: W. Klieber, G. Kwon, Efficient CNF encoding for selecting 1 from N objects, CFV 2007.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, count

#: Literals with one commander; the size that makes the fewest clauses.
GROUP = 3
#: Up to this many literals the quadratic form is no longer.
FEW = 5


def at_most_one(n: int) -> Iterator[tuple[int, ...]]:
    """Clauses over the literals 1 to n and helper variables from n + 1 on."""
    return _clauses(range(1, n + 1), count(n + 1))


def _clauses(literals: Sequence[int], fresh: Iterator[int]) -> Iterator[tuple[int, ...]]:
    if len(literals) <= FEW:
        yield from ((-one, -other) for one, other in combinations(literals, 2))
        return
    commanders = []
    for start in range(0, len(literals), GROUP):
        group = literals[start : start + GROUP]
        commander = next(fresh)
        commanders.append(commander)
        yield from ((-one, -other) for one, other in combinations(group, 2))
        yield (-commander, *group)
        yield from ((-literal, commander) for literal in group)
    yield from _clauses(commanders, fresh)
