"""What the operating system offers for processes, and what a process sets up at its start.

Differences between systems are asked for here, by name; `nonosat.system.child_process` starts child processes.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, NoReturn

if TYPE_CHECKING:
    import subprocess

#: An option of prctl(2): the signal that the kernel sends to a process when its parent dies.
_PR_SET_PDEATHSIG = 1


def available_cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def can_fork() -> bool:
    """Whether this process can be forked: only on Linux, since the libraries of macOS do not survive it."""
    return sys.platform == "linux"


def can_block_signals() -> bool:
    """Whether a process can block signals, so that its children begin with them blocked."""
    return hasattr(signal, "pthread_sigmask")


def may_start_processes() -> bool:
    """Whether this process may have children: the worker of a pool of `multiprocessing` may not."""
    module = sys.modules.get("multiprocessing.process")  # imported by now in such a worker
    return module is None or not module.current_process().daemon


def describe_exit(code: int | None) -> str:
    """How a process ended, in words: `killed by signal 9`, `ended with exit code 1`.

    Args:
        code: its exit code; -n if signal n killed it; None if it is not known.
    """
    if code is None:
        return "ended"
    return f"killed by signal {-code}" if code < 0 else f"ended with exit code {code}"


@contextlib.contextmanager
def sigint_blocked() -> Iterator[None]:
    """Block SIGINT (Ctrl-C); processes and threads that start meanwhile keep it blocked.

    A terminal sends SIGINT to all processes, but only the main one acts on it and ends the others. Ignoring the signal
    would not suffice, since PySAT installs a handler of its own whenever it solves. Does nothing where the system
    cannot block signals.
    """
    if not can_block_signals():
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def reset_signal_handlers() -> None:
    """In a child: undo the handlers that it has from its parent, so that SIGTERM and SIGHUP end it at once."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name) and callable(signal.getsignal(getattr(signal, name))):
            signal.signal(getattr(signal, name), signal.SIG_DFL)


def exit_on_sigterm() -> None:
    """In a child that runs programs: let SIGTERM raise `SystemExit`, so that `finally` clauses end these programs."""

    def leave(number: int, frame: object) -> NoReturn:  # noqa: ARG001
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, leave)


def die_with_parent() -> Callable[[], None]:
    """Prepare in the parent that a child dies with it; the result is to be called in the child, before all else.

    Works on Linux only; elsewhere the result does nothing.
    """
    if sys.platform == "linux":
        import ctypes  # noqa: F401 - now, since an import in a forked child may wait for a lock for ever
    return partial(_die_with_process, os.getpid())


def _die_with_process(parent: int) -> None:
    """Let the kernel kill this process when its parent dies.

    Args:
        parent: the process id of the parent; if it is no longer the parent, it has died already.
    """
    if sys.platform != "linux":
        return
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def die_with_starter() -> None:
    """In a process that `multiprocessing` has started: die when the process that asked for it dies.

    With a fork server that process is not the parent:

        starter -- asks --> fork server -- forks --> this process
           |                                              |
           +---------------- a pipe ----------------------+

    The fork server lives as long as any of its children, so its death comes too late. But the starter alone holds the
    writing end of a pipe to each process. When it dies, the pipe is hung up; the kernel is asked here to send SIGIO
    then, which on Linux ends a process without a handler for it, also one in the middle of a solver.
    """
    _die_with_process(os.getppid())
    import multiprocessing

    starter = multiprocessing.parent_process()
    if starter is None or not hasattr(os, "O_ASYNC"):
        return
    import fcntl

    pipe = starter.sentinel
    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
    if not starter.is_alive():  # it died before the kernel was asked
        os._exit(1)


def kill_group(process: subprocess.Popen[bytes]) -> None:
    """Kill a program, and all that it has started if it leads a session of its own; returns when it has ended."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        if hasattr(os, "killpg"):
            os.killpg(process.pid, signal.SIGKILL)
        else:
            process.kill()
    process.wait()
