"""Runs functions in a process of their own that can be ended when they take too long.

Solvers cannot all be interrupted from within. The process is kept from one call to the next, so what a call measures
inside of it is free of the start of Python.
"""

from __future__ import annotations

import multiprocessing
import signal
from collections.abc import Callable
from multiprocessing.connection import Connection
from types import TracebackType
from typing import Any, TypeVar

T = TypeVar("T")


class Failed(Exception):
    """The function raised an error, or its process died; says which."""


class Worker:
    """Calls functions that can be imported, with arguments that can be pickled; leaving its block ends the process."""

    def __init__(self) -> None:
        self._context = multiprocessing.get_context("spawn")
        self._process: multiprocessing.process.BaseProcess | None = None
        self._connection: Connection | None = None

    def call(self, function: Callable[..., T], *arguments: object, limit: float | None = None) -> T | None:
        """What the function returns, or None if it has not returned within the limit in seconds.

        Raises:
            Failed: there was an error.
        """
        connection = self._open()
        connection.send((function, arguments))
        if not connection.poll(limit):
            self.close()
            return None
        try:
            fine, value = connection.recv()
        except EOFError:
            self.close()
            raise Failed("its process died") from None
        if not fine:
            raise Failed(value)
        result: T = value
        return result

    def close(self) -> None:
        """End the process; the next call starts another."""
        if self._process is not None and self._connection is not None:
            self._process.kill()
            self._process.join()
            self._connection.close()
            self._process = self._connection = None

    def __enter__(self) -> Worker:
        return self

    def __exit__(self, _: type[BaseException] | None, __: BaseException | None, ___: TracebackType | None) -> None:
        self.close()

    def _open(self) -> Connection:
        if self._connection is None:
            self._connection, theirs = self._context.Pipe()
            self._process = self._context.Process(target=_serve, args=(theirs,))
            self._process.start()
            theirs.close()
            # The first call must not pay for the start.
            self._connection.send((int, ()))
            self._connection.recv()
        return self._connection


def _serve(connection: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to all; whoever called ends this process
    while True:
        try:
            function, arguments = connection.recv()
        except EOFError:
            return
        answer: tuple[bool, Any]
        try:
            answer = True, function(*arguments)
        except Exception as error:
            answer = False, f"{type(error).__name__}: {error}"
        connection.send(answer)
