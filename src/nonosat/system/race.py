"""Several ways to do one thing, side by side, each in a process of its own: the first answers come first.

Where there are more ways than cores to spare, they take turns: a process whose turn is over is stopped and goes on
later from where it was. So none of them is ever the wrong choice, at the price of waiting for the others.
"""

from __future__ import annotations

import math
import os
import signal
import sys
import time
from collections import deque
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from multiprocessing.connection import Connection, wait
from typing import Generic, TypeVar

from nonosat.errors import GaveUp, SolverError
from nonosat.system.deadline import NEVER, Deadline
from nonosat.system.processes import can_fork, die_with_parent, reset_signal_handlers, sigint_blocked

T = TypeVar("T")

#: Seconds. To stop a process costs next to nothing, but it finds the caches cold when it goes on. Where several start
#: at once, these have a longer first turn: the most promising ways are often done in it.
FIRST_TURN, TURN = 4.0, 0.3


@dataclass
class _Process:
    """A runner that has been started.

    Attributes:
        id: of the process.
        answer: where it says what came of it.
        until: reading of `time.monotonic` at which its turn ends; infinite for a steady runner.
    """

    name: str
    id: int
    answer: Connection
    until: float


class Race(Generic[T]):
    """Runners that work at the same time; iterating gives the name and the result of each as it finishes.

    Leaving the `with` block ends those that still run.

    Attributes:
        failures: what went wrong with runners that ended without a result.
    """

    def __init__(
        self,
        runners: Mapping[str, Callable[[], T]],
        deadline: Deadline = NEVER,
        slots: int | None = None,
        steady: Collection[str] = (),
    ) -> None:
        """
        Args:
            runners: by name; the first ones start first. What they return must be picklable.
            deadline: when to end.
            slots: how many may run at once, at least 1; all of them if None.
            steady: names of runners that keep their turn to the end, unless that leaves no slot to the others.
        """
        self.runners, self.deadline = runners, deadline
        self.slots = len(runners) if slots is None else slots
        self.steady = frozenset(steady) if len(steady) < self.slots else frozenset()
        self.failures: list[str] = []
        #: How many have a long first turn.
        self._n_long = self.slots if self.slots > 1 else 0
        self._waiting = deque(runners)
        self._running: list[_Process] = []
        self._stopped: deque[_Process] = deque()

    def __enter__(self) -> Race[T]:
        return self

    def __exit__(self, *_: object) -> None:
        for process in (*self._running, *self._stopped):
            os.kill(process.id, signal.SIGKILL)
            _reap(process)
        self._running.clear()
        self._stopped.clear()

    def __iter__(self) -> Iterator[tuple[str, T]]:
        """
        Raises:
            GaveUp: the deadline has passed.
        """
        self.deadline.check()
        if not can_fork():
            # A fork is not safe everywhere: then one after the other.
            yield from self._one_by_one()
            return
        while self._fill():
            ready = wait([process.answer for process in self._running], self._patience())
            for process in [process for process in self._running if process.answer in ready]:
                self._running.remove(process)
                done, result = _receive(process)
                if done:
                    yield process.name, result  # type: ignore[misc]
                else:
                    self.failures.append(str(result))
            if not ready:
                self.deadline.check()
                self._change()
        # Runners that look at the clock themselves may end a moment before it is looked at here.
        self.deadline.check()

    def _one_by_one(self) -> Iterator[tuple[str, T]]:
        for name, runner in self.runners.items():
            try:
                result = runner()
            except (GaveUp, SolverError) as error:
                self.failures.append(str(error))
            else:
                yield name, result

    def _fill(self) -> bool:
        """Let runners run until all slots are taken; False if there is none left."""
        while len(self._running) < self.slots and (self._waiting or self._stopped):
            n_started = len(self.runners) - len(self._waiting)
            until = time.monotonic() + (FIRST_TURN if n_started < self._n_long else TURN)
            if self._waiting:
                name = self._waiting.popleft()
                process = self._start(name, math.inf if name in self.steady else until)
            else:
                process = self._stopped.popleft()
                process.until = until
                os.kill(process.id, signal.SIGCONT)
            self._running.append(process)
        return bool(self._running)

    def _patience(self) -> float | None:
        """Seconds until there is something to do even if no runner ends."""
        times = [self.deadline.moment] if self.deadline.is_set else []
        if self._waiting or self._stopped:
            times += [process.until for process in self._running if process.until < math.inf]
        return max(0.0, min(times) - time.monotonic()) if times else None

    def _change(self) -> None:
        """Stop the runners whose turn is over, so that others can have theirs."""
        now = time.monotonic()
        for process in [process for process in self._running if process.until <= now]:
            self._running.remove(process)
            self._stopped.append(process)
            os.kill(process.id, signal.SIGSTOP)

    def _start(self, name: str, until: float) -> _Process:
        ours, theirs = os.pipe()
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError):
                stream.flush()  # or the child would write the same once more
        tied = die_with_parent()
        with sigint_blocked():
            child = os.fork()
            if child == 0:
                try:
                    tied()
                    os.close(ours)
                    _run(name, self.runners[name], Connection(theirs, readable=False))
                finally:
                    os._exit(0)  # what the parent has opened is for the parent to close
        os.close(theirs)
        return _Process(name, child, Connection(ours, writable=False), until)


def _receive(process: _Process) -> tuple[bool, object]:
    """Whether a runner that has ended has a result, and that result or what went wrong."""
    try:
        done, result = process.answer.recv()
    except (EOFError, ConnectionError):
        done, result = False, f"{process.name} crashed"
    _reap(process)
    return done, result


def _reap(process: _Process) -> None:
    with suppress(ChildProcessError):
        os.waitpid(process.id, 0)
    process.answer.close()


def _run(name: str, runner: Callable[[], object], answer: Connection) -> None:
    """In the child: run, and tell the parent what came of it."""
    reset_signal_handlers()
    try:
        message: tuple[bool, object] = True, runner()
    except (GaveUp, SolverError) as error:
        message = False, str(error)
    except Exception as error:  # such as a lack of memory: the parent tells it, in one line
        message = False, f"{name} failed: {error or type(error).__name__}"
    with suppress(ConnectionError):
        answer.send(message)
