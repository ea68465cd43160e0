"""Finding a proof that a formula has no model, with a SAT solver.

The solver runs in a process of its own, so that it can be ended at any time. Its proof is not trusted: the checker
reads it afterwards.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TypeVar

from nonosat.backends import BACKENDS, find_backend
from nonosat.backends.inprocess import PysatBackend
from nonosat.backends.program import SolverProgram
from nonosat.cnf.formula import Formula
from nonosat.errors import SolverError, UsageError
from nonosat.system.deadline import Deadline
from nonosat.system.process_race import ProcessRace

#: The default: its proofs are the shortest and the fastest to check; see docs/proofs.md.
DEFAULT_PROVER = "glucose4"

T = TypeVar("T")

Clauses = Sequence[tuple[int, ...]]


def find_prover(name: str | None) -> PysatBackend | SolverProgram:
    """Look up a backend that writes proofs, and check that it is installed.

    Args:
        name: of the backend; None for `DEFAULT_PROVER`.

    Raises:
        UsageError: there is none of that name, or it writes no proofs.
        SolverError: it is not installed.
    """
    backend = find_backend(name or DEFAULT_PROVER)
    if not isinstance(backend, PysatBackend | SolverProgram) or not backend.proof:
        able = ", ".join(other.name for other in BACKENDS.values() if getattr(other, "proof", False))
        raise UsageError(f"solver {name!r} writes no proofs, expected one of {able}")
    backend.require()
    return backend


def model_with(formula: Formula, literals: Sequence[int], deadline: Deadline) -> list[int]:
    """Find the model of a formula in which some literals are true.

    Args:
        formula: the formula.
        literals: to be true; the values of all cell variables leave one model only.
        deadline: when to give up.

    Raises:
        GaveUp: the deadline came first.
        SolverError: there is no such model.
    """
    model = _aside("glucose4", partial(_model, formula, literals), deadline)
    if model is None:
        raise SolverError("the complete formula does not have the solution as a model")
    return model


def refute(
    backend: PysatBackend | SolverProgram, formula: Formula, extra: Clauses, path: str, deadline: Deadline
) -> None:
    """Write a DRAT proof, as text, that a formula with some extra clauses has no model.

    Args:
        backend: made by `find_prover`.
        formula: the formula.
        extra: clauses to add to it.
        path: file to write to.
        deadline: when to give up.

    Raises:
        GaveUp: the deadline came first.
        SolverError: the solver crashed, or found a model.
    """
    if isinstance(backend, SolverProgram):
        words = tuple(word.replace("{proof}", path) for word in backend.proof)
        with backend._replace(command=backend.command + words).open(formula, deadline) as session:
            for clause in extra:
                session.add_clause(clause)
            found = session.solve() is not None
    else:
        found = _aside(backend.name, partial(_refute, backend, formula, extra, path), deadline)
    if found:
        raise SolverError(f"solver {backend.name} found a model of a formula that has none")


def _aside(name: str, runner: Callable[[], T], deadline: Deadline) -> T:
    """The result of a function that runs in a process of its own."""
    with ProcessRace({name: runner}, deadline) as race:
        for _, result in race:
            return result
        raise SolverError(race.failures[0])


def _model(formula: Formula, literals: Sequence[int]) -> list[int] | None:
    with BACKENDS["glucose4"].open(formula) as session:
        for literal in literals:
            session.add_clause((literal,))
        return session.solve()


def _refute(backend: PysatBackend, formula: Formula, extra: Clauses, path: str) -> bool:
    from pysat import solvers

    solver = getattr(solvers, backend.class_name)(with_proof=True)
    try:
        for clause in formula.clauses():
            solver.add_clause(clause)
        for clause in extra:
            solver.add_clause(clause)
        if solver.solve():
            return True
        with open(path, "w", encoding="ascii") as file:
            file.writelines(f"{line}\n" for line in solver.get_proof())
        return False
    finally:
        solver.delete()
