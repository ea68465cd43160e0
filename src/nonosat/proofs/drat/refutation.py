"""Finding a proof that a formula has no model, with a SAT solver.

The solver runs in a process of its own, so that it can be ended at any time. Its proof is not trusted: the checker
reads it afterwards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from nonosat.backends import BACKENDS, DEFAULT_PROVER, DEFAULT_SOLVER, Backend, find_backend
from nonosat.backends.capabilities import prover_error
from nonosat.cnf.formula import Formula
from nonosat.errors import SolverError, UsageError
from nonosat.parallel.process_race import call_in_child
from nonosat.system.deadline import Deadline


def find_prover(name: str | None) -> Backend:
    """The installed backend of a name that writes proofs; None for `DEFAULT_PROVER`.

    Raises:
        UsageError: the name is unknown, or the backend writes no proofs.
        MissingDependency: it is not installed.
    """
    backend = find_backend(name or DEFAULT_PROVER)
    if not backend.capabilities.proof:
        able = ", ".join(other.name for other in BACKENDS.values() if other.capabilities.proof)
        raise UsageError(f"{prover_error(backend.name)}, expected one of {able}")
    backend.require()
    return backend


def model_with(formula: Formula, literals: Sequence[int], deadline: Deadline) -> list[int]:
    """Find the model of a formula in which the `literals`, the values of all cell variables, are true.

    Raises:
        GaveUp: the deadline came first.
        SolverError: there is no such model.
    """
    model = call_in_child(DEFAULT_SOLVER, partial(_model, formula.without_names(), literals), deadline)
    if model is None:
        raise SolverError("the complete formula does not have the solution as a model")
    return model


def _model(formula: Formula, literals: Sequence[int]) -> list[int] | None:
    with find_backend(DEFAULT_SOLVER).open(formula) as session:
        for literal in literals:
            session.add_clause((literal,))
        return session.solve()


def refute(backend: Backend, formula: Formula, extra: Sequence[tuple[int, ...]], path: str, deadline: Deadline) -> None:
    """Let a backend of `find_prover` write a DRAT proof, as text, that a formula with `extra` clauses has no model.

    Raises:
        GaveUp: the deadline came first.
        SolverError: the solver crashed, or found a model.
    """
    if not backend.refute(formula, path, extra, deadline):
        raise SolverError(f"solver {backend.name} found a model of a formula that has none")
