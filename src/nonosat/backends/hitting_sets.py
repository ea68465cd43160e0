"""Smallest hitting sets: the fewest things of which every set in a collection has one.

The method is that of RC2 on the collection as clauses, through PySAT; sets can be added at any time.

Source: A. Ignatiev, A. Morgado, J. Marques-Silva, RC2: an efficient MaxSAT solver, JSAT 11 (2019).
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from nonosat.errors import MissingDependency


class HittingSets:
    """A collection of sets of numbers, and its smallest hitting sets.

    Leaving its `with` block releases the solver.
    """

    def __init__(self) -> None:
        """An empty collection.

        Raises:
            MissingDependency: python-sat is not installed.
        """
        try:
            from pysat.examples.hitman import Hitman
        except ImportError:
            raise MissingDependency("hitting sets need the package python-sat, which is not installed") from None
        self._hitman: Any = Hitman(htype="rc2")

    def add(self, numbers: Iterable[int]) -> None:
        """Add a set, which is not empty; from now on one of its numbers must be hit."""
        self._hitman.hit(list(numbers))

    def smallest(self) -> frozenset[int] | None:
        """A smallest hitting set of those that are not excluded; None if there is none."""
        found: list[int] | None = self._hitman.get()
        return None if found is None else frozenset(found)

    def exclude(self, numbers: Iterable[int]) -> None:
        """Exclude a hitting set and all that contain it."""
        self._hitman.block(list(numbers))

    def __enter__(self) -> HittingSets:
        return self

    def __exit__(self, *_: object) -> None:
        self._hitman.delete()
