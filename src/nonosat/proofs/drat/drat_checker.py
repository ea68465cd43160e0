"""Checking a DRAT proof of a claim, from the puzzle in the manifest to the empty clause.

1. The formula is the puzzle's: the puzzle is encoded anew, and the bytes compared.
2. The model satisfies every clause of the formula, and the picture in it satisfies the clues.
3. The formula to refute is that formula with one clause more, which the model and no other solution breaks.
4. The proof shows that it has no model.

What must be believed is the encoder, which the tests compare with brute force, and the unit propagation of MiniSat. The
solver that found the proof, line propagation and the rest of nonosat need not be.
"""

from __future__ import annotations

import os

from nonosat.cnf.dimacs import dimacs_pieces
from nonosat.errors import ProofRefused, UsageError
from nonosat.model.picture import Picture
from nonosat.model.verifier import check as violations
from nonosat.proofs.drat import BLOCKED, FORMULA, PROOF, SOLUTION
from nonosat.proofs.drat.checker_cnf import Cnf, first_false_clause, open_cnf, read_model
from nonosat.proofs.drat.drat_steps import BINARY, TEXT, read_steps
from nonosat.proofs.drat.rup import check_refutation
from nonosat.proofs.manifest import MANIFEST, UNIQUE, Manifest
from nonosat.solving.formulas import encode
from nonosat.system.deadline import Deadline

#: Bytes that are compared at a time.
_PIECE = 1 << 20


def check(manifest: Manifest, folder: str, deadline: Deadline) -> str:
    """Check a proof; see `kinds.Kind.check`."""
    encoding = manifest.detail("encoding")
    form = manifest.detail("proof", TEXT, BINARY)
    _check_formula(manifest, manifest.path(folder, FORMULA), encoding)
    refuted = open_cnf(manifest.path(folder, FORMULA), FORMULA)
    if manifest.claim == UNIQUE:
        formula, refuted = refuted, open_cnf(manifest.path(folder, BLOCKED), BLOCKED)
        model = read_model(manifest.path(folder, SOLUTION), SOLUTION, formula.n_vars)
        colored = _check_model(manifest, formula, model)
        _check_blocked(formula, refuted, colored)
    path = manifest.path(folder, PROOF)
    with open(path, "rb") as file:
        checked = check_refutation(refuted.clauses, refuted.n_vars, read_steps(file, form), deadline)
    rat_text = f", {checked.rat_lemmas:,} of them RAT" if checked.rat_lemmas else ""
    return (
        f"{refuted.n_vars:,} variables, {refuted.n_clauses:,} clauses, "
        f"{checked.lemmas:,} lemmas{rat_text}, {os.path.getsize(path):,} bytes"
    )


def _check_formula(manifest: Manifest, path: str, encoding: str) -> None:
    """The formula is, byte for byte, that of the puzzle."""
    try:
        formula = encode(manifest.puzzle, encoding=encoding, name=manifest.name)
    except UsageError as error:
        raise ProofRefused(f"{MANIFEST}: {error}") from None
    with open(path, "rb") as file:
        for piece in dimacs_pieces(formula):
            if file.read(len(piece)) != piece:
                raise ProofRefused(f"{FORMULA} is not the formula of the puzzle in the manifest")
        if file.read(1):
            raise ProofRefused(f"{FORMULA} goes on after the formula of the puzzle in the manifest")


def _check_model(manifest: Manifest, formula: Cnf, model: tuple[int, ...]) -> list[int]:
    """The model is one, and its picture a solution; the true cell variables."""
    wrong = first_false_clause(formula, model)
    if wrong is not None:
        raise ProofRefused(f"{SOLUTION} is no model of {FORMULA}: clause {wrong} is false")
    grid, n = manifest.puzzle.grid, manifest.puzzle.n_colors
    colored = [literal for literal in model[: grid.n_cells * n] if literal > 0]
    colors = [0] * grid.n_cells
    for variable in colored:
        cell, color = divmod(variable - 1, n)
        if colors[cell]:
            raise ProofRefused(f"{SOLUTION} gives cell {cell} two colours, expected at most one")
        colors[cell] = color + 1
    for violation in violations(manifest.puzzle, Picture(grid, tuple(colors))):
        raise ProofRefused(f"{SOLUTION} is no solution of the puzzle: {violation.message}")
    return colored


def _check_blocked(formula: Cnf, blocked: Cnf, colored: list[int]) -> None:
    """One formula is the other with more at its end: one of these variables is false."""
    # Without a coloured cell there is no other solution, and nothing that a clause could say but a contradiction.
    last = [[-variable for variable in colored]] if colored else [[1], [-1]]
    if (blocked.n_vars, blocked.n_clauses) != (formula.n_vars, formula.n_clauses + len(last)):
        raise ProofRefused(f"{BLOCKED} has another size than {FORMULA} with the solution ruled out")
    with open(formula.path, "rb") as one, open(blocked.path, "rb") as other:
        one.seek(formula.body)
        other.seek(blocked.body)
        while piece := one.read(_PIECE):
            if other.read(len(piece)) != piece:
                raise ProofRefused(f"{BLOCKED} does not begin with the clauses of {FORMULA}")
        rest = other.read()
    if rest != b"".join(b"%s 0\n" % b" ".join(b"%d" % literal for literal in clause) for clause in last):
        raise ProofRefused(f"{BLOCKED} does not end with the clause that rules out the solution")
