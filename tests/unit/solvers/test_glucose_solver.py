"""The default solver by the compiled module of PySAT: the same answers as from PySAT's own class."""

from __future__ import annotations

import sys
from functools import partial
from random import Random

import pytest
from pysat.solvers import Glucose4

from nonosat.cnf.formula import Formula
from nonosat.solvers import BACKENDS
from nonosat.solvers.pysat_session import _GlucoseSolver, new_glucose


def clauses_of(seed: int) -> list[tuple[int, ...]]:
    random = Random(seed)
    return [tuple(random.choice((-1, 1)) * random.randint(1, 25) for _ in range(3)) for _ in range(105)]


def answers(solver: _GlucoseSolver | Glucose4, seed: int) -> list[object]:
    """What a solver says of random clauses, with assumptions, a further clause, phases and a budget."""
    solver.append_formula(clauses_of(seed))
    solve = partial(solver.solve_limited, expect_interrupt=True)
    found: list[object] = [solve([]), solver.get_model() if solve([]) else None]
    for assumptions in ([1, -2, 3], [-1, 4, 5, 6]):
        if solve(assumptions):
            found.append(solver.get_model())
        else:
            found.append(sorted(solver.get_core() or ()))
    solver.set_phases([-7, 8, -9])
    solver.add_clause((-7, 8))
    solver.conf_budget(1)
    found += [solve([]), solver.accum_stats()]
    solver.delete()
    solver.delete()
    return found


def test_the_same_answers_as_pysat() -> None:
    for seed in range(20):
        solver = new_glucose()
        assert solver is not None
        assert answers(solver, seed) == answers(Glucose4(), seed)


def test_a_deleted_solver_does_not_crash() -> None:
    solver = new_glucose()
    assert solver is not None
    solver.append_formula([(1,)])
    solver.delete()
    assert solver.accum_stats() is None
    for use in (lambda: solver.solve_limited([]), lambda: solver.add_clause((1,)), solver.get_model):
        with pytest.raises(KeyError):
            use()


def test_a_solver_is_deleted_once_even_if_a_signal_comes() -> None:
    deleted = []

    def delete(solver: object) -> None:
        deleted.append(solver)
        raise KeyboardInterrupt

    solver = _GlucoseSolver({"new": object, "del": delete})
    with pytest.raises(KeyboardInterrupt):
        solver.delete()
    solver.delete()
    assert len(deleted) == 1


class OlderModule:
    """A compiled module that has not all of the functions."""

    glucose41_new = glucose41_del = print


@pytest.mark.parametrize("module", [None, OlderModule])
def test_without_the_functions_pysat_does_the_work(monkeypatch: pytest.MonkeyPatch, module: object) -> None:
    import pysat.solvers  # noqa: F401 - has the compiled module already

    monkeypatch.setitem(sys.modules, "pysolvers", module)
    assert new_glucose() is None
    with BACKENDS["glucose4"].open(Formula()) as session:
        assert session.solve() == []
