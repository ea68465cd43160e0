"""A session in a child process: it can be ended at any time, and a crash of the solver ends the child alone."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from typing import NamedTuple

from nonosat.cnf.clause_group import ClauseGroup
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, SolverError
from nonosat.parallel.child_process import ChildCrashed, ChildProcess, ChildTimeout
from nonosat.solvers.session import SearchAnswer, Session, Statistics

#: Opens a session, given the number of the last variable and the clauses.
Opener = Callable[[int, Sequence[ClauseGroup]], Session]


class _Reply(NamedTuple):
    """A `SearchAnswer`, or the reason why there is none; and the statistics of all searches so far."""

    model: array[int] | None
    core: tuple[int, ...] | None
    gave_up: str | None
    statistics: Statistics


class ChildSession(Session):
    """A session in a child process; clauses and phases go to the child with the next search."""

    def __init__(
        self, solver: str, n_vars: int, groups: Sequence[ClauseGroup], open_session: Opener, deadline: Deadline
    ) -> None:
        """Start the child.

        Args:
            n_vars: the number of the last variable of the formula.
            groups: its clauses.
            open_session: opens the session in the child; picklable.
            deadline: when `solve` ends the child and raises `GaveUp`.
        """
        super().__init__(solver, n_vars)
        self.deadline = deadline
        self._new: list[array[int]] = []
        self._phases: array[int] | None = None
        self._statistics = Statistics()
        self.child = ChildProcess(partial(_serve, open_session, n_vars, groups))

    def search(self, assumptions: Sequence[int], conflicts: int | None) -> SearchAnswer:
        self.deadline.check(self._no_answer)
        new, self._new = self._new, []
        phases, self._phases = self._phases, None
        reply = self._ask(new, phases, array("i", assumptions), conflicts)
        self._statistics = reply.statistics
        if reply.gave_up is not None:
            raise GaveUp(reply.gave_up)
        return SearchAnswer(None if reply.model is None else list(reply.model), reply.core)

    def _ask(self, *arguments: object) -> _Reply:
        try:
            reply: _Reply = self.child.call(*arguments, deadline=self.deadline)
            return reply
        except ChildTimeout:
            self.close()
            self.deadline.check(self._no_answer)
            raise
        except ChildCrashed as crash:
            self.deadline.check(self._no_answer)  # or it was ended then
            raise SolverError(f"solver {self.name} crashed: {crash}") from None
        except (GaveUp, SolverError):
            raise
        except Exception as error:  # such as a lack of memory
            raise SolverError(f"solver {self.name} failed: {str(error) or type(error).__name__}") from None

    def _add(self, clause: array[int]) -> None:
        self._new.append(clause)

    def set_phases(self, literals: Iterable[int]) -> None:
        self._phases = array("i", literals)

    @property
    def statistics(self) -> Statistics:
        return self._statistics

    def close(self) -> None:
        self.child.end()


def _serve(open_session: Opener, n_vars: int, groups: Sequence[ClauseGroup]) -> Callable[..., _Reply]:
    return partial(_search, open_session(n_vars, groups))


def _search(
    session: Session, new: list[array[int]], phases: array[int] | None, assumptions: array[int], conflicts: int | None
) -> _Reply:
    """In the child: hand over what is new, and search."""
    for clause in new:
        session.add_clause(clause)
    if phases is not None:
        session.set_phases(phases)
    try:
        model, core = session.search(assumptions, conflicts)
    except GaveUp as error:
        return _Reply(None, None, str(error), session.statistics)
    return _Reply(None if model is None else array("i", model), core, None, session.statistics)
