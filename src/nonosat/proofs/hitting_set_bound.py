"""The fewest elements that meet every set of a family, by exhaustive search, for the checker of fewest givens.

This is independent of the search for givens, whose solvers it does not use, and as simple as possible.

    sets                        {a, b}  {b, c}  {c, d, e}     {f, g}
    sets that share an element  {a, b}  {b, c}  {c, d, e}  |  {f, g}
    fewest elements             2 (b and c)                +  1

Each group of sets that share elements is searched alone. The elements of a smallest set are tried in turn; an element
that was tried is not used again, since all choices with it have been tried. Pairwise disjoint sets need one element
each, which often ends the search at once.
"""

from __future__ import annotations

from collections.abc import Collection, Sequence

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import ProofTooLarge

#: The search gives up after inspecting this many sets, repetitions included: some seconds.
MAX_WORK = 20_000_000
#: The maximum number of elements for one group; more would nest calls too deeply.
MAX_DEPTH = 200


def fewest_elements(sets: Collection[frozenset[int]], deadline: Deadline = NEVER) -> int:
    """The size of a smallest set of elements that meets all `sets`, of which none is empty.

    Raises:
        ProofTooLarge: the search would take too long.
        GaveUp: the deadline came first.
    """
    search = _Search(deadline)
    return sum(map(search.fewest, _groups(sets)))


def _groups(sets: Collection[frozenset[int]]) -> list[list[frozenset[int]]]:
    """The connected components of the sets, where sets that share an element are connected."""
    having: dict[int, list[frozenset[int]]] = {}
    for members in sets:
        for element in members:
            having.setdefault(element, []).append(members)
    groups, seen = [], set[frozenset[int]]()
    reached: set[int] = set()
    for first in sets:
        if first in seen:
            continue
        group, todo = [], [first]
        seen.add(first)
        while todo:
            members = todo.pop()
            group.append(members)
            for element in members - reached:
                reached.add(element)
                for other in having[element]:
                    if other not in seen:
                        seen.add(other)
                        todo.append(other)
        groups.append(group)
    return groups


class _Search:
    """A search of one group after the other, with one limit for all of them."""

    def __init__(self, deadline: Deadline) -> None:
        self._deadline = deadline
        self._left = MAX_WORK

    def fewest(self, sets: Sequence[frozenset[int]]) -> int:
        """The size of a smallest set of elements that meets all sets of a group."""
        masks = self._simplified(sets)
        size = self._disjoint(masks)
        while not self._is_enough(masks, size):
            size += 1
            if size > MAX_DEPTH:
                raise ProofTooLarge(f"more than {MAX_DEPTH} cells for solutions that differ in the same cells")
        return size

    def _work(self, amount: int) -> None:
        self._left -= amount
        if self._left < 0:
            raise ProofTooLarge("the search for fewer cells was not finished")
        self._deadline.check("the proof was not checked")

    def _simplified(self, sets: Sequence[frozenset[int]]) -> list[int]:
        """The sets as bits, smallest first, without elements and sets that are dominated.

        An element is dominated if another one occurs in all of its sets. A set is dominated if it contains another one,
        since every element that meets the other meets it, too.
        """
        occurring: dict[int, list[int]] = {}
        for number, members in enumerate(sets):
            self._work(len(members))
            for element in members:
                occurring.setdefault(element, []).append(number)
        useful: list[frozenset[int]] = []
        for numbers in sorted(occurring.values(), key=len, reverse=True):
            self._work(len(numbers) * (1 + len(useful)))
            occurrences = frozenset(numbers)
            if not any(occurrences <= other for other in useful):
                useful.append(occurrences)
        masks = [0] * len(sets)
        for place, occurrences in enumerate(useful):
            for number in occurrences:
                masks[number] |= 1 << place
        kept: list[int] = []
        for mask in sorted(set(masks), key=lambda bits: (bits.bit_count(), bits)):
            self._work(1 + len(kept))
            if not any(mask & other == other for other in kept):
                kept.append(mask)
        return kept

    def _disjoint(self, masks: Sequence[int]) -> int:
        """The number of pairwise disjoint sets that are found greedily."""
        self._work(len(masks))
        used = number = 0
        for mask in masks:
            if not mask & used:
                used |= mask
                number += 1
        return number

    def _is_enough(self, masks: Sequence[int], size: int) -> bool:
        """True if at most `size` elements can meet all sets, of which none is empty."""
        if not masks:
            return True
        if self._disjoint(masks) > size:
            return False
        smallest = min(masks, key=int.bit_count)
        while smallest:
            element = smallest & -smallest
            smallest ^= element
            if self._is_enough([mask for mask in masks if not mask & element], size - 1):
                return True
            masks = [mask & ~element for mask in masks]
            if 0 in masks:
                return False  # all elements of some set have been tried
        return False
