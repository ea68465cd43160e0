"""Sessions: assumptions, cores, propagation and retractable clauses, against brute force, for every backend."""

from __future__ import annotations

import itertools

import pytest
from conftest import examples
from hypothesis import HealthCheck, given
from hypothesis import strategies as st

from nonosat.cnf.formula import Formula
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, SolverError, UsageError
from nonosat.proofs.drat.drat_writer import find_prover
from nonosat.solvers import BACKENDS, find_backend
from nonosat.solvers.child_session import ChildSession

N = 5
#: Far away however long the whole suite takes: it is set when this file is read.
LONG = Deadline.after(100_000)

HERE = [name for name, backend in BACKENDS.items() if backend.capabilities.in_process]
#: Of each family one.
FEW = ["cadical195", "cadical103", "glucose4", "minisat22", "kissat404"]
NO_CORE = [name for name, backend in BACKENDS.items() if not backend.capabilities.core]

literals = st.integers(1, N).flatmap(lambda variable: st.sampled_from([variable, -variable]))
clauses = st.lists(literals, min_size=1, max_size=3, unique_by=abs).map(tuple)
formulas = st.lists(clauses, max_size=12)
#: Also twice the same, and opposites.
assumption_lists = st.lists(literals, max_size=4)


def formula_of(n_vars: int, rows) -> Formula:
    formula = Formula()
    formula.new_variables("x", ("i",), "number {i}", n_vars, lambda i: (i,))
    formula.new_group("all", "all clauses").add_simplified(rows)
    return formula


def models(rows) -> list[tuple[int, ...]]:
    """By looking at all assignments."""
    every = itertools.product(*[(-variable, variable) for variable in range(1, N + 1)])
    return [model for model in every if all(set(row) & set(model) for row in rows)]


def units(assumptions) -> list[tuple[int, ...]]:
    return [(literal,) for literal in assumptions]


#: What happens to a session: a clause is added; retractable clauses are; the n-th of them are dropped; a search that
#: assumes literals and, where the bit of their number is set, the activation literals of retractable clauses.
steps = st.one_of(
    st.tuples(st.just("add"), clauses),
    st.tuples(st.just("retractable"), st.lists(clauses, max_size=3)),
    st.tuples(st.just("retract"), st.integers(0, 9)),
    st.tuples(st.just("solve"), assumption_lists, st.integers(0, 15)),
)


def check_steps(backend, deadline, rows, todo) -> None:
    """What happens to a session, with each search and its core, against brute force."""
    rows = list(rows)
    groups: dict[int, list[tuple[int, ...]]] = {}
    with backend.open(formula_of(N, rows), deadline) as session:
        for step, content, *more in [*todo, ("solve", [], 0)]:
            if step == "add":
                session.add_clause(content)
                rows.append(content)
            elif step == "retractable":
                activation = session.add_retractable(content)
                assert activation > N
                assert activation not in groups
                groups[activation] = content
            elif step == "retract" and groups:
                activation = list(groups)[content % len(groups)]
                session.retract(activation)
                assert session.solve([activation]) is None
                with pytest.raises(UsageError, match=str(activation)):
                    session.retract(activation)
                del groups[activation]
            elif step == "solve":
                chosen = [activation for i, activation in enumerate(groups) if more[0] >> i & 1]
                holding = [*rows, *(row for activation in chosen for row in groups[activation])]
                expected = models([*holding, *units(content)])
                model = session.solve([*chosen, *content])
                if expected:
                    # Variables in no clause may be missing.
                    true = {literal for literal in model if abs(literal) <= N}
                    assert any(true <= set(other) for other in expected)
                    with pytest.raises(UsageError, match="no core"):
                        session.core()
                    continue
                assert model is None
                if not backend.capabilities.core:
                    with pytest.raises(UsageError, match=backend.name):
                        session.core()
                    continue
                core = session.core()
                assert set(core) <= {*chosen, *content}
                kept = [row for activation in chosen if activation in core for row in groups[activation]]
                assert not models([*rows, *kept, *units(set(core) - set(chosen))])


together = {"rows": formulas, "todo": st.lists(steps, max_size=6)}


@examples(60)
@given(**together)
def test_the_default_solver_against_brute_force(rows, todo):
    check_steps(find_backend(), Deadline(), rows, todo)


@pytest.mark.parametrize("name", HERE)
@examples(6, suppress_health_check=[HealthCheck.too_slow])
@given(**together)
def test_solvers_against_brute_force(name, rows, todo):
    check_steps(BACKENDS[name], Deadline(), rows, todo)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "glucose4" else [pytest.mark.slow]) for name in [*HERE, "kissat"]]
)
@examples(3, suppress_health_check=[HealthCheck.too_slow])
@given(**together)
def test_children_and_programs_against_brute_force(name, rows, todo):
    if not BACKENDS[name].info().available:
        pytest.skip(f"{name} is not installed")
    check_steps(BACKENDS[name], LONG, rows, todo)


@pytest.mark.slow
@pytest.mark.parametrize("deadline", [Deadline(), LONG], ids=["here", "child"])
@pytest.mark.parametrize("name", [*HERE, "kissat"])
@examples(60, suppress_health_check=[HealthCheck.too_slow])
@given(**together)
def test_many_sessions_against_brute_force(name, deadline, rows, todo):
    if not BACKENDS[name].info().available:
        pytest.skip(f"{name} is not installed")
    check_steps(BACKENDS[name], deadline, rows, todo)


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name == "glucose4" else [pytest.mark.slow]) for name in FEW]
)
def test_a_child_that_is_not_forked(name, force_system):
    force_system(forks=False)
    rows = [(1, 2), (-1, 3), (-2, 4), (-3, -4)]
    todo = [("solve", [1], 0), ("retractable", [(4,)]), ("solve", [1], 1), ("retract", 0)]
    check_steps(BACKENDS[name], LONG, rows, [*todo, ("solve", [3], 0)])


@pytest.mark.parametrize("name", [*FEW, "kissat"])
def test_new_variables(name):
    """Helper variables of a constraint are a part of models; a search with initial phases knows them, too."""
    backend = BACKENDS[name]
    if not backend.info().available:
        pytest.skip(f"{name} is not installed")
    with backend.open(formula_of(3, [(1, 2, 3)])) as session:
        session.set_phases([1, 2, 3])
        off = session.add_retractable([(-1,)])
        first, second = session.new_variables(2)
        assert {off, first, second} == {4, 5, 6}
        for clause in ((-1, first), (-2, second), (-first, -second), (-first, 3)):
            session.add_clause(clause)
        assert list(session.new_variables(1)) == [7]
        assert session.add_retractable([]) == 8
        model = set(session.solve([1]))
        assert model >= {1, -2, 3, first, -second}
        assert not model & {off, -off}
        assert session.solve([1, off]) is None
        assert session.solve([-3, off]) is not None


def test_clauses_over_activation_literals():
    """At most one of three groups of clauses may be switched off."""
    with find_backend().open(formula_of(3, [(-1, -2), (-2, -3)])) as session:
        groups = [session.add_retractable([(variable,)]) for variable in (1, 2, 3)]
        assert session.solve(groups) is None
        assert set(session.core()) <= set(groups)
        session.add_clause((groups[0], groups[1]))
        session.add_clause((groups[0], groups[2]))
        session.add_clause((groups[1], groups[2]))
        assert set(session.solve()) == {1, -2, 3}


def test_the_core_of_the_formula_alone_is_empty():
    for name in HERE:
        backend = BACKENDS[name]
        if backend.capabilities.core:
            with backend.open(formula_of(2, [(1,), (-1,)])) as session:
                assert session.solve() is None
                assert session.core() == ()
                assert session.solve([2]) is None
                assert session.core() == ()


def places(names):
    """Solvers here and, the default one alone if the test is to be fast, in a child."""
    for name in names:
        yield pytest.param(name, Deadline(), id=f"{name}-here")
        marks = [] if name == "glucose4" else [pytest.mark.slow]
        yield pytest.param(name, LONG, id=f"{name}-child", marks=marks)


@pytest.mark.parametrize(("name", "deadline"), list(places(name for name in HERE if name not in NO_CORE)))
def test_a_core_stays_while_clauses_are_added(name, deadline):
    with BACKENDS[name].open(formula_of(4, [(-1, -2)]), deadline) as session:
        with pytest.raises(UsageError, match="last search"):
            session.core()
        assert session.solve([3, 1, 4, 2]) is None
        session.add_clause((1, 2))
        assert set(session.core()) == {1, 2}
        assert session.solve([3]) is not None
        with pytest.raises(UsageError, match="last search"):
            session.core()


def pigeons(n: int, holes: int) -> Formula:
    rows = [tuple(pigeon * holes + hole + 1 for hole in range(holes)) for pigeon in range(n)]
    for hole in range(holes):
        pairs = itertools.combinations(range(n), 2)
        rows += [(-(one * holes + hole + 1), -(other * holes + hole + 1)) for one, other in pairs]
    return formula_of(n * holes, rows)


@pytest.mark.parametrize(("name", "deadline"), list(places(name for name in HERE if name != "kissat404")))
def test_a_limit_of_conflicts(name, deadline):
    """It ends a search under assumptions, too, and the next one continues."""
    with BACKENDS[name].open(pigeons(10, 9), deadline) as session:
        with pytest.raises(GaveUp, match="50 conflicts"):
            session.solve([1, 2], conflicts=50)
        # Both at once is decided at once.
        assert session.solve([1, -1]) is None
        assert session.conflicts >= 50
        with pytest.raises(GaveUp):
            session.solve(conflicts=50)
        with pytest.raises(UsageError):
            session.core()


def test_a_session_whose_time_is_over_stays_over():
    session = BACKENDS["glucose4"].open(pigeons(12, 11), Deadline.after(0.05))
    assert isinstance(session, ChildSession)
    with session:
        for _ in range(2):
            with pytest.raises(GaveUp, match="glucose4"):
                session.solve([1])
        session.add_clause((1,))


@pytest.mark.parametrize("name", ["glucose4", pytest.param("cadical103", marks=pytest.mark.slow)])
def test_the_clock_in_this_process(name, monkeypatch):
    """The workers of pools have no children of their own; then the clock is looked at between conflicts."""
    monkeypatch.setattr("nonosat.solvers.pysat_backend.may_have_children", lambda: False)
    with (
        BACKENDS[name].open(pigeons(12, 11), Deadline.after(0.05)) as session,
        pytest.raises(GaveUp, match="time limit"),
    ):
        session.solve([1])


# Capabilities


def test_a_prover_writes_proofs():
    assert find_prover("kissat").name == "kissat"
    with pytest.raises(UsageError, match="'minisat22'"):
        find_prover("minisat22")


@pytest.mark.parametrize("name", list(BACKENDS))
def test_proofs_are_written_by_who_can(name, tmp_path):
    backend, path = BACKENDS[name], tmp_path / "proof"
    if not backend.info().available:
        pytest.skip(f"{name} is not installed")
    if not backend.capabilities.proof:
        with pytest.raises(UsageError, match=name):
            backend.refute(pigeons(3, 2), str(path))
        return
    assert backend.refute(pigeons(3, 2), str(path))
    assert path.read_text().split("\n")[-2].split() == ["0"]
    assert not backend.refute(pigeons(2, 2), str(tmp_path / "other"))
    assert backend.refute(pigeons(2, 2), str(path), [(1,), (3,)], LONG)


@pytest.mark.parametrize("name", ["glucose4", pytest.param("cadical195", marks=pytest.mark.slow)])
def test_a_refutation_has_a_deadline(name, tmp_path):
    with pytest.raises(GaveUp):
        BACKENDS[name].refute(pigeons(12, 11), str(tmp_path / "proof"), (), Deadline.after(0.05))


def test_a_refutation_that_cannot_be_written(tmp_path):
    with pytest.raises(SolverError, match="No such file or directory"):
        BACKENDS["glucose4"].refute(pigeons(3, 2), str(tmp_path / "no folder" / "proof"))
