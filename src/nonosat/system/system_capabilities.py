"""What the operating system can do: a record, made once, by which everything else chooses its way of working.

Differences between systems are decided here and nowhere else. A caller asks for a capability and not for the name of a
system, so a test can force each way of working on any system by another record.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from functools import cache
from typing import NamedTuple


class SystemCapabilities(NamedTuple):
    """What a system can do; each attribute that is False has a fallback where it is asked for.

    Attributes:
        forks: a process may be forked at any time. Elsewhere children are spawned: they start from nothing, and
            everything that they need is pickled.
        suspends: a process can be stopped and continued from outside. Elsewhere processes do not take turns.
        blocks_signals: a process can block signals, so that its children begin with them blocked.
        has_timer_signal: a timer can send a signal. Elsewhere a thread keeps the time.
        has_process_groups: a program can be ended together with all that it has started.
        ends_orphans: the kernel can end a process when its parent dies. Elsewhere a thread does, between two calls into
            C.
        locks_files: there is `flock`; elsewhere `msvcrt` is looked for.
        limits_memory: the memory of a process can be limited.
        closed_pipe_errors: the error numbers of a write to a pipe that nobody reads.
    """

    forks: bool
    suspends: bool
    blocks_signals: bool
    has_timer_signal: bool
    has_process_groups: bool
    ends_orphans: bool
    locks_files: bool
    limits_memory: bool
    closed_pipe_errors: frozenset[int]


def this_system() -> SystemCapabilities:
    """What this system can do."""
    return _detected()


@cache
def _detected() -> SystemCapabilities:
    from importlib.util import find_spec

    is_linux, is_windows = sys.platform == "linux", sys.platform == "win32"
    return SystemCapabilities(
        # The libraries of macOS do not survive a fork that is not followed by another program.
        forks=is_linux and hasattr(os, "fork"),
        suspends=hasattr(signal, "SIGSTOP") and hasattr(signal, "SIGCONT"),
        blocks_signals=hasattr(signal, "pthread_sigmask"),
        has_timer_signal=hasattr(signal, "setitimer") and hasattr(signal, "SIGALRM"),
        has_process_groups=hasattr(os, "killpg"),
        ends_orphans=is_linux,
        locks_files=find_spec("fcntl") is not None,
        # macOS has the call, and does not heed it.
        limits_memory=sys.platform != "darwin" and find_spec("resource") is not None,
        closed_pipe_errors=frozenset({errno.EPIPE, errno.EINVAL} if is_windows else {errno.EPIPE}),
    )
