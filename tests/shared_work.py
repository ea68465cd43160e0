"""What tests compute once in a session, whatever the number of workers of pytest-xdist."""

from __future__ import annotations

import fcntl
import hashlib
import pickle
from collections.abc import Callable
from pathlib import Path
from typing import TypeVar

Value = TypeVar("Value")

#: The folder of the session, which `conftest` sets; without one, as in scripts, every caller computes for itself.
folder: Path | None = None


def shared(name: str, compute: Callable[[], Value]) -> Value:
    """The value of that name, computed by the worker that asks first while others wait; each has a copy of its own."""
    if folder is None:
        return compute()
    path = folder / f"shared-{hashlib.sha256(name.encode()).hexdigest()[:32]}"
    with open(path.with_suffix(".lock"), "w") as lock:
        # Locks of this sort end with the process and are not inherited, so one that dies leaves nobody waiting.
        fcntl.lockf(lock, fcntl.LOCK_EX)
        if not path.exists():
            unfinished = path.with_suffix(".part")
            unfinished.write_bytes(pickle.dumps(compute()))
            unfinished.rename(path)
    return pickle.loads(path.read_bytes())
