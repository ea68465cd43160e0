"""What a solver backend is: it opens sessions on formulas, and some write proofs that a formula has no model."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol

from nonosat.backends.capabilities import Capabilities
from nonosat.backends.session import Session
from nonosat.cnf.formula import Formula
from nonosat.system.deadline import NEVER, Deadline

if TYPE_CHECKING:
    from nonosat.backends.backend_info import BackendInfo


class Backend(Protocol):
    """A solver."""

    @property
    def name(self) -> str:
        """The name by which it is chosen, and by which messages call it."""
        ...

    @property
    def capabilities(self) -> Capabilities:
        """What it can do."""
        ...

    def info(self) -> BackendInfo:
        """What is installed here; asks the solver itself for its version."""
        ...

    def require(self) -> object:
        """Make sure that the backend can be used here.

        Raises:
            MissingDependency: it cannot; the message says how to get it.
        """
        ...

    def open(self, formula: Formula, deadline: Deadline = NEVER) -> Session:
        """Begin to work on a formula.

        Args:
            formula: what to solve.
            deadline: after it, `Session.solve` raises `GaveUp`.

        Raises:
            MissingDependency: the backend is not available here.
        """
        ...

    def refute(
        self, formula: Formula, path: str, extra: Iterable[tuple[int, ...]] = (), deadline: Deadline = NEVER
    ) -> bool:
        """Search for a model, and write a DRAT proof, as text, that there is none.

        Args:
            formula: what to refute.
            path: of the file for the proof.
            extra: further clauses.
            deadline: when to end.

        Returns:
            Whether there is no model, and the proof is written.

        Raises:
            GaveUp: the deadline came first.
            UsageError: the backend has not the capability `proof`.
            SolverError: the solver is missing or crashed.
        """
        ...
