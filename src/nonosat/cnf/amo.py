"""At most one of some literals: a clause for every two of them or, for more than a few, a sequential counter.

The counter has a register s[i] for each literal x[i] but the last, "one of x[1] to x[i] is true":

    x[i] -> s[i];  s[i-1] -> s[i];  s[i] -> s[i-1] or x[i];  x[i] -> not s[i-1]

The third makes the registers determined by the literals; for "at most one" alone the others suffice.

Size: n(n-1)/2 clauses up to `PAIRWISE_LIMIT` literals; above that n - 1 registers and 4n - 5 clauses.

Source of the counter: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

#: Up to this many literals the quadratic form has no more clauses than the counter, and needs no variables.
PAIRWISE_LIMIT = 5


def n_registers(n: int) -> int:
    """The number of helper variables that `at_most_one` needs for n literals."""
    return n - 1 if n > PAIRWISE_LIMIT else 0


def pairwise(literals: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """A clause for every two of the literals: not both are true."""
    return ((-one, -other) for one, other in combinations(literals, 2))


def at_most_one(literals: Sequence[int], new_variable: Callable[[], int]) -> Iterator[tuple[int, ...]]:
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
