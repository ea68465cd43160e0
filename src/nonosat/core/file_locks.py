"""Locks of files; they belong to the system, so they end with the process that has them."""

from __future__ import annotations

import os
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from nonosat.core.system import this_system

#: The offset of the one byte that `msvcrt` locks: far behind the contents, since nobody else can read locked bytes.
_LOCKED_BYTE = 1 << 30


def lock_file(file: int) -> None:
    """Lock an open file until it is closed or this process ends, as far as the system has locks of files.

    Args:
        file: its descriptor, opened for writing, at offset 0.

    Raises:
        OSError: it is locked by another process or another descriptor.
    """
    if this_system().locks_files:
        from nonosat.core.unix import flock_file

        flock_file(file)
    elif find_spec("msvcrt") is not None:
        msvcrt: Any = import_module("msvcrt")
        os.lseek(file, _LOCKED_BYTE, os.SEEK_SET)
        try:
            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        finally:
            os.lseek(file, 0, os.SEEK_SET)
