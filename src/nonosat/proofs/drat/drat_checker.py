"""Checking a DRAT proof of a claim, from the puzzle in the manifest to the empty clause.

1. The formula is that of the puzzle: the puzzle is encoded again, and the bytes are compared.
2. The model satisfies every clause of the formula, and the picture in it satisfies the clues.
3. The formula to refute is that formula with one more clause, which this solution violates and no other one does.
4. The proof shows that the formula to refute has no model.

Trusted base: the encoder, which the tests compare with brute force, and the unit propagation of MiniSat. The solver
that found the proof, line propagation and the rest of nonosat are not trusted.
"""

from __future__ import annotations

import os

from nonosat.cnf.dimacs import dimacs_pieces
from nonosat.errors import ProofRefused, TooLarge, UsageError
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.verifier import check as violations
from nonosat.proofs.drat import BLOCKED, FORMULA, PROOF, SOLUTION
from nonosat.proofs.drat.checker_cnf import CnfFile, count_literals, first_false_clause, open_cnf, read_model
from nonosat.proofs.drat.drat_steps import BINARY, TEXT, read_steps
from nonosat.proofs.drat.rup import check_refutation
from nonosat.proofs.manifest import MANIFEST, UNIQUE, Manifest
from nonosat.solving.formulas import encode
from nonosat.system.deadline import Deadline

#: Bytes that are compared at once.
_PIECE = 1 << 20


def check(manifest: Manifest, folder: str, deadline: Deadline) -> str:
    """Check a DRAT proof; see `ProofKind.check`.

    Args:
        manifest: the claim.
        folder: which holds the files.
        deadline: when to give up.

    Returns:
        The size of the proof, in half a sentence.

    Raises:
        ProofRefused: the proof does not prove the claim; says why.
        GaveUp: the deadline came first.
    """
    encoding = manifest.detail("encoding")
    form = manifest.detail("proof", TEXT, BINARY)
    _check_formula(manifest, manifest.path(folder, FORMULA), encoding)
    refuted = open_cnf(manifest.path(folder, FORMULA), FORMULA)
    if manifest.claim == UNIQUE:
        model = read_model(manifest.path(folder, SOLUTION), SOLUTION, refuted.n_vars)
        colored = _check_model(manifest, refuted, model)
        refuted = _open_blocked(refuted, manifest.path(folder, BLOCKED), colored)
    path = manifest.path(folder, PROOF)
    with open(path, "rb") as file:
        checked = check_refutation(refuted.clauses, refuted.n_vars, read_steps(file, form), deadline)
        if file.read(1):
            raise ProofRefused(f"{PROOF} goes on after the empty clause")
    lemmas = count(checked.lemmas, "lemma", separators=True)
    if checked.rat_lemmas:
        lemmas += f", {checked.rat_lemmas:,} of them RAT"
    return ", ".join(
        (
            count(refuted.n_vars, "variable", separators=True),
            count(refuted.n_clauses, "clause", separators=True),
            lemmas,
            count(os.path.getsize(path), "byte", separators=True),
        )
    )


def _check_formula(manifest: Manifest, path: str, encoding: str) -> None:
    """Step 1: the formula is, byte for byte, that of the puzzle."""
    # A small file must not make this build a large formula. Each variable occurs in some clause.
    max_literals = count_literals(path)
    if manifest.puzzle.grid.n_cells * manifest.puzzle.n_colors > max_literals:
        raise ProofRefused(f"{FORMULA} is not the formula of the puzzle in the manifest: it has fewer variables")
    try:
        formula = encode(manifest.puzzle, encoding=encoding, name=manifest.name, max_literals=max_literals)
    except TooLarge as error:
        raise ProofRefused(f"{FORMULA} is not the formula of the puzzle in the manifest: {error}") from None
    except UsageError as error:
        raise ProofRefused(f"{MANIFEST}: {error}") from None
    with open(path, "rb") as file:
        for piece in dimacs_pieces(formula):
            if file.read(len(piece)) != piece:
                raise ProofRefused(f"{FORMULA} is not the formula of the puzzle in the manifest")
        if file.read(1):
            raise ProofRefused(f"{FORMULA} goes on after the formula of the puzzle in the manifest")


def _check_model(manifest: Manifest, formula: CnfFile, model: tuple[int, ...]) -> list[int]:
    """Step 2: the model satisfies the formula, and its picture the clues; the true cell variables."""
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


def _open_blocked(formula: CnfFile, path: str, colored: list[int]) -> CnfFile:
    """Step 3: the file is the formula and, at its end, the clause that one of these variables is false."""
    # A solution without coloured cells is the only one; two unit clauses stand for the empty blocking clause.
    last = [[-variable for variable in colored]] if colored else [[1], [-1]]
    n_clauses = formula.n_clauses + len(last)
    end = b"".join(b"%s 0\n" % b" ".join(b"%d" % literal for literal in clause) for clause in last)
    with open(formula.path, "rb") as one, open(path, "rb") as other:
        comments = one.read(formula.body)
        comments = comments[: comments.rindex(b"p cnf ")]
        head = b"%sp cnf %d %d\n" % (comments, formula.n_vars, n_clauses)
        if other.read(len(head)) != head:
            raise ProofRefused(
                f"{BLOCKED} does not have the head of {FORMULA} with {count(n_clauses, 'clause')} in all"
            )
        while piece := one.read(_PIECE):
            if other.read(len(piece)) != piece:
                raise ProofRefused(f"{BLOCKED} does not begin with the clauses of {FORMULA}")
        if other.read(len(end) + 1) != end:
            raise ProofRefused(f"{BLOCKED} does not end with the blocking clause of the solution")
    return CnfFile(path=path, name=BLOCKED, n_vars=formula.n_vars, n_clauses=n_clauses, body=len(head))
