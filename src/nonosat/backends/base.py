"""The protocol of solver backends: they open sessions on formulas, and some prove that a formula has no model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Protocol

from nonosat.backends.capabilities import BackendInfo, Capabilities
from nonosat.backends.session import Session
from nonosat.cnf.formula import Formula
from nonosat.system.deadline import NEVER, Deadline


class Backend(Protocol):
    """A solver."""

    @property
    def name(self) -> str:
        """The name for users, also in messages."""
        ...

    @property
    def capabilities(self) -> Capabilities:
        """The capabilities of the solver."""
        ...

    def info(self) -> BackendInfo:
        """Describe the installed solver; it is asked for its version."""
        ...

    def require(self) -> object:
        """Check that the backend can be used here.

        Raises:
            MissingDependency: it cannot; the message says how to get it.
        """
        ...

    def open(self, formula: Formula, deadline: Deadline = NEVER) -> Session:
        """Open a session on a formula; after the deadline, its `solve` raises `GaveUp`.

        Raises:
            MissingDependency: the backend is not available here.
        """
        ...

    def refute(
        self, formula: Formula, path: str, extra: Iterable[tuple[int, ...]] = (), deadline: Deadline = NEVER
    ) -> bool:
        """Search for a model of a formula and `extra` clauses, and write a DRAT proof, as text, that there is none.

        Returns:
            True if there is no model, and the proof is in the file `path`.

        Raises:
            GaveUp: the deadline came first.
            UsageError: the backend lacks the capability `proof`.
            SolverError: the solver is missing or crashed.
        """
        ...
