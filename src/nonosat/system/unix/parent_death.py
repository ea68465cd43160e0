"""Ending a process when its parent dies, by the kernel: also in the middle of a call into C."""

from __future__ import annotations

import contextlib
import os
import signal
import sys

if sys.platform == "win32":
    raise ImportError("there are no such calls here")

#: An option of prctl(2): the signal that the kernel sends to a process when its parent dies.
_PR_SET_PDEATHSIG = 1


def end_with_process(parent: int) -> None:
    """Let the kernel kill this process when its parent dies, or end it now if the parent is not that process any more.

    Args:
        parent: the process id of the parent.
    """
    import ctypes

    with contextlib.suppress(OSError, AttributeError):
        ctypes.CDLL(None).prctl(_PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def end_with_pipe(pipe: int) -> None:
    """Let the kernel end this process when a pipe is hung up.

    The kernel then sends SIGIO, which on Linux ends a process without a handler for it.

    Args:
        pipe: the descriptor of its reading end.
    """
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
