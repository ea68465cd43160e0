"""A lock of an open file, which lets a second run notice the first one."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from nonosat.system.system_capabilities import this_system

#: The offset of the one byte that `msvcrt` locks: far behind the contents, since nobody else can read locked bytes.
_LOCKED_BYTE = 1 << 30


def lock_file(file: int) -> None:
    """Lock an open file; the system releases the lock when the file is closed or this process ends.

    Where the system has no locks of files, nothing happens.

    Args:
        file: its descriptor, opened for writing, at offset 0.

    Raises:
        OSError: it is locked by another process or another descriptor.
    """
    if this_system().locks_files:
        from nonosat.system.unix import flock_file

        flock_file(file)
    elif find_spec("msvcrt") is not None:
        msvcrt: Any = import_module("msvcrt")
        os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)
