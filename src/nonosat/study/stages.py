"""Work in stages in a child process: each stage has a limit of time, and what was found before it is not lost."""

from __future__ import annotations

import contextlib
import multiprocessing
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from multiprocessing.connection import Connection
from typing import NoReturn, TypeVar

from nonosat.errors import GaveUp, NonosatError, SolverError
from nonosat.system.processes import die_with_parent, reset_signal_handlers, sigint_blocked

T = TypeVar("T")

#: Seconds that a child has to end what it has started itself.
_GRACE = 1.0


def stages(work: Callable[[], Iterator[T]], limit: float | None = None) -> Generator[T, None, None]:
    """What the work yields, one stage after the other; closing the iterator ends the child.

    Args:
        work: run in the child; it and what it yields must be picklable.
        limit: seconds for each stage.

    Raises:
        GaveUp: a stage took longer.
        SolverError: the child crashed.
        NonosatError: the work raised it.
    """
    context = multiprocessing.get_context("fork") if sys.platform == "linux" else multiprocessing.get_context("spawn")
    connection, theirs = context.Pipe(duplex=False)
    process = context.Process(target=_serve, args=(work, theirs, die_with_parent()), daemon=True)
    with sigint_blocked():
        process.start()
    theirs.close()
    try:
        while True:
            if not connection.poll(limit):
                raise GaveUp(f"gave up after {limit:g} s")
            try:
                kind, content = connection.recv()
            except (EOFError, ConnectionError):
                process.join()
                code = process.exitcode or 0
                how = f"killed by signal {-code}" if code < 0 else f"ended with exit code {code}"
                raise SolverError(f"crashed: {how}") from None
            if kind == "end":
                return
            if kind == "error":
                raise content
            yield content
    finally:
        process.terminate()  # lets it end a program that it waits for
        process.join(_GRACE)
        process.kill()
        process.join()
        connection.close()


def _serve(work: Callable[[], Iterator[T]], connection: Connection, tie: Callable[[], None]) -> None:
    """The child: do the work and tell of each stage."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # for systems without a mask
    reset_signal_handlers()
    tie()
    with contextlib.suppress(ConnectionError):
        try:
            for content in work():
                connection.send(("stage", content))
        except NonosatError as error:
            connection.send(("error", error))
        except MemoryError:
            connection.send(("error", GaveUp("out of memory")))
        except Exception as error:  # the parent tells it, in one line
            connection.send(("error", SolverError(f"failed: {error or type(error).__name__}")))
        else:
            connection.send(("end", None))


def end_gently() -> None:
    """In a child that runs programs: when it is told to end, end them first."""

    def end(number: int, frame: object) -> NoReturn:  # noqa: ARG001
        raise SystemExit(128 + number)

    signal.signal(signal.SIGTERM, end)
