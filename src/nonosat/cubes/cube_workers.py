"""Giving cubes to workers, which may die."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable
from concurrent.futures import Future
from contextlib import closing
from queue import SimpleQueue
from typing import Generic, TypeVar

from nonosat.cubes.cube import Cube
from nonosat.errors import GaveUp, SolverError
from nonosat.system.deadline import NEVER, Deadline
from nonosat.system.worker_team import WorkerTeam

T = TypeVar("T")

#: How often a cube is given out. Workers may be ended from outside; after so many it is due to the cube.
TRIES = 4


class CubeQueue(Generic[T]):
    """Cubes to be given to workers, one call of a function for each; those of workers that died are given out again.

    Iteration yields each cube with what the function returned for it, as it comes, until no cube is left. Cubes may be
    added meanwhile.
    """

    def __init__(
        self, workers: WorkerTeam, begin: Callable[[Cube], tuple[Callable[..., T], tuple[object, ...]]]
    ) -> None:
        """
        Args:
            workers: who works.
            begin: called when a cube is given out; returns the function to be called, and its arguments.
        """
        self._workers, self._begin = workers, begin
        self._waiting: deque[Cube] = deque()
        self._running: dict[Cube, Future[T]] = {}
        self._ended: SimpleQueue[tuple[Cube, Future[T]]] = SimpleQueue()
        self._failures: Counter[Cube] = Counter()

    def add(self, cubes: Iterable[Cube]) -> None:
        """Add cubes; they are given out in this order."""
        self._waiting.extend(cubes)

    def answers(self, deadline: Deadline = NEVER) -> closing[Generator[tuple[Cube, T]]]:
        """The cubes with their answers, as a context manager that drops what is still running when it is left.

        Args:
            deadline: when to give up.
        """
        return closing(self._answers(deadline))

    def _answers(self, deadline: Deadline) -> Generator[tuple[Cube, T]]:
        try:
            while self._waiting or self._running:
                while self._waiting and len(self._running) < self._workers.capacity:
                    self._give_out(self._waiting.popleft())
                cube, future = self._workers.wait(self._ended, deadline)
                if self._running.get(cube) is not future:
                    continue
                del self._running[cube]
                error = self._failure(future)
                if error is None:
                    yield cube, future.result()
                elif isinstance(error, GaveUp):
                    raise error
                else:
                    self._try_again(cube, error)
        finally:
            for future in self._running.values():
                future.cancel()
            self._running.clear()

    def _give_out(self, cube: Cube) -> None:
        function, arguments = self._begin(cube)
        future = self._workers.submit(function, *arguments)
        self._running[cube] = future
        future.add_done_callback(lambda future: self._ended.put((cube, future)))

    def _failure(self, future: Future[T]) -> BaseException | None:
        if future.cancelled():
            return SolverError("its worker was lost")
        return future.exception()

    def _try_again(self, cube: Cube, error: BaseException) -> None:
        """Give a cube out again whose call failed, before all others."""
        self._failures[cube] += 1
        if self._failures[cube] >= TRIES:
            what = str(error) if isinstance(error, SolverError) else f"{type(error).__name__}: {error}"
            raise SolverError(f"a cube failed {TRIES} times, the last time with: {what}")
        self._waiting.appendleft(cube)
