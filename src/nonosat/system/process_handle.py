"""Handles of started processes, and processes that `multiprocessing` starts."""

from __future__ import annotations

import contextlib
import sys
import weakref
from collections.abc import Callable, Iterator
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol

from nonosat.system.processes import sigint_blocked
from nonosat.system.system_capabilities import this_system

if TYPE_CHECKING:
    from multiprocessing.context import BaseContext


#: Seconds in which a child can end programs that it has started, when its parent ends.
_LAST_SECONDS = 0.5


class ProcessHandle(Protocol):
    """The part of `multiprocessing.Process` that `ChildProcess` needs."""

    @property
    def pid(self) -> int:
        """Its process id."""
        ...

    @property
    def exitcode(self) -> int | None:
        """Its exit code; -n if signal n killed it; None while it runs."""
        ...

    def join(self, timeout: float | None = None) -> None:
        """Wait until it has ended, for `timeout` seconds at most."""
        ...

    def terminate(self) -> None:
        """Ask it to end (SIGTERM)."""
        ...

    def kill(self) -> None:
        """End it at once."""
        ...


def started_process(
    target: Callable[..., None],
    arguments: tuple[object, ...],
    context: BaseContext | None,
    *,
    needs_main: bool,
) -> ProcessHandle:
    """Start a process through `multiprocessing`, with SIGINT blocked.

    Args:
        target: the function that it runs; picklable.
        arguments: those of the function; picklable.
        context: starts it; by default it is spawned, and may not have children of its own.
        needs_main: whether it needs the names of the main module of this process.
    """
    import multiprocessing.util

    if this_system().blocks_signals:
        from multiprocessing import resource_tracker

        # It would be started together with the first process, and unblock SIGINT.
        resource_tracker.ensure_running()
    # At the end of the parent, children that are daemons are ended, and others waited for.
    options: dict[str, Any] = {"target": target, "args": arguments, "daemon": context is None}
    process: Any = (context or multiprocessing.get_context("spawn")).Process(**options)  # type: ignore[attr-defined]
    with sigint_blocked(), contextlib.nullcontext() if needs_main else _main_hidden():
        process.start()
        multiprocessing.util.Finalize(process, _end_at_exit, (weakref.ref(process),), exitpriority=0)
    return process  # type: ignore[no-any-return]


def _end_at_exit(reference: Callable[[], Any]) -> None:
    """At the end of the parent: end a child that is still alive, since Ctrl-C came just before it was to be ended.

    Args:
        reference: returns the process, or None if nothing refers to it any more, so that it has ended.
    """
    process = reference()
    if process is not None and process.is_alive():
        process.terminate()
        process.join(_LAST_SECONDS)
        process.kill()


@contextlib.contextmanager
def _main_hidden() -> Iterator[None]:
    """Let `multiprocessing` start processes that do not run the main module of this process again.

    A program of a user may call the library without the guard `if __name__ == "__main__"`. A child that ran that
    program again would solve the puzzle once more instead of doing its part.
    """
    main = sys.modules["__main__"]
    sys.modules["__main__"] = ModuleType("__main__")
    try:
        yield
    finally:
        sys.modules["__main__"] = main
