"""What a solver backend is: opens a session on a formula, which answers whether it has a model, again and again."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable
from types import TracebackType
from typing import NamedTuple, Protocol

from nonosat.cnf.formula import Formula
from nonosat.system.deadline import NEVER, Deadline

#: Literals that are true, one for each variable the solver knows.
Model = list[int]


class BackendInfo(NamedTuple):
    """What a person wants to know of a backend.

    Attributes:
        name: for `--solver`.
        kind: "in process" or "program".
        available: whether it can be used here and now.
        version: of the solver, or "" where it cannot be told.
        incremental: a second search goes on with what the first one learned.
        interrupt: it can be stopped from within; others are stopped by ending their process.
        proof: it can write a proof that there is no model.
        get: how to get it.
    """

    name: str
    kind: str
    available: bool
    version: str
    incremental: bool
    interrupt: bool
    proof: bool
    get: str


class SearchEffort(NamedTuple):
    """How much a solver has done in a session so far, in its own count."""

    conflicts: int
    decisions: int
    propagations: int


class Session(ABC):
    """A formula in a solver; leaving its `with` block closes it."""

    @abstractmethod
    def solve(self, conflicts: int | None = None) -> Model | None:
        """A model, or None if there is none.

        Args:
            conflicts: give up after so many, and go on from there when asked again; programs take no notice.

        Raises:
            GaveUp: the deadline or that limit was reached, or the solver gave up by itself.
            SolverError: the solver is missing, crashed, or said nothing that could be understood.
        """

    @abstractmethod
    def add_clause(self, clause: Iterable[int]) -> None:
        """Demand one more clause from here on."""

    @abstractmethod
    def set_phases(self, literals: Iterable[int]) -> None:
        """Suggest values to try first; a backend that cannot is free to ignore it."""

    @property
    def effort(self) -> SearchEffort | None:
        """What the searches so far have cost; None for a solver that does not tell."""
        return None

    @property
    def conflicts(self) -> int | None:
        """How many conflicts the searches so far took; None for a solver that does not tell."""
        return self.effort.conflicts if self.effort else None

    @abstractmethod
    def close(self) -> None:
        """Let go of the solver and all that belongs to it."""

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


class Backend(Protocol):
    """A way to solve formulas."""

    @property
    def name(self) -> str: ...

    def info(self) -> BackendInfo:
        """What this backend is and can; asks the solver itself for its version."""
        ...

    def require(self) -> object:
        """Make sure that the backend can be used here.

        Raises:
            SolverError: it cannot; says how to get it.
        """
        ...

    def open(self, formula: Formula, deadline: Deadline = NEVER) -> Session:
        """Begin to work on a formula.

        Args:
            formula: what to solve.
            deadline: reading of `time.monotonic` after which `solve` raises `GaveUp`.

        Raises:
            SolverError: the backend is not available here.
        """
        ...
