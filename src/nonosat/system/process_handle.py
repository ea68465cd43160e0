"""Handles of started processes: forked copies of this one, and those that `multiprocessing` starts."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

from nonosat.system.processes import can_block_signals, sigint_blocked

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext


class ProcessHandle(Protocol):
    """The part of `multiprocessing.Process` that `ChildProcess` needs."""

    @property
    def pid(self) -> int:
        """Its process id."""
        ...

    @property
    def exitcode(self) -> int | None:
        """Its exit code; -n if signal n killed it; None while it runs."""
        ...

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has ended, for so many seconds at most."""
        ...

    def terminate(self) -> None:
        """Ask it to end (SIGTERM)."""
        ...

    def kill(self) -> None:
        """End it at once."""
        ...


def started_process(
    target: Callable[..., None], arguments: tuple[object, ...], context: BaseContext | None
) -> ProcessHandle:
    """Start a process through `multiprocessing`, with SIGINT blocked.

    Args:
        target: the function that it runs; picklable.
        arguments: of that function; picklable.
        context: decides how it is started; None to start it from nothing, without children of its own.
    """
    import multiprocessing

    if can_block_signals():
        from multiprocessing import resource_tracker

        # It is started together with the first process otherwise, and unblocks SIGINT.
        resource_tracker.ensure_running()
    # At the end of the parent, children that are daemons are killed, and others waited for.
    options: dict[str, Any] = {"target": target, "args": arguments, "daemon": context is None}
    process: Any = (context or multiprocessing.get_context("spawn")).Process(**options)  # type: ignore[attr-defined]
    with sigint_blocked():
        process.start()
    return process  # type: ignore[no-any-return]


class ForkedProcess:
    """A copy of this process.

    Not one of `multiprocessing`: that takes longer, and does not let the workers of a pool have children.
    """

    def __init__(self, run: Callable[[], None]) -> None:
        """Fork, with SIGINT blocked.

        Args:
            run: what the copy does before it ends.
        """
        self.exitcode: int | None = None
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()  # or the child would write the same once more
        with sigint_blocked():
            self.pid = os.fork()
            if self.pid == 0:
                code = 1
                try:
                    run()
                    code = 0
                except SystemExit as leave:
                    code = leave.code if isinstance(leave.code, int) else 1
                finally:
                    os._exit(code)  # what the parent has opened is for the parent to close

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has ended, for so many seconds at most."""
        until = None if timeout is None else time.monotonic() + timeout
        pause = 0.0005
        while self.exitcode is None:
            try:
                pid, status = os.waitpid(self.pid, 0 if until is None else os.WNOHANG)
            except ChildProcessError:  # somebody else has asked for its end
                self.exitcode = 0
                return
            if pid:
                self.exitcode = os.waitstatus_to_exitcode(status)
            elif until is not None and time.monotonic() >= until:
                return
            else:
                time.sleep(pause)
                pause = min(2 * pause, 0.05)

    def terminate(self) -> None:
        """Ask it to end."""
        self._signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self._signal(signal.SIGKILL)

    def _signal(self, number: int) -> None:
        if self.exitcode is None:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)
