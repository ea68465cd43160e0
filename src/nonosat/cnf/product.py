"""At most one of n literals by the product of two smaller constraints.

The literals are laid out in a grid of p rows and q columns, p and q near the square root of n. A true literal makes its
row true and its column true; at most one row is, and at most one column, so at most one literal. Rows and columns are
constrained in the same way, until there are so few that a clause for every two is shorter.

Size: 2n + 4·sqrt(n) + O(n^(1/4)) clauses and 2·sqrt(n) + O(n^(1/4)) helper variables. The row and the column of a true
literal are determined; what no true literal touches is not.

Source: J. Chen, A new SAT encoding of the at-most-one constraint, ModRef 2010.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import combinations, count
from math import isqrt

#: Up to this many literals the quadratic form is no longer than the product.
FEW = 5


def at_most_one(n: int) -> Iterator[tuple[int, ...]]:
    """Clauses over the literals 1 to n and helper variables from n + 1 on."""
    return _clauses(range(1, n + 1), count(n + 1))


def _clauses(literals: Sequence[int], fresh: Iterator[int]) -> Iterator[tuple[int, ...]]:
    if len(literals) <= FEW:
        yield from ((-one, -other) for one, other in combinations(literals, 2))
        return
    n_columns = isqrt(len(literals) - 1) + 1
    columns = [next(fresh) for _ in range(n_columns)]
    rows = [next(fresh) for _ in range(0, len(literals), n_columns)]
    for i, literal in enumerate(literals):
        yield (-literal, rows[i // n_columns])
        yield (-literal, columns[i % n_columns])
    yield from _clauses(rows, fresh)
    yield from _clauses(columns, fresh)
