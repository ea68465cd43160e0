"""Processes: cores, permission to have children, signals at the start of children, and their ends in words."""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Iterator
from types import FrameType
from typing import NoReturn

from nonosat.core.system import this_system
from nonosat.core.windows_console import let_console_ignore


def available_cores() -> int:
    """The number of processors that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def may_have_children() -> bool:
    """True if this process can start children: `multiprocessing` refuses where it is the worker of a pool itself."""
    module = sys.modules.get("multiprocessing.process")  # imported by now in such a worker
    return this_system().forks or module is None or not module.current_process().daemon


def describe_exit(code: int | None) -> str:
    """The end of a process in words, from its exit code: -n if signal n killed it; None if it is unknown."""
    if code is None:
        return "ended"
    return f"killed by signal {-code}" if code < 0 else f"ended with exit code {code}"


@contextlib.contextmanager
def sigint_blocked() -> Iterator[None]:
    """Within the block, SIGINT (Ctrl-C) waits, so it should be short; for processes that it starts it waits for ever.

    A terminal sends SIGINT to all processes, but only the main one acts on it and ends the others. It is not enough to
    ignore the signal, since PySAT installs a handler of its own whenever it solves. Where a system cannot block
    signals, only the main thread lets SIGINT wait, and the new processes must ignore it by themselves; on Windows,
    Ctrl-C in the console has no effect on them.
    """
    if this_system().blocks_signals:
        from nonosat.core.unix import SigintMask

        with SigintMask():
            yield
        return
    import threading

    has_come = False

    def note(number: int, frame: FrameType | None) -> None:  # noqa: ARG001
        nonlocal has_come
        has_come = True

    is_main = threading.current_thread() is threading.main_thread()
    before = signal.signal(signal.SIGINT, note) if is_main else None
    let_console_ignore(True)
    try:
        yield
    finally:
        let_console_ignore(False)
        if before is not None:
            signal.signal(signal.SIGINT, before)
        if has_come:
            signal.raise_signal(signal.SIGINT)


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
