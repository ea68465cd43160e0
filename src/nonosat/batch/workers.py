"""Worker processes that may die: an executor that loses the call at which one died, and nothing else.

`concurrent.futures.ProcessPoolExecutor` gives up as a whole when one of its processes ends, without telling at which
call, and it cannot end a call that takes too long. Here each process has a thread that hands it one call at a time, so
it is always clear whose fault it was.
"""

from __future__ import annotations

import multiprocessing
import os
import pickle
import signal
import sys
import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, Future
from contextlib import suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection, wait
from multiprocessing.context import BaseContext
from queue import SimpleQueue
from typing import Any, NamedTuple, ParamSpec, TypeVar

from nonosat.system.processes import end_with_parent, sigint_blocked

P = ParamSpec("P")
T = TypeVar("T")

#: How often a call is tried. A worker that was ended from outside is not its fault; when a second one dies, it is.
TRIES = 2

#: Seconds for a worker that is asked to end, so that it can end programs that it has started.
_FAREWELL = 0.5


class WorkerDied(Exception):
    """Workers ended at this call, and the call with them."""


class TookTooLong(Exception):
    """A call did not end within its time, and was ended.

    Attributes:
        seconds: how long it was waited for.
    """

    def __init__(self, seconds: float) -> None:
        super().__init__(f"no end within {seconds} s")
        self.seconds = seconds


class _Call(NamedTuple):
    """A function to be called in a worker, and who waits for it."""

    future: Future[Any]
    function: Callable[..., Any]
    arguments: tuple[Any, ...]
    options: dict[str, Any]


class Pool(Executor):
    """Processes that do calls; one that dies is replaced.

    A call fails with `WorkerDied` if two workers die at it, and with `TookTooLong`. Functions, arguments and results
    must be picklable.
    """

    def __init__(
        self, size: int, *, preload: Sequence[str] = (), memory: int | None = None, patience: float | None = None
    ) -> None:
        """
        Args:
            size: how many processes, at least 1.
            preload: modules that calls need; they are imported once, by the process from which all are forked.
            memory: bytes of address space that each may have.
            patience: seconds after which a call is ended.
        """
        self._memory, self._patience = memory, patience
        self._calls: SimpleQueue[_Call | None] = SimpleQueue()
        self._workers: dict[int, _Worker] = {}
        self._starting = threading.Lock()
        self._closed = False
        self._ended = False
        self._context = _context(preload)
        self._threads = [threading.Thread(target=self._drive, args=(at,), daemon=True) for at in range(size)]
        with sigint_blocked():  # Ctrl-C is for the main thread
            for thread in self._threads:
                thread.start()

    def submit(self, fn: Callable[P, T], /, *args: P.args, **kwargs: P.kwargs) -> Future[T]:
        """Have a call done."""
        if self._closed:
            raise RuntimeError("a call for a pool that is shut down")
        future: Future[T] = Future()
        self._calls.put(_Call(future, fn, args, kwargs))
        return future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:
        """Take no further calls; with `cancel_futures` those that have not begun are dropped."""
        self._closed = True
        while cancel_futures and not self._calls.empty():
            if call := self._calls.get():
                call.future.cancel()
        for _ in self._threads:
            self._calls.put(None)
        if wait:
            for thread in self._threads:
                thread.join()

    def end(self) -> None:
        """End all calls, and all processes, now."""
        with self._starting:
            self._ended = True
            workers = list(self._workers.values())
        for worker in workers:
            worker.ask_to_end()
        until = time.monotonic() + _FAREWELL
        left = {worker.sentinel for worker in workers}
        while left and time.monotonic() < until:
            left.difference_update(wait(left, max(0.0, until - time.monotonic())))
        for worker in workers:
            worker.kill()
        self.shutdown(cancel_futures=True)

    def _drive(self, at: int) -> None:
        """A thread: hand one call after the other to a process."""
        while call := self._calls.get():
            if call.future.set_running_or_notify_cancel():
                try:
                    result = self._done(at, call)
                except BaseException as error:
                    call.future.set_exception(error)
                else:
                    call.future.set_result(result)
                del call
        if worker := self._workers.pop(at, None):
            worker.end()

    def _done(self, at: int, call: _Call) -> Any:
        """The result of a call.

        Raises:
            WorkerDied, TookTooLong: see above.
            Exception: what the call raises.
        """
        how = ""
        for _ in range(TRIES):
            worker = self._workers.get(at) or self._start(at)
            try:
                worker.wait_until_ready()
                answered, result = worker.call(call, self._patience)
            except _Gone as gone:
                how = str(gone)
            except TookTooLong:
                self._workers.pop(at).end()
                raise
            else:
                if answered:
                    return result
                raise result
            self._workers.pop(at).end()
            if self._ended:
                break
        raise WorkerDied(how)

    def _start(self, at: int) -> _Worker:
        with self._starting:  # what multiprocessing notes of its children is not meant for several threads
            if self._ended:
                raise WorkerDied("ended")
            worker = self._workers[at] = _Worker(self._context, self._memory)
        return worker


class _Gone(Exception):
    """A worker ended; says how."""


class _Worker:
    """A process that does calls."""

    def __init__(self, context: BaseContext, memory: int | None) -> None:
        self._connection, theirs = context.Pipe()
        self._process = context.Process(target=_serve, args=(theirs, memory))  # type: ignore[attr-defined]
        with sigint_blocked():
            self._process.start()
        self.sentinel: int = self._process.sentinel
        self._is_ready = False
        theirs.close()

    def wait_until_ready(self) -> None:
        """Wait for it to start, which is not a part of the time that a call may take.

        Raises:
            _Gone: it ended before.
        """
        if not self._is_ready:
            self._is_ready = bool(self._received())

    def call(self, call: _Call, patience: float | None) -> tuple[bool, Any]:
        """Whether a call returned, and its result or what it raised.

        Raises:
            _Gone: the process ended.
            TookTooLong: that many seconds have passed.
        """
        with suppress(OSError):  # it is gone, which is noticed below
            self._connection.send((call.function, call.arguments, call.options))
        return self._received(patience)  # type: ignore[no-any-return]

    def _received(self, patience: float | None = None) -> Any:
        try:
            if not self._connection.poll(patience):
                raise TookTooLong(patience or 0.0)
            return self._connection.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            self._process.join(_FAREWELL)
            code = self._process.exitcode
            how = "ended" if code is None else f"ended with exit code {code}" if code >= 0 else _killed(-code)
            raise _Gone(how) from None

    def ask_to_end(self) -> None:
        """Let it end whatever it has started, then itself."""
        with suppress(ValueError):  # it is closed
            self._process.terminate()

    def kill(self) -> None:
        """Do not ask."""
        with suppress(ValueError):
            self._process.kill()

    def end(self) -> None:
        """End it, whatever it is doing, and let go of all that belongs to it."""
        self._connection.close()
        self.ask_to_end()
        self._process.join(_FAREWELL)
        self.kill()
        self._process.join()
        self._process.close()


def _killed(number: int) -> str:
    name = signal.Signals(number).name if number in set(signal.Signals) else f"signal {number}"
    return f"was killed by {name}"


def _context(preload: Sequence[str]) -> BaseContext:
    """How processes start: forked from one that has no threads and has imported everything, where there can be one."""
    if "forkserver" not in multiprocessing.get_all_start_methods():
        return multiprocessing.get_context("spawn")
    context = multiprocessing.get_context("forkserver")
    context.set_forkserver_preload(list(preload))
    # It is started together with the server otherwise, and lifts the mask that makes children deaf to Ctrl-C.
    resource_tracker.ensure_running()
    return context


def _serve(connection: Connection, memory: int | None) -> None:
    """The process: do calls until the parent hangs up."""
    _end_with_pool()
    signal.signal(signal.SIGTERM, _end)
    if not hasattr(signal, "pthread_sigmask"):
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    if memory is not None:
        import resource

        resource.setrlimit(resource.RLIMIT_AS, (memory, memory))
    with suppress(EOFError, ConnectionError):
        connection.send(True)  # ready
        while True:
            connection.send_bytes(_answer(*connection.recv()))


def _end_with_pool() -> None:
    """In a worker: end when the process with the pool ends, whatever this one is doing then.

    The process that forks all workers lives as long as any of them, so that its end tells nothing. But a pipe leads to
    the one with the pool, and the system can signal its hangup: SIGIO ends a process that does not listen, also in the
    middle of a solver.
    """
    end_with_parent(os.getppid())
    parent = multiprocessing.parent_process()
    if parent is None or not hasattr(os, "O_ASYNC"):
        return
    import fcntl

    signal.signal(signal.SIGIO, signal.SIG_DFL)
    fcntl.fcntl(parent.sentinel, fcntl.F_SETOWN, os.getpid())
    fcntl.fcntl(parent.sentinel, fcntl.F_SETFL, fcntl.fcntl(parent.sentinel, fcntl.F_GETFL) | os.O_ASYNC)
    if not parent.is_alive():  # it ended before
        os._exit(1)


def _answer(function: Callable[..., Any], arguments: tuple[Any, ...], options: dict[str, Any]) -> bytes:
    """Whether a call returned, and what it returned or raised; ready to be sent."""
    try:
        return pickle.dumps((True, function(*arguments, **options)))
    except Exception as error:
        try:
            return pickle.dumps((False, error))
        except Exception:  # an error that holds something that cannot be sent
            return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


def _end(number: int, frame: object) -> None:  # noqa: ARG001
    """Go through all `finally` clauses, so that programs that a solver has started go, too."""
    sys.exit(128 + number)
