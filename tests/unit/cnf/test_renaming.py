"""Renaming: the same models, whatever is turned round; hints reach solvers that take none; nothing of it shows."""

from __future__ import annotations

import itertools

import pytest
from hypothesis import given
from hypothesis import strategies as st

from nonosat.cnf.formula import Formula
from nonosat.solvers import BACKENDS, find_backend
from nonosat.solvers.session import Renaming

N = 5

clauses_of_n = st.lists(
    st.lists(st.integers(1, N).flatmap(lambda v: st.sampled_from([v, -v])), min_size=1, max_size=3, unique_by=abs),
    max_size=12,
)
signs = st.lists(st.booleans(), min_size=N, max_size=N)


def formula_of(n_vars: int, clauses) -> Formula:
    formula = Formula()
    formula.new_variables("x", ("i",), "number {i}", n_vars, lambda i: (i,))
    formula.new_group("all", "all clauses").add_simplified(map(tuple, clauses))
    return formula


def models(formula: Formula) -> set[tuple[int, ...]]:
    """By looking at all assignments."""
    clauses = list(formula.clauses())
    assignments = itertools.product(*[(-v, v) for v in range(1, formula.n_vars + 1)])
    return {model for model in assignments if all(set(clause) & set(model) for clause in clauses)}


@given(clauses_of_n, st.sets(st.integers(1, N)))
def test_models_of_the_renamed_formula_are_those_of_the_formula(clauses, flipped):
    formula, renaming = formula_of(N, clauses), Renaming(N, flipped)
    renamed = Formula()
    renamed.variables, renamed.groups = formula.variables, [renaming.group(group) for group in formula.groups]
    assert {tuple(renaming.literals(model)) for model in models(renamed)} == models(formula)
    assert [tuple(renaming.literals(clause)) for clause in renamed.clauses()] == list(formula.clauses())
    assert (renamed.n_vars, renamed.n_clauses) == (formula.n_vars, formula.n_clauses)


@given(st.sets(st.integers(1, N)), st.lists(st.integers(-N, N).filter(bool)))
def test_a_renaming_is_its_own_inverse(flipped, literals):
    renaming = Renaming(N, flipped)
    there = renaming.literals(literals)
    assert renaming.literals(there) == literals
    assert list(map(abs, there)) == list(map(abs, literals))
    assert all((a != b) == (abs(a) in flipped) for a, b in zip(literals, there, strict=True))


@given(signs, st.booleans())
def test_the_first_value_becomes_the_likely_one(values, first_value):
    likely = [variable if value else -variable for variable, value in enumerate(values, 1)]
    renaming = Renaming.towards(iter(likely), N, first_value)
    first = [variable if first_value else -variable for variable in range(1, N + 1)]
    assert renaming.literals(first) == likely


def test_variables_without_a_hint_stay():
    renaming = Renaming.towards([-2, 9, -9], 3, True)
    assert renaming.literals([1, 2, 3, -1, -2, -3]) == [1, -2, 3, -1, 2, -3]


@pytest.mark.parametrize("likely", [[], [1, -2, 3, -4], [-1, -2, -3, -4]], ids=str)
@pytest.mark.parametrize(
    "solver",
    [
        pytest.param(name, marks=[] if backend.capabilities.in_process else [pytest.mark.slow])
        for name, backend in BACKENDS.items()
        if backend.capabilities.first_value is not None
    ],
)
def test_solvers_answer_in_our_numbers(solver, likely):
    """All models of a formula, one after the other, each ruled out by a clause of ours."""
    backend = find_backend(solver)
    if not backend.info().available:
        pytest.skip(f"{solver} is not installed")
    formula = formula_of(4, [[1, 2], [-1, -3], [3, 4, -2]])
    found = set()
    with backend.open(formula) as session:
        session.set_phases(likely)
        while (model := session.solve()) is not None:
            assert sorted(map(abs, model)) == [1, 2, 3, 4]
            found.add(tuple(sorted(model, key=abs)))
            session.add_clause([-literal for literal in model])
            session.set_phases(model)
    assert found == models(formula)


@pytest.mark.parametrize("command", ["/opt/bin/kissat --sat", "glucose -x", "my-solver"])
def test_commands_of_known_solvers_take_hints(command):
    known = {"kissat": True, "glucose": False}
    backend = find_backend(command=command)
    assert backend.capabilities.first_value is known.get(backend.name)


@pytest.mark.parametrize("values", list(itertools.product([False, True], repeat=3)), ids=str)
def test_kissat_goes_where_hints_lead(values):
    """Where all is allowed but one corner far away, the hint itself is the model."""
    likely = [v if value else -v for v, value in enumerate(values, 1)]
    formula = formula_of(3, [[likely[0], likely[1]], [likely[1], likely[2]], [likely[0], likely[2]]])
    session = find_backend("kissat404").open(formula)
    with session:
        session.set_phases(likely)
        assert session.solve() == likely
