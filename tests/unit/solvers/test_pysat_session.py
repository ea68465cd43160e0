"""The solvers of PySAT: every one gives the same answers, in this process and in a child of it."""

from __future__ import annotations

import json
import multiprocessing
import os
import signal
import sys
import threading
import time
from itertools import combinations

import pytest

from nonosat.cnf.formula import Formula
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, SolverError
from nonosat.solvers import BACKENDS, pysat_backend
from nonosat.solvers.backend_info import Capabilities
from nonosat.solvers.child_session import ChildSession
from nonosat.solvers.pysat_backend import PysatBackend
from nonosat.solvers.pysat_session import PysatSession
from nonosat.solvers.session import OneShotSession

NAMES = [name for name, backend in BACKENDS.items() if backend.capabilities.in_process]
LONG = 60.0


def formula_of(n_vars: int, clauses) -> Formula:
    formula = Formula()
    formula.new_variables("x", ("i",), "number {i}", n_vars, lambda i: (i,))
    formula.new_group("all", "all clauses").add_simplified(clauses)
    return formula


def pigeons(n: int, holes: int) -> Formula:
    """n pigeons in so many holes, each in one of its own: hard where there are fewer holes."""

    def at(pigeon: int, hole: int) -> int:
        return pigeon * holes + hole + 1

    clauses = [tuple(at(pigeon, hole) for hole in range(holes)) for pigeon in range(n)]
    for hole in range(holes):
        clauses += [(-at(one, hole), -at(other, hole)) for one, other in combinations(range(n), 2)]
    return formula_of(n * holes, clauses)


def satisfies(model, formula: Formula) -> bool:
    true = set(model)
    assert not any(-literal in true for literal in true)
    return all(true & set(clause) for clause in formula.clauses())


@pytest.fixture(autouse=True)
def no_child_is_left(monkeypatch):
    """Neither one that runs nor one that has ended and was not waited for."""
    forked, fork = [], os.fork

    def noted():
        pid = fork()
        if pid:
            forked.append(pid)
        return pid

    monkeypatch.setattr(os, "fork", noted)
    yield
    assert multiprocessing.active_children() == []
    for pid in forked:
        with pytest.raises(ProcessLookupError):
            os.kill(pid, 0)


@pytest.fixture(params=NAMES)
def backend(request):
    return BACKENDS[request.param]


@pytest.fixture(params=[None, LONG], ids=["here", "child"])
def deadline(request):
    return Deadline.after(request.param)


def test_there_are_such_solvers():
    assert len(NAMES) >= 10


def test_where_the_session_lives(backend, deadline):
    with backend.open(pigeons(1, 1), deadline) as session:
        here = PysatSession if backend.capabilities.incremental else OneShotSession
        assert type(session) is (here if not deadline.is_set else ChildSession)


def test_model(backend, deadline):
    formula = pigeons(5, 5)
    with backend.open(formula, deadline) as session:
        assert satisfies(session.solve(), formula)


def test_no_model(backend, deadline):
    with backend.open(pigeons(4, 3), deadline) as session:
        assert session.solve() is None
        assert session.solve() is None


def test_contradiction_of_units(backend, deadline):
    with backend.open(formula_of(1, [(1,), (-1,)]), deadline) as session:
        assert session.solve() is None


def test_no_clauses(backend, deadline):
    with backend.open(formula_of(3, []), deadline) as session:
        assert session.solve() is not None


def test_clauses_added_between_searches(backend, deadline):
    """All 24 ways to put four pigeons into four holes, each once."""
    formula = pigeons(4, 4)
    found = set()
    with backend.open(formula, deadline) as session:
        while (model := session.solve()) is not None:
            assert satisfies(model, formula)
            true = tuple(literal for literal in model if literal > 0)
            assert true not in found
            found.add(true)
            session.set_phases(model)
            session.add_clause([-literal for literal in true])
    assert len(found) == 24


def test_clauses_added_before_the_first_search(backend, deadline):
    with backend.open(formula_of(2, [(1, 2)]), deadline) as session:
        session.add_clause((-1,))
        assert set(session.solve()) == {-1, 2}
        session.add_clause(iter([-2]))
        assert session.solve() is None


def test_preferred_values(backend, deadline):
    """Whoever follows suggestions gets them; nobody is led to a wrong answer by them."""
    formula = formula_of(8, [tuple(range(1, 9))])
    for literals in (list(range(1, 9)), [1, -2, 3, -4, 5, -6, 7, -8], [-1, -2, -3, -4, -5, -6, -7, 8]):
        with backend.open(formula, deadline) as session:
            session.set_phases(literals)
            model = session.solve()
        assert satisfies(model, formula)
        if backend.capabilities.phases:
            assert model == literals


def test_unsuitable_preferences_do_no_harm(backend, deadline):
    with backend.open(formula_of(2, [(1,), (2,)]), deadline) as session:
        session.set_phases([-1, -2])
        assert set(session.solve()) == {1, 2}


@pytest.mark.thinned(4)
def test_time_limit_on_a_hard_formula(backend):
    formula = pigeons(12, 11)
    began = time.monotonic()
    session = backend.open(formula, Deadline(began + 0.3))
    with session, pytest.raises(GaveUp) as caught:
        session.solve()
    assert 0.2 < time.monotonic() - began < 20
    assert str(caught.value) == f"solver {backend.name} found no answer within the time limit"
    assert session.child.describe_end() == "killed by signal 9"


def test_time_limit_that_is_over_before_the_search():
    with BACKENDS["glucose4"].open(pigeons(12, 11), Deadline.after(-5)) as session, pytest.raises(GaveUp):
        session.solve()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
def test_child_that_dies(backend, number):
    with backend.open(pigeons(12, 11), Deadline.after(LONG)) as session:
        os.kill(session.child.pid, number)
        session.child.describe_end()
        session.add_clause([1])
        session.set_phases([1])
        with pytest.raises(SolverError) as caught:
            session.solve()
    assert str(caught.value) == f"solver {backend.name} crashed: killed by signal {int(number)}"


def test_child_that_dies_while_it_searches():
    session = BACKENDS["cadical195"].open(pigeons(12, 11), Deadline.after(LONG))
    pid = session.child.pid
    killer = multiprocessing.get_context("fork").Process(target=_kill_later, args=(pid,))
    with session:
        killer.start()
        with pytest.raises(SolverError, match="crashed: killed by signal 9"):
            session.solve()
    killer.join()


def _kill_later(pid: int) -> None:
    time.sleep(0.3)
    os.kill(pid, signal.SIGKILL)


@pytest.mark.slow
def test_child_does_not_notice_interrupts(backend, capfd):
    """A terminal sends Ctrl-C to the child too, and PySAT listens for it whenever it solves."""
    with backend.open(pigeons(12, 11), Deadline.after(0.6)) as session:
        timer = threading.Timer(0.3, os.kill, (session.child.pid, signal.SIGINT))
        timer.start()
        with pytest.raises(GaveUp):
            session.solve()
        timer.join()
    assert capfd.readouterr() == ("", "")


def test_child_that_ends_by_itself(monkeypatch):
    monkeypatch.setattr(PysatSession, "search", lambda *_: os._exit(7))
    with (
        BACKENDS["minisat22"].open(pigeons(1, 1), Deadline.after(LONG)) as session,
        pytest.raises(SolverError, match=r"^solver minisat22 crashed: ended with exit code 7$"),
    ):
        session.solve()


@pytest.mark.parametrize("method", ["search", "__init__"])
def test_errors_in_a_child_come_back_in_one_line(monkeypatch, capfd, method):
    def fail(*_):
        raise MemoryError("not enough")

    monkeypatch.setattr(PysatSession, method, fail)
    with (
        BACKENDS["minisat22"].open(pigeons(1, 1), Deadline.after(LONG)) as session,
        pytest.raises(SolverError, match=r"^solver minisat22 failed: not enough$"),
    ):
        session.solve()
    assert capfd.readouterr() == ("", "")


def test_closing_twice(backend, deadline):
    session = backend.open(pigeons(2, 2), deadline)
    session.close()
    session.close()


def test_solver_that_pysat_does_not_have(deadline):
    backend = PysatBackend(name="walksat", solver="WalkSAT", capabilities=Capabilities())
    assert not backend.info().available
    with (
        pytest.raises(SolverError, match=r"^solver walksat is not part of the installed python-sat$"),
        backend.open(pigeons(1, 1), deadline) as session,
    ):
        session.solve()


def test_without_pysat(monkeypatch, deadline):
    monkeypatch.setattr(pysat_backend.importlib.util, "find_spec", lambda _: None)
    monkeypatch.delitem(sys.modules, "pysolvers", raising=False)
    with pytest.raises(SolverError, match=r"^solver glucose4 is not available: python-sat is not installed$"):
        BACKENDS["glucose4"].open(pigeons(1, 1), deadline)


def test_conflicts_are_counted(backend, deadline):
    with backend.open(pigeons(5, 4), deadline) as session:
        assert session.solve() is None
        if not backend.capabilities.statistics:
            assert session.conflicts is None  # PySAT does not count them
        else:
            assert session.conflicts > 0


def test_what_is_told_of_every_solver():
    for name in NAMES:
        info = BACKENDS[name].info()
        assert (info.name, info.kind, info.available) == (name, "in process", True)
        assert info.capabilities is BACKENDS[name].capabilities
        assert "python-sat" in info.version
        json.dumps(info._asdict())


@pytest.mark.parametrize("name", NAMES)
def test_every_solver_on_the_command_line(run, hexagon, none, name):
    for options in ((), ("--timeout", "60")):
        result = run("solve", hexagon, "-u", "--no-propagate", "--solver", name, *options)
        assert (result.code, result.err) == (0, "")
        assert result.out.endswith("\nhexagon: solved, unique\n")
        result = run("solve", none, "--no-propagate", "--solver", name, *options)
        assert (result.code, result.out, result.err) == (1, "none: no solution\n", "")
