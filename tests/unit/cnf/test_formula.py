"""Formulas: clauses with constants, at most one of many, and their sizes."""

from __future__ import annotations

import io
from array import array
from itertools import count, product

import pytest
from conftest import RECT

from nonosat.cnf.at_most_one import PAIRWISE_LIMIT, n_registers, sequential_counter
from nonosat.cnf.clause_group import FALSE, TRUE, ClauseGroup
from nonosat.cnf.dimacs import dimacs_pieces, write_dimacs
from nonosat.cnf.formula import Formula
from nonosat.core.errors import TooLarge
from nonosat.formats import loads
from nonosat.solving.formulas import encode


def small() -> Formula:
    """Two groups over three variables."""
    formula = Formula(["from a test", ""])
    assert formula.n_vars == 0
    assert formula.new_variables("x", ("place",), "x is here", 2, lambda offset: (offset,)) == 1
    assert formula.new_variables("none", (), "nothing", 0, lambda offset: (offset,)) == 3
    assert formula.new_variables("y", ("place", "time"), "y is here then", 1, lambda offset: (7, offset)) == 3
    first = formula.new_group("one", "some of it")
    first.add([1, 2], [2, 3])
    first.add([-1])
    second = formula.new_group("two", "the rest")
    second.add_simplified([(1, FALSE, -3), (TRUE, 2), (FALSE, 3)])
    return formula


def test_formula() -> None:
    formula = small()
    assert formula.n_vars == 3
    assert list(formula.clauses()) == [(-1,), (1, 2), (2, 3), (3,), (1, -3)]
    assert (formula.n_clauses, formula.n_literals) == (5, 8)
    assert [formula.label(literal) for literal in (1, -2, 3)] == ["x[0]", "-x[1]", "y[7,0]"]
    with pytest.raises(KeyError):
        formula.label(4)


@pytest.mark.parametrize(
    ("clause", "kept"),
    [
        ((1, 2), [(1, 2)]),
        ((1, FALSE, -2), [(1, -2)]),
        ((1, TRUE), []),
        ((TRUE, FALSE), []),
        ((FALSE, FALSE), [(1,), (-1,)]),
        ((), [(1,), (-1,)]),
    ],
)
def test_fold(clause: tuple[int, ...], kept: list[tuple[int, ...]]) -> None:
    group = ClauseGroup("name", "meaning")
    group.add_simplified([clause])
    assert list(group.clauses()) == kept
    assert group.n_clauses == len(kept)


def test_clauses_stay_in_order() -> None:
    group = ClauseGroup("name", "meaning")
    for i in range(1, 9):
        group.add([i, -i], [i + 1, i + 2])
        group.add_all([(i, -i - 1, i + 2)])
        group.add_simplified([(-i,), (i, FALSE, i + 3)])
    group.extend(2, [7, 8])
    group.extend(2, array("i", [-7, -8]).tobytes())
    units = [(-i,) for i in range(1, 9)]
    pairs = [pair for i in range(1, 9) for pair in ((i, i + 1), (-i, i + 2), (i, i + 3))]
    triples = [(i, -i - 1, i + 2) for i in range(1, 9)]
    assert list(group.clauses()) == [*units, *pairs, (7, 8), (-7, -8), *triples]
    assert (group.n_clauses, group.n_literals) == (42, 8 + 2 * 26 + 3 * 8)
    assert {width: len(flat) for width, flat in group.literals.items()} == {1: 8, 2: 52, 3: 24}


@pytest.mark.parametrize("n", [*range(8), pytest.param(9, marks=pytest.mark.slow)])
@pytest.mark.parametrize("sign", [1, -1])
def test_sequential_counter(n: int, sign: int) -> None:
    """For every choice of the literals: a model if at most one is true, and then a single one."""
    literals = [sign * (i + 1) for i in range(n)]
    fresh = count(n + 1)
    clauses = list(sequential_counter(literals, lambda: next(fresh)))
    n_vars = next(fresh) - 1
    assert n_vars - n == n_registers(n)
    assert (n_vars == n) == (n <= PAIRWISE_LIMIT)
    models = [
        values
        for values in product([False, True], repeat=n_vars)
        if all(any(values[abs(lit) - 1] == (lit > 0) for lit in clause) for clause in clauses)
    ]
    chosen = sorted(values[:n] for values in models)
    assert chosen == sorted(v for v in product([False, True], repeat=n) if v.count(sign > 0) <= 1)


def test_dimacs() -> None:
    expected = """\
c from a test
c
c variables:
c   1..2 x[place]: x is here
c   3..3 y[place,time]: y is here then
c clauses, in this order:
c   3 one: some of it
c   2 two: the rest
p cnf 3 {}
-1 0
1 2 0
2 3 0
3 0
1 -3 0
"""
    assert b"".join(dimacs_pieces(small())).decode() == expected.format(5)
    file = io.BytesIO()
    write_dimacs(small(), file, extra=[(-2, 3), (1,)])
    assert file.getvalue().decode() == expected.format(7) + "-2 3 0\n1 0\n"


def test_largest_size():
    """A formula that is larger than asked for is not built to its end."""
    puzzle = loads(RECT)
    whole = encode(puzzle)
    assert list(encode(puzzle, max_literals=whole.n_literals).clauses()) == list(whole.clauses())
    with pytest.raises(TooLarge, match="3 variables"):
        encode(puzzle, max_literals=3)
    group = Formula(max_literals=4).new_group("g", "any")
    group.add([1, 2], [3, 4])
    with pytest.raises(TooLarge, match="4 literals"):
        group.add([1], [2])
