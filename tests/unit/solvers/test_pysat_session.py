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


def places():
    """All solvers here, and in a child; what a child does is the same for all of them, so most are slow there."""
    for name in NAMES:
        yield pytest.param((BACKENDS[name], Deadline()), id=f"{name}-here")
        marks = [] if name in ("glucose4", "kissat404") else [pytest.mark.slow]
        yield pytest.param((BACKENDS[name], Deadline.after(100_000)), id=f"{name}-child", marks=marks)


@pytest.fixture(params=list(places()))
def place(request):
    """A solver, and the deadline that decides where its session lives."""
    return request.param


def test_where_the_session_lives(place):
    assert len(NAMES) >= 10
    backend, deadline = place
    with backend.open(pigeons(1, 1), deadline) as session:
        here = PysatSession if backend.capabilities.incremental else OneShotSession
        assert type(session) is (here if not deadline.is_set else ChildSession)
    session.close()


@pytest.mark.parametrize(
    ("formula", "has_model"),
    [
        (pigeons(5, 5), True),
        (pigeons(4, 3), False),
        (formula_of(1, [(1,), (-1,)]), False),
        (formula_of(3, []), True),
    ],
    ids=["model", "no model", "units", "no clauses"],
)
def test_answers(place, formula, has_model):
    backend, deadline = place
    with backend.open(formula, deadline) as session:
        for _ in range(2):
            model = session.solve()
            assert satisfies(model, formula) if has_model else model is None


def test_clauses_added_between_searches(place):
    """All 24 ways to put four pigeons into four holes, each once."""
    backend, deadline = place
    formula = pigeons(4, 4)
    found = set()
    with backend.open(formula, deadline) as session:
        session.add_clause(iter([1, -1]))
        while (model := session.solve()) is not None:
            assert satisfies(model, formula)
            true = tuple(literal for literal in model if literal > 0)
            assert true not in found
            found.add(true)
            session.set_phases(model)
            session.add_clause([-literal for literal in true])
    assert len(found) == 24


@pytest.mark.parametrize("literals", [(1, 2, 3, 4), (1, -2, 3, -4), (-1, -2, -3, 4), (-1, -2, -3, -4)])
def test_preferred_values(place, literals):
    """Whoever follows suggestions gets them; nobody is led to a wrong answer by them."""
    backend, deadline = place
    formula = formula_of(4, [(1, 2, 3, 4)])
    with backend.open(formula, deadline) as session:
        session.set_phases(literals)
        model = session.solve()
    assert satisfies(model, formula)
    if backend.capabilities.phases and max(literals) > 0:
        assert tuple(model) == literals


def by_name(*fast: str):
    """All solvers, of which some are fast."""
    return pytest.mark.parametrize(
        "backend",
        [pytest.param(BACKENDS[name], marks=[] if name in fast else [pytest.mark.slow]) for name in NAMES],
        ids=lambda backend: backend.name,
    )


@by_name("glucose4")
def test_time_limit_on_a_hard_formula(backend):
    session = backend.open(pigeons(12, 11), Deadline.after(0.1))
    with session, pytest.raises(GaveUp, match=backend.name):
        session.solve()
    assert session.child.describe_end() == "killed by signal 9"


def test_time_limit_that_is_over_before_the_search():
    with BACKENDS["glucose4"].open(pigeons(12, 11), Deadline.after(-5)) as session, pytest.raises(GaveUp):
        session.solve()


@pytest.mark.parametrize("number", [signal.SIGKILL, signal.SIGTERM])
@by_name("glucose4")
def test_child_that_dies(backend, number):
    with backend.open(pigeons(12, 11), Deadline.after(LONG)) as session:
        os.kill(session.child.pid, number)
        session.child.describe_end()
        session.add_clause([1])
        session.set_phases([1])
        with pytest.raises(SolverError, match=f"signal {int(number)}"):
            session.solve()


def test_child_that_dies_while_it_searches():
    session = BACKENDS["cadical195"].open(pigeons(12, 11), Deadline.after(LONG))
    pid = session.child.pid
    killer = multiprocessing.get_context("fork").Process(target=_kill_later, args=(pid,))
    with session:
        killer.start()
        with pytest.raises(SolverError, match="signal 9"):
            session.solve()
    killer.join()


def _kill_later(pid: int) -> None:
    time.sleep(0.1)
    os.kill(pid, signal.SIGKILL)


@by_name()
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
        pytest.raises(SolverError, match="exit code 7"),
    ):
        session.solve()


@pytest.mark.parametrize("method", ["search", "__init__"])
def test_errors_in_a_child_come_back_in_one_line(monkeypatch, capfd, method):
    def fail(*_):
        raise MemoryError("not enough")

    monkeypatch.setattr(PysatSession, method, fail)
    with (
        BACKENDS["minisat22"].open(pigeons(1, 1), Deadline.after(LONG)) as session,
        pytest.raises(SolverError, match="not enough"),
    ):
        session.solve()
    assert capfd.readouterr() == ("", "")


@pytest.mark.parametrize("deadline", [Deadline(), Deadline.after(100_000)], ids=["here", "child"])
def test_solver_that_pysat_does_not_have(deadline):
    backend = PysatBackend(name="walksat", solver="WalkSAT", capabilities=Capabilities())
    assert not backend.info().available
    with (
        pytest.raises(SolverError, match="walksat"),
        backend.open(pigeons(1, 1), deadline) as session,
    ):
        session.solve()


def test_without_pysat(monkeypatch):
    monkeypatch.setattr(pysat_backend.importlib.util, "find_spec", lambda _: None)
    monkeypatch.delitem(sys.modules, "pysolvers", raising=False)
    with pytest.raises(SolverError, match="python-sat"):
        BACKENDS["glucose4"].open(pigeons(1, 1))


def test_conflicts_are_counted(place):
    backend, deadline = place
    with backend.open(pigeons(5, 4), deadline) as session:
        assert session.solve() is None
        if not backend.capabilities.statistics:
            assert session.conflicts is None  # PySAT does not count them
        else:
            assert all(number is not None and number >= 0 for number in session.statistics)
            assert session.conflicts > 0


def test_what_is_told_of_every_solver():
    for name in NAMES:
        info = BACKENDS[name].info()
        assert (info.name, info.kind, info.available) == (name, "in process", True)
        assert info.capabilities is BACKENDS[name].capabilities
        assert "python-sat" in info.version
        json.dumps(info._asdict())


@pytest.mark.parametrize("options", [(), ("--timeout", "60")], ids=["here", "child"])
@by_name("glucose4", "kissat404")
def test_every_solver_on_the_command_line(run, hexagon, none, backend, options):
    result = run("solve", hexagon, "-u", "--no-propagate", "--solver", backend.name, "--json", *options)
    record = json.loads(result.out)
    assert (result.code, result.err, record["unique"]) == (0, "", True)
    result = run("solve", none, "--no-propagate", "--solver", backend.name, *options)
    assert (result.code, result.err) == (1, "")
