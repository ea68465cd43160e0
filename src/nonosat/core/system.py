"""The capabilities of the operating system: a record, made once, by which everything else chooses its way of working.

A caller asks for a capability and not for the name of a system, so a test can force each way of working by another
record.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from functools import cache


class SystemCapabilities:
    """The capabilities of this system; each caller has a fallback for an attribute that is False.

    Attributes:
        forks: a process may be forked at any time. Elsewhere children are spawned: they start from nothing, and
            everything that they need is pickled.
        blocks_signals: a process can block signals, so that its children begin with them blocked.
        has_process_groups: a program can be ended together with all that it has started.
        ends_orphans: the kernel can end a process when its parent dies. Elsewhere a thread does, between two calls into
            C.
        finds_processes: it can be asked whether a process of some id runs.
        locks_files: there is `flock`. Elsewhere `msvcrt` is used, if it is there.
        limits_memory: the memory of a process can be limited.
        names_terminals: the variable TERM describes the terminal. Elsewhere it is the console of Windows.
        closed_pipe_errors: the error numbers of a write to a pipe that nobody reads.
    """

    def __init__(self) -> None:
        is_unix, is_linux = os.name == "posix", sys.platform == "linux"
        # The libraries of macOS do not survive a fork that is not followed by another program.
        self.forks = is_linux and hasattr(os, "fork")
        self.blocks_signals = hasattr(signal, "pthread_sigmask")
        self.has_process_groups = hasattr(os, "killpg")
        self.ends_orphans = is_linux
        self.finds_processes = is_unix
        self.locks_files = is_unix
        # macOS has the call, but ignores it.
        self.limits_memory = is_unix and sys.platform != "darwin"
        self.names_terminals = is_unix
        self.closed_pipe_errors = {errno.EPIPE} if is_unix else {errno.EPIPE, errno.EINVAL}


@cache
def _detected() -> SystemCapabilities:
    return SystemCapabilities()


def this_system() -> SystemCapabilities:
    """The capabilities of this system."""
    return _detected()
