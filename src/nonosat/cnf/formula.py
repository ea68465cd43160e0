"""Formulas: clauses in named groups over variables in named groups.

A formula is built group by group and column by column: the clauses of one rule have one shape, so they are given as
parallel columns of literals (`group.add(negated_registers, next_registers)`) and stored by width in flat arrays of
four bytes a literal. That is several times faster and smaller than a list of lists, and writes to DIMACS in large
pieces.

While a formula is built, a literal may be one of the constants `TRUE` and `FALSE` (each the negation of the other);
`ClauseGroup.add_simplified` removes them, so no constant is ever stored.

A formula may have selectors: variables of which each enforces one part of it, and which are meant to be assumed. What
the parts are is up to the module that builds the formula.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager, nullcontext
from itertools import chain
from typing import NamedTuple

from nonosat.errors import TooLarge

#: Stand-ins for literals whose value is known; larger than any variable.
TRUE = (1 << 31) - 1
FALSE = -TRUE


class VariableGroup(NamedTuple):
    """Consecutive variables of one kind.

    Attributes:
        name: such as `start`.
        indices: names of the indices, such as `("line", "block", "position")`.
        meaning: what a variable of the group says when it is true, as a sentence that names its indices as "the block"
            and so on; a text about one variable has "block 3" in that place (see `study.wording`).
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

    def label(self, variable: int) -> str:
        """The name of one variable of the group: `start[3,0,7]`."""
        return f"{self.name}[{','.join(map(str, self.index_of(variable - self.first)))}]"


class ClauseGroup:
    """The clauses of one rule.

    Attributes:
        name: such as `order`.
        meaning: what the clauses say together, as a sentence.
        literals: for each width of clauses their literals, one clause after the other.
    """

    def __init__(
        self,
        name: str,
        meaning: str,
        literals: dict[int, array[int]] | None = None,
        *,
        max_literals: int | None = None,
    ) -> None:
        """A group without clauses, or with those in `literals`.

        Args:
            name, meaning: as in the class.
            literals: as in the class.
            max_literals: how many literals the clauses of one width may have together; None for any number.
        """
        self.name, self.meaning = name, meaning
        self.literals: dict[int, array[int]] = literals or {}
        self._max_literals = max_literals

    def add(self, *columns: Iterable[int]) -> None:
        """Add one clause for each row of some columns.

        Args:
            columns: the first literals of all clauses, their second literals, and so on; no constants. The shortest
                column determines the number of clauses.
        """
        self._store(len(columns), chain.from_iterable(zip(*columns, strict=False)))

    def add_all(self, clauses: Sequence[tuple[int, ...]]) -> None:
        """Add clauses of one width.

        Args:
            clauses: at least one; no constants.
        """
        self._store(len(clauses[0]), chain.from_iterable(clauses))

    def add_simplified(self, clauses: Iterable[tuple[int, ...]]) -> None:
        """Add clauses of any width that may hold constants.

        Satisfied clauses are dropped and false literals left out. A clause without any literal left becomes the
        contradiction of variable 1 with itself, since not every solver reads an empty clause.

        Args:
            clauses: no variable occurs twice in a clause.
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
        """Append the literals of clauses of one width, one clause after the other."""
        try:
            self.literals[width].extend(literals)
        except KeyError:
            self.literals[width] = array("i", literals)
        if self._max_literals is not None and len(self.literals[width]) > self._max_literals:
            raise TooLarge(f"more than {self._max_literals:,} literals, expected a smaller formula")

    @property
    def n_clauses(self) -> int:
        """The number of clauses."""
        return sum(len(flat) // width for width, flat in self.literals.items())

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """The clauses by ascending width, in the order in which they were added."""
        for width, flat in sorted(self.literals.items()):
            literals = iter(flat)
            yield from zip(*[literals] * width, strict=True)


class _SelectableGroup(ClauseGroup):
    """A group of a formula with selectors.

    Attributes:
        selector: its negation comes first in each clause that is added, unless it is 0.
    """

    selector = 0

    def _store(self, width: int, literals: Iterable[int]) -> None:
        if self.selector:
            clauses = zip(*[iter(literals)] * width, strict=True)
            literals = chain.from_iterable((-self.selector, *clause) for clause in clauses)
            width += 1
        super()._store(width, literals)


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
            comments: as in the class.
            max_literals: the size above which it is not worth while to build the formula, or None. TooLarge is raised
                as soon as there are more variables, or more literals in the clauses of one width in one group.
        """
        self.comments = list(comments)
        self._max_literals = max_literals
        self.variables: list[VariableGroup] = []
        self.groups: list[ClauseGroup] = []
        self.selectors: dict[str, dict[int, int]] = {}
        self._selectable: list[_SelectableGroup] = []

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
        """Add a group of variables, unless it is empty.

        Args:
            name, indices, meaning, index_of: as in `VariableGroup`.
            count: how many variables there are.

        Returns:
            The number of the first of them.
        """
        first = self.n_vars + 1
        if self._max_literals is not None and self.n_vars + count > self._max_literals:
            raise TooLarge(f"more than {self._max_literals:,} variables, expected a smaller formula")
        if count:
            group = VariableGroup(
                name=name, indices=indices, meaning=meaning, first=first, last=first + count - 1, index_of=index_of
            )
            self.variables.append(group)
        return first

    def new_selectors(self, kind: str, name: str, index: str, meaning: str, parts: Sequence[int]) -> None:
        """Add a group of selectors, one for each part of a kind; groups of clauses can only be added after them.

        Args:
            kind: the key of these parts in `selectors`.
            name, meaning: as in `VariableGroup`.
            index: the name of the one index of the variables.
            parts: the numbers of the parts, which are the values of that index.
        """
        first = self.new_variables(name, (index,), meaning, len(parts), lambda offset: (parts[offset],))
        self.selectors[kind] = {part: first + offset for offset, part in enumerate(parts)}

    def part(self, kind: str, number: int) -> AbstractContextManager[None]:
        """A context: every clause that is added in it holds only if the selector of a part does.

        In a formula without selectors every clause holds.

        Args:
            kind: a key of `selectors`.
            number: the number of the part.
        """
        if not self.selectors:
            return nullcontext()
        return self._selected(self.selectors[kind][number])

    @contextmanager
    def _selected(self, selector: int) -> Iterator[None]:
        for group in self._selectable:
            group.selector = selector
        try:
            yield
        finally:
            for group in self._selectable:
                group.selector = 0

    def new_group(self, name: str, meaning: str) -> ClauseGroup:
        """Add a group of clauses, still empty."""
        if self.selectors:
            selectable = _SelectableGroup(name, meaning, max_literals=self._max_literals)
            self._selectable.append(selectable)
            self.groups.append(selectable)
            return selectable
        group = ClauseGroup(name, meaning, max_literals=self._max_literals)
        self.groups.append(group)
        return group

    def without_names(self) -> Formula:
        """A formula of these clauses, which it shares, over variables without names, so that it can be pickled."""
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
        return sum(len(flat) for group in self.groups for flat in group.literals.values())

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """All clauses, group by group."""
        for group in self.groups:
            yield from group.clauses()

    def group_of(self, variable: int) -> VariableGroup:
        """The group that a variable belongs to.

        Raises:
            KeyError: there is no such variable.
        """
        for group in self.variables:
            if group.first <= variable <= group.last:
                return group
        raise KeyError(variable)

    def label(self, literal: int) -> str:
        """The name of a literal: `-le[3,0,7]`.

        Raises:
            KeyError: there is no such variable.
        """
        return ("-" if literal < 0 else "") + self.group_of(abs(literal)).label(abs(literal))


def _own_offset(offset: int) -> tuple[int, ...]:
    """The index of a variable without a name."""
    return (offset,)
