"""Groups of clauses: the clauses of one rule, given as parallel columns of literals.

The clauses of one rule have one shape, so they are added column by column (`group.add(negated_registers,
next_registers)`). A group keeps the columns of its latest clauses, which a solver takes as they are, and packs earlier
ones by width into flat arrays of four bytes a literal. That is several times faster and smaller than a list of lists,
and writes to DIMACS in large pieces.

While a formula is built, a literal may be one of the constants `TRUE` and `FALSE` (each the negation of the other);
`ClauseGroup.add_simplified` removes them, so no constant is ever stored.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable, Iterator, Sequence
from itertools import chain

from nonosat.core.errors import TooLarge

#: Stand-ins for literals whose value is known; larger than any variable.
TRUE = (1 << 31) - 1
FALSE = -TRUE

#: Clauses of one width that a group keeps as columns.
_UNPACKED = 1 << 13


class ClauseGroup:
    """The clauses of one rule, with a name, such as `order`, and the rule as a sentence, the `meaning`."""

    def __init__(
        self,
        name: str,
        meaning: str,
        literals: dict[int, array[int]] | None = None,
        *,
        max_literals: int | None = None,
    ) -> None:
        """A group with the clauses of `literals`, which has the form of the property.

        `max_literals` is the maximum number of literals in all clauses of one width together; None for any number.
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
        """Add clauses: the column of their first literals, that of their second ones, and so on; no constants."""
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
        """Add clauses of one width, at least one, without constants."""
        self.add(*zip(*clauses, strict=True))

    def add_simplified(self, clauses: Iterable[tuple[int, ...]]) -> None:
        """Add clauses of any width that may hold constants; no variable occurs twice in a clause.

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
            self.add(*[literals[at::width] for at in range(width)])

    def _pack(self, width: int) -> None:
        """Move the clauses of a width from their columns to the array of that width."""
        columns = self._columns[width]
        flat = [0] * (width * len(columns[0]))
        for at, column in enumerate(columns):
            flat[at::width] = column
            column.clear()
        self._packed.setdefault(width, array("i")).fromlist(flat)

    def _n_of_width(self, width: int) -> int:
        """The number of clauses of a width."""
        n_unpacked = len(self._columns[width][0]) if width in self._columns else 0
        return len(self._packed.get(width, ())) // width + n_unpacked

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


class SelectableGroup(ClauseGroup):
    """A group of a formula with selectors.

    Attributes:
        selector: its negation comes first in each clause that is added, unless it is 0.
    """

    selector = 0

    def add(self, *columns: Sequence[int]) -> None:
        if self.selector:
            columns = [-self.selector] * len(columns[0]), *columns
        super().add(*columns)
