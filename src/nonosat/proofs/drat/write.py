"""Writing a DRAT proof of a claim."""

from __future__ import annotations

import os
from collections.abc import Mapping

from nonosat.cnf.dimacs import solution_line, write_dimacs
from nonosat.pipeline import COMPLETE_ENCODING, complete_model, encode
from nonosat.proofs.drat import BLOCKED, FORMULA, PROOF, SOLUTION
from nonosat.proofs.drat.refute import find_prover, model_with, refute
from nonosat.proofs.drat.steps import BINARY, TEXT, read_steps, write_steps
from nonosat.proofs.kinds import Task


def write(task: Task, folder: str) -> Mapping[str, object]:
    """Write the files of a proof; see `kinds.Kind.write`."""
    prover, encoding = find_prover(task.solver), task.encoding or COMPLETE_ENCODING
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
    _end_with_empty_clause(proof)
    if task.binary:
        _make_binary(proof)
    return {"encoding": encoding, "proof": BINARY if task.binary else TEXT, "solver": prover.name}


def _end_with_empty_clause(path: str) -> None:
    """Some solvers leave it out where unit propagation alone finds the contradiction."""
    with open(path, "rb+") as file:
        file.seek(max(0, file.seek(0, os.SEEK_END) - 3))
        if not b"\n0\n".endswith(file.read() or b"-"):
            file.write(b"0\n")


def _make_binary(path: str) -> None:
    """Rewrite a proof in the binary form."""
    packed = f"{path}.binary"
    with open(path, "rb") as text, open(packed, "wb") as file:
        write_steps(read_steps(text, TEXT), file, BINARY)
    os.replace(packed, path)
