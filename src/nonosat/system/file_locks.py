"""A lock of an open file, by which a second run notices the first one."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from nonosat.system.system_capabilities import this_system

#: Where `msvcrt` locks one byte: far behind the contents, since nobody else can read bytes that are locked.
_LOCKED_BYTE = 1 << 30


def lock_file(file: int) -> None:
    """Lock an open file; the system releases the lock when the file is closed or this process ends.

    Does nothing where the system has no locks of files.

    Args:
        file: its descriptor, opened for writing, at offset 0.

    Raises:
        OSError: another process, or another descriptor, has locked it.
    """
    if this_system().locks_files:
        from nonosat.system.unix.unix_limits import flock_file

        flock_file(file)
    elif find_spec("msvcrt") is not None:
        msvcrt: Any = import_module("msvcrt")
        os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)
