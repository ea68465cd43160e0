"""A solver of PySAT that answers once: every search begins afresh, with the clauses that have been added so far."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from nonosat.backends.base import Model, Session
from nonosat.cnf.formula import ClauseGroup
from nonosat.cnf.renaming import Renaming

if TYPE_CHECKING:
    from nonosat.backends.inprocess import PysatBackend


class OneShotSession(Session):
    """The clauses, and a new solver for each search; suggested values become its first ones by renaming."""

    def __init__(self, backend: PysatBackend, groups: Sequence[ClauseGroup]) -> None:
        self.backend, self.groups = backend, list(groups)
        self.extra = ClauseGroup("extra", "clauses that were added later")
        self.likely: list[int] = []

    def solve(self, conflicts: int | None = None) -> Model | None:
        from nonosat.backends.inprocess import PysatSession

        groups = [*self.groups, self.extra]
        if self.backend.first_value is None or not self.likely:
            with PysatSession(self.backend, groups) as session:
                return session.solve(conflicts)
        largest = max((abs(lit) for group in groups for flat in group.literals.values() for lit in flat), default=0)
        renaming = Renaming.towards(self.likely, largest, self.backend.first_value)
        with PysatSession(self.backend, [renaming.group(group) for group in groups]) as session:
            model = session.solve(conflicts)
        return None if model is None else renaming.literals(model)

    def add_clause(self, clause: Iterable[int]) -> None:
        self.extra.add_simplified([tuple(clause)])

    def set_phases(self, literals: Iterable[int]) -> None:
        self.likely = list(literals)

    def close(self) -> None:
        """Nothing is kept between searches."""
