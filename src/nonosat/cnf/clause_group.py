"""Groups of clauses: the clauses of one rule, given as parallel columns of literals.

The clauses of one rule have one shape, so they are added column by column (`group.add(negated_registers,
next_registers)`). A group keeps them by width in flat arrays of four bytes a literal. That is several times faster and
smaller than a list of lists, and writes to DIMACS in large pieces.

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


class ClauseGroup:
    """The clauses of one rule.

    Attributes:
        name: such as `order`.
        meaning: the rule as a sentence.
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
        """A group with these attributes.

        `max_literals` is the maximum number of literals in all clauses of one width together; None for any number.
        """
        self.name, self.meaning = name, meaning
        self.literals = literals or {}
        self._max_literals = max_literals

    def add(self, *columns: Sequence[int]) -> None:
        """Add clauses: the column of their first literals, that of their second ones, and so on; no constants."""
        self.extend(len(columns), interleaved(columns))

    def extend(self, width: int, literals: Sequence[int]) -> None:
        """Add clauses of one `width`: their `literals`, one clause after the other, in bytes four for each."""
        own = self.literals.setdefault(width, array("i"))
        own += array("i", literals)
        if self._max_literals is not None and len(own) > self._max_literals:
            raise TooLarge(f"more than {self._max_literals:,} literals, expected a smaller formula")

    def add_all(self, clauses: Sequence[tuple[int, ...]]) -> None:
        """Add clauses of one width, at least one, without constants."""
        self.extend(len(clauses[0]), list(chain.from_iterable(clauses)))

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
            self.extend(width, literals)

    @property
    def n_clauses(self) -> int:
        """The number of clauses."""
        return sum(len(literals) // width for width, literals in self.literals.items())

    @property
    def n_literals(self) -> int:
        """The number of literals in all clauses."""
        return sum(map(len, self.literals.values()))

    def clauses(self) -> Iterator[tuple[int, ...]]:
        """The clauses by ascending width, in the order in which they were added."""
        widths = sorted(self.literals.items())
        return chain.from_iterable(zip(*[iter(literals)] * width, strict=True) for width, literals in widths)


class SelectableGroup(ClauseGroup):
    """A group of a formula with selectors.

    Attributes:
        selector: its negation comes first in each clause that is added, unless it is 0.
    """

    selector = 0

    def extend(self, width: int, literals: Sequence[int]) -> None:
        if self.selector:
            without = array("i", literals)
            columns = [without[at::width] for at in range(width)]
            width, literals = width + 1, interleaved([[-self.selector] * len(columns[0]), *columns])
        super().extend(width, literals)


def interleaved(columns: Sequence[Sequence[int]]) -> list[int]:
    """The literals of clauses that are given by columns of one length, one clause after the other."""
    width = len(columns)
    flat = [0] * (width * len(columns[0]))
    for at, column in enumerate(columns):
        flat[at::width] = column
    return flat
