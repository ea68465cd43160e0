"""What all that starts child processes needs: how many cores there are, and children that neither outlive us nor
answer for us.
"""

from __future__ import annotations

import contextlib
import os
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial

#: Of prctl(2): a signal to get when the parent dies.
_PR_SET_PDEATHSIG = 1


def cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def can_fork() -> bool:
    """Whether this process can be forked, to do several things at once with what it has in memory."""
    return sys.platform == "linux"


@contextlib.contextmanager
def sigint_blocked() -> Iterator[None]:
    """Start children that never notice Ctrl-C: it is for the parent, which ends them.

    A terminal sends it to both. To ignore it is not enough, since PySAT listens for it anew whenever it solves; a mask
    lasts from the first moment of the child to its last.
    """
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)


def die_with_parent() -> Callable[[], None]:
    """What a child has to call first, so that it dies when we do, however that comes about.

    Only Linux offers this; elsewhere it does nothing.
    """
    if sys.platform == "linux":
        import ctypes  # noqa: F401 - now, since an import in a forked child may wait for a lock for ever
    return partial(end_with_parent, os.getpid())


def end_with_parent(parent: int) -> None:
    """In a child: die when the parent does, however that comes about; only where the system offers it.

    Args:
        parent: its process id, since it may have died before this is called.
    """
    if sys.platform != "linux":
        return
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:  # it has died already
        os._exit(1)


def reset_signal_handlers() -> None:
    """In a child: a signal that asks to end does so at once; what the parent does then is not for its child."""
    for name in ("SIGTERM", "SIGHUP"):
        if hasattr(signal, name) and callable(signal.getsignal(getattr(signal, name))):
            signal.signal(getattr(signal, name), signal.SIG_DFL)
