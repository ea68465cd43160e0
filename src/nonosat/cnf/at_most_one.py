"""At most one of some literals, as clauses: a sequential counter, a product of smaller constraints, and commanders.

For up to `PAIRWISE_LIMIT` literals each is a clause for every two of them.

The `sequential_counter` has a register s[i] for each literal x[i] but the last, "one of x[1] to x[i] is true":

    x[i] -> s[i];  s[i-1] -> s[i];  s[i] -> s[i-1] or x[i];  x[i] -> not s[i-1]

The third makes the registers determined by the literals; for "at most one" alone the others suffice.

Size: n - 1 registers and 4n - 5 clauses.

Source: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import isqrt

#: Up to this many literals the quadratic form has no more clauses than the counter, and needs no variables.
PAIRWISE_LIMIT = 5

#: Literals with one commander; this size needs the fewest clauses.
_GROUP = 3


def n_registers(n: int) -> int:
    """The number of helper variables that `sequential_counter` needs for n literals."""
    return n - 1 if n > PAIRWISE_LIMIT else 0


def pairwise(literals: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """A clause for every two of the literals: not both are true."""
    return ((-one, -other) for one, other in combinations(literals, 2))


def sequential_counter(literals: Sequence[int], new_variable: Callable[[], int]) -> Iterator[tuple[int, ...]]:
    """Clauses that allow at most one of the literals; they determine every helper variable.

    Args:
        literals: literals of different variables.
        new_variable: returns a new variable; called `n_registers(len(literals))` times.
    """
    if len(literals) <= PAIRWISE_LIMIT:
        yield from pairwise(literals)
        return
    register = new_variable()  # "one of the literals so far is true"
    yield (-literals[0], register)
    yield (literals[0], -register)
    for literal in literals[1:-1]:
        following = new_variable()
        yield (-literal, -register)
        yield (-register, following)
        yield (-literal, following)
        yield (register, literal, -following)
        register = following
    yield (-literals[-1], -register)


def product(literals: Sequence[int], fresh: Iterator[int]) -> Iterator[tuple[int, ...]]:
    """At most one of n literals by the product of two smaller constraints.

    The literals are arranged in a grid of p rows and q columns, p and q near the square root of n. A true literal makes
    its row true and its column true; at most one row is true, and at most one column, so at most one literal. Rows and
    columns are constrained in the same way, until there are so few that a clause for every two is shorter.

    Size: 2n + 4·sqrt(n) + O(n^(1/4)) clauses and 2·sqrt(n) + O(n^(1/4)) helper variables. The row and the column of a
    true literal are determined, other helper variables are not.

    Source: J. Chen, A new SAT encoding of the at-most-one constraint, ModRef 2010.

    Args:
        literals: those of different variables.
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
    yield from product(rows, fresh)
    yield from product(columns, fresh)


def commander(literals: Sequence[int], fresh: Iterator[int]) -> Iterator[tuple[int, ...]]:
    """At most one of n literals by commanders of small groups.

    The literals are divided into groups of three. In each, at most one is true, by a clause for every two, and the
    group's commander variable is true exactly if one of them is. At most one commander is true, which is the same
    constraint on a third as many variables.

    Size: 7n/3 clauses for the groups, and so 7n/2 in all; n/2 helper variables, all determined by the literals.

    Source: W. Klieber, G. Kwon, Efficient CNF encoding for selecting 1 from N objects, CFV 2007.

    The `literals` and `fresh` variables are those of `product`.
    """
    if len(literals) <= PAIRWISE_LIMIT:
        yield from pairwise(literals)
        return
    commanders = []
    for start in range(0, len(literals), _GROUP):
        group = literals[start : start + _GROUP]
        own = next(fresh)
        commanders.append(own)
        yield from pairwise(group)
        yield (-own, *group)
        yield from ((-literal, own) for literal in group)
    yield from commander(commanders, fresh)
