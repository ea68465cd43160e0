"""Deadlines: when work has to end, by the clock, by its amount or because it is cancelled; it looks at its deadline.

Work is counted in units of about a millisecond of one core, from what a search does: messages, propagations, swept
lines. A count is the same in every run, however busy the machine is, so it may decide what a search does next. The
clock may not: it only ends a search, where a user wants that.
"""

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


class Allowance:
    """An amount of work that may be done.

    Attributes:
        spent: the work so far, in units.
    """

    def __init__(self, units: float, more: Callable[[float], float] | None = None) -> None:
        """
        Args:
            units: the work that may be done.
            more: called with the work so far when that is used up; waits until there may be more, and returns how much.
                None if there is never more.
        """
        self.spent = 0.0
        self._limit, self._more = units, more

    def spend(self, units: float) -> None:
        """Count work that was done; may wait for more."""
        self.spent += units
        while self._more is not None and self.is_used_up:
            self._limit += self._more(self.spent)

    @property
    def is_used_up(self) -> bool:
        """True if no more work may be done."""
        return self.spent >= self._limit

    @property
    def left(self) -> float:
        """The work that may be done before there is none left, or more is asked for; at least 0."""
        return max(0.0, self._limit - self.spent)

    @property
    def is_limit(self) -> bool:
        """True if there is never more."""
        return self._more is None


class Deadline(NamedTuple):
    """When work has to end.

    Attributes:
        moment: reading of `time.monotonic`, in seconds; infinite if there is no moment.
        cancel: an event after which the work should end, too, such as Ctrl-C; None if nobody can cancel the work.
        allowances: the work ends when one of them is used up.
    """

    moment: float = math.inf
    cancel: Event | None = None
    allowances: tuple[Allowance, ...] = ()

    @classmethod
    def after(cls, seconds: float | None) -> Deadline:
        """The moment some seconds from now; None, or more than a system can wait for, means no deadline."""
        return NEVER if seconds is None or seconds > _LONGEST else cls(time.monotonic() + seconds)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the moment and limits of work: another process is ended and need not hear the event."""
        limits = [allowance.left for allowance in self.allowances if allowance.is_limit]
        return _with_limits, (self.moment, limits)

    @property
    def is_set(self) -> bool:
        """True if there is anything that may end the work. It never changes, so a loop may test it once."""
        return self.moment < math.inf or self.cancel is not None or bool(self.allowances)

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
        """True if the moment has come, an allowance is used up, or the work was cancelled."""
        if self.moment < math.inf and time.monotonic() >= self.moment:
            return True
        for allowance in self.allowances:  # often asked, and `any` takes longer
            if allowance.is_used_up:
                return True
        return self.is_cancelled

    def left(self) -> float:
        """Seconds until the moment: 0 once the deadline `has_passed`, infinite if there is no moment."""
        return 0.0 if self.has_passed else max(0.0, self.moment - time.monotonic())

    def work_left(self) -> float:
        """Units of work until an allowance is used up; infinite if there is none."""
        return min((allowance.left for allowance in self.allowances), default=math.inf)

    def pause(self) -> float:
        """Seconds to wait for something else before the next look at this deadline."""
        return min(_LOOK, self.left())

    def or_after(self, seconds: float | None) -> Deadline:
        """The earlier of this deadline and the moment some seconds from now; None adds no limit."""
        return self._replace(moment=min(self.moment, Deadline.after(seconds).moment))

    def or_after_work(self, units: float) -> Deadline:
        """The earlier of this deadline and the end of some work from now, in units; infinite adds no limit."""
        return self if units == math.inf else self.counting_on(Allowance(units))

    def counting_on(self, allowance: Allowance) -> Deadline:
        """The earlier of this deadline and the end of one more allowance."""
        return self._replace(allowances=(*self.allowances, allowance))

    def spend(self, units: float) -> None:
        """Count work that was done, in units; does not look whether the deadline `has_passed`."""
        for allowance in self.allowances:
            allowance.spend(units)

    def part(self, share: float) -> Deadline:
        """The deadline when a share, from 0 to 1, of the time and the work that are left is over."""
        part = self.or_after(self.left() * share) if self.is_timed else self
        return part.or_after_work(self.work_left() * share)

    def before(self, seconds: float) -> Deadline:
        """The moment some seconds before this one."""
        return self._replace(moment=self.moment - seconds)

    def cancelled_by(self, event: Event) -> Deadline:
        """The deadline that comes at this moment or when an event is set."""
        return self._replace(cancel=event)

    def check(self, what: str = "no answer") -> None:
        """Raise `GaveUp` if the deadline `has_passed`: `WHAT within the time limit` at the moment, or else `WHAT`."""
        if self.has_passed:
            is_late = time.monotonic() >= self.moment
            raise GaveUp(f"{what} within the time limit" if is_late and not self.is_cancelled else what)

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


def _with_limits(moment: float, limits: list[float]) -> Deadline:
    return Deadline(moment, None, tuple(map(Allowance, limits)))


#: No deadline.
NEVER = Deadline()
