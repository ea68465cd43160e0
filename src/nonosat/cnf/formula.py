"""Formulas: clauses in named groups, each of one rule, over variables in named groups.

A formula may have selectors. A selector is a variable that enforces one part of the formula when it is assumed. The
module that builds the formula defines the parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import count
from typing import NamedTuple

from nonosat.cnf.clause_group import ClauseGroup, SelectableGroup
from nonosat.core.errors import TooLarge


class VariableGroup(NamedTuple):
    """Consecutive variables of one kind.

    Attributes:
        indices: names of the indices, such as `("line", "block", "position")`.
        meaning: the meaning of a true variable, as a sentence with "the block" and so on for its indices;
            `cnf.wording` writes "block 3" in that place.
        first, last: the numbers of the first and the last variable.
        index_of: from the offset of a variable within the group to the values of its indices, in the order of
            `indices`. Colours count from 1, everything else from 0.
    """

    name: str
    indices: tuple[str, ...]
    meaning: str
    first: int
    last: int
    index_of: Callable[[int], tuple[int, ...]]

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle `index_of` as a table, since functions of encodings cannot be pickled."""
        values = [self.index_of(offset) for offset in range(self.last - self.first + 1)]
        return VariableGroup, (*self[:-1], values.__getitem__)

    def label(self, variable: int) -> str:
        """The name of one variable of the group: `start[3,0,7]`."""
        return f"{self.name}[{','.join(map(str, self.index_of(variable - self.first)))}]"


class Formula:
    """Clauses in named groups over variables in named groups.

    Attributes:
        comments: lines for the head of a DIMACS file that say where the formula comes from.
        variables: the groups of variables, ascending, without gaps from 1.
        groups: the groups of clauses.
        selectors: for each kind of part that can be switched on, such as `line`, from the number of the part to the
            literal that enforces it; empty for a formula without selectors.
    """

    def __init__(self, comments: Iterable[str] = (), *, max_literals: int | None = None) -> None:
        """A formula without variables and clauses.

        Args:
            max_literals: TooLarge is raised as soon as there are more variables, or more literals in the clauses of one
                width in one group; None for any number.
        """
        self.comments = list(comments)
        self._max_literals = max_literals
        self.variables: list[VariableGroup] = []
        self.groups: list[ClauseGroup] = []
        self.selectors: dict[str, dict[int, int]] = {}

    def __repr__(self) -> str:
        return f"<Formula n_vars={self.n_vars} n_clauses={self.n_clauses}>"

    def new_variables(
        self,
        name: str,
        indices: tuple[str, ...],
        meaning: str,
        count: int,
        index_of: Callable[[int], tuple[int, ...]],
    ) -> int:
        """Add a group of `count` variables, unless it is empty, and return the number of the first.

        The arguments `indices` and `index_of` are attributes of `VariableGroup`.
        """
        first = self.n_vars + 1
        if self._max_literals is not None and self.n_vars + count > self._max_literals:
            raise TooLarge(f"more than {self._max_literals:,} variables, expected a smaller formula")
        if count:
            self.variables.append(VariableGroup(name, indices, meaning, first, first + count - 1, index_of))
        return first

    def name_variables(
        self, name: str, indices: tuple[str, ...], meaning: str, places: Iterable[tuple[int, ...]]
    ) -> dict[tuple[int, ...], int]:
        """Add a `VariableGroup` with a variable for each of some `places`, the values of its `indices`.

        Returns:
            From each place to its variable.
        """
        listed = list(places)
        first = self.new_variables(name, indices, meaning, len(listed), listed.__getitem__)
        return dict(zip(listed, count(first)))

    def new_selectors(self, kind: str, name: str, index: str, meaning: str, parts: Sequence[int]) -> None:
        """Add a group of selectors, one for each part of a kind; groups of clauses can only be added after them.

        Args:
            kind: the key of these parts in `selectors`.
            parts: their numbers, which are the values of the one `index` of the variables.
        """
        first = self.new_variables(name, (index,), meaning, len(parts), lambda offset: (parts[offset],))
        self.selectors[kind] = {part: first + offset for offset, part in enumerate(parts)}

    def part(self, kind: str, number: int) -> AbstractContextManager[None]:
        """A context: clauses that are added in it hold only if `selectors[kind][number]`, if there are any, is true."""
        return self._selected(self.selectors[kind][number]) if self.selectors else nullcontext()

    @contextmanager
    def _selected(self, selector: int) -> Iterator[None]:
        selectable = [group for group in self.groups if isinstance(group, SelectableGroup)]
        for group in selectable:
            group.selector = selector
        try:
            yield
        finally:
            for group in selectable:
                group.selector = 0

    def new_group(self, name: str, meaning: str) -> ClauseGroup:
        """Add a group of clauses, still empty."""
        kind = SelectableGroup if self.selectors else ClauseGroup
        group = kind(name, meaning, max_literals=self._max_literals)
        self.groups.append(group)
        return group

    def without_names(self) -> Formula:
        """A formula that can be pickled: it shares the clauses, and its variables have no names."""
        bare = Formula(self.comments)
        bare.new_variables("variable", ("offset",), "the variable is true", self.n_vars, _own_offset)
        bare.groups = [ClauseGroup(group.name, group.meaning, group.literals) for group in self.groups]
        return bare

    @property
    def n_vars(self) -> int:
        """The number of variables; they are 1 to this number."""
        return self.variables[-1].last if self.variables else 0

    @property
    def n_clauses(self) -> int:
        """The number of clauses."""
        return sum(group.n_clauses for group in self.groups)

    @property
    def n_literals(self) -> int:
        """The number of literals in all clauses."""
        return sum(group.n_literals for group in self.groups)

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """All clauses, group by group."""
        for group in self.groups:
            yield from group.clauses()

    def group_of(self, variable: int) -> VariableGroup:
        """The group that a variable belongs to; raises KeyError if there is no such variable."""
        for group in self.variables:
            if group.first <= variable <= group.last:
                return group
        raise KeyError(variable)

    def label(self, literal: int) -> str:
        """The name of a literal: `-le[3,0,7]`; raises KeyError if there is no such variable."""
        return ("-" if literal < 0 else "") + self.group_of(abs(literal)).label(abs(literal))


def _own_offset(offset: int) -> tuple[int, ...]:
    return (offset,)
