"""The capabilities of the operating system: a record, made once, by which everything else chooses its way of working.

Differences between systems are decided here and nowhere else. A caller asks for a capability and not for the name of a
system, so a test can force each way of working on any system by another record.
"""

from __future__ import annotations

import errno
import os
import signal
import sys
from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Final


class SystemCapabilities:
    """The capabilities of a system; each caller has a fallback for an attribute that is False.

    A plain class, whose attributes are final for type checkers: a named tuple of this many fields takes half a
    millisecond to define, which short commands would notice.

    Attributes:
        forks: a process may be forked at any time. Elsewhere children are spawned: they start from nothing, and
            everything that they need is pickled.
        suspends: a process can be stopped and continued from outside. Elsewhere processes do not take turns.
        blocks_signals: a process can block signals, so that its children begin with them blocked.
        has_timer_signal: a timer can send a signal. Elsewhere a thread keeps the time.
        has_process_groups: a program can be ended together with all that it has started.
        ends_orphans: the kernel can end a process when its parent dies. Elsewhere a thread does, between two calls into
            C.
        locks_files: there is `flock`. Elsewhere `msvcrt` is used, if it is there.
        limits_memory: the memory of a process can be limited.
        names_terminals: the variable TERM describes the terminal. Elsewhere it is the console of Windows.
        closed_pipe_errors: the error numbers of a write to a pipe that nobody reads.
    """

    def __init__(
        self,
        *,
        forks: bool,
        suspends: bool,
        blocks_signals: bool,
        has_timer_signal: bool,
        has_process_groups: bool,
        ends_orphans: bool,
        locks_files: bool,
        limits_memory: bool,
        names_terminals: bool,
        closed_pipe_errors: frozenset[int],
    ) -> None:
        self.forks: Final = forks
        self.suspends: Final = suspends
        self.blocks_signals: Final = blocks_signals
        self.has_timer_signal: Final = has_timer_signal
        self.has_process_groups: Final = has_process_groups
        self.ends_orphans: Final = ends_orphans
        self.locks_files: Final = locks_files
        self.limits_memory: Final = limits_memory
        self.names_terminals: Final = names_terminals
        self.closed_pipe_errors: Final = closed_pipe_errors


def this_system() -> SystemCapabilities:
    """The capabilities of this system."""
    return _detected()


@cache
def _detected() -> SystemCapabilities:
    is_unix, is_linux = os.name == "posix", sys.platform == "linux"
    return SystemCapabilities(
        # The libraries of macOS do not survive a fork that is not followed by another program.
        forks=is_linux and hasattr(os, "fork"),
        suspends=hasattr(signal, "SIGSTOP") and hasattr(signal, "SIGCONT"),
        blocks_signals=hasattr(signal, "pthread_sigmask"),
        has_timer_signal=hasattr(signal, "setitimer") and hasattr(signal, "SIGALRM"),
        has_process_groups=hasattr(os, "killpg"),
        ends_orphans=is_linux,
        locks_files=is_unix,
        # macOS has the call, but ignores it.
        limits_memory=is_unix and sys.platform != "darwin",
        names_terminals=is_unix,
        closed_pipe_errors=frozenset({errno.EPIPE} if is_unix else {errno.EPIPE, errno.EINVAL}),
    )
