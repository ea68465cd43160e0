"""At most one of n literals by the product of two smaller constraints.

The literals are arranged in a grid of p rows and q columns, p and q near the square root of n. A true literal makes its
row true and its column true; at most one row is true, and at most one column, so at most one literal. Rows and columns
are constrained in the same way, until there are so few that a clause for every two is shorter.

Size: 2n + 4·sqrt(n) + O(n^(1/4)) clauses and 2·sqrt(n) + O(n^(1/4)) helper variables. The row and the column of a true
literal are determined, other helper variables are not.

Source: J. Chen, A new SAT encoding of the at-most-one constraint, ModRef 2010.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import isqrt

from nonosat.cnf.amo import PAIRWISE_LIMIT, pairwise


def clauses(literals: Sequence[int], fresh: Iterator[int]) -> Iterator[tuple[int, ...]]:
    """The clauses of "at most one of the literals".

    Args:
        literals: literals of different variables.
        fresh: new variables, as many as are needed.
    """
    if len(literals) <= PAIRWISE_LIMIT:
        yield from pairwise(literals)
        return
    n_columns = isqrt(len(literals) - 1) + 1
    columns = [next(fresh) for _ in range(n_columns)]
    rows = [next(fresh) for _ in range(0, len(literals), n_columns)]
    for i, literal in enumerate(literals):
        yield (-literal, rows[i // n_columns])
        yield (-literal, columns[i % n_columns])
    yield from clauses(rows, fresh)
    yield from clauses(columns, fresh)
