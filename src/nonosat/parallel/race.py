"""Calls that run side by side, each in a child process, and take turns where there are more of them than slots.

A turn is an allowance of work, not of time. A call whose allowance is used up asks for more, and waits until it gets
it: so nothing is stopped in its midst, and with one slot the order of turns is the same in every run.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Generic, TypeVar

from nonosat.core.deadline import NEVER, Allowance, Deadline
from nonosat.core.errors import GaveUp, SolverError
from nonosat.parallel.pool import Call, Pool, WorkerDied
from nonosat.parallel.processes import may_have_children
from nonosat.parallel.turns import TURN, Turns

T = TypeVar("T")


class _Runner(Generic[T]):
    """A call that takes part in a race, and the work that it has done as far as that is known."""

    def __init__(self, name: str, function: Callable[[Allowance], T], turns: Turns) -> None:
        self.name, self.function, self.turns = name, function, turns
        self.call: Call[tuple[T, float]] | None = None
        self.spent = 0.0


class ProcessRace(Generic[T]):
    """Calls that run at the same time; iterating gives the name and the result of each as it finishes.

    Each is called with an allowance of work, on which it counts what it does. Leaving the `with` block ends those that
    still run. In a process that may have no children, the calls run one after the other in this process.

    Attributes:
        failures: a message for each call that ended without a result.
        turns_taken: the names of the calls that had the turns so far, in their order.
    """

    def __init__(
        self,
        calls: Mapping[str, Callable[[Allowance], T]],
        deadline: Deadline = NEVER,
        slots: int | None = None,
        turns: Mapping[str, Turns] | None = None,
    ) -> None:
        """Nothing starts before the race is iterated.

        Args:
            calls: functions by name, in the order in which they start. They and their results must be picklable.
            deadline: the work of all calls counts on it.
            slots: the number of calls that may run at once, at least 1; all of them if None.
            turns: those of some calls, by name.
        """
        self.deadline = deadline
        self.failures: list[str] = []
        self.turns_taken: list[str] = []
        self._slots = len(calls) if slots is None else slots
        self._runners = [_Runner(name, call, (turns or {}).get(name, Turns())) for name, call in calls.items()]
        self._pool = Pool(max(1, len(calls)), keeps=False)

    def __enter__(self) -> ProcessRace[T]:
        return self

    def __exit__(self, *_: object) -> None:
        self._pool.__exit__()

    @property
    def work(self) -> dict[str, float]:
        """The work of each call so far, in units, as far as it has reported it."""
        return {runner.name: runner.spent for runner in self._runners}

    def __iter__(self) -> Iterator[tuple[str, T]]:
        """Start the calls and wait for their results.

        Raises:
            GaveUp: the deadline has passed.
        """
        self.deadline.check()
        if not may_have_children():
            yield from self._one_by_one()
            return
        waiting, running = list(self._runners), list[_Runner[T]]()
        while waiting or running:
            while waiting and len(running) < self._slots and (runner := self._next(waiting)) is not None:
                waiting.remove(runner)
                running.append(runner)
                self._give_turn(runner)
            call = self._pool.wait(self.deadline)
            if call is None:
                break
            runner = next(each for each in running if each.call is call)
            running.remove(runner)
            if not call.is_done:
                self._note_work(runner, call.question)
                self.deadline.check()
                waiting.append(runner)
            elif call.error is None:
                result, spent = call.result()
                self._note_work(runner, spent)
                yield runner.name, result
            else:
                self.failures.append(_failure(runner.name, call.error))
        # Calls that check the deadline themselves may end a moment before it is checked here.
        self.deadline.check()

    def _next(self, waiting: list[_Runner[T]]) -> _Runner[T] | None:
        """The call for the next turn: the one that is most behind; None if nothing may start yet."""
        first = self._runners[0]
        if first.spent < first.turns.alone and (first.call is None or not first.call.is_done):
            return first if first in waiting else None
        return min(waiting, key=lambda runner: (runner.spent / runner.turns.weight, self._runners.index(runner)))

    def _give_turn(self, runner: _Runner[T]) -> None:
        self.turns_taken.append(runner.name)
        if runner.call is None:
            runner.call = self._pool.submit(partial(_in_turns, runner.function, runner.turns.first), asks=True)
        else:
            self._pool.reply(runner.call, TURN)

    def _note_work(self, runner: _Runner[T], spent: float) -> None:
        self.deadline.spend(spent - runner.spent)
        runner.spent = spent

    def _one_by_one(self) -> Iterator[tuple[str, T]]:
        for runner in self._runners:
            try:
                yield runner.name, runner.function(Allowance(math.inf))
            except (GaveUp, SolverError) as error:
                self.failures.append(str(error))


def _in_turns(
    function: Callable[[Allowance], T], first: float, ask_for_more: Callable[[float], float]
) -> tuple[T, float]:
    """In a child: the result, and the work of it."""
    allowance = Allowance(first, ask_for_more)
    return function(allowance), allowance.spent


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
    with ProcessRace({name: partial(_uncounted, function)}, deadline) as race:
        for _, result in race:
            return result
    raise SolverError(race.failures[0])


def _uncounted(function: Callable[[], T], allowance: Allowance) -> T:  # noqa: ARG001
    return function()
