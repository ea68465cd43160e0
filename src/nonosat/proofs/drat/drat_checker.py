"""Checking a DRAT proof of a statement, from the puzzle in the manifest to the empty clause.

1. The formula is that of the puzzle: the puzzle is encoded again, and the bytes are compared.
2. The model satisfies every clause of the formula, and the picture in it satisfies the clues.
3. The formula to refute is that formula with one more clause. A solution violates this clause exactly if it agrees with
   the given one in all cells that are claimed to be constant.
4. The proof shows that the formula to refute has no model.
5. The command line for a checker of others names that formula and that proof. Nothing depends on it; but a folder from
   anybody must not tell people to run something else.

Trusted base: the encoder, which the tests compare with brute force, and the unit propagation of MiniSat. The solver
that found the proof, line propagation and the rest of nonosat are not trusted.
"""

from __future__ import annotations

import os

from nonosat.cnf.dimacs import dimacs_pieces
from nonosat.core.deadline import Deadline
from nonosat.core.errors import ProofRefused, TooLarge, UsageError
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.proofs.drat import BLOCKED, CHECK, FORMULA, PROOF, SOLUTION
from nonosat.proofs.drat.checker_cnf import CnfFile, count_literals, first_false_clause, open_cnf, read_model
from nonosat.proofs.drat.drat_steps import BINARY, TEXT, read_steps
from nonosat.proofs.drat.rup import check_refutation
from nonosat.proofs.manifest import MANIFEST, Manifest
from nonosat.proofs.statement import Statement, require_solution
from nonosat.solving.formulas import encode

#: Bytes that are compared at once.
_PIECE = 1 << 20


def check(statement: Statement, manifest: Manifest, folder: str, deadline: Deadline) -> tuple[str, Picture | None]:
    """Check a DRAT proof; see `ProofKind.check`."""
    encoding = manifest.detail("encoding")
    form = manifest.detail("proof", TEXT, BINARY)
    _check_formula(statement, manifest.path(folder, FORMULA), encoding)
    refuted = open_cnf(manifest.path(folder, FORMULA), FORMULA)
    solution = None
    if statement.has_solution:
        model = read_model(manifest.path(folder, SOLUTION), SOLUTION, refuted.n_vars)
        solution = _check_model(statement.puzzle, refuted, model)
        refuted = _open_blocked(refuted, manifest.path(folder, BLOCKED), _blocking_clause(statement, solution))
    size = check_proof_file(refuted, manifest.path(folder, PROOF), form, deadline)
    with open(manifest.path(folder, CHECK), "rb") as file:
        command = f"drat-trim {refuted.name} {PROOF}\n".encode()
        if file.read(len(command) + 1) != command:
            raise ProofRefused(f"{CHECK} is not the command line that checks {refuted.name} with {PROOF}")
    return size, solution


def check_proof_file(refuted: CnfFile, path: str, form: str, deadline: Deadline) -> str:
    """Step 4: check that a file proves that a formula has no model; returns the size of both in words.

    Raises:
        ProofRefused: it does not; the message says why.
        GaveUp: the deadline came first.
    """
    with open(path, "rb") as file:
        checked = check_refutation(refuted.clauses, refuted.n_vars, read_steps(file, form), deadline)
        if file.read(1):
            raise ProofRefused(f"{os.path.basename(path)} goes on after the empty clause")
    lemmas = count(checked.lemmas, "lemma", separators=True)
    if checked.rat_lemmas:
        lemmas += f", {checked.rat_lemmas:,} of them RAT"
    size = (
        count(refuted.n_vars, "variable", separators=True),
        count(refuted.n_clauses, "clause", separators=True),
        lemmas,
        count(os.path.getsize(path), "byte", separators=True),
    )
    return ", ".join(size)


def _check_formula(statement: Statement, path: str, encoding: str) -> None:
    """Step 1: the formula is, byte for byte, that of the puzzle."""
    # A small file must not cause the building of a large formula. Each variable occurs in some clause.
    max_literals = count_literals(path)
    if statement.puzzle.grid.n_cells * statement.puzzle.n_colors > max_literals:
        raise ProofRefused(f"{FORMULA} is not the formula of the puzzle in the manifest: it has fewer variables")
    try:
        formula = encode(statement.puzzle, encoding=encoding, name=statement.name, max_literals=max_literals)
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


def _check_model(puzzle: Puzzle, formula: CnfFile, model: tuple[int, ...]) -> Picture:
    """Step 2: the model satisfies the formula, and its picture the clues; return the picture."""
    wrong = first_false_clause(formula, model)
    if wrong is not None:
        raise ProofRefused(f"{SOLUTION} is not a model of {FORMULA}: clause {wrong} is false")
    grid, n = puzzle.grid, puzzle.n_colors
    colors = [0] * grid.n_cells
    for variable in (literal for literal in model[: grid.n_cells * n] if literal > 0):
        cell, color = divmod(variable - 1, n)
        if colors[cell]:
            raise ProofRefused(f"{SOLUTION} gives cell {cell} two colours, expected at most one")
        colors[cell] = color + 1
    solution = Picture(grid, tuple(colors))
    require_solution(puzzle, solution, SOLUTION)
    return solution


def _blocking_clause(statement: Statement, solution: Picture) -> list[int]:
    """The clause that some constant cell has another colour than in the solution."""
    n, clause = statement.puzzle.n_colors, list[int]()
    for cell in statement.constant_cells(solution):
        if solution.cells[cell]:
            clause.append(-(cell * n + solution.cells[cell]))
        elif not statement.is_unique or not statement.puzzle.fixes_n_colored:
            clause += range(cell * n + 1, cell * n + n + 1)
    return clause


def _open_blocked(formula: CnfFile, path: str, clause: list[int]) -> CnfFile:
    """Step 3: the file is the formula with a clause at its end."""
    # Two unit clauses stand for the empty clause.
    last = [clause] if clause else [[1], [-1]]
    n_clauses = formula.n_clauses + len(last)
    end = b"".join(b"%s 0\n" % b" ".join(b"%d" % literal for literal in literals) for literals in last)
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
