"""Sessions: a formula in a solver that is asked repeatedly, under assumptions and with retractable clauses.

Most solvers try the same value first for every variable. Where the other value is wanted first, the variable is
replaced by its negation in all clauses, so that the solver's value stands for the other. Such a renaming is its own
inverse: the same map leads from the formula to the renamed one, and from a model of that back to one of the formula.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from array import array
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple, Protocol

from nonosat.cnf.clause_group import ClauseGroup
from nonosat.core.errors import UsageError

#: Conflicts between two looks at a deadline.
SLICE = 2_000
#: Propagations in a unit of work. All solvers take 0.05 to 0.14 microseconds for one, conflicts included.
PROPAGATIONS = 12_500

#: Literals that are true, one for each variable the solver knows.
Model = list[int]


class Statistics(NamedTuple):
    """What all searches so far have done; None for what a solver does not count."""

    conflicts: int | None = None
    propagations: int | None = None
    decisions: int | None = None
    restarts: int | None = None


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

    Besides the variables of the formula, there are those of `new_variables` and those that activate retractable
    clauses. Models have all but the latter.
    """

    def __init__(self, name: str, n_vars: int) -> None:
        """A session of the solver of this `name` on a formula whose last variable is `n_vars`."""
        self.name = name
        self._n_vars = n_vars
        #: Variables that activate retractable clauses, now or earlier; models leave them out.
        self._hidden: set[int] = set()
        self._active: set[int] = set()
        self._answer: SearchAnswer | None = None

    @property
    def _no_answer(self) -> str:
        return f"solver {self.name} found no answer"

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
        return [literal for literal in answer.model if abs(literal) not in self._hidden]

    def core(self) -> tuple[int, ...]:
        """Some assumptions of the last search, which found no model; they have no model either.

        They need not be the fewest. If the clauses alone were found to have no model, the core is empty.

        Raises:
            UsageError: the last search did not end without a model, or the backend lacks the capability `core`.
        """
        if self._answer is None or self._answer.model is not None:
            raise UsageError(f"solver {self.name} has no core: its last search did not end without a model")
        if self._answer.core is None:
            raise UsageError(
                f"solver {self.name} names no core of its assumptions, expected an incremental solver"
                " (see `nonosat solvers`)"
            )
        return self._answer.core

    def add_clause(self, clause: Iterable[int]) -> None:
        """Add a clause for good, over variables of the formula and of `new_variables`."""
        literals = array("i", clause)
        self._count_variables(literals)
        self._add(literals)

    def add_retractable(self, clauses: Iterable[Iterable[int]]) -> int:
        """Add clauses that hold only in searches that assume the returned literal, a new variable."""
        (activation,) = self.new_variables(1)
        self._hidden.add(activation)
        self._active.add(activation)
        for clause in clauses:
            self.add_clause((-activation, *clause))
        return activation

    def retract(self, activation: int) -> None:
        """Drop retractable clauses for good; `activation` is the literal of `add_retractable`.

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

    @abstractmethod
    def search(self, assumptions: Sequence[int], conflicts: int | None) -> SearchAnswer:
        """Ask the solver; called by `solve`, with its `assumptions`, `conflicts` and errors."""

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
    def statistics(self) -> Statistics:
        """Those of all searches so far, without numbers for a backend without the capability `statistics`."""

    @property
    def conflicts(self) -> int | None:
        """The number of conflicts of the searches so far, if the backend counts them."""
        return self.statistics.conflicts

    def close(self) -> None:  # noqa: B027 - not every session holds something
        """Release the solver and all that belongs to it; a second call does nothing."""

    def __enter__(self) -> Session:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class OneSearch(Protocol):
    """A formula in a solver for one search; each `Session` is one."""

    @property
    def statistics(self) -> Statistics:
        """See `Session`."""

    def solve(self, *, conflicts: int | None = None) -> Model | None:
        """See `Session`."""

    def __enter__(self) -> OneSearch: ...

    def __exit__(self, *_: object) -> None: ...


class OneShotSession(Session):
    """The clauses, and a new solver for each search; assumptions become clauses of one literal."""

    def __init__(
        self,
        solver: str,
        n_vars: int,
        groups: Sequence[ClauseGroup],
        first_value: bool | None,
        open_once: Callable[[int, Sequence[ClauseGroup]], OneSearch],
    ) -> None:
        """A session on the clauses of `groups`, over the variables 1 to `n_vars`.

        Args:
            first_value: see `Capabilities`.
            open_once: opens a solver for one search, given the last variable and the clauses.
        """
        super().__init__(solver, n_vars)
        self._groups, self._first_value, self._open_once = groups, first_value, open_once
        self._added: list[tuple[int, ...]] = []
        self._phases: list[int] = []
        self._statistics: list[Statistics] = []

    def search(self, assumptions: Sequence[int], conflicts: int | None) -> SearchAnswer:
        extra = ClauseGroup("extra", "clauses that were added later, and assumptions")
        extra.add_simplified([*self._added, *((literal,) for literal in assumptions)])
        groups = [*self._groups, extra]
        renaming = None
        if self._first_value is not None and self._phases:
            renaming = Renaming.towards(self._phases, self._n_vars, self._first_value)
            groups = [renaming.group(group) for group in groups]
        with self._open_once(self._n_vars, groups) as search:
            model = search.solve(conflicts=conflicts)
            self._statistics.append(search.statistics)
        if model is None or renaming is None:
            return SearchAnswer(model)
        return SearchAnswer(renaming.literals(literal for literal in model if abs(literal) <= self._n_vars))

    def _add(self, clause: array[int]) -> None:
        self._added.append(tuple(clause))

    def set_phases(self, literals: Iterable[int]) -> None:
        self._phases = list(literals)

    @property
    def statistics(self) -> Statistics:
        columns = list(zip(*self._statistics, strict=True))
        return Statistics(*(None if None in column else sum(column) for column in columns))


class Renaming:
    """A map of literals that replaces some variables by their negations."""

    def __init__(self, n_vars: int, flipped: Iterable[int]) -> None:
        """A renaming of the variables 1 to `n_vars` that replaces the `flipped` ones by their negations."""
        # The image of a literal, also for negative ones, which Python counts from the end.
        self._of = [*range(n_vars + 1), *range(-n_vars, 0)]
        for variable in flipped:
            self._of[variable], self._of[-variable] = -variable, variable

    @classmethod
    def towards(cls, likely: Iterable[int], n_vars: int, first_value: bool) -> Renaming:
        """The renaming by which a solver tries some literals first.

        Args:
            likely: these literals; of two literals of one variable, the later counts. Variables that are missing, or
                larger than `n_vars`, are not replaced.
            first_value: the value that the solver tries first for every variable.
        """
        value = {abs(literal): literal > 0 for literal in likely if abs(literal) <= n_vars}
        return cls(n_vars, (variable for variable, positive in value.items() if positive is not first_value))

    def literals(self, literals: Iterable[int]) -> list[int]:
        """The images of literals: of a clause for the solver, or of its model for the formula."""
        return list(map(self._of.__getitem__, literals))

    def group(self, group: ClauseGroup) -> ClauseGroup:
        """The group of the renamed clauses."""
        of = self._of.__getitem__
        return ClauseGroup(
            group.name, group.meaning, {width: array("i", map(of, flat)) for width, flat in group.literals.items()}
        )
