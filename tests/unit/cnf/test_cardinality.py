"""At most one and exactly k, in every way: the right models, found by unit propagation."""

from __future__ import annotations

from itertools import combinations, product

import pytest
from pysat.solvers import Solver

from nonosat.cnf.cardinality import AMOS, Pattern, at_most_one, exactly
from nonosat.cnf.clause_group import ClauseGroup
from nonosat.core.errors import UsageError


def projected(pattern: Pattern) -> set[tuple[int, ...]]:
    """The models, seen at the literals that are constrained: which of them are true."""
    if () in pattern.clauses:
        return set()
    found = set()
    with Solver(name="glucose4", bootstrap_with=[list(clause) for clause in pattern.clauses]) as solver:
        for signs in product((1, -1), repeat=pattern.n):
            if solver.solve(assumptions=[sign * i for i, sign in enumerate(signs, 1)]):
                found.add(tuple(i for i, sign in enumerate(signs, 1) if sign > 0))
    return found


def assert_well_formed(pattern: Pattern) -> None:
    mentioned = {abs(literal) for clause in pattern.clauses for literal in clause}
    assert {number for number in mentioned if number > pattern.n} == set(
        range(pattern.n + 1, pattern.n + pattern.n_helpers + 1)
    )
    assert all(clause and len(set(map(abs, clause))) == len(clause) for clause in pattern.clauses)


def implied(pattern: Pattern, assumptions: list[int]) -> set[int]:
    """What unit propagation makes of the constrained literals."""
    with Solver(name="minisat22", bootstrap_with=[list(clause) for clause in pattern.clauses]) as solver:
        consistent, literals = solver.propagate(assumptions=assumptions)
        assert consistent
        return {literal for literal in literals if abs(literal) <= pattern.n}


@pytest.mark.parametrize("name", AMOS)
@pytest.mark.parametrize("n", [1, 2, 3, 6, 10])
def test_at_most_one(name, n):
    pattern = at_most_one(name, n)
    assert_well_formed(pattern)
    assert projected(pattern) == {(), *((i,) for i in range(1, n + 1))}


@pytest.mark.parametrize("name", AMOS)
@pytest.mark.parametrize("n", [4, 30])
def test_one_that_is_true_makes_all_others_false(name, n):
    pattern = at_most_one(name, n)
    assert_well_formed(pattern)
    for i in range(1, n + 1):
        assert implied(pattern, [i]) == {i, *(-other for other in range(1, n + 1) if other != i)}


@pytest.mark.parametrize("n", [0, 1, 2, 5, 7])
def test_exactly(n):
    for k in range(-1, n + 2):
        pattern = exactly(n, k)
        if 0 < k < n:
            assert_well_formed(pattern)
        assert projected(pattern) == set(combinations(range(1, n + 1), k) if k >= 0 else ())


@pytest.mark.parametrize(("n", "k"), [(6, 2), (9, 5), (9, 8)])
def test_exactly_propagates(n, k):
    pattern = exactly(n, k)
    numbers = range(1, n + 1)
    for chosen in list(combinations(numbers, k))[::7]:
        everything = {i if i in chosen else -i for i in numbers}
        assert implied(pattern, list(chosen)) == everything
        assert implied(pattern, [-i for i in numbers if i not in chosen]) == everything


@pytest.mark.parametrize("n", [20, 100])
def test_sizes(n):
    """As the docstrings say."""
    assert len(at_most_one("pairwise", n).clauses) == n * (n - 1) // 2
    _, helpers, clauses = at_most_one("product", n)
    assert helpers <= 2 * n**0.5 + 6 * n**0.25
    assert 2 * n < len(clauses) <= 2 * n + 4 * n**0.5 + 10 * n**0.25
    _, helpers, clauses = at_most_one("commander", n)
    assert helpers <= n / 2
    assert len(clauses) <= 7 * n / 2


def test_helpers_of_commander_are_determined():
    pattern = at_most_one("commander", 17)
    with Solver(name="glucose4", bootstrap_with=[list(clause) for clause in pattern.clauses]) as solver:
        assert sum(1 for _ in solver.enum_models()) == 18


def test_over_other_literals():
    pattern = at_most_one("commander", 6)
    group = ClauseGroup("g", "m")
    group.add_simplified(pattern.over([-5, 7, 9, -11, 13, 15], 20))
    assert (5, -7) in set(group.clauses())
    assert {abs(literal) for clause in group.clauses() for literal in clause} == {5, 7, 9, 11, 13, 15, 20, 21}


def test_no_such_way():
    with pytest.raises(UsageError, match="at-most-one 'x'"):
        at_most_one("x", 3)
    with pytest.raises(UsageError, match="at-most-one 'native'"):
        at_most_one("native", 3)
