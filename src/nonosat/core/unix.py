"""Calls that only systems of the Unix family have; imported only where `system` has the capability."""

from __future__ import annotations

import contextlib
import math
import os
import signal
import sys
import time
from collections.abc import Callable
from contextlib import AbstractContextManager

if sys.platform == "win32":  # for type checkers: they skip the rest where the calls are missing
    raise ImportError("there are no such calls here")

#: An option of prctl(2): the signal that the kernel sends to a process when its parent dies.
_PR_SET_PDEATHSIG = 1


class SigintMask(AbstractContextManager[None]):
    """A context in which SIGINT is blocked in this thread, and for ever in processes that it starts."""

    def __enter__(self) -> None:
        self._before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})

    def __exit__(self, *_: object) -> None:
        signal.pthread_sigmask(signal.SIG_SETMASK, self._before)


def process_runs(pid: int) -> bool:
    """Tell whether there is a process of this id."""
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, OverflowError):
        return False
    except PermissionError:  # it belongs to somebody else
        return True
    return True


def kill_process_group(leader: int) -> None:
    """Kill the process that leads a group, and all others of the group."""
    os.killpg(leader, signal.SIGKILL)


def flock_file(file: int) -> None:
    """Lock an open file, by its descriptor, for this process alone; raises OSError if another one has locked it."""
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def limit_address_space(memory: int) -> None:
    """Limit the address space of this process; `memory` is in bytes."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))


def end_with(parent: int) -> Callable[[], None]:
    """A function that a child calls to be killed when its parent dies, also in the middle of a call into C.

    Made before the child starts, since an import in a forked child may wait for a lock for ever.

    Args:
        parent: the process id of the parent; if another one is the parent by then, the child ends at once.
    """
    import ctypes

    def ask() -> None:
        with contextlib.suppress(OSError, AttributeError):
            ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
        if os.getppid() != parent:
            os._exit(1)

    return ask


class ForkedProcess:
    """A copy of this process, with the methods of a process of `multiprocessing`.

    It starts sooner than such a process, and may be a child of the workers of a pool of `multiprocessing`.

    Attributes:
        pid: its process id.
        exitcode: its exit code; -n if signal n killed it; None while it runs.
    """

    pid: int
    exitcode: int | None

    def __init__(self, run: Callable[[], None]) -> None:
        """Fork; the copy calls `run` and ends."""
        self.exitcode = None
        for stream in (sys.stdout, sys.stderr):
            with contextlib.suppress(OSError, ValueError, AttributeError):
                stream.flush()  # or the child would write the buffer once more
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
        until = math.inf if timeout is None else time.monotonic() + timeout
        pause = 0.0005
        while self.exitcode is None:
            try:
                pid, status = os.waitpid(self.pid, 0 if timeout is None else os.WNOHANG)
            except ChildProcessError:  # somebody else has read its exit code
                self.exitcode = 0
                return
            if pid:
                self.exitcode = os.waitstatus_to_exitcode(status)
            elif time.monotonic() >= until:
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
