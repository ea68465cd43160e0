"""Checking a DRAT proof of a statement, from the puzzle in the manifest to the empty clause.

1. The formula is that of the puzzle: the puzzle is encoded again, and the bytes are compared.
2. The model satisfies every clause of the formula, and the picture in it satisfies the clues.
3. The formula to refute is that formula with one more clause. A solution violates this clause exactly if it agrees with
   the given one in all cells that are claimed to be constant.
4. The proof shows that the formula to refute has no model.

Trusted base: the encoder, which the tests compare with brute force, and the unit propagation of MiniSat. The solver
that found the proof, line propagation and the rest of nonosat are not trusted.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from nonosat.cnf.dimacs import dimacs_pieces
from nonosat.core.deadline import Deadline
from nonosat.core.errors import ProofRefused, TooLarge, UsageError
from nonosat.model.nouns import count
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import check as violations
from nonosat.proofs.drat import BLOCKED, FORMULA, PROOF, SOLUTION
from nonosat.proofs.drat.drat_steps import BINARY, TEXT, read_steps
from nonosat.proofs.drat.rup import check_refutation
from nonosat.proofs.manifest import MANIFEST, Manifest
from nonosat.proofs.statement import Statement
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
    path = manifest.path(folder, PROOF)
    with open(path, "rb") as file:
        checked = check_refutation(refuted.clauses, refuted.n_vars, read_steps(file, form), deadline)
        if file.read(1):
            raise ProofRefused(f"{PROOF} goes on after the empty clause")
    lemmas = count(checked.lemmas, "lemma", separators=True)
    if checked.rat_lemmas:
        lemmas += f", {checked.rat_lemmas:,} of them RAT"
    size = (
        count(refuted.n_vars, "variable", separators=True),
        count(refuted.n_clauses, "clause", separators=True),
        lemmas,
        count(os.path.getsize(path), "byte", separators=True),
    )
    return ", ".join(size), solution


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
    for violation in violations(puzzle, solution):
        raise ProofRefused(f"{SOLUTION} is not a solution of the puzzle: {violation.message}")
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


_HEAD = re.compile(rb"p cnf ([0-9]{1,10}) ([0-9]{1,10})\n")
_CLAUSE = re.compile(rb"(?:-?[1-9][0-9]{0,9} )+0\n")
#: Bytes of a literal and the character after it.
_MAX_LITERAL = 12
#: Bytes that are read at once.
_READ_AT_ONCE = 1 << 20
_MODEL = re.compile(rb"(?:-?[1-9][0-9]{0,9} )*-?[1-9][0-9]{0,9}\n|\n")


@dataclass(frozen=True, kw_only=True)
class CnfFile:
    """A DIMACS file with one clause on each line.

    Attributes:
        name: its name in messages.
        n_vars: the number of variables, from its header.
        n_clauses: the number of clauses, from its header.
        body: the offset in bytes of the first clause.
    """

    path: str
    name: str
    n_vars: int
    n_clauses: int
    body: int

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """Read the clauses one by one, each with at least one literal.

        Raises:
            ProofRefused: a line is not a clause, a variable is larger than `n_vars`, or the number of lines is not
                `n_clauses`.
        """
        n_vars, found = self.n_vars, 0
        with open(self.path, "rb") as file:
            file.seek(self.body)
            for found, line in enumerate(file, 1):
                if not _CLAUSE.fullmatch(line):
                    raise ProofRefused(f"clause {found} of {self.name} cannot be read, expected literals and 0")
                clause = tuple(map(int, line[:-3].split()))
                if max(clause) > n_vars or min(clause) < -n_vars:
                    raise ProofRefused(f"clause {found} of {self.name} has a variable larger than the last, {n_vars}")
                yield clause
        if found != self.n_clauses:
            raise ProofRefused(
                f"{self.name} has {count(found, 'clause')}, expected {self.n_clauses} as its header says"
            )


def count_literals(path: str) -> int:
    """An upper bound of the number of literals in a DIMACS file; quick, since no clause is read.

    The file may hold anything.
    """
    with open(path, "rb") as file:
        return sum(piece.count(b" ") for piece in iter(partial(file.read, _READ_AT_ONCE), b""))


def open_cnf(path: str, name: str) -> CnfFile:
    """Read the header of a DIMACS file; `name` is its name in messages.

    Raises:
        ProofRefused: it has none.
    """
    with open(path, "rb") as file:
        for line in file:
            if match := _HEAD.fullmatch(line):
                n_vars, n_clauses = map(int, match.groups())
                return CnfFile(path=path, name=name, n_vars=n_vars, n_clauses=n_clauses, body=file.tell())
            if not line.startswith(b"c"):
                break
    raise ProofRefused(f"{name} has no line `p cnf`, expected a DIMACS file")


def read_model(path: str, name: str, n_vars: int) -> tuple[int, ...]:
    """Read a model: on one line, a literal of every variable from 1 to `n_vars`, in ascending order.

    Raises:
        ProofRefused: the file, called `name` in the message, holds something else.
    """
    longest = _MAX_LITERAL * n_vars + 1
    with open(path, "rb") as file:
        data = file.read(longest + 1)
    if len(data) > longest or not _MODEL.fullmatch(data):
        raise ProofRefused(f"{name} cannot be read, expected literals on one line")
    model = tuple(map(int, data.split()))
    if len(model) != n_vars or any(abs(literal) != variable for variable, literal in enumerate(model, 1)):
        raise ProofRefused(f"{name} does not give each of the variables 1 to {n_vars} one value")
    return model


def first_false_clause(cnf: CnfFile, model: tuple[int, ...]) -> int | None:
    """The number, from 1, of the first clause that a model (true literals) does not satisfy; None if there is none.

    Raises:
        ProofRefused: the file is not a formula.
    """
    true = set(model)
    return next((n for n, clause in enumerate(cnf.clauses(), 1) if true.isdisjoint(clause)), None)
