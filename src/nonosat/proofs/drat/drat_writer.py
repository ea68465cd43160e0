"""Writing a DRAT proof of a claim.

The solver that finds it runs in a process of its own, so that it can be ended at any time. Its proof is not trusted:
the checker reads it afterwards.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import partial
from itertools import chain, takewhile

from nonosat.cnf.dimacs import solution_line, write_dimacs
from nonosat.cnf.formula import Formula
from nonosat.core.deadline import Deadline
from nonosat.core.errors import SolverError, UsageError
from nonosat.core.question import Run
from nonosat.encodings.cell_variables import CellVariables
from nonosat.model.palette import BACKGROUND
from nonosat.model.picture import Picture
from nonosat.parallel.race import call_in_child
from nonosat.proofs.claim import Claim
from nonosat.proofs.drat import BLOCKED, CHECK, FORMULA, PROOF, SOLUTION
from nonosat.proofs.drat.drat_steps import BINARY, TEXT, DratStep, read_steps, write_steps
from nonosat.proofs.kinds import ProofTask
from nonosat.solvers import BACKENDS, DEFAULT_PROVER, DEFAULT_SOLVER, Backend, find_backend
from nonosat.solvers.backend_info import prover_error
from nonosat.solving.formulas import complete_model, encode

#: The default: its proofs are shorter than those of `start`, and found and checked faster: benchmarks/results/proofs.md
PROOF_ENCODING = "order"


def write(task: ProofTask, folder: str) -> Mapping[str, object]:
    """Write a DRAT proof; see `ProofKind.write`."""
    claim, prover, encoding = task.claim, find_prover(task.solver), task.encoding or PROOF_ENCODING
    formula = encode(claim.puzzle, encoding=encoding, name=task.name, timeout=Run(task.deadline))
    with open(os.path.join(folder, FORMULA), "wb") as file:
        write_dimacs(formula, file)
    blocking: list[tuple[int, ...]] = []
    if claim.solution is not None:
        literals = CellVariables(claim.puzzle).literals_of(claim.solution)
        found = call_in_child(DEFAULT_SOLVER, partial(_model, formula.without_names(), literals), task.deadline)
        if found is None:
            raise SolverError("the complete formula does not have the solution as a model")
        model = complete_model(found, formula)
        with open(os.path.join(folder, SOLUTION), "w", encoding="ascii", newline="\n") as text:
            text.write(solution_line(model))
        clause = _blocking_clause(claim, claim.solution)
        # Not every program reads the empty clause, so two clauses stand for it.
        blocking = [clause] if clause else [(1,), (-1,)]
        with open(os.path.join(folder, BLOCKED), "wb") as file:
            write_dimacs(formula, file, blocking)
    form = BINARY if task.binary else TEXT
    write_refutation(prover, formula, blocking, os.path.join(folder, PROOF), form, task.deadline)
    with open(os.path.join(folder, CHECK), "w", encoding="ascii", newline="\n") as text:
        text.write(f"drat-trim {FORMULA if claim.solution is None else BLOCKED} {PROOF}\n")
    return {"encoding": encoding, "proof": form, "solver": prover.name}


def write_refutation(
    prover: Backend, formula: Formula, extra: Sequence[tuple[int, ...]], path: str, form: str, deadline: Deadline
) -> None:
    """Write a proof that a formula with some `extra` clauses has no model, in the form `TEXT` or `BINARY`.

    Raises:
        GaveUp: the deadline came first.
        SolverError: the solver failed, or there is a model.
    """
    if not prover.refute(formula, path, extra, deadline):
        raise SolverError(f"solver {prover.name} found a model of a formula that has none")
    _convert(path, form)


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


def _model(formula: Formula, literals: Sequence[int]) -> list[int] | None:
    """A model of a formula in which the literals, the values of all cell variables, are true."""
    with find_backend(DEFAULT_SOLVER).open(formula) as session:
        for literal in literals:
            session.add_clause((literal,))
        return session.solve()


def _blocking_clause(claim: Claim, solution: Picture) -> tuple[int, ...]:
    """The clause that some constant cell has another colour than in the solution."""
    variables = CellVariables(claim.puzzle)
    clause: list[int] = []
    for cell in sorted(claim.constant_cells):
        color = solution.cells[cell]
        # Where all cells are constant, and all solutions have the same number of coloured cells, another one leaves out
        # a cell that is coloured here, and the clause need not name the background.
        if color != BACKGROUND or claim.others or not claim.puzzle.fixes_n_colored:
            clause += [-literal for literal in variables.literals(cell, color)]
    return tuple(clause)


def _convert(path: str, form: str) -> None:
    """Rewrite a text proof in a format, with the empty clause as its last step.

    Some solvers leave the empty clause out where unit propagation alone finds the contradiction, others go on after it.
    """
    finished = f"{path}.finished"
    with open(path, "rb") as raw, open(finished, "wb") as file:
        steps = takewhile(lambda step: step.deletes or step.clause, read_steps(raw, TEXT))
        write_steps(chain(steps, [DratStep(deletes=False, clause=())]), file, form)
    os.replace(finished, path)
