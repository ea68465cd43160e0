"""Runs functions in a process of their own that can be ended when they take too long.

Solvers cannot all be interrupted from within. The process is kept from one call to the next, so what a call measures
inside of it is free of the start of Python.
"""

from __future__ import annotations

from collections.abc import Callable
from types import TracebackType
from typing import TypeVar

from nonosat.core.deadline import Deadline
from nonosat.parallel.child_process import ChildCrashed, ChildProcess, ChildTimeout

T = TypeVar("T")


class Failed(Exception):
    """The function raised an error, or its process died; says which."""


class Worker:
    """Calls functions that can be imported, with arguments that can be pickled; leaving its block ends the process."""

    def __init__(self) -> None:
        self._child: ChildProcess | None = None

    def call(self, function: Callable[..., T], *arguments: object, limit: float | None = None) -> T | None:
        """What the function returns, or None if it has not returned within the limit in seconds.

        Raises:
            Failed: there was an error.
        """
        if self._child is None:
            self._child = ChildProcess(_caller)
            self._child.call(int, ())  # the first call must not pay for the start
        try:
            result: T = self._child.call(function, arguments, deadline=Deadline.after(limit))
        except ChildTimeout:
            self.close()
            return None
        except ChildCrashed:
            self.close()
            raise Failed("its process died") from None
        except Exception as error:
            raise Failed(f"{type(error).__name__}: {error}") from None
        return result

    def close(self) -> None:
        """End the process; the next call starts another."""
        if self._child is not None:
            self._child.end()
            self._child = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()


def _caller() -> Callable[..., object]:
    return _call


def _call(function: Callable[..., object], arguments: tuple[object, ...]) -> object:
    return function(*arguments)
