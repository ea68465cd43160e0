"""Reading formulas and models for the checker, one clause at a time; shares no code with the writer."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import partial

from nonosat.core.errors import ProofRefused
from nonosat.model.nouns import count

_HEAD = re.compile(rb"p cnf ([0-9]{1,10}) ([0-9]{1,10})\n")
_CLAUSE = re.compile(rb"(?:-?[1-9][0-9]{0,9} )+0\n")
#: Bytes of a literal and the character after it.
_MAX_LITERAL = 12
#: Bytes that are read at once.
_PIECE = 1 << 20
_MODEL = re.compile(rb"(?:-?[1-9][0-9]{0,9} )*-?[1-9][0-9]{0,9}\n|\n")


@dataclass(frozen=True, kw_only=True)
class CnfFile:
    """A DIMACS file with a clause on each line, the first at the byte `body`; the numbers are those of its header."""

    path: str
    name: str
    n_vars: int
    n_clauses: int
    body: int

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """Read the clauses one by one, each with at least one literal.

        Raises:
            ProofRefused: a line is not a clause of variables up to `n_vars`, or there are not `n_clauses` lines.
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
    """An upper bound of the number of literals in a DIMACS file, which may hold anything; quick: no clause is read."""
    with open(path, "rb") as file:
        return sum(piece.count(b" ") for piece in iter(partial(file.read, _PIECE), b""))


def open_cnf(path: str, name: str) -> CnfFile:
    """Read the header of a DIMACS file; `name` is its name in messages. Raises `ProofRefused` if it has none."""
    with open(path, "rb") as file:
        for line in file:
            if match := _HEAD.fullmatch(line):
                n_vars, n_clauses = map(int, match.groups())
                return CnfFile(path=path, name=name, n_vars=n_vars, n_clauses=n_clauses, body=file.tell())
            if not line.startswith(b"c"):
                break
    raise ProofRefused(f"{name} has no line `p cnf`, expected a DIMACS file")


def read_model(path: str, name: str, n_vars: int) -> tuple[int, ...]:
    """Read a model: on one line, each variable from 1 to `n_vars` or its negation; `name` is that in messages."""
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
    """The number, from 1, of the first clause that a model (true literals) does not satisfy; None if there is none."""
    true = set(model)
    return next((n for n, clause in enumerate(cnf.clauses(), 1) if true.isdisjoint(clause)), None)
