"""A session with a solver that answers once: every search begins anew, with the clauses added so far."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence

from nonosat.backends.session import SearchAnswer, Session
from nonosat.cnf.clause_group import ClauseGroup
from nonosat.cnf.renaming import Renaming


class OneShotSession(Session):
    """The clauses, and a new solver for each search.

    Assumptions become clauses of one literal. A renaming of the variables turns initial phases into the values that the
    solver tries first.
    """

    def __init__(
        self,
        solver: str,
        n_vars: int,
        groups: Sequence[ClauseGroup],
        first_value: bool | None,
        open_once: Callable[[int, Sequence[ClauseGroup]], Session],
    ) -> None:
        """Keep the clauses.

        Args:
            solver: its name, for messages.
            n_vars: the number of the last variable of the formula.
            groups: its clauses.
            first_value: see `Capabilities`.
            open_once: opens a session for one search, given the last variable and the clauses.
        """
        super().__init__(solver, n_vars)
        self._groups, self._first_value, self._open_once = groups, first_value, open_once
        self._added: list[tuple[int, ...]] = []
        self._phases: list[int] = []
        self._conflicts: list[int | None] = []

    def search(self, assumptions: Sequence[int], conflicts: int | None) -> SearchAnswer:
        extra = ClauseGroup("extra", "clauses that were added later, and assumptions")
        extra.add_simplified([*self._added, *((literal,) for literal in assumptions)])
        groups = [*self._groups, extra]
        renaming = None
        if self._first_value is not None and self._phases:
            renaming = Renaming.towards(self._phases, self._n_vars, self._first_value)
            groups = [renaming.group(group) for group in groups]
        with self._open_once(self._n_vars, groups) as session:
            model = session.solve(conflicts=conflicts)
            self._conflicts.append(session.conflicts)
        if model is None or renaming is None:
            return SearchAnswer(model)
        return SearchAnswer(renaming.literals(literal for literal in model if abs(literal) <= self._n_vars))

    def _add(self, clause: array[int]) -> None:
        self._added.append(tuple(clause))

    def set_phases(self, literals: Iterable[int]) -> None:
        self._phases = list(literals)

    @property
    def conflicts(self) -> int | None:
        known = [conflicts for conflicts in self._conflicts if conflicts is not None]
        return sum(known) if known and len(known) == len(self._conflicts) else None
