"""Ending a command by signals and by its time limit, so that child processes and temporary files are removed."""

from __future__ import annotations

import contextlib
import signal
import sys
import threading
import time
from collections.abc import Callable, Iterator

from nonosat.core.deadline import NEVER, Deadline, StopRequest
from nonosat.core.errors import GaveUp, NonosatError

#: Seconds after the deadline that work which checks it by itself has to end.
_GRACE = 0.3
#: Seconds between two looks at the clock.
_TICK = 0.1
#: The message of work that a deadline ends.
_LATE = "no answer within the time limit"


@contextlib.contextmanager
def ended_by_signals() -> Iterator[None]:
    """Within the block, signals that ask to end raise `SystemExit`, so that all `finally` clauses run.

    They are SIGTERM, SIGHUP and SIGBREAK (Ctrl-Break), as far as the system has them. Only for work in other processes:
    Python cannot handle the signal while a solver runs in this one.
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
def ended_by_interrupt(deadline: Deadline = NEVER) -> Iterator[StopRequest]:
    """Within the block, Ctrl-C is a request to end with what is known, as if the deadline had come.

    Work that checks its deadline ends by itself. Soon after the request, `GaveUp` is raised once in other work. A
    second Ctrl-C raises `KeyboardInterrupt`, as everywhere else. Outside of the main thread, and where Ctrl-C has
    another handler already, nothing is changed.

    Args:
        deadline: soon after it, `GaveUp` is raised, too, as by `ended_at_deadline`.

    Yields:
        The request, for `Deadline.stopped_by`.
    """
    stop = StopRequest()
    before = signal.getsignal(signal.SIGINT)
    if threading.current_thread() is not threading.main_thread() or before is not signal.default_int_handler:
        yield stop
        return
    from nonosat.core.alarms import alarm

    due = deadline.moment + _GRACE

    def reason() -> str | None:
        nonlocal due
        if stop.is_acknowledged if stop.is_made else time.monotonic() < due:
            return None
        due = time.monotonic() + _GRACE  # the result of a search that this ends is then to be printed
        stop.is_acknowledged = stop.is_made  # what follows finds that the deadline has come
        return "no answer" if stop.is_made else _LATE

    ring = _Ring(reason)

    def request(number: int, frame: object) -> None:  # noqa: ARG001
        stack.close()  # alarms are not nested, since not all systems can
        signal.signal(signal.SIGINT, before)
        stop.is_made = True
        if not ring.is_over:
            stack.enter_context(alarm(ring, _GRACE, _GRACE))

    with contextlib.ExitStack() as stack:
        signal.signal(signal.SIGINT, request)
        if deadline.is_timed:
            # Often, since the alarm of a live line around this one rings only when this one does.
            stack.enter_context(alarm(ring, _TICK, _TICK))
        try:
            with ring.heard():
                yield stop
        finally:
            ring.is_over = True
            stack.close()
            signal.signal(signal.SIGINT, before)


def interrupt_after(error: NonosatError) -> KeyboardInterrupt:
    """The interrupt to raise where a request to end left work without a result.

    Args:
        error: by which the work ended; what it says is printed behind `interrupted`, unless it says no more than that
            there is no answer, and without words about a time limit.
    """
    interrupt = KeyboardInterrupt()
    known = str(error).removeprefix("time limit reached ").replace(" within the time limit", "")
    known = known.removesuffix(": no answer")
    if not known.endswith("no answer"):  # also of a solver, which says so if the request came just before its search
        interrupt.add_note(known)
    return interrupt


@contextlib.contextmanager
def ended_at_deadline(deadline: Deadline) -> Iterator[None]:
    """Within the block, an alarm raises `GaveUp` soon after the deadline.

    Work that checks the deadline ends by itself with what it has found. The alarm ends work that does not, such as
    reading, encoding or drawing something large. Only the main thread can have one.

    """
    if not deadline.is_timed or threading.current_thread() is not threading.main_thread():
        yield
        return
    from nonosat.core.alarms import alarm

    ring = _Ring(lambda: _LATE)
    # The alarm repeats: the first one may end a search, whose result is then to be printed, which takes time, too.
    with alarm(ring, deadline.left() + _GRACE, _GRACE):
        try:
            with ring.heard():
                yield
        finally:
            ring.is_over = True  # an alarm from here on must not keep the next lines from running


class _Ring:
    """The function of an alarm: raises `GaveUp` if there is a reason, until it `is_over`."""

    def __init__(self, reason: Callable[[], str | None]) -> None:
        self._reason = reason
        self._raised: list[GaveUp] = []
        self._lost: GaveUp | None = None
        self.is_over = False

    def __call__(self) -> None:
        if self.is_over:
            return
        error, self._lost = self._lost, None
        if error is None and (reason := self._reason()) is not None:
            error = GaveUp(reason)
            self._raised.append(error)
        if error is not None:
            raise error

    @contextlib.contextmanager
    def heard(self) -> Iterator[None]:
        """Within the block, an error of the alarm is not lost in a finalizer, nor where C code raises its own instead.

        Python prints what a finalizer raises, and goes on: the next alarm raises it again. Whatever is raised while
        `pickle` looks up a class becomes `PicklingError`.
        """
        before = sys.unraisablehook

        def note(unraisable: sys.UnraisableHookArgs) -> None:
            if unraisable.exc_value in self._raised:
                self._lost = self._raised[-1]
            else:
                before(unraisable)

        sys.unraisablehook = note
        try:
            yield
        except NonosatError:
            raise
        except Exception as error:
            if self._raised:
                raise self._raised[-1] from error
            raise
        finally:
            sys.unraisablehook = before
