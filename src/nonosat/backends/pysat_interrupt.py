"""Ctrl-C during a search of a solver of PySAT, which turns it into an error of its own."""

from __future__ import annotations

import signal
from typing import NoReturn

from nonosat.system.deadline import Deadline


def raise_interrupt(deadline: Deadline) -> NoReturn:
    """Raise what Ctrl-C raises outside of a solver.

    The handler that Python has for it was not called, so it is called now, unless the request was made before.

    Args:
        deadline: of the search; the handler may request it to end.

    Raises:
        GaveUp: the handler has made this request.
        KeyboardInterrupt: it has not.
    """
    handler = signal.getsignal(signal.SIGINT)
    if callable(handler) and not deadline.is_stopped:
        handler(signal.SIGINT, None)
    deadline.check()
    raise KeyboardInterrupt from None
