"""A session in a child process: it can be ended at any time, and a crash of the solver ends the child alone."""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from nonosat.backends.session import SearchAnswer, SearchEffort, Session
from nonosat.cnf.clause_group import ClauseGroup
from nonosat.errors import GaveUp, SolverError
from nonosat.system.child_process import ChildCrashed, ChildProcess, ChildTimeout, ParentLink
from nonosat.system.deadline import Deadline

#: The requests to the child.
_SOLVE, _ADD, _SET_PHASES = "solve", "add", "set phases"


@dataclass(frozen=True, kw_only=True)
class _Reply:
    """The result of a search.

    Attributes:
        model, core: see `SearchAnswer`.
        gave_up: the reason if there is no answer.
        effort: that of all searches so far.
    """

    model: array[int] | None = None
    core: tuple[int, ...] | None = None
    gave_up: str | None = None
    effort: SearchEffort | None


class ChildSession(Session):
    """A session of a solver that lives in a child process until a deadline."""

    def __init__(
        self,
        solver: str,
        n_vars: int,
        groups: Sequence[ClauseGroup],
        open_session: Callable[[int, Sequence[ClauseGroup]], Session],
        deadline: Deadline,
    ) -> None:
        """Start the child.

        Args:
            solver: its name, for messages.
            n_vars: the number of the last variable of the formula.
            groups: its clauses.
            open_session: opens the session in the child, given `n_vars` and `groups`; picklable.
            deadline: when `solve` ends the child and raises `GaveUp`.
        """
        super().__init__(solver, n_vars, groups)
        self.deadline = deadline
        self._effort: SearchEffort | None = None
        self.child = ChildProcess(partial(_serve, open_session, n_vars, groups))

    def search(self, assumptions: Sequence[int], conflicts: int | None) -> SearchAnswer:
        reply: _Reply = self._ask(_SOLVE, array("i", assumptions), conflicts)
        self._effort = reply.effort
        if reply.gave_up is not None:
            raise GaveUp(reply.gave_up)
        return SearchAnswer(None if reply.model is None else list(reply.model), reply.core)

    def _ask(self, action: str, *arguments: object) -> Any:
        try:
            return self.child.call(action, *arguments, seconds=self.deadline.wait_time())
        except ChildTimeout:
            self.close()
            raise GaveUp(f"solver {self.solver} found no answer within the time limit") from None
        except ChildCrashed as crash:
            self.deadline.check(f"solver {self.solver} found no answer")  # or it was ended then
            raise SolverError(f"solver {self.solver} crashed: {crash}") from None
        except (GaveUp, SolverError):
            raise
        except Exception as error:  # such as a lack of memory
            raise SolverError(f"solver {self.solver} failed: {str(error) or type(error).__name__}") from None

    def _add(self, clause: Sequence[int]) -> None:
        self.child.notify(_ADD, clause)

    def set_phases(self, literals: Iterable[int]) -> None:
        self.child.notify(_SET_PHASES, array("i", literals))

    @property
    def effort(self) -> SearchEffort | None:
        return self._effort

    def close(self) -> None:
        self.child.end()


def _serve(
    open_session: Callable[[int, Sequence[ClauseGroup]], Session],
    n_vars: int,
    groups: Sequence[ClauseGroup],
    link: ParentLink,
) -> None:
    """In the child."""
    link.answer_calls(partial(_perform, open_session(n_vars, groups)))


def _perform(session: Session, action: str, literals: array[int], conflicts: int | None = None) -> _Reply | None:
    """In the child: carry out a request of the parent."""
    if action == _ADD:
        session.add_clause(literals)
        return None
    if action == _SET_PHASES:
        session.set_phases(literals)
        return None
    try:
        model, core = session.search(literals, conflicts)
    except GaveUp as error:
        return _Reply(gave_up=str(error), effort=session.effort)
    return _Reply(model=None if model is None else array("i", model), core=core, effort=session.effort)
