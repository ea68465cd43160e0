"""The smallest set of elements with a monotone property, by implicit hitting sets.

The elements are cells to be given, or facts to be shown. If a set of them is sufficient, so is every larger set. If a
set is not sufficient, there is a set of other elements of which one must be added: a gap.

    gaps found so far             {a, b}  {b, c, d}  {e}
    a smallest hitting set        {b, e}                   so at least 2 elements are needed
    is {b, e} sufficient?         yes: 2 are the fewest    no: there is a gap without b and e

The first gaps are disjoint, so their number is a lower bound at once. Between two smallest hitting sets the set is
extended, gap by gap, until it is sufficient. That collects several gaps for one proof. Each round ends with a
sufficient set, from which elements that are not needed are dropped.

Source: E. Moreno-Centeno, R. Karp, The implicit hitting set approach to solve combinatorial optimization problems with
an application to multigenome alignment, Operations Research 61 (2013).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable
from typing import Generic, Protocol, TypeVar

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.minimal_subset import minimal_subset
from nonosat.solvers.hitting_sets import HittingSets

Element = TypeVar("Element", bound=Hashable)

#: In a gap with more elements than this, the number of gaps in which an element occurs says little.
LARGE = 100


class GapFinder(Protocol[Element]):
    """A finder of gaps."""

    @property
    def elements(self) -> Collection[Element]:
        """All elements."""

    @property
    def start(self) -> Collection[Element]:
        """A sufficient set, found without a search."""

    def gap(self, chosen: Collection[Element]) -> tuple[Element, ...] | None:
        """Find other elements than the chosen ones, of which every sufficient set has one.

        Returns:
            The gap, in an order that is the same in every run; None if the chosen elements are sufficient.

        Raises:
            GaveUp: the deadline came first.
        """


class SmallestSet(Generic[Element]):
    """The search for a smallest sufficient set; it advances in rounds, so that several can take turns.

    Attributes:
        best: the smallest sufficient set so far.
        at_least: proved lower bound of the size of every sufficient set.
    """

    def __init__(self, finder: GapFinder[Element], deadline: Deadline = NEVER) -> None:
        self.best: tuple[Element, ...] = tuple(finder.start)
        self.at_least = 0
        self._finder, self._deadline = finder, deadline
        self._hitting: HittingSets[Element] = HittingSets()
        self._counts: Counter[Element] = Counter()

    @property
    def is_done(self) -> bool:
        """True if `best` is proved to be smallest."""
        return self.at_least >= len(self.best)

    def advance(self) -> None:
        """Find a smallest hitting set of the gaps so far, raise the bound to its size, and extend it to sufficiency.

        Raises:
            GaveUp: the deadline came first; the best set and the bound are kept.
        """
        smallest = self._hitting.smallest(self._deadline) if self._counts else self._disjoint()
        assert smallest is not None, "no set is excluded"
        self.at_least = len(smallest)
        if self.is_done:
            return
        chosen = self._sorted(smallest)
        while (gap := self._gap(chosen)) is not None:
            chosen.append(self._likely(gap))
        self._improve(chosen)
        if len(chosen) > self.at_least:
            self._reduce(chosen)

    def _disjoint(self) -> list[Element]:
        """An element of each of some disjoint gaps; no further gap is disjoint from all of them."""
        seen, chosen = set[Element](), list[Element]()
        while (gap := self._gap(seen)) is not None:
            seen.update(gap)
            self.at_least += 1
            chosen.append(self._likely(gap))
        return chosen

    def _likely(self, gap: Collection[Element]) -> Element:
        """The element of a gap that occurs in most gaps; of a large gap, one of the best set, which leaves few gaps."""
        known = [element for element in gap if element in self.best] if len(gap) > LARGE else gap
        return max(known, key=self._counts.__getitem__)

    def _sorted(self, chosen: Collection[Element]) -> list[Element]:
        return [element for element in self._finder.elements if element in chosen]

    def _gap(self, chosen: Collection[Element]) -> tuple[Element, ...] | None:
        self._deadline.check("no answer")
        gap = self._finder.gap(chosen)
        if gap is not None:
            self._hitting.add(gap)
            self._counts.update(gap)
        return gap

    def _reduce(self, chosen: list[Element]) -> None:
        """Drop elements that are not needed; first those that occur in few gaps."""

        def without_gap(fewer: list[Element]) -> list[Element] | None:
            if self._gap(fewer) is not None:
                return None
            self._improve(fewer)
            return fewer

        minimal_subset(chosen, without_gap, sorted(chosen, key=self._counts.__getitem__))

    def _improve(self, chosen: Collection[Element]) -> None:
        if len(chosen) < len(self.best):
            self.best = tuple(self._sorted(chosen))

    def close(self) -> None:
        """Release what the search holds."""
        self._hitting.close()
