"""Calls that run in child processes, several at once; the death of a process costs one try of one call, no more.

`concurrent.futures.ProcessPoolExecutor` fails as a whole when one of its processes ends, does not say at which call,
and cannot end a call that takes too long. Here one loop waits for all processes, so the call of each is known.

A call may ask a question in its midst. It waits for the reply, and another call may run meanwhile.
"""

from __future__ import annotations

import math
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import partial
from importlib import import_module
from multiprocessing.connection import wait
from typing import Any, Generic, TypeVar

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import UsageError
from nonosat.core.system import this_system
from nonosat.parallel.child_process import ChildCrashed, ChildProcess, Question
from nonosat.parallel.processes import exit_on_sigterm

T = TypeVar("T")

#: Number of times a call is tried in a worker. The first worker may have been ended from outside; the call itself is
#: blamed for the death of a second one.
TRIES = 2

#: Seconds that a worker has to end programs that it has started.
_GRACE = 0.5


class WorkerDied(Exception):
    """Processes ended at this call, and the call with them; the message says how the last one did."""


class TookTooLong(Exception):
    """A call did not end within its limit of seconds, and was ended."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no end within {seconds} s")
        self.seconds = seconds


class Call(Generic[T]):
    """A `function` that a pool calls with some `arguments`.

    Attributes:
        asks: whether it may ask questions; see `ChildProcess`.
        question: the latest one.
        is_done: there is a result or an error; a call that `Pool.wait` returns has either this or a question.
        error: the error by which it ended, or None.
    """

    def __init__(self, function: Callable[..., T], arguments: tuple[object, ...] = (), *, asks: bool = False) -> None:
        """A call that has not begun."""
        self.function, self.arguments, self.asks = function, arguments, asks
        self.question: Any = None
        self.is_done = False
        self.error: BaseException | None = None
        self._value: T | None = None
        #: For the pool: the process that is at it; whether that is still starting; and how many have died at it.
        self.child: ChildProcess
        self.is_starting = False
        self.n_deaths = 0
        #: The reading of `time.monotonic` at which it has taken too long.
        self.must_end = math.inf

    def finish(self, value: T | None, error: BaseException | None = None) -> None:
        """Note the result or the error of a call that has ended."""
        self.is_done, self._value, self.error = True, value, error

    def result(self) -> T:
        """The result of a call that is done; its error is raised."""
        if self.error is not None:
            raise self.error
        return self._value  # type: ignore[return-value]


class Pool:
    """Child processes that calls are given to; leaving its `with` block ends all of them, whatever they do.

    A call fails with `WorkerDied` if two workers die at it, and with `TookTooLong`.

    Attributes:
        size: the number of calls that run at once.
    """

    def __init__(
        self,
        size: int,
        *,
        keeps: bool = True,
        preload: Sequence[str] = (),
        memory: int | None = None,
        call_seconds: float | None = None,
    ) -> None:
        """A process is started when there is a call for it.

        Args:
            size: number of calls that may run at once, at least 1.
            keeps: whether a process is kept for further calls. Else each call has a process of its own, a copy of this
                one where the system forks: its function need not be picklable there, and is not tried again.
            preload: modules that calls need; they are imported once where workers are forked.
            memory: bytes of address space for each process; None for no limit.
            call_seconds: seconds after which a call is ended; None for no limit.

        Raises:
            UsageError: the system cannot limit memory.
        """
        if memory is not None and not this_system().limits_memory:
            raise UsageError("this system cannot limit the memory of a process; leave out the memory limit")
        self.size = size
        self._keeps, self._preload, self._memory, self._call_seconds = keeps, preload, memory, call_seconds
        self._waiting: deque[Call[Any]] = deque()
        self._running: list[Call[Any]] = []
        self._asking: list[Call[Any]] = []
        #: Calls that are done, or ask.
        self._ready: deque[Call[Any]] = deque()
        self._idle: list[ChildProcess] = []
        #: Processes that were asked to end, and the readings of `time.monotonic` at which they are killed.
        self._ending: list[tuple[ChildProcess, float]] = []

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        children = [call.child for call in (*self._running, *self._asking)]
        children += [*self._idle, *(child for child, _ in self._ending)]
        if self._keeps:
            for child in children:
                child.terminate()
        deadline = Deadline.after(_GRACE if self._keeps else 0)
        for child in children:
            child.end(deadline.left())

    def submit(self, function: Callable[..., T], *arguments: object, asks: bool = False) -> Call[T]:
        """Add a call of a `function`, picklable if processes are kept; it begins when a process is free for it.

        A call that `asks` needs a process of its own.
        """
        assert not (asks and self._keeps), "a worker answers calls and asks nothing"
        call = Call(function, arguments, asks=asks)
        self._waiting.append(call)
        self._fill()
        return call

    def reply(self, call: Call[Any], content: object) -> None:
        """Answer the question of a call, which goes on at once."""
        self._asking.remove(call)
        self._running.append(call)
        call.child.reply(content)

    def wait(self, deadline: Deadline = NEVER) -> Call[Any] | None:
        """The next call that is done, each once, or that asks; None at the deadline, and if none is left that runs."""
        while not self._ready and self._fill():
            ready = wait([call.child.connection for call in self._running], self._pause(deadline))
            for call in [call for call in self._running if call.child.connection in ready]:
                self._receive(call)
            if not ready and deadline.has_passed:
                return None
            self._fill()
            self._look_at_the_clock()
        self._fill()
        return self._ready.popleft() if self._ready else None

    def _fill(self) -> bool:
        """Begin calls until no more may run; return True if any runs."""
        while len(self._running) < self.size and self._waiting:
            self._begin(self._waiting.popleft())
        return bool(self._running)

    def _begin(self, call: Call[Any]) -> None:
        """Give a call to a process."""
        call.must_end = math.inf
        idle = self._idle_child()
        if idle is not None:
            call.child = idle
            call.must_end = Deadline.after(self._call_seconds).moment
        elif self._keeps:
            for name in self._preload if this_system().forks else ():
                import_module(name)
            call.child = ChildProcess(partial(_prepare, self._memory), may_have_children=True)
            call.is_starting = True
            call.child.send(int, ())  # answered as soon as it is ready: its start is not time of the call
        else:
            call.child = ChildProcess(partial(partial, call.function), asks=call.asks)
        self._running.append(call)
        try:
            call.child.send(*((call.function, call.arguments) if self._keeps else call.arguments))
        except Exception as error:  # it cannot be pickled
            self._finish(call, None, error)

    def _idle_child(self) -> ChildProcess | None:
        """A process without a call; those that have died meanwhile are dropped."""
        while self._idle:
            child = self._idle.pop()
            if not wait([child.connection], 0):
                return child
            child.end()
        return None

    def _receive(self, call: Call[Any]) -> None:
        """Receive the answer of a process that has sent one or died."""
        try:
            value = call.child.receive()
        except ChildCrashed as crash:
            call.child.end()
            call.n_deaths += 1
            call.is_starting = False
            if self._keeps and call.n_deaths < TRIES:
                self._running.remove(call)
                self._waiting.appendleft(call)
            else:
                self._note(call, None, WorkerDied(str(crash)))
        except Exception as error:
            self._finish(call, None, error)
        else:
            if call.is_starting:
                call.is_starting = False
                call.must_end = Deadline.after(self._call_seconds).moment
            elif isinstance(value, Question):
                call.question = value.content
                self._running.remove(call)
                self._asking.append(call)
                self._ready.append(call)
            else:
                self._finish(call, value)

    def _finish(self, call: Call[Any], value: Any, error: Exception | None = None) -> None:
        """Note the end of a call; its process is free."""
        if self._keeps and not call.is_starting:
            self._idle.append(call.child)
        else:
            call.child.end()
        self._note(call, value, error)

    def _note(self, call: Call[Any], value: Any, error: Exception | None) -> None:
        self._running.remove(call)
        call.finish(value, error)
        self._ready.append(call)

    def _pause(self, deadline: Deadline) -> float:
        """Seconds until the next look at the deadline, or another moment at which there is something to do."""
        moments = [call.must_end for call in self._running] + [moment for _, moment in self._ending]
        return max(0.0, min(deadline.pause(), min(moments) - time.monotonic()))

    def _look_at_the_clock(self) -> None:
        """End calls that have taken too long."""
        now = time.monotonic()
        for child, _ in [entry for entry in self._ending if entry[1] <= now]:
            child.end()
        self._ending = [entry for entry in self._ending if entry[1] > now]
        for call in [call for call in self._running if call.must_end <= now]:
            call.child.terminate()
            self._ending.append((call.child, now + _GRACE))
            self._note(call, None, TookTooLong(self._call_seconds or 0.0))


def _prepare(memory: int | None) -> Callable[..., object]:
    """In a worker: limit the memory; calls are then answered by `_apply`."""
    exit_on_sigterm()
    if memory is not None:
        from nonosat.core.unix import limit_address_space

        limit_address_space(memory)
    return _apply


def _apply(function: Callable[..., object], arguments: tuple[object, ...]) -> object:
    return function(*arguments)
