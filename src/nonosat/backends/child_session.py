"""A PySAT solver in a child process, so that it can be ended at any time, and so that its crash is only its own."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from array import array
from collections.abc import Callable, Iterable
from multiprocessing.connection import Connection
from typing import TYPE_CHECKING, cast

from nonosat.backends.base import Model, Session
from nonosat.cnf.formula import ClauseGroup, Formula
from nonosat.errors import GaveUp, SolverError
from nonosat.system.deadline import Deadline
from nonosat.system.processes import die_with_parent, reset_signal_handlers, sigint_blocked

if TYPE_CHECKING:
    from nonosat.backends.inprocess import PysatBackend

#: What the parent asks, and what the child answers; the second part of a message depends on the first. The third part
#: of an answer is the number of conflicts so far.
_SOLVE, _ADD, _PREFER = "solve", "add", "set_phases"
_MODEL, _NO_MODEL, _GAVE_UP, _FAILED = "model", "no model", "gave up", "failed"


class ChildSession(Session):
    """The session of a PySAT solver that lives in a child process until a deadline."""

    def __init__(self, backend: PysatBackend, formula: Formula, deadline: Deadline) -> None:
        self.backend, self.deadline = backend, deadline
        self._conflicts: int | None = None
        # A forked child has the formula already; where there is no fork it is sent, without its names.
        context = (
            multiprocessing.get_context("fork") if sys.platform == "linux" else multiprocessing.get_context("spawn")
        )
        self.connection, theirs = context.Pipe()
        groups = [ClauseGroup(group.name, "", group.literals) for group in formula.groups]
        self.process = context.Process(target=_serve, args=(backend, groups, theirs, die_with_parent()), daemon=True)
        with sigint_blocked():
            self.process.start()
        theirs.close()

    def solve(self, conflicts: int | None = None) -> Model | None:
        self._tell(_SOLVE, () if conflicts is None else (conflicts,))
        try:
            if not self.connection.poll(self.deadline.wait_time()):
                self.close()
                raise GaveUp(f"solver {self.backend.name} found no answer within the time limit")
            kind, content, self._conflicts = self.connection.recv()
        except (EOFError, ConnectionError):
            self.process.join()
            code = self.process.exitcode or 0
            how = f"killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
            raise SolverError(f"solver {self.backend.name} crashed: {how}") from None
        if kind == _GAVE_UP:
            raise GaveUp(content)
        if kind == _FAILED:
            raise SolverError(content)
        return list(cast("array[int]", content)) if kind == _MODEL else None

    def add_clause(self, clause: Iterable[int]) -> None:
        self._tell(_ADD, clause)

    def set_phases(self, literals: Iterable[int]) -> None:
        self._tell(_PREFER, literals)

    def _tell(self, what: str, literals: Iterable[int]) -> None:
        # A child that is gone is noticed when its answer is read; it may have said why it went.
        with contextlib.suppress(ConnectionError):
            self.connection.send((what, array("i", literals)))

    @property
    def conflicts(self) -> int | None:
        return self._conflicts

    def close(self) -> None:
        self.process.kill()
        self.process.join()
        self.connection.close()


def _serve(backend: PysatBackend, groups: list[ClauseGroup], connection: Connection, tie: Callable[[], None]) -> None:
    """The child: do as told until the parent hangs up."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for systems without a mask
    reset_signal_handlers()
    tie()
    try:
        session = backend.begin(groups)
        with contextlib.suppress(EOFError, ConnectionError):
            while True:
                what, content = connection.recv()
                if what == _SOLVE:
                    try:
                        model = session.solve(*content)
                    except GaveUp as error:
                        connection.send((_GAVE_UP, str(error), session.conflicts))
                    else:
                        answer = (_NO_MODEL, None) if model is None else (_MODEL, array("i", model))
                        connection.send((*answer, session.conflicts))
                elif what == _ADD:
                    session.add_clause(content)
                else:
                    session.set_phases(content)
    except SolverError as error:
        connection.send((_FAILED, str(error), None))
    except Exception as error:  # such as a lack of memory: the parent tells it, in one line
        connection.send((_FAILED, f"solver {backend.name} failed: {error or type(error).__name__}", None))
