"""A forked copy of this process."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
import time
from collections.abc import Callable

from nonosat.system.processes import sigint_blocked

if sys.platform == "win32":
    raise ImportError("there are no such calls here")


class ForkedProcess:
    """A copy of this process.

    Not one of `multiprocessing`: that takes longer, and does not let the workers of a pool have children.

    Attributes:
        pid: its process id.
        exitcode: its exit code; -n if signal n killed it; None while it runs.
    """

    pid: int
    exitcode: int | None

    def __init__(self, run: Callable[[], None]) -> None:
        """Fork, with SIGINT blocked; the copy calls `run` and ends."""
        self.exitcode = None
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()  # or the child would write the buffer once more
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
                    os._exit(code)  # without closing the files of the parent

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has ended, for `timeout` seconds at most."""
        until = None if timeout is None else time.monotonic() + timeout
        pause = 0.0005
        while self.exitcode is None:
            try:
                pid, status = os.waitpid(self.pid, 0 if until is None else os.WNOHANG)
            except ChildProcessError:  # somebody else has read its exit code
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
