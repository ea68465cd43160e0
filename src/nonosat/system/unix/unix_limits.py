"""Locks of files and limits of memory."""

from __future__ import annotations

import sys

if sys.platform == "win32":
    raise ImportError("there are no such calls here")


def flock_file(file: int) -> None:
    """Lock an open file for this process alone.

    Args:
        file: its descriptor.

    Raises:
        OSError: another process has locked it.
    """
    import fcntl

    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def limit_address_space(memory: int) -> None:
    """Limit the memory of this process.

    Args:
        memory: bytes of address space that it may have.
    """
    import resource

    resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
