"""Set-up of processes at their start, and facts about this process; `child_process` starts child processes."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, NoReturn

from nonosat.system.system_capabilities import this_system

if TYPE_CHECKING:
    from multiprocessing.process import BaseProcess


def available_cores() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def may_start_processes() -> bool:
    """True if `multiprocessing` may start children of this process: it refuses if this is the worker of a pool."""
    module = sys.modules.get("multiprocessing.process")  # imported by now in such a worker
    return module is None or not module.current_process().daemon


def can_run_side_by_side() -> bool:
    """True if this process can start children: a fork is always allowed, `multiprocessing` may refuse."""
    return this_system().forks or may_start_processes()


def describe_exit(code: int | None) -> str:
    """The end of a process in words: `killed by signal 9`, `ended with exit code 1`.

    Args:
        code: its exit code; -n if signal n killed it; None if it is unknown.
    """
    if code is None:
        return "ended"
    return f"killed by signal {-code}" if code < 0 else f"ended with exit code {code}"


def sigint_blocked() -> AbstractContextManager[None]:
    """Block SIGINT (Ctrl-C); processes and threads that start meanwhile keep it blocked.

    A terminal sends SIGINT to all processes, but only the main one acts on it and ends the others. It is not enough to
    ignore the signal, since PySAT installs a handler of its own whenever it solves.
    """
    if not this_system().blocks_signals:
        from nonosat.system.deferred_sigint import DeferredSigint

        return DeferredSigint()
    from nonosat.system.unix.unix_signals import SigintMask

    return SigintMask()


def reset_signal_handlers() -> None:
    """In a child: drop the handlers of its parent, so that signals that ask it to end do so at once."""
    for name in ("SIGTERM", "SIGHUP", "SIGBREAK"):
        if hasattr(signal, name) and callable(signal.getsignal(getattr(signal, name))):
            signal.signal(getattr(signal, name), signal.SIG_DFL)


def exit_on_sigterm() -> None:
    """In a child that runs programs: let SIGTERM raise `SystemExit`, so that `finally` clauses end these programs."""

    def leave(number: int, frame: object) -> NoReturn:  # noqa: ARG001
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, leave)


def die_with_parent() -> Callable[[], None]:
    """A function that the child must call first, so that it dies with this process, its parent.

    Where the kernel cannot end orphans, the function does nothing.
    """
    if not this_system().ends_orphans:
        return _do_nothing
    import ctypes  # noqa: F401 - now, since an import in a forked child may wait for a lock for ever

    from nonosat.system.unix.parent_death import end_with_process

    return partial(end_with_process, os.getpid())


def _do_nothing() -> None:
    """No preparation."""


def die_with_starter() -> None:
    """In a process that `multiprocessing` has started: die when the process that requested it dies.

    With a fork server that process is not the parent:

        starter -- asks --> fork server -- forks --> this process
           |                                              |
           +---------------- a pipe ----------------------+

    The fork server lives as long as any of its children, so its death comes too late. But the starter alone holds the
    writing end of a pipe to each process. When it dies, the pipe is hung up, and the kernel ends this process, also in
    the middle of a solver. Where the kernel cannot do so, a thread waits for the death of the starter.
    """
    import multiprocessing

    starter = multiprocessing.parent_process()
    if not this_system().ends_orphans:
        if starter is not None:
            import threading

            threading.Thread(target=_exit_after, args=(starter,), daemon=True).start()
        return
    from nonosat.system.unix.parent_death import end_with_pipe, end_with_process

    end_with_process(os.getppid())
    if starter is not None:
        end_with_pipe(starter.sentinel)
        if not starter.is_alive():  # it died before the kernel was asked
            os._exit(1)


def _exit_after(process: BaseProcess) -> None:
    """End this process when another one has ended."""
    process.join()
    os._exit(1)
