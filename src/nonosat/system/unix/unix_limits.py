"""Locks of files and limits of memory."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    raise ImportError("there are no such calls here")


def flock_file(file: int) -> None:
    """Lock an open file, by its descriptor, for this process alone.

    Raises:
        OSError: another process has locked it.
    """
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def limit_address_space(memory: int) -> None:
    """Limit the address space of this process; `memory` is in bytes."""
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
