"""At most one, and exactly so many, of some literals: by name, as clauses over the numbers 1 to n.

Most come from PySAT (A. Ignatiev, A. Morgado, J. Marques-Silva, PySAT: A Python toolkit for prototyping with SAT
oracles, SAT 2018), which is imported when one of these is first used. A formula has many of the same size, so each size
is made once.

Unit propagation is complete for all of them: when a literal is true, all others become false. They differ in size, and
in whether the literals determine the helper variables, which matters to whoever counts models without projecting them:
`pairwise` has none; those of `commander` and of `bitwise` with a true literal are determined, others may be free.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import NamedTuple

from nonosat.cnf.formula import ClauseGroup
from nonosat.errors import UsageError


class Pattern(NamedTuple):
    """Clauses over the literals 1 to n and the helper variables n + 1 to n + `n_helpers`.

    Attributes:
        n: how many literals are constrained.
        n_helpers: how many variables it needs beside them; every one of these is in some clause.
        clauses: literals as in DIMACS.
    """

    n: int
    n_helpers: int
    clauses: tuple[tuple[int, ...], ...]

    def over(self, literals: Sequence[int], first_helper: int) -> Iterator[tuple[int, ...]]:
        """The clauses over these literals, with variables from `first_helper` on as helpers."""
        names = [0, *literals, *range(first_helper, first_helper + self.n_helpers)]
        for clause in self.clauses:
            yield tuple([names[number] if number > 0 else -names[-number] for number in clause])

    def add_to(self, group: ClauseGroup, literals: Sequence[int], first_helper: int) -> None:
        """Add the clauses over these literals, none of which is a constant."""
        group.add_simplified(self.over(literals, first_helper))


class Amo(NamedTuple):
    """A way to say "at most one".

    Attributes:
        name: as in PySAT, where it has it.
        summary: what it is, in a line.
        source: who found it.
        module: where it lives; PySAT has it if there is none.
    """

    name: str
    summary: str
    source: str
    module: str | None = None


AMOS: dict[str, Amo] = {
    amo.name: amo
    for amo in (
        Amo("pairwise", "a clause for every two", "folklore"),
        Amo("seqcounter", "a register after each literal: has one been true", "Sinz 2005"),
        Amo("ladder", "registers that fall once, tied to the literals", "Gent and Nightingale 2004"),
        Amo("bitwise", "a true literal writes its number in binary", "Prestwich 2007"),
        Amo("product", "a grid: at most one row, at most one column", "Chen 2010", "nonosat.cnf.product"),
        Amo("commander", "groups of three, each with a commander", "Klieber and Kwon 2007", "nonosat.cnf.commander"),
        Amo("sortnetwrk", "a sorting network", "Batcher 1968; Eén and Sörensson 2006"),
        Amo("cardnetwrk", "a sorting network of which only the top is built", "Asín et al. 2009"),
        Amo("totalizer", "a tree that adds in unary", "Bailleux and Boufkhad 2003"),
        Amo("mtotalizer", "the same with two digits", "Ogawa et al. 2013"),
        Amo("kmtotalizer", "the same, counting only as far as needed", "Morgado, Ignatiev and Marques-Silva 2014"),
    )
}


def find_amo(name: str) -> Amo:
    """The at-most-one of that name.

    Raises:
        UsageError: there is none.
    """
    if name not in AMOS:
        raise UsageError(f"at-most-one {name!r}, expected one of {', '.join(AMOS)}")
    return AMOS[name]


@lru_cache(maxsize=4096)
def at_most_one(name: str, n: int) -> Pattern:
    """At most one of n literals, in the way of that name."""
    module = find_amo(name).module
    if n < 2:
        return Pattern(n, 0, ())
    if module:
        clauses: Callable[[Sequence[int], Iterator[int]], Iterable[Sequence[int]]]
        clauses = importlib.import_module(module).clauses
        return _pattern(n, clauses(range(1, n + 1), count(n + 1)))
    from pysat.card import CardEnc, EncType

    return _pattern(n, CardEnc.atmost(lits=list(range(1, n + 1)), bound=1, encoding=getattr(EncType, name)).clauses)


@lru_cache(maxsize=4096)
def exactly(n: int, k: int) -> Pattern:
    """Exactly k of n literals, by a totalizer; the empty clause where that cannot be.

    Unit propagation is complete: once k literals are true or n - k are false, the others get their value. The literals
    do not determine all helper variables.
    """
    if not 0 <= k <= n:
        return Pattern(n, 0, ((),))
    if k in (0, n):
        return Pattern(n, 0, tuple((i if k else -i,) for i in range(1, n + 1)))
    from pysat.card import CardEnc, EncType

    return _pattern(n, CardEnc.equals(lits=list(range(1, n + 1)), bound=k, encoding=EncType.totalizer).clauses)


def _pattern(n: int, clauses: Iterable[Sequence[int]]) -> Pattern:
    """Number the helper variables without gaps, in the order in which they appear.

    PySAT fills networks up with one false variable, which leaves literals, and clauses, twice or beside their opposite.
    """
    numbers = {i: i for i in range(n + 1)}
    renamed: dict[tuple[int, ...], None] = {}
    for clause in clauses:
        literals = dict.fromkeys(clause)
        if not any(-literal in literals for literal in literals):
            numbered = [
                numbers.setdefault(lit, len(numbers)) if lit > 0 else -numbers.setdefault(-lit, len(numbers))
                for lit in literals
            ]
            renamed[tuple(numbered)] = None
    return Pattern(n, len(numbers) - n - 1, tuple(renamed))
