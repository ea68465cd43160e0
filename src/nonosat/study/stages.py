"""Work in stages in a child process: each stage has a limit of time, and what was found before it is not lost."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from functools import partial
from typing import TypeVar

from nonosat.errors import GaveUp, NonosatError, SolverError
from nonosat.system.child_process import ChildCrashed, ChildProcess, ChildReturned, ChildTimeout, ParentLink

T = TypeVar("T")

#: Seconds that a child has to end programs that it has started.
_GRACE = 1.0


def stages(work: Callable[[], Iterator[T]], limit: float | None = None) -> Generator[T, None, None]:
    """Run a generator in a child process and yield what it yields; closing the iterator ends the child.

    Args:
        work: makes the generator, in the child; it and what it yields must be picklable.
        limit: seconds for each stage, which is the time between two yields; None for no limit.

    Raises:
        GaveUp: a stage took longer, or needed more memory than there is.
        SolverError: the child crashed.
        NonosatError: the work raised it.
    """
    child = ChildProcess(partial(_send_stages, work))
    try:
        while True:
            try:
                content = child.receive(limit)
            except ChildReturned:
                return
            except ChildTimeout:
                raise GaveUp(f"gave up after {limit:g} s") from None
            except ChildCrashed as crash:
                raise SolverError(f"crashed: {crash}") from None
            except NonosatError:
                raise
            except MemoryError:
                raise GaveUp("out of memory") from None
            except Exception as error:
                raise SolverError(f"failed: {str(error) or type(error).__name__}") from None
            yield content
    finally:
        child.end(_GRACE)


def _send_stages(work: Callable[[], Iterator[T]], link: ParentLink) -> None:
    """In the child."""
    for content in work():
        link.send(content)
