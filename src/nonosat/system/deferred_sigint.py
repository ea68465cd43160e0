"""Starting processes that Ctrl-C does not reach, where a system cannot block signals."""

from __future__ import annotations

import signal
import threading
from contextlib import AbstractContextManager
from types import FrameType

from nonosat.system.windows_console import let_console_ignore


class DeferredSigint(AbstractContextManager[None]):
    """A context in which SIGINT waits until its end, so it should be short.

    On Windows, Ctrl-C in the console has no effect on this process meanwhile, and never on a process that it starts in
    the block. Elsewhere, and in other threads than the main one, a new process must ignore SIGINT by itself.
    """

    def __enter__(self) -> None:
        self._has_come = False
        is_main = threading.current_thread() is threading.main_thread()
        self._before = signal.signal(signal.SIGINT, self._note) if is_main else None
        let_console_ignore(True)

    def __exit__(self, *_: object) -> None:
        let_console_ignore(False)
        if self._before is not None:
            signal.signal(signal.SIGINT, self._before)
        if self._has_come:
            signal.raise_signal(signal.SIGINT)

    def _note(self, number: int, frame: FrameType | None) -> None:  # noqa: ARG002
        self._has_come = True
