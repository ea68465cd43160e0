"""Calls that run side by side, each in a child process: results come in the order in which the calls finish.

Where there are more calls than slots, they take turns: a process whose turn is over is stopped, and continues later
from where it was. So a call that never returns does not keep the others from being done. Where processes cannot be
stopped, the call whose turn is over goes on beside the next one.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from multiprocessing.connection import wait
from typing import Any, Generic, NamedTuple, TypeVar

from nonosat.errors import GaveUp, SolverError
from nonosat.system.child_process import ChildCrashed, ChildProcess, ParentLink
from nonosat.system.deadline import NEVER, Deadline
from nonosat.system.processes import can_run_side_by_side
from nonosat.system.system_capabilities import this_system

T = TypeVar("T")


class Turns(NamedTuple):
    """The lengths of the turns of a call.

    Stopping a process costs next to nothing, but the process finds the caches cold when it continues.

    Attributes:
        first: seconds of its first turn, if it is among those that start at once. These are the most promising, and
            often finish in it.
        later: seconds of its other turns; infinite for a call that keeps its turn to the end.
    """

    first: float = 4.0
    later: float = 0.3

    @property
    def are_endless(self) -> bool:
        """True if the call keeps its turn to the end."""
        return self.later == math.inf


#: The default.
TURNS = Turns()

#: The turns of a call that keeps its turn to the end.
ENDLESS = Turns(math.inf, math.inf)


@dataclass
class _RunningCall:
    """A call that has been started.

    Attributes:
        until: the reading of `time.monotonic` at which its turn ends; infinite if the turn is endless.
    """

    name: str
    child: ChildProcess
    until: float


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
            slots: the number of calls that may run at once, at least 1; all of them if None. Where processes cannot be
                stopped, each turn that is over adds one slot.
            turns: those of some calls, by name; `TURNS` for the others. If there are at least as many endless ones as
                slots, `TURNS` replaces these.
        """
        self.calls, self.deadline = calls, deadline
        self.slots = len(calls) if slots is None else slots
        self._suspends = this_system().suspends
        self.turns = dict(turns or {})
        if sum(each.are_endless for each in self.turns.values()) >= self.slots:
            self.turns = {name: each for name, each in self.turns.items() if not each.are_endless}
        self.failures: list[str] = []
        #: The number of calls with a long first turn.
        self._n_long = len(calls) if not self._suspends else self.slots if self.slots > 1 else 0
        self._waiting = deque(calls)
        self._running: list[_RunningCall] = []
        self._stopped: deque[_RunningCall] = deque()

    def __enter__(self) -> ProcessRace[T]:
        return self

    def __exit__(self, *_: object) -> None:
        for call in (*self._running, *self._stopped):
            call.child.end()
        self._running.clear()
        self._stopped.clear()

    def __iter__(self) -> Iterator[tuple[str, T]]:
        """Start the calls and wait for their results.

        Raises:
            GaveUp: the deadline has passed.
        """
        self.deadline.check()
        if not can_run_side_by_side():
            yield from self._one_by_one()
            return
        while self._fill_slots():
            ready = wait([call.child.connection for call in self._running], self._wait_time())
            for call in [call for call in self._running if call.child.connection in ready]:
                self._running.remove(call)
                try:
                    result = _result(call)
                except Exception as error:
                    self.failures.append(_failure(call.name, error))
                else:
                    yield call.name, result
            if not ready:
                self.deadline.check()
                self._end_turns()
        # Calls that check the deadline themselves may end a moment before it is checked here.
        self.deadline.check()

    def _one_by_one(self) -> Iterator[tuple[str, T]]:
        for name, function in self.calls.items():
            try:
                result = function()
            except (GaveUp, SolverError) as error:
                self.failures.append(str(error))
            else:
                yield name, result

    def _fill_slots(self) -> bool:
        """Start or continue calls until all slots are taken; return True if any call runs."""
        while len(self._running) < self.slots and (self._waiting or self._stopped):
            n_started = len(self.calls) - len(self._waiting)
            if self._waiting:
                name = self._waiting.popleft()
                call = self._start(name, self._end_of_turn(name, is_long=n_started < self._n_long))
            else:
                call = self._stopped.popleft()
                call.until = self._end_of_turn(call.name)
                call.child.resume()
            self._running.append(call)
        return bool(self._running)

    def _end_of_turn(self, name: str, *, is_long: bool = False) -> float:
        """The reading of `time.monotonic` at which a turn that begins now ends."""
        turns = self.turns.get(name, TURNS)
        return time.monotonic() + (turns.first if is_long else turns.later)

    def _start(self, name: str, until: float) -> _RunningCall:
        return _RunningCall(name, ChildProcess(partial(_send_result, self.calls[name])), until)

    def _wait_time(self) -> float | None:
        """Seconds until the deadline or the end of a turn; None if there is neither."""
        if self.deadline.is_stopped:
            return 0.0
        times = [self.deadline.moment] if self.deadline.is_timed else []
        if self._waiting or self._stopped:
            times += [call.until for call in self._running if call.until < math.inf]
        return max(0.0, min(times) - time.monotonic()) if times else None

    def _end_turns(self) -> None:
        """Where a turn is over, stop the call, or add a slot where processes cannot be stopped."""
        now = time.monotonic()
        for call in [call for call in self._running if call.until <= now]:
            if self._suspends:
                self._running.remove(call)
                self._stopped.append(call)
                call.child.suspend()
            else:
                call.until = math.inf
                self.slots += 1


def _result(call: _RunningCall) -> Any:
    """The result of a call whose process has sent a message or died; the process is ended.

    Raises:
        Exception: there is no result.
    """
    try:
        return call.child.receive()
    finally:
        call.child.end()


def _send_result(function: Callable[[], object], link: ParentLink) -> None:
    """In the child."""
    link.send(function())


def _failure(name: str, error: Exception) -> str:
    """The message about a call that ended without a result."""
    if isinstance(error, ChildCrashed):
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
