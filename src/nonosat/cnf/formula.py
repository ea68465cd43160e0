"""Formulas: clauses over named groups of variables.

A formula is built group by group and column by column: the clauses of one rule share their shape, so they are given
as parallel columns of literals (`group.add(negated_registers, next_registers)`) and stored by width in flat arrays of
four bytes a literal. That is several times faster and smaller than a list of lists, and writes to DIMACS in large
pieces.

While a formula is built, a literal may be one of the constants `TRUE` and `FALSE` (each the negation of the other);
`ClauseGroup.fold` simplifies them away, so no constant is ever stored.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain
from typing import NamedTuple

#: Stand-ins for literals whose value is known; larger than any variable.
TRUE = (1 << 31) - 1
FALSE = -TRUE


class VariableGroup(NamedTuple):
    """Variables `first` to `last` that mean the same kind of thing.

    Attributes:
        name: such as `start`.
        indices: names of the indices, such as `("line", "block", "position")`, each counted from 0 in `index_of`.
        meaning: what a variable of the group says when it is true, as a sentence that names its indices as "the block"
            and so on, for a place that may be taken by "block 3" (see `explanation`).
        index_of: from the offset of a variable within the group to the values of its indices.
    """

    name: str
    indices: tuple[str, ...]
    meaning: str
    first: int
    last: int
    index_of: Callable[[int], tuple[int, ...]]

    def label(self, variable: int) -> str:
        """The name of one variable: `start[3,0,7]`."""
        return f"{self.name}[{','.join(map(str, self.index_of(variable - self.first)))}]"


class ClauseGroup:
    """The clauses that say one thing.

    Attributes:
        name: such as `order`.
        meaning: what the clauses say together, as a sentence.
        literals: for each width of clauses their literals, one clause after the other.
    """

    def __init__(self, name: str, meaning: str, literals: dict[int, array[int]] | None = None) -> None:
        self.name, self.meaning = name, meaning
        self.literals: dict[int, array[int]] = literals or {}

    def add(self, *columns: Iterable[int]) -> None:
        """Add one clause for each row of the columns; none holds a constant."""
        self._store(len(columns), chain.from_iterable(zip(*columns, strict=False)))

    def add_all(self, clauses: Sequence[tuple[int, ...]]) -> None:
        """Add at least one clause, all of one width; none holds a constant."""
        self._store(len(clauses[0]), chain.from_iterable(clauses))

    def add_simplified(self, clauses: Iterable[tuple[int, ...]]) -> None:
        """Add clauses that may hold constants; no literal stands twice in a clause, nor beside its opposite.

        Satisfied clauses are dropped and false literals left out. A clause without any literal left becomes the
        contradiction of variable 1 with itself, since not every solver reads an empty clause.
        """
        by_width: dict[int, list[int]] = {}
        for clause in clauses:
            if TRUE in clause:
                continue
            kept: Sequence[int] = clause
            if FALSE in clause:
                kept = [literal for literal in clause if literal != FALSE]
            if not kept:
                by_width.setdefault(1, []).extend((1, -1))
            else:
                by_width.setdefault(len(kept), []).extend(kept)
        for width, literals in by_width.items():
            self._store(width, literals)

    def _store(self, width: int, literals: Iterable[int]) -> None:
        try:
            self.literals[width].extend(literals)
        except KeyError:
            self.literals[width] = array("i", literals)

    @property
    def n_clauses(self) -> int:
        return sum(len(flat) // width for width, flat in self.literals.items())

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """The clauses by ascending width, in the order they were added."""
        for width, flat in sorted(self.literals.items()):
            literals = iter(flat)
            yield from zip(*[literals] * width, strict=True)


class Formula:
    """Clauses in named groups over variables in named groups.

    Attributes:
        comments: lines for the head of a DIMACS file that say where the formula comes from.
        variables: the groups of variables, ascending, without gaps from 1.
        groups: the groups of clauses.
    """

    def __init__(self, comments: Iterable[str] = ()) -> None:
        self.comments = list(comments)
        self.variables: list[VariableGroup] = []
        self.groups: list[ClauseGroup] = []

    def new_variables(
        self,
        name: str,
        indices: tuple[str, ...],
        meaning: str,
        count: int,
        index_of: Callable[[int], tuple[int, ...]],
    ) -> int:
        """Reserve `count` variables; the number of the first of them."""
        first = self.n_vars + 1
        if count:
            self.variables.append(VariableGroup(name, indices, meaning, first, first + count - 1, index_of))
        return first

    def new_group(self, name: str, meaning: str) -> ClauseGroup:
        """Begin a group of clauses."""
        group = ClauseGroup(name, meaning)
        self.groups.append(group)
        return group

    @property
    def n_vars(self) -> int:
        return self.variables[-1].last if self.variables else 0

    @property
    def n_clauses(self) -> int:
        return sum(group.n_clauses for group in self.groups)

    @property
    def n_literals(self) -> int:
        return sum(len(flat) for group in self.groups for flat in group.literals.values())

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """All clauses, group by group."""
        for group in self.groups:
            yield from group.clauses()

    def group_of(self, variable: int) -> VariableGroup:
        """The group that a variable belongs to."""
        for group in self.variables:
            if group.first <= variable <= group.last:
                return group
        raise KeyError(variable)

    def label(self, literal: int) -> str:
        """The name of a literal: `-le[3,0,7]`."""
        return ("-" if literal < 0 else "") + self.group_of(abs(literal)).label(abs(literal))
