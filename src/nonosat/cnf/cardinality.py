"""At most one, and exactly k, of n literals: encodings by name, as clauses over the numbers 1 to n, and in formulas.

Most come from PySAT (A. Ignatiev, A. Morgado, J. Marques-Silva, PySAT: A Python toolkit for prototyping with SAT
oracles, SAT 2018), which is imported when one of these is first used. A formula has many of the same size, so each size
is made once.

All of them are propagation-complete: when a literal is true, all others become false. They differ in size, and
in whether the literals determine the helper variables, which matters for counting models without projecting them:
`pairwise` has none; those of `commander` and of `bitwise` with a true literal are determined, others may be free.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from importlib import import_module
from itertools import count
from typing import TYPE_CHECKING, NamedTuple

from nonosat.core.registries import choose, registry

if TYPE_CHECKING:
    from nonosat.cnf.clause_group import ClauseGroup
    from nonosat.cnf.formula import Formula


class Pattern(NamedTuple):
    """Clauses over the literals 1 to n and the helper variables n + 1 to n + `n_helpers`.

    Every helper variable is in some clause.
    """

    n: int
    n_helpers: int
    clauses: tuple[tuple[int, ...], ...]

    def over(self, literals: Sequence[int], first_helper: int) -> Iterator[tuple[int, ...]]:
        """The clauses over other `literals`, and consecutive variables from `first_helper` on as helpers."""
        names = [0, *literals, *range(first_helper, first_helper + self.n_helpers)]
        for clause in self.clauses:
            yield tuple([names[number] if number > 0 else -names[-number] for number in clause])


class Amo(NamedTuple):
    """An encoding of "at most one".

    Attributes:
        module: of PySAT, or of the function of its name, from literals and new variables to the clauses.
    """

    name: str
    module: str
    about: str
    source: str


_PYSAT = "pysat.card"

AMOS = registry(
    Amo("pairwise", _PYSAT, "a clause for every two", "folklore"),
    Amo("seqcounter", _PYSAT, "a register after each literal: one of the literals so far is true", "Sinz 2005"),
    Amo("ladder", _PYSAT, "a monotone chain of registers, and literals where it changes", "Gent and Nightingale 2004"),
    Amo("bitwise", _PYSAT, "the number of the true literal in binary", "Prestwich 2007"),
    Amo("product", "nonosat.cnf.at_most_one", "literals in a grid: at most one row, at most one column", "Chen 2010"),
    Amo(
        "commander",
        "nonosat.cnf.at_most_one",
        "groups of three, each with a commander variable",
        "Klieber and Kwon 2007",
    ),
    Amo("sortnetwrk", _PYSAT, "a sorting network", "Batcher 1968; Eén and Sörensson 2006"),
    Amo("cardnetwrk", _PYSAT, "the part of a sorting network that finds the two largest", "Asín et al. 2009"),
    Amo("totalizer", _PYSAT, "a tree of adders in unary", "Bailleux and Boufkhad 2003"),
    Amo("mtotalizer", _PYSAT, "a totalizer whose numbers have two digits", "Ogawa et al. 2013"),
    Amo(
        "kmtotalizer",
        _PYSAT,
        "a totalizer with two digits that counts only as far as needed",
        "Morgado, Ignatiev and Marques-Silva 2014",
    ),
)


@lru_cache(maxsize=4096)
def at_most_one(name: str, n: int) -> Pattern:
    """At most one of `n` literals, in the encoding with a name of `AMOS`; raises UsageError if there is none."""
    module = choose(AMOS, name, "at-most-one").module
    if n < 2:
        return Pattern(n, 0, ())
    if module != _PYSAT:
        return _pattern(n, getattr(import_module(module), name)(range(1, n + 1), count(n + 1)))
    from pysat.card import CardEnc, EncType

    return _pattern(n, CardEnc.atmost(lits=list(range(1, n + 1)), bound=1, encoding=getattr(EncType, name)).clauses)


@lru_cache(maxsize=4096)
def exactly(n: int, k: int) -> Pattern:
    """Exactly k of n literals, by a totalizer; the empty clause if that is impossible.

    Propagation-complete: once k literals are true or n - k are false, the others get their value. The literals
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

    PySAT pads networks with one false variable. So literals occur twice in a clause, or beside their negation, and
    clauses occur twice; these are left out.
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


class Constrained(NamedTuple):
    """Literals that a pattern constrains.

    Attributes:
        place: the first indices of the helper variables, of which the first is the line.
        at_least_one: whether there is a clause that one of the literals is true, too.
    """

    place: tuple[int, ...]
    literals: Sequence[int]
    pattern: Pattern
    at_least_one: bool = False


def add_patterns(
    group: ClauseGroup,
    formula: Formula,
    helpers: tuple[str, tuple[str, ...], str],
    constrained: Sequence[Constrained],
) -> None:
    """Add the variables and clauses of patterns to a formula.

    Args:
        helpers: the name of the group of helper variables, its indices, and its meaning; the last index counts the
            helpers of a place.
        constrained: in the order of their clauses.
    """
    numbers: defaultdict[tuple[int, ...], Iterator[int]] = defaultdict(count)
    names = [(*each.place, next(numbers[each.place])) for each in constrained for _ in range(each.pattern.n_helpers)]
    name, indices, meaning = helpers
    helper = formula.new_variables(name, indices, meaning, len(names), names.__getitem__)
    for (line, *_), literals, pattern, at_least_one in constrained:
        with formula.part("line", line):
            if at_least_one:
                group.add_simplified([tuple(literals)])
            group.add_simplified(pattern.over(literals, helper))
        helper += pattern.n_helpers
