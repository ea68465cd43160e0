"""An executor of worker processes that may die: it loses the call at which one died, and nothing else.

`concurrent.futures.ProcessPoolExecutor` fails as a whole when one of its processes ends, does not say at which call,
and cannot end a call that takes too long. Here each process has a thread that gives it one call at a time, so the call
of each process is known.
"""

from __future__ import annotations

import multiprocessing
import threading
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from multiprocessing.context import BaseContext
from queue import Empty, SimpleQueue
from typing import Any, ParamSpec, TypeVar

from nonosat.system.child_process import ChildCrashed, ChildProcess, ChildTimeout, ParentLink
from nonosat.system.deadline import Deadline
from nonosat.system.processes import exit_on_sigterm, sigint_blocked
from nonosat.system.system_capabilities import this_system

P = ParamSpec("P")
T = TypeVar("T")

#: Number of times a call is tried. The first worker may have been ended from outside; the call itself is blamed for the
#: death of a second one.
TRIES = 2

#: Seconds that a worker has to end programs that it has started.
_GRACE = 0.5


class WorkerDied(Exception):
    """Workers ended at this call, and the call with them; the message says how the last one did."""


class TookTooLong(Exception):
    """A call did not end within its limit of seconds, and was ended."""

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no end within {seconds} s")
        self.seconds = seconds


@dataclass(frozen=True, kw_only=True)
class _Call:
    """A function to be called in a worker, and the future for its result or error."""

    future: Future[Any]
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    options: dict[str, Any]


class WorkerPool(Executor):
    """An executor of processes; one that dies is replaced.

    A call fails with `WorkerDied` if two workers die at it, and with `TookTooLong`. Functions, arguments and results
    must be picklable.
    """

    def __init__(
        self, size: int, *, preload: Sequence[str] = (), memory: int | None = None, call_seconds: float | None = None
    ) -> None:
        """Start the threads; each starts its process when there is a call for it.

        Args:
            size: number of processes, at least 1.
            preload: modules that calls need; they are imported once, by the process from which all are forked.
            memory: bytes of address space for each process; None for no limit.
            call_seconds: seconds after which a call is ended; None for no limit.
        """
        self._memory, self._call_seconds = memory, call_seconds
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._workers: dict[int, ChildProcess] = {}
        self._starting = threading.Lock()
        self._closed = False
        self._ended = False
        self._context = _context(preload)
        self._threads = [threading.Thread(target=self._serve_calls, args=(at,), daemon=True) for at in range(size)]
        with sigint_blocked():  # Ctrl-C is for the main thread
            for thread in self._threads:
                thread.start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Queue a call.

        Raises:
            RuntimeError: the pool is shut down.
        """
        if self._closed:
            raise RuntimeError("a call for a pool that is shut down")
        future: Future[T] = Future()
        self._calls.put(_Call(future=future, function=fn, arguments=args, options=kwargs))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no further calls.

        Args:
            wait: until all calls are done and all workers have ended.
            cancel_futures: drop the calls that have not begun.
        """
        self._closed = True
        with suppress(Empty):  # rather than a test before, since workers take calls at the same time
            while cancel_futures:
                call = self._calls.get_nowait()
                if call and call.future.cancel():
                    call.future.set_running_or_notify_cancel()  # or `concurrent.futures.wait` would not notice
        for _ in self._threads:
            self._calls.put(None)
        if wait:
            self._join_threads()

    def end(self) -> None:
        """End all calls, and all processes, now."""
        with self._starting:
            self._ended = True
            workers = list(self._workers.values())
        for worker in workers:
            worker.terminate()
        self.shutdown(wait=False, cancel_futures=True)
        self._join_threads(Deadline.after(_GRACE))
        for worker in workers:
            worker.kill()
        self._join_threads()

    def _join_threads(self, deadline: Deadline | None = None) -> None:
        for thread in self._threads:
            thread.join(None if deadline is None else deadline.left())

    def _serve_calls(self, at: int) -> None:
        """In the thread of this number: give one call after the other to the process of the thread."""
        while call := self._calls.get():
            if call.future.set_running_or_notify_cancel():
                try:
                    result = self._result(at, call)
                except BaseException as error:
                    call.future.set_exception(error)
                else:
                    call.future.set_result(result)
                del call
        self._end_worker(at)

    def _result(self, at: int, call: _Call) -> Any:
        """The result of a call.

        Raises:
            WorkerDied: `TRIES` workers died at it, or the pool has ended.
            TookTooLong: it did not end within its time.
            Exception: the error of the call itself.
        """
        end = ""
        for _ in range(TRIES):
            try:
                worker = self._workers.get(at) or self._start_worker(at)
                return worker.call(call.function, call.arguments, call.options, seconds=self._call_seconds)
            except ChildTimeout:
                self._end_worker(at)
                raise TookTooLong(self._call_seconds or 0.0) from None
            except ChildCrashed as crash:
                end = str(crash)
                self._end_worker(at)
            if self._ended:
                break
        raise WorkerDied(end)

    def _start_worker(self, at: int) -> ChildProcess:
        """Start a process and wait until it is ready, so that its start does not count as time of a call.

        Raises:
            WorkerDied: the pool has ended.
            ChildCrashed: the process ended at once.
        """
        with self._starting:  # `multiprocessing` keeps a list of its children that is not meant for several threads
            if self._ended:
                raise WorkerDied("ended")
            worker = self._workers[at] = ChildProcess(partial(_work, self._memory), self._context)
        worker.receive()
        return worker

    def _end_worker(self, at: int) -> None:
        if worker := self._workers.pop(at, None):
            worker.end(_GRACE)


def _context(preload: Sequence[str]) -> BaseContext:
    """The way to start workers: forked from a server without threads that has imported the modules, else spawned.

    This process has threads, so it must not be forked itself.
    """
    if not this_system().forks:
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    return context


def _work(memory: int | None, link: ParentLink) -> None:
    """In a worker: limit the memory, report that it is ready, and answer calls."""
    exit_on_sigterm()
    if memory is not None:
        from nonosat.system.unix.unix_limits import limit_address_space

        limit_address_space(memory)
    link.send("ready")
    link.answer_calls(_apply)


def _apply(function: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> Any:
    return function(*arguments, **options)
