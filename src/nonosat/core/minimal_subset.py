"""A minimal subset of some elements that suffices, by deletion: each is left out, for good if the others suffice.

If a set suffices, so does every larger one. If only some of the others are needed, as the core of a solver shows, the
rest is left out with the element:

    a b c d e    suffice
      b c d e    suffice, and so do b d e alone
        d e      do not, so b is needed
      b   e      suffice
      b          does not: b e is minimal

Source: J. W. Chinneck, E. W. Dravnieks, Locating minimal infeasible constraint sets in linear programs, ORSA Journal on
Computing 3 (1991), the deletion filter.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Hashable, Iterable
from typing import TypeVar

T = TypeVar("T", bound=Hashable)


def minimal_subset(
    elements: Iterable[T], core: Callable[[list[T]], Collection[T] | None], order: Iterable[T] | None = None
) -> list[T]:
    """A sufficient subset from which no element can be left out, in the order of the elements.

    Args:
        elements: all different; together they suffice.
        core: some of the elements that it gets, or all of them, that suffice; None if all of them do not.
        order: the order in which the elements are left out; None for their own.
    """
    kept = list(elements)
    for element in list(kept if order is None else order):
        if element in kept:
            sufficient = core([other for other in kept if other != element])
            if sufficient is not None:
                needed = set(sufficient)
                kept = [other for other in kept if other in needed]
    return kept
