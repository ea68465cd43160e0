"""Reading formulas and models for the checker, one clause at a time; shares nothing with what wrote them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from nonosat.errors import ProofRefused

_HEAD = re.compile(rb"p cnf ([0-9]{1,10}) ([0-9]{1,10})\n")
_CLAUSE = re.compile(rb"(?:-?[1-9][0-9]{0,9} )+0\n")
_MODEL = re.compile(rb"(?:-?[1-9][0-9]{0,9} )*-?[1-9][0-9]{0,9}\n|\n")


class Cnf(NamedTuple):
    """A DIMACS file with a clause on each line.

    Attributes:
        path: of the file.
        name: what messages call it.
        n_vars, n_clauses: what its head says.
        body: where the clauses begin.
    """

    path: str
    name: str
    n_vars: int
    n_clauses: int
    body: int

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """The clauses, each with at least one literal.

        Raises:
            ProofRefused: a line is no clause, holds a variable beyond `n_vars`, or there are not `n_clauses` lines.
        """
        n_vars, count = self.n_vars, 0
        with open(self.path, "rb") as file:
            file.seek(self.body)
            for count, line in enumerate(file, 1):
                if not _CLAUSE.fullmatch(line):
                    raise ProofRefused(f"clause {count} of {self.name} cannot be read, expected literals and 0")
                clause = tuple(map(int, line[:-3].split()))
                if max(clause) > n_vars or min(clause) < -n_vars:
                    raise ProofRefused(f"clause {count} of {self.name} has a variable beyond the last, {n_vars}")
                yield clause
        if count != self.n_clauses:
            raise ProofRefused(f"{self.name} has {count} clauses, expected {self.n_clauses} as its head says")


def open_cnf(path: str, name: str) -> Cnf:
    """The head of a DIMACS file; `name` is what messages call it.

    Raises:
        ProofRefused: it has none.
    """
    with open(path, "rb") as file:
        for line in file:
            if match := _HEAD.fullmatch(line):
                return Cnf(path, name, int(match[1]), int(match[2]), file.tell())
            if not line.startswith(b"c"):
                break
    raise ProofRefused(f"{name} has no line `p cnf`, expected a DIMACS file")


def read_model(path: str, name: str, n_vars: int) -> tuple[int, ...]:
    """A model that tells the value of each variable, in order.

    Raises:
        ProofRefused: it does not.
    """
    with open(path, "rb") as file:
        data = file.read()
    if not _MODEL.fullmatch(data):
        raise ProofRefused(f"{name} cannot be read, expected literals on one line")
    model = tuple(map(int, data.split()))
    if len(model) != n_vars or any(abs(literal) != variable for variable, literal in enumerate(model, 1)):
        raise ProofRefused(f"{name} does not give each of the variables 1 to {n_vars} one value")
    return model


def first_false_clause(cnf: Cnf, model: tuple[int, ...]) -> int | None:
    """The number, from 1, of the first clause that a model does not satisfy, or None."""
    true = set(model)
    return next((n for n, clause in enumerate(cnf.clauses(), 1) if true.isdisjoint(clause)), None)
