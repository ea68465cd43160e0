"""Writing a DRAT proof of a claim."""

from __future__ import annotations

import os
from collections.abc import Mapping
from itertools import chain, takewhile

from nonosat.cnf.dimacs import solution_line, write_dimacs
from nonosat.proofs.drat import BLOCKED, FORMULA, PROOF, SOLUTION
from nonosat.proofs.drat.drat_steps import BINARY, TEXT, DratStep, read_steps, write_steps
from nonosat.proofs.drat.refutation import find_prover, model_with, refute
from nonosat.proofs.kinds import ProofTask
from nonosat.solving.formulas import complete_model, encode

#: Its proofs are found and checked faster, and are shorter, than those of `start`; docs/proofs.md has the figures.
PROOF_ENCODING = "order"


def write(task: ProofTask, folder: str) -> Mapping[str, object]:
    """Write the files of a proof; see `kinds.Kind.write`."""
    prover, encoding = find_prover(task.solver), task.encoding or PROOF_ENCODING
    formula = encode(task.puzzle, encoding=encoding, name=task.name)
    with open(os.path.join(folder, FORMULA), "wb") as file:
        write_dimacs(formula, file)
    extra: list[tuple[int, ...]] = []
    if task.picture is not None:
        n = task.puzzle.n_colors
        colored = [cell * n + color for cell, color in enumerate(task.picture.cells) if color]
        values = [
            cell * n + color if color == found else -(cell * n + color)
            for cell, found in enumerate(task.picture.cells)
            for color in range(1, n + 1)
        ]
        model = complete_model(model_with(formula, values, task.deadline), formula.n_vars)
        with open(os.path.join(folder, SOLUTION), "w", encoding="ascii") as text:
            text.write(solution_line(model))
        # Not every program reads an empty clause, which is what remains where nothing is coloured.
        extra = [tuple(-variable for variable in colored)] if colored else [(1,), (-1,)]
        with open(os.path.join(folder, BLOCKED), "wb") as file:
            write_dimacs(formula, file, extra)
    proof = os.path.join(folder, PROOF)
    refute(prover, formula, extra, proof, task.deadline)
    form = BINARY if task.binary else TEXT
    _finish(proof, form)
    return {"encoding": encoding, "proof": form, "solver": prover.name}


def _finish(path: str, form: str) -> None:
    """Give a proof the form it is to have, and the empty clause as its end.

    Some solvers leave it out where unit propagation alone finds the contradiction, others go on after it.
    """
    finished = f"{path}.finished"
    with open(path, "rb") as raw, open(finished, "wb") as file:
        steps = takewhile(lambda step: step.deletes or step.clause, read_steps(raw, TEXT))
        write_steps(chain(steps, [DratStep(deletes=False, clause=())]), file, form)
    os.replace(finished, path)
