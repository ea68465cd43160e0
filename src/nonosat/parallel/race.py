"""Calls that run side by side, each in a child process, and take turns where there are more of them than slots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import GaveUp, SolverError
from nonosat.parallel.pool import Pool, Turns, WorkerDied
from nonosat.parallel.processes import may_have_children

T = TypeVar("T")

#: The default.
TURNS = Turns()


class ProcessRace(Generic[T]):
    """Calls that run at the same time; iterating gives the name and the result of each as it finishes.

    Leaving the `with` block ends those that still run. In a process that may have no children, the calls run one after
    the other in this process.

    Attributes:
        failures: a message for each call that ended without a result.
    """

    def __init__(
        self,
        calls: Mapping[str, Callable[[], T]],
        deadline: Deadline = NEVER,
        slots: int | None = None,
        turns: Mapping[str, Turns] | None = None,
    ) -> None:
        """Nothing starts before the race is iterated.

        Args:
            calls: functions by name, in the order in which they start. They and their results must be picklable.
            slots: the number of calls that may run at once, at least 1; all of them if None.
            turns: those of some calls, by name; `TURNS` for the others. If there are at least as many endless ones as
                slots, `TURNS` replaces these.
        """
        self.calls, self.deadline = calls, deadline
        self.pool = Pool(len(calls) if slots is None else slots, keeps=False)
        self.turns = dict(turns or {})
        if sum(each.are_endless for each in self.turns.values()) >= self.pool.size:
            self.turns = {name: each for name, each in self.turns.items() if not each.are_endless}
        self.failures: list[str] = []

    def __enter__(self) -> ProcessRace[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self.pool.__exit__()

    def __iter__(self) -> Iterator[tuple[str, T]]:
        """Start the calls and wait for their results.

        Raises:
            GaveUp: the deadline has passed.
        """
        self.deadline.check()
        if not may_have_children():
            yield from self._one_by_one()
            return
        names = {self.pool.submit(call, turns=self.turns.get(name, TURNS)): name for name, call in self.calls.items()}
        while (call := self.pool.wait(self.deadline)) is not None:
            if call.error is None:
                yield names[call], call.result()
            else:
                self.failures.append(_failure(names[call], call.error))
        # Calls that check the deadline themselves may end a moment before it is checked here.
        self.deadline.check()

    def _one_by_one(self) -> Iterator[tuple[str, T]]:
        for name, function in self.calls.items():
            try:
                yield name, function()
            except (GaveUp, SolverError) as error:
                self.failures.append(str(error))


def _failure(name: str, error: BaseException) -> str:
    if isinstance(error, WorkerDied):
        return f"{name} crashed: {error}"
    if isinstance(error, GaveUp | SolverError):
        return str(error)
    return f"{name} failed: {str(error) or type(error).__name__}"


def call_in_child(name: str, function: Callable[[], T], deadline: Deadline = NEVER) -> T:
    """The result of a function that runs in a child process, so that it can be ended at any time.

    Args:
        name: the name of the function in messages.
        function: it and its result must be picklable.

    Raises:
        GaveUp: the deadline has passed.
        SolverError: the function failed, or its process crashed.
    """
    with ProcessRace({name: function}, deadline) as race:
        for _, result in race:
            return result
    raise SolverError(race.failures[0])
