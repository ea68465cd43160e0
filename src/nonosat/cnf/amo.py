"""At most one of some literals: clauses over the literals themselves and, for many of them, a sequential counter.

Source of the counter: C. Sinz, Towards an optimal CNF encoding of Boolean cardinality constraints, CP 2005.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations

#: Up to this many literals the quadratic form has no more clauses than the counter, and needs no variables.
PAIRWISE_LIMIT = 5


def n_registers(n: int) -> int:
    """How many helper variables `at_most_one` needs for n literals."""
    return n - 1 if n > PAIRWISE_LIMIT else 0


def pairwise(literals: Sequence[int]) -> Iterator[tuple[int, ...]]:
    """A clause for every two."""
    return ((-one, -other) for one, other in combinations(literals, 2))


def at_most_one(literals: Sequence[int], new_variable: Callable[[], int]) -> Iterator[tuple[int, ...]]:
    """Clauses that allow at most one of the literals; every helper variable is determined by them.

    Args:
        literals: distinct literals.
        new_variable: called `n_registers(len(literals))` times.
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
