"""Sessions: a formula in a solver that is asked repeatedly, under assumptions and with retractable clauses."""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Iterable, Sequence
from types import TracebackType
from typing import NamedTuple

from nonosat.errors import UsageError

#: Literals that are true, one for each variable the solver knows.
Model = list[int]


class SearchAnswer(NamedTuple):
    """The answer of a solver.

    Attributes:
        model: a model, or None if there is none.
        core: assumptions under which there is no model; None if the solver does not name them.
    """

    model: Model | None
    core: tuple[int, ...] | None = None


class Session(ABC):
    """A formula in a solver; leaving its `with` block closes it.

    A subclass searches (`search`) and takes further clauses (`_add`); the rest is the same for all solvers. Beside the
    variables of the formula there are those of `new_variables` and those that activate retractable clauses. Models have
    all but the latter.
    """

    def __init__(self, solver: str, n_vars: int) -> None:
        """Begin to work on a formula.

        Args:
            solver: its name, for messages.
            n_vars: the number of the last variable of the formula.
        """
        self.solver = solver
        self._n_vars = n_vars
        #: Variables that activate retractable clauses, now or earlier; models leave them out.
        self._hidden: set[int] = set()
        self._active: set[int] = set()
        self._answer: SearchAnswer | None = None

    def solve(self, assumptions: Sequence[int] = (), *, conflicts: int | None = None) -> Model | None:
        """A model in which the assumptions are true, or None if there is none.

        Args:
            assumptions: literals that hold for this search alone.
            conflicts: the number of conflicts after which to give up; the next search continues from there. Ignored by
                a backend without the capability `conflict_limit`.

        Raises:
            GaveUp: the deadline or that limit was reached, or the solver gave up by itself.
            SolverError: the solver is missing, crashed, or gave an answer that cannot be understood.
        """
        self._answer = None
        self._count_variables(assumptions)
        self._answer = answer = self.search(assumptions, conflicts)
        if answer.model is None or not self._hidden:
            return answer.model
        return self._visible(answer.model)

    def core(self) -> tuple[int, ...]:
        """Assumptions of the last search, which found no model, under which there is none.

        They need not be the fewest. If the clauses alone were found to have no model, the core is empty.

        Raises:
            UsageError: the last search did not end without a model, or the backend lacks the capability `core`.
        """
        if self._answer is None or self._answer.model is not None:
            raise UsageError(f"solver {self.solver} has no core: its last search did not end without a model")
        if self._answer.core is None:
            raise UsageError(
                f"solver {self.solver} names no core of its assumptions, expected an incremental solver"
                " (see `nonosat solvers`)"
            )
        return self._answer.core

    def add_clause(self, clause: Iterable[int]) -> None:
        """Add a clause for good, over variables of the formula and of `new_variables`."""
        literals = array("i", clause)
        self._count_variables(literals)
        self._add(literals)

    def add_retractable(self, clauses: Iterable[Iterable[int]]) -> int:
        """Add clauses that hold only in searches that assume the returned literal.

        The literal is a new variable that models leave out; it is also the argument of `retract`.
        """
        (activation,) = self.new_variables(1)
        self._hidden.add(activation)
        self._active.add(activation)
        for clause in clauses:
            self.add_clause((-activation, *clause))
        return activation

    def retract(self, activation: int) -> None:
        """Drop retractable clauses for good.

        Args:
            activation: the literal that `add_retractable` has returned; it cannot be assumed again.

        Raises:
            UsageError: it is not such a literal, or its clauses were dropped before.
        """
        if activation not in self._active:
            raise UsageError(f"literal {activation} activates no clauses, expected one of `add_retractable`")
        self._active.remove(activation)
        self.add_clause((-activation,))

    def new_variables(self, count: int) -> range:
        """Reserve `count` variables that neither the formula nor anything else in this session has used."""
        first = self._n_vars + 1
        self._n_vars += count
        return range(first, first + count)

    def _count_variables(self, literals: Iterable[int]) -> None:
        self._n_vars = max(self._n_vars, max(map(abs, literals), default=0))

    def _visible(self, literals: list[int]) -> list[int]:
        return [literal for literal in literals if abs(literal) not in self._hidden]

    @abstractmethod
    def search(self, assumptions: Sequence[int], conflicts: int | None) -> SearchAnswer:
        """Ask the solver; called by `solve`.

        Args:
            assumptions: literals that hold for this search alone.
            conflicts: the maximum number of conflicts; None for no limit.

        Raises:
            GaveUp: the deadline or that limit was reached, or the solver gave up by itself.
            SolverError: the solver is missing, crashed, or gave an answer that cannot be understood.
        """

    @abstractmethod
    def _add(self, clause: array[int]) -> None:
        """Give the solver one more clause."""

    @abstractmethod
    def set_phases(self, literals: Iterable[int]) -> None:
        """Suggest initial phases: the solver tries these literals as true first.

        A backend with neither the capability `phases` nor a known `first_value` ignores them.
        """

    @property
    @abstractmethod
    def conflicts(self) -> int | None:
        """The number of conflicts of the searches so far; None for a backend without the capability `statistics`."""

    def close(self) -> None:  # noqa: B027 - not every session holds something
        """Release the solver and all that belongs to it; a second time does nothing."""

    def __enter__(self) -> Session:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()
