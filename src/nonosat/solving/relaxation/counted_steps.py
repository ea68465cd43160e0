"""The work of HiGHS: it is counted at the steps at which HiGHS asks whether to go on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from nonosat.core.deadline import Deadline


@contextmanager
def counted_steps(callback: Any, work: float, deadline: Deadline) -> Iterator[None]:
    """While HiGHS runs within the block, count each of its steps on a deadline; when this has passed, it ends.

    Args:
        callback: one of `Highs` that is called at each step, such as `cbIpmInterrupt`.
        work: of a step, in units. The step may wait until there may be more.
    """
    if not deadline.allowances:
        yield
        return

    def count(event: Any) -> None:
        deadline.spend(work)
        if deadline.has_passed:
            event.interrupt()

    callback.subscribe(count)
    try:
        yield
    finally:
        callback.unsubscribe(count)
