"""Deadlines: when work has to end, by the clock or because it is cancelled; work ends by looking at its deadline."""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from nonosat.core.errors import GaveUp

if TYPE_CHECKING:
    from threading import Event

T = TypeVar("T")

#: Seconds. Systems cannot wait for much longer than this, so a larger limit counts as no limit.
_LONGEST = 1_000_000
#: Seconds between two looks at a deadline while something else is waited for.
_LOOK = 0.05


class Deadline(NamedTuple):
    """When work has to end.

    Attributes:
        moment: reading of `time.monotonic`, in seconds; infinite if there is no moment.
        cancel: an event after which the work should end, too, such as Ctrl-C; None if nobody can cancel the work.
    """

    moment: float = math.inf
    cancel: Event | None = None

    @classmethod
    def after(cls, seconds: float | None) -> Deadline:
        """The moment some seconds from now; None, or more than a system can wait for, means no deadline."""
        return NEVER if seconds is None or seconds > _LONGEST else cls(time.monotonic() + seconds)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the moment alone: another process is ended and need not hear the event."""
        return Deadline, (self.moment,)

    @property
    def is_set(self) -> bool:
        """True if there is a moment or an event. It never changes, so a loop may test it once."""
        return self.moment < math.inf or self.cancel is not None

    @property
    def is_timed(self) -> bool:
        """True if there is a moment. It never changes."""
        return self.moment < math.inf

    @property
    def is_cancelled(self) -> bool:
        """True if the work was cancelled."""
        return self.cancel is not None and self.cancel.is_set()

    @property
    def has_passed(self) -> bool:
        """True if the moment has come or the work was cancelled."""
        return (self.moment < math.inf and time.monotonic() >= self.moment) or self.is_cancelled

    def left(self) -> float:
        """Seconds until the moment: 0 once the deadline `has_passed`, infinite if there is no moment."""
        return 0.0 if self.is_cancelled else max(0.0, self.moment - time.monotonic())

    def pause(self) -> float:
        """Seconds to wait for something else before the next look at this deadline."""
        return min(_LOOK, self.left())

    def or_after(self, seconds: float | None) -> Deadline:
        """The earlier of this deadline and the moment some seconds from now; None adds no limit."""
        return self._replace(moment=min(self.moment, Deadline.after(seconds).moment))

    def part(self, share: float) -> Deadline:
        """The moment at which a share, from 0 to 1, of the remaining time is over; no moment if there is none now."""
        return self.or_after(self.left() * share) if self.is_timed else self

    def before(self, seconds: float) -> Deadline:
        """The moment some seconds before this one."""
        return self._replace(moment=self.moment - seconds)

    def cancelled_by(self, event: Event) -> Deadline:
        """The deadline that comes at this moment or when an event is set."""
        return self._replace(cancel=event)

    def check(self, what: str = "no answer") -> None:
        """Raise `GaveUp` if the deadline `has_passed`: `WHAT within the time limit`, or `WHAT` if it was cancelled."""
        if self.has_passed:
            raise GaveUp(what if self.is_cancelled else f"{what} within the time limit")

    def wait_for(self, work: Callable[[], T], what: str, interrupt: Callable[[], object] | None = None) -> T:
        """The result of work that cannot look at the deadline; it runs in another thread.

        Args:
            work: lets other threads run meanwhile.
            what: see `check`.
            interrupt: makes `work` return early; without it, the thread is left to itself at the deadline.

        Raises:
            GaveUp: the deadline came first, and nothing interrupts the work.
            BaseException: the error of `work`.
        """
        from threading import Event, Thread

        self.check(what)
        results: list[T] = []
        errors: list[BaseException] = []
        # Not `Thread.join`: Python 3.11 takes a thread for ended if a signal raises an exception in it.
        may_begin, is_over = Event(), Event()
        is_abandoned = False

        def run() -> None:
            may_begin.wait()
            try:
                if not is_abandoned:
                    results.append(work())
            except BaseException as error:
                errors.append(error)
            finally:
                is_over.set()

        try:
            Thread(target=run, daemon=True).start()
            may_begin.set()
            while not is_over.wait(self.pause()) and not self.has_passed:
                pass
        except RuntimeError:  # a limit of memory leaves no room for a thread
            return work()
        finally:
            # Whatever comes meanwhile, such as a signal while the thread starts, or a second Ctrl-C: the thread must
            # not outlive the solver that it uses.
            is_abandoned = not may_begin.is_set()
            may_begin.set()
            while interrupt is not None and not is_abandoned and not is_over.is_set():
                try:
                    interrupt()
                    is_over.wait(_LOOK)
                except BaseException as error:
                    errors.append(error)
        if errors:
            raise errors[0]
        if not results:
            self.check(what)
        return results[0]


#: No deadline.
NEVER = Deadline()
