"""Deadlines: the moment at which work has to end, made once from a time limit and handed down."""

from __future__ import annotations

import math
import time
from typing import NamedTuple

from nonosat.core.errors import GaveUp

#: Seconds. Systems cannot wait for much longer than this, so a larger limit counts as no limit.
_LONGEST = 1_000_000


class StopRequest:
    """A request to end work before its deadline, such as by Ctrl-C; made once, and noticed wherever time is checked.

    Attributes:
        is_made: the work should end now.
        is_acknowledged: the work has noticed the request, and will end by itself soon.
    """

    __slots__ = ("is_acknowledged", "is_made")

    def __init__(self) -> None:
        self.is_made = self.is_acknowledged = False


class Deadline(NamedTuple):
    """A moment at which work has to end.

    Attributes:
        moment: reading of `time.monotonic`, in seconds; infinite if there is no moment.
        stop: a request after which the moment has come, too; None if nobody can make one.
    """

    moment: float = math.inf
    stop: StopRequest | None = None

    @classmethod
    def after(cls, seconds: float | None) -> Deadline:
        """The moment some seconds from now; None, or more than a system can wait for, means no deadline."""
        return NEVER if seconds is None or seconds > _LONGEST else cls(time.monotonic() + seconds)

    @property
    def is_set(self) -> bool:
        """True if there is a moment or a request. It never changes, so a loop may test it once."""
        return self.moment < math.inf or self.stop is not None

    @property
    def is_timed(self) -> bool:
        """True if there is a moment. It never changes."""
        return self.moment < math.inf

    @property
    def is_stopped(self) -> bool:
        """True if the work was requested to end."""
        return self.stop is not None and self.stop.is_made

    @property
    def has_passed(self) -> bool:
        """True if the moment has come or the request was made, which is then acknowledged."""
        return (self.moment < math.inf and time.monotonic() >= self.moment) or self.notice_stop()

    def left(self) -> float:
        """Seconds until the moment: 0 once `has_passed`, infinite if there is no moment."""
        return 0.0 if self.notice_stop() else max(0.0, self.moment - time.monotonic())

    def notice_stop(self) -> bool:
        """Acknowledge a request to end: the work will end by itself soon; return True if there is one."""
        if self.stop is None or not self.stop.is_made:
            return False
        self.stop.is_acknowledged = True
        return True

    def wait_time(self) -> float | None:
        """Seconds until the moment, for functions that wait: None if there is no moment."""
        left = self.left()
        return left if left < math.inf else None

    def or_after(self, seconds: float | None) -> Deadline:
        """The earlier of this deadline and the moment some seconds from now; None adds no limit."""
        return self._replace(moment=min(self.moment, Deadline.after(seconds).moment))

    def part(self, share: float) -> Deadline:
        """The moment at which a share, from 0 to 1, of the remaining time is over; no moment if there is none now."""
        return self.or_after(self.left() * share) if self.is_timed else self

    def before(self, seconds: float) -> Deadline:
        """The moment some seconds before this one."""
        return self._replace(moment=self.moment - seconds)

    def stopped_by(self, stop: StopRequest) -> Deadline:
        """The deadline that comes at this moment or when a request is made."""
        return self._replace(stop=stop)

    def check(self, what: str = "no answer") -> None:
        """Raise `GaveUp`, with the message `WHAT within the time limit`, if the deadline `has_passed`."""
        if self.has_passed:
            raise GaveUp(f"{what} within the time limit")


#: No deadline.
NEVER = Deadline()
