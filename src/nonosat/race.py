"""Several ways to do one thing, side by side, each in a process of its own: the first answers come first."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from multiprocessing.connection import Connection, wait
from typing import Generic, TypeVar

from nonosat.errors import GaveUp, SolverError

T = TypeVar("T")


class Race(Generic[T]):
    """Runners that work at the same time; iterating gives the name and the result of each as it finishes.

    Leaving the `with` block ends those that still run. A runner must not start processes of its own.

    Attributes:
        failures: what went wrong with runners that ended without a result.
    """

    def __init__(self, runners: Mapping[str, Callable[[], T]], deadline: float | None = None) -> None:
        """
        Args:
            runners: by name; what they return must be picklable.
            deadline: reading of `time.monotonic` at which to end.
        """
        self.runners, self.deadline = runners, deadline
        self.failures: list[str] = []
        self._running: dict[Connection, tuple[str, multiprocessing.process.BaseProcess]] = {}

    def __enter__(self) -> Race[T]:
        return self

    def __exit__(self, *_: object) -> None:
        for connection, (_name, process) in self._running.items():
            process.kill()
            process.join()
            connection.close()
        self._running.clear()

    def __iter__(self) -> Iterator[tuple[str, T]]:
        """
        Raises:
            GaveUp: the deadline has passed.
        """
        # A fork is not safe everywhere, and the workers of a pool may not have children: then one after the other.
        if sys.platform != "linux" or multiprocessing.current_process().daemon:
            for name, runner in self.runners.items():
                yield name, runner()
            return
        self._start()
        while self._running:
            left = None if self.deadline is None else max(0.0, self.deadline - time.monotonic())
            ready = wait(list(self._running), left)
            if not ready:
                raise GaveUp("no answer within the time limit")
            for connection in ready:
                assert isinstance(connection, Connection)
                name, process = self._running.pop(connection)
                try:
                    done, result = connection.recv()
                except (EOFError, ConnectionError):
                    done, result = False, f"{name} crashed"
                connection.close()
                process.join()
                if done:
                    yield name, result
                else:
                    self.failures.append(result)
        # Runners that look at the clock themselves may end a moment before it is looked at here.
        if self.deadline is not None and time.monotonic() >= self.deadline:
            raise GaveUp("no answer within the time limit")

    def _start(self) -> None:
        context = multiprocessing.get_context("fork")
        # Ctrl-C is for the parent, which ends its runners.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            for name, runner in self.runners.items():
                ours, theirs = context.Pipe()
                process = context.Process(target=_run, args=(name, runner, theirs), daemon=True)
                process.start()
                theirs.close()
                self._running[ours] = name, process
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)


def _run(name: str, runner: Callable[[], T], connection: Connection) -> None:
    """In the child: run, and tell the parent what came of it."""
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)  # what the parent does then is not for its child
    try:
        message: tuple[bool, object] = True, runner()
    except (GaveUp, SolverError) as error:
        message = False, str(error)
    except Exception as error:  # such as a lack of memory: the parent tells it, in one line
        message = False, f"{name} failed: {error or type(error).__name__}"
    with suppress(ConnectionError):
        connection.send(message)
