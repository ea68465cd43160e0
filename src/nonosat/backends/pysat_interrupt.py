"""Ctrl-C during a search of PySAT, which raises an error of its own in place of Python's."""

from __future__ import annotations

import signal
from typing import NoReturn

from nonosat.system.deadline import Deadline


def raise_interrupt(deadline: Deadline) -> NoReturn:
    """Raise the error that Ctrl-C raises outside of a solver.

    Python's handler was not called, so it is called now, unless the deadline of the search is stopped already.

    Raises:
        GaveUp: the deadline is stopped, before or by the handler.
        KeyboardInterrupt: it is not.
    """
    handler = signal.getsignal(signal.SIGINT)
    if callable(handler) and not deadline.is_stopped:
        handler(signal.SIGINT, None)
    deadline.check()
    raise KeyboardInterrupt from None
