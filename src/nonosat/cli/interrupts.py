"""Ending a command by signals, so that child processes and temporary files are removed."""

from __future__ import annotations

import contextlib
import signal
import threading
from collections.abc import Iterator

from nonosat.core.errors import NonosatError


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Within the block, signals that ask to end raise `SystemExit`, so that all `finally` clauses run.

    They are SIGTERM, SIGHUP and SIGBREAK (Ctrl-Break), as far as the system has them.
    """

    def end(number: int, frame: object) -> None:  # noqa: ARG001
        raise SystemExit(128 + number)

    numbers = [getattr(signal, name) for name in ("SIGTERM", "SIGHUP", "SIGBREAK") if hasattr(signal, name)]
    before = {number: signal.getsignal(number) for number in numbers}
    for number, handler in before.items():
        if handler is signal.SIG_DFL:
            signal.signal(number, end)
    try:
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)


@contextlib.contextmanager
def cancelled_by_interrupt() -> Iterator[threading.Event]:
    """Within the block, the first Ctrl-C sets the event; the second raises `KeyboardInterrupt`, as everywhere else.

    Outside of the main thread, and where Ctrl-C has another handler already, nothing is changed.

    Yields:
        The event, for `Deadline.cancelled_by`.
    """
    event = threading.Event()
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is not signal.default_int_handler:
        yield event
        return

    def cancel(number: int, frame: object) -> None:  # noqa: ARG001
        signal.signal(signal.SIGINT, before)
        event.set()

    signal.signal(signal.SIGINT, cancel)
    try:
        yield event
    finally:
        signal.signal(signal.SIGINT, before)


def interrupt_after(error: NonosatError) -> KeyboardInterrupt:
    """The interrupt to raise where Ctrl-C left work without a result.

    Args:
        error: by which the work ended; what it says is printed after `interrupted`, without words about a time limit,
            unless it says only that there is no answer.
    """
    interrupt = KeyboardInterrupt()
    known = str(error).replace(" within the time limit", "")
    known = known.removesuffix(": no answer")
    if not known.endswith("no answer"):
        interrupt.add_note(known)
    return interrupt
