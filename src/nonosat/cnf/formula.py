"""Formulas: clauses in named groups over variables in named groups.

A formula is built group by group and column by column: the clauses of one rule have one shape, so they are given as
parallel columns of literals (`group.add(negated_registers, next_registers)`). A group keeps the columns of its latest
clauses, which a solver takes as they are, and packs earlier ones by width into flat arrays of four bytes a literal.
That is several times faster and smaller than a list of lists, and writes to DIMACS in large pieces.

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

#: Clauses of one width that a group keeps as columns.
_UNPACKED = 1 << 13


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
            literals: as the property.
            max_literals: how many literals the clauses of one width may have together; None for any number.
        """
        self.name, self.meaning = name, meaning
        self._packed: dict[int, array[int]] = literals or {}
        #: For each width the columns of the clauses that are not packed yet; they come after those that are.
        self._columns: dict[int, tuple[list[int], ...]] = {}
        self._max_literals = max_literals

    @property
    def literals(self) -> dict[int, array[int]]:
        """For each width of clauses their literals, one clause after the other."""
        for width in self._columns:
            self._pack(width)
        return self._packed

    def add(self, *columns: Sequence[int]) -> None:
        """Add one clause for each row of some columns.

        Args:
            columns: the first literals of all clauses, their second literals, and so on; no constants. All columns are
                equally long.
        """
        width = len(columns)
        own = self._columns.get(width)
        if own is None:
            own = self._columns[width] = tuple([[] for _ in columns])
        for column, literals in zip(own, columns, strict=True):
            column += literals
        if len(own[0]) > _UNPACKED:
            self._pack(width)
        if self._max_literals is not None and self._n_of_width(width) * width > self._max_literals:
            raise TooLarge(f"more than {self._max_literals:,} literals, expected a smaller formula")

    def add_all(self, clauses: Sequence[tuple[int, ...]]) -> None:
        """Add clauses of one width.

        Args:
            clauses: at least one; no constants.
        """
        self.add(*zip(*clauses, strict=True))

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
            self.add(*[literals[at::width] for at in range(width)])

    def _pack(self, width: int) -> None:
        """Move the clauses of a width from their columns to the array of that width."""
        columns = self._columns[width]
        flat = [0] * (width * len(columns[0]))
        for at, column in enumerate(columns):
            flat[at::width] = column
            column.clear()
        if width in self._packed:
            self._packed[width].fromlist(flat)
        else:
            self._packed[width] = array("i", flat)

    def _n_of_width(self, width: int) -> int:
        """The number of clauses of a width."""
        n_packed = len(self._packed[width]) // width if width in self._packed else 0
        return n_packed + (len(self._columns[width][0]) if width in self._columns else 0)

    def _widths(self) -> list[int]:
        """The widths of the clauses, ascending."""
        return sorted(self._packed.keys() | self._columns.keys())

    @property
    def n_clauses(self) -> int:
        """The number of clauses."""
        return sum(map(self._n_of_width, self._widths()))

    @property
    def n_literals(self) -> int:
        """The number of literals in all clauses."""
        return sum(width * self._n_of_width(width) for width in self._widths())

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """The clauses by ascending width, in the order in which they were added."""
        runs: list[Iterator[tuple[int, ...]]] = []
        for width in self._widths():
            if width in self._packed:
                runs.append(zip(*[iter(self._packed[width])] * width, strict=True))
            if width in self._columns:
                runs.append(zip(*self._columns[width], strict=True))
        return chain.from_iterable(runs)


class _SelectableGroup(ClauseGroup):
    """A group of a formula with selectors.

    Attributes:
        selector: its negation comes first in each clause that is added, unless it is 0.
    """

    selector = 0

    def add(self, *columns: Sequence[int]) -> None:
        if self.selector:
            columns = [-self.selector] * len(columns[0]), *columns
        super().add(*columns)


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
        return sum(group.n_literals for group in self.groups)

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
