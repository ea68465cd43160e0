"""Deadlines: the moment at which work has to end, made once from a time limit and handed down."""

from __future__ import annotations

import math
import time
from dataclasses import dataclass

from nonosat.errors import GaveUp

#: Seconds. Systems cannot wait for much longer than this, so a larger limit is none.
_LONGEST = 1_000_000


@dataclass(frozen=True, slots=True)
class Deadline:
    """A moment at which work has to end.

    Attributes:
        moment: reading of `time.monotonic`, in seconds; infinite if the work may take as long as it needs.
    """

    moment: float = math.inf

    @classmethod
    def after(cls, seconds: float | None) -> Deadline:
        """The moment so many seconds from now.

        Args:
            seconds: how many; None, or more than a system can wait for, is no deadline.
        """
        return NEVER if seconds is None or seconds > _LONGEST else cls(time.monotonic() + seconds)

    @property
    def is_set(self) -> bool:
        """Whether there is a deadline at all."""
        return self.moment < math.inf

    @property
    def has_passed(self) -> bool:
        """Whether the moment has come."""
        return self.moment < math.inf and time.monotonic() >= self.moment

    def left(self) -> float:
        """Seconds until the moment: 0 once it has passed, infinite for `NEVER`."""
        return max(0.0, self.moment - time.monotonic())

    def wait_time(self) -> float | None:
        """Seconds until the moment, as functions of the system that wait expect it: None if there is no deadline."""
        return self.left() if self.is_set else None

    def or_after(self, seconds: float | None) -> Deadline:
        """The earlier of this deadline and the moment so many seconds from now.

        Args:
            seconds: how many; None adds no limit.
        """
        return min(self, Deadline.after(seconds), key=lambda deadline: deadline.moment)

    def check(self, what: str = "no answer") -> None:
        """Make sure that the moment has not come.

        Args:
            what: what is missing, for the message `WHAT within the time limit`.

        Raises:
            GaveUp: it has come.
        """
        if self.has_passed:
            raise GaveUp(f"{what} within the time limit")


#: No deadline.
NEVER = Deadline()
