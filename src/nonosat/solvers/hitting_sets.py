"""Smallest hitting sets: the fewest elements such that every set of a family contains one of them, proved.

The engine is RC2 of PySAT, a solver for maximum satisfiability: each set is a clause, and each chosen element costs 1.

Source: A. Ignatiev, A. Morgado, J. Marques-Silva, RC2: An efficient MaxSAT solver, Journal on Satisfiability, Boolean
Modeling and Computation 11 (2019).
"""

from __future__ import annotations

from collections.abc import Collection, Hashable
from functools import partial
from typing import Any, Generic, TypeVar

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import MissingDependency

Element = TypeVar("Element", bound=Hashable)


class HittingSets(Generic[Element]):
    """A family of sets that grows, and a smallest set that hits all of them; leaving its `with` block releases it."""

    def __init__(self) -> None:
        """Begin without sets; raises MissingDependency if python-sat is not installed."""
        try:
            from pysat.examples.rc2 import RC2
            from pysat.formula import WCNF
        except ImportError:
            raise MissingDependency("hitting sets need the package python-sat, which is not installed") from None
        self._solver: Any = RC2(WCNF(), solver="g3", adapt=True, exhaust=True)
        self._numbers: dict[Element, int] = {}
        self._elements: list[Element] = []

    def add(self, members: Collection[Element]) -> None:
        """Add a set that is not empty; the order of its elements must be the same in every run."""
        for member in members:
            if member not in self._numbers:
                self._elements.append(member)
                self._numbers[member] = len(self._elements)
                # A soft clause: the element is chosen only at a cost.
                self._solver.add_clause([-self._numbers[member]], weight=1)
        self._solver.add_clause([self._numbers[member] for member in members])

    def exclude(self, members: Collection[Element]) -> None:
        """Exclude a set, not empty, of elements of the family, and every set that contains it, from the answers."""
        self._solver.add_clause([-self._numbers[member] for member in members])

    def smallest(self, deadline: Deadline = NEVER) -> frozenset[Element] | None:
        """A smallest set that has an element of every set; None if all such sets are excluded.

        Raises:
            GaveUp: the deadline came first; the search can go on later.
        """
        if not self._elements:
            return frozenset()
        self._solver.clear_interrupt()
        search, what = partial(self._solver.compute, expect_interrupt=True), "no smallest set found"
        model = deadline.wait_for(search, what, self._solver.interrupt)
        if model is None:
            deadline.check(what)  # or the search was interrupted
            return None
        last = len(self._elements)
        return frozenset(self._elements[literal - 1] for literal in model if 0 < literal <= last)

    def close(self) -> None:
        """Release the solver; a second time does nothing."""
        self._solver.delete()

    def __enter__(self) -> HittingSets[Element]:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()
