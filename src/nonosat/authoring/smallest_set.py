"""The fewest additions that make something hold, by implicit hitting sets.

Something holds of a set of elements (cells that are given, colours that are known), and of every larger set. Whenever
it does not hold of a set, there is a set of other elements of which one must be added; call that a gap.

    gaps found so far     {a, b}  {b, c, d}  {e}
    a smallest hitting set      {b, e}            so at least 2 elements are needed
    does it hold of {b, e}?     yes: 2 are the fewest    no: another gap, which has neither b nor e

The first gaps are searched for among the elements of none before, so their number is a lower bound at once. Between
two smallest hitting sets the set is extended, gap by gap, until it holds. That collects several gaps for one proof, and
each time it ends with a set that works, from which what is not needed is dropped.

Source: E. Moreno-Centeno, R. Karp, The implicit hitting set approach to solve combinatorial optimization problems with
an application to multigenome alignment, Operations Research 61 (2013).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Hashable
from typing import Generic, Protocol, TypeVar

from nonosat.backends.hitting_sets import HittingSets
from nonosat.system.deadline import NEVER, Deadline

Element = TypeVar("Element", bound=Hashable)

#: A gap with more elements is large: how often they occur says little.
LARGE = 100


class GapFinder(Protocol[Element]):
    """Knows what is missing."""

    @property
    def elements(self) -> Collection[Element]:
        """All elements."""
        ...

    @property
    def start(self) -> Collection[Element]:
        """Elements from which nothing is missing, found without a search."""
        ...

    def gap(self, chosen: Collection[Element]) -> tuple[Element, ...] | None:
        """What is missing from a set.

        Args:
            chosen: some of the elements.

        Returns:
            Other elements, one of which must be added to any set that is not to be disjoint from them, in an order that
            is the same in every run; None if nothing is missing.

        Raises:
            GaveUp: the deadline came first.
        """
        ...

    def close(self) -> None:
        """Release what it holds."""
        ...


class SmallestSet(Generic[Element]):
    """The search for a smallest set that has no gap; it advances in rounds, so that several can take turns.

    Attributes:
        best: the smallest set known to have no gap.
        at_least: a proved lower bound of the size of every such set.
    """

    def __init__(self, finder: GapFinder[Element], deadline: Deadline = NEVER) -> None:
        """
        Args:
            finder: finds gaps.
            deadline: after it `advance` raises `GaveUp`.
        """
        self.best: tuple[Element, ...] = tuple(finder.start)
        self.at_least = 0
        self._finder, self._deadline = finder, deadline
        self._hitting: HittingSets[Element] = HittingSets()
        self._counts: Counter[Element] = Counter()

    @property
    def is_done(self) -> bool:
        """Whether `best` is proved to be smallest."""
        return self.at_least >= len(self.best)

    def advance(self) -> None:
        """Raise the lower bound to that of a smallest hitting set of the gaps so far, and extend it until it works.

        In the first round the bound is the number of gaps without a common element.

        Raises:
            GaveUp: the deadline came first; what is known then is kept.
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
        """An element of each of several gaps that have no common element, as many as there are."""
        seen, chosen = set[Element](), list[Element]()
        while (gap := self._gap(seen)) is not None:
            seen.update(gap)
            self.at_least += 1
            chosen.append(self._likely(gap))
        return chosen

    def _likely(self, gap: Collection[Element]) -> Element:
        """The element of a gap that occurs in most gaps; of a large gap, one that the best set has, too.

        With those of the best set few gaps are left, however large they are.
        """
        known = [element for element in gap if element in self.best] if len(gap) > LARGE else gap
        return max(known, key=self._counts.__getitem__)

    def _sorted(self, chosen: Collection[Element]) -> list[Element]:
        return [element for element in self._finder.elements if element in chosen]

    def _gap(self, chosen: Collection[Element]) -> tuple[Element, ...] | None:
        """A gap, which is remembered."""
        self._deadline.check("no answer")
        gap = self._finder.gap(chosen)
        if gap is not None:
            self._hitting.add(gap)
            self._counts.update(gap)
        return gap

    def _reduce(self, chosen: list[Element]) -> None:
        """Drop elements without which there is still no gap; those that occur in few gaps first."""
        for element in sorted(chosen, key=self._counts.__getitem__):
            fewer = [other for other in chosen if other != element]
            if self._gap(fewer) is None:
                chosen = fewer
                self._improve(chosen)

    def _improve(self, chosen: Collection[Element]) -> None:
        if len(chosen) < len(self.best):
            self.best = tuple(self._sorted(chosen))

    def close(self) -> None:
        """Release what the search holds."""
        self._hitting.close()
