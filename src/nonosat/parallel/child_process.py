"""Child processes: one way to start them, to call a function in them, and to end them.

A child makes its function first, and then applies it to the arguments of each call:

    child = ChildProcess(partial(open_solver, formula))   # a function that makes the function
    try:
        model = child.call(assumptions, deadline=Deadline.after(60))
    finally:
        child.end()

Children do not notice Ctrl-C, which is for the main process. SIGTERM ends them at once unless they decide otherwise.
They die with their parent, however it dies. An error of their function is raised in the parent, and when a child dies,
the parent gets to know how.
"""

from __future__ import annotations

import contextlib
import os
import pickle
import signal
import sys
import weakref
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing.connection import Pipe, wait
from types import ModuleType
from typing import TYPE_CHECKING, Any, NamedTuple

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.system import this_system
from nonosat.parallel.processes import describe_exit, reset_signal_handlers, sigint_blocked

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.process import BaseProcess

    from nonosat.core.unix import ForkedProcess

#: Makes, in a child, the function that answers calls.
Maker = Callable[[], Callable[..., object]]

#: Seconds that a child may take to end once it has closed its end of the pipe.
_LAST_SECONDS = 5.0

#: Seconds in which a child can end programs that it has started, when its parent ends.
_GRACE_AT_EXIT = 0.5


class ChildCrashed(Exception):
    """A child ended instead of answering; the message says how, such as `killed by signal 9`."""


class ChildTimeout(Exception):
    """A child sent no answer in time."""


class Question(NamedTuple):
    """A question of a child to its parent, in the midst of a call; the child may wait for the `reply`."""

    content: Any


class Parent:
    """The parent, as a function in a child sees it in the midst of a call.

    Attributes:
        connection: the child's end of the link, on which each `ChildProcess.reply` arrives.
    """

    def __init__(self, connection: Connection) -> None:
        self.connection = connection

    def __call__(self, content: object) -> Any:
        """Ask a question, and wait for the reply."""
        self.tell(content)
        return self.connection.recv()

    def tell(self, content: object) -> None:
        """Send what the parent receives as a `Question`, without waiting for a reply."""
        self.connection.send((None, content))


class ChildProcess:
    """A process that answers calls, one after the other.

    Attributes:
        connection: the parent's end of the link; for `multiprocessing.connection.wait`.
    """

    def __init__(self, make: Maker, *, asks: bool = False, may_have_children: bool = False) -> None:
        """Start a child: forked where that is safe, so that it has a copy of all that is here, and spawned elsewhere.

        Args:
            make: picklable, unless the system forks. The first call raises its error.
            asks: whether the function gets one more argument, the first: its `Parent`, whom it can ask questions.
            may_have_children: of `multiprocessing`; a child that is forked always may.
        """
        forks = this_system().forks
        pickled = b"" if forks else pickle.dumps(make)
        ours: Any
        theirs: Any  # of another class on Windows
        ours, theirs = Pipe()
        self.connection: Any = ours
        self._has_ended = False
        if forks:
            from nonosat.core.unix import ForkedProcess, end_with

            run = partial(self._run_forked, make, theirs, asks, end_with(os.getpid()))
            with sigint_blocked():
                self._process: ForkedProcess | BaseProcess = ForkedProcess(run)
        else:
            self._process = _spawned(theirs, asks, may_have_children, needs_main=b"__main__" in pickled)
        theirs.close()
        self.pid: int = self._process.pid  # type: ignore[assignment]
        if not forks:
            try:
                with contextlib.suppress(OSError):  # noticed by `receive`
                    ours.send_bytes(pickled)  # not during the start, which cannot be interrupted
            except BaseException:
                self.end()
                raise

    def _run_forked(self, make: Maker, theirs: Connection, asks: bool, die_with_parent: Callable[[], None]) -> None:
        """In a forked child, which has a copy of the parent's end of the link."""
        self.connection.close()
        die_with_parent()
        _run(make, theirs, asks)

    def send(self, *arguments: object) -> None:
        """Call the function of the child; `receive` waits for the answer. Raises if `arguments` cannot be pickled.

        If the child has ended, only `receive` raises an error, since the child may have sent the reason before.
        """
        with contextlib.suppress(OSError):
            self.connection.send(arguments)

    def reply(self, content: object) -> None:
        """Answer the question of the child, which goes on; errors are those of `send`."""
        with contextlib.suppress(OSError):
            self.connection.send(content)

    def receive(self, deadline: Deadline = NEVER) -> Any:
        """The next answer, or a `Question`.

        Raises:
            ChildTimeout: there was none before the deadline.
            ChildCrashed: the child has ended.
            Exception: the function has raised this error, or its result cannot be pickled.
        """
        try:
            while not wait([self.connection], deadline.pause()):
                if deadline.has_passed:
                    raise ChildTimeout
            is_result, content = self.connection.recv()  # None: a question
        except (EOFError, OSError, pickle.UnpicklingError):
            raise ChildCrashed(self.describe_end()) from None
        if is_result is None:
            return Question(content)
        if not is_result:
            raise content
        return content

    def call(self, *arguments: object, deadline: Deadline = NEVER) -> Any:
        """Call the function of the child and wait for its result; see `send` and `receive`."""
        self.send(*arguments)
        return self.receive(deadline)

    def describe_end(self) -> str:
        """The end of the child in words; waits a moment for it."""
        if not self._has_ended:
            self._process.join(_LAST_SECONDS)
        return describe_exit(self._process.exitcode)

    def terminate(self) -> None:
        """Ask the child to end (SIGTERM)."""
        if not self._has_ended:
            self._process.terminate()

    def end(self, grace: float = 0.0) -> None:
        """End the child, whatever it does, and release its handle and link; a second time does nothing.

        It has `grace` seconds between SIGTERM and SIGKILL to end programs that it has started; 0 kills it at once.
        """
        if self._has_ended:
            return
        if grace > 0:
            self._process.terminate()
            self._process.join(grace)
        self._process.kill()
        self._process.join()
        self._has_ended = True
        self.connection.close()


# In the child


def _run(make: Maker, connection: Connection, asks: bool) -> None:
    """Set the child up, and answer calls until the parent closes the link."""
    if not this_system().blocks_signals:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    reset_signal_handlers()
    with contextlib.suppress(EOFError, ConnectionError):
        try:
            function = make()
            if asks:
                function = partial(function, Parent(connection))
            while True:
                connection.send_bytes(_answer(function, connection.recv()))
        except KeyboardInterrupt:  # SIGINT can only be ignored here, and a solver does not; the parent has it, too
            raise SystemExit(128 + signal.SIGINT) from None
        except (EOFError, ConnectionError):
            raise
        except Exception as error:
            connection.send_bytes(_error_message(error))


def _answer(function: Callable[..., object], arguments: tuple[object, ...]) -> bytes:
    """The message with the result or the error of a call."""
    try:
        return pickle.dumps((True, function(*arguments)))
    except Exception as error:
        return _error_message(error)


def _error_message(error: Exception) -> bytes:
    try:
        return pickle.dumps((False, error))
    except Exception:  # an error that holds something that cannot be pickled
        return pickle.dumps((False, RuntimeError(f"{type(error).__name__}: {error}")))


def _run_spawned(connection: Connection, parent: int, asks: bool) -> None:
    """In a child that was not forked: the maker of its function is the first message."""
    import multiprocessing

    if this_system().ends_orphans:
        from nonosat.core.unix import end_with

        end_with(parent)()
    elif (starter := multiprocessing.parent_process()) is not None:
        import threading

        threading.Thread(target=_exit_after, args=(starter,), daemon=True).start()
    _run(partial(_receive_and_make, connection), connection, asks)


def _receive_and_make(connection: Connection) -> Callable[..., object]:
    made: Callable[..., object] = connection.recv()()
    return made


def _exit_after(process: BaseProcess) -> None:
    """End this process when another one has ended."""
    process.join()
    os._exit(1)


# Children that are spawned


def _spawned(connection: Connection, asks: bool, may_have_children: bool, *, needs_main: bool) -> BaseProcess:
    """Start a process that begins without anything of this one, but the names of its main module if it needs them."""
    import multiprocessing.util

    if this_system().blocks_signals:
        from multiprocessing import resource_tracker

        # It would be started together with the first process, and unblock SIGINT.
        resource_tracker.ensure_running()
    process = multiprocessing.get_context("spawn").Process(
        target=_run_spawned, args=(connection, os.getpid(), asks), daemon=not may_have_children
    )
    with sigint_blocked(), contextlib.nullcontext() if needs_main else _main_hidden():
        process.start()
        multiprocessing.util.Finalize(process, _end_at_exit, (weakref.ref(process),), exitpriority=0)
    return process


def _end_at_exit(reference: Callable[[], BaseProcess | None]) -> None:
    """At the end of the parent: end a child that is still alive, since Ctrl-C came just before it was to be ended.

    `reference` returns None if nothing refers to the process any more, so that it has ended.
    """
    process = reference()
    if process is not None and process.is_alive():
        process.terminate()
        process.join(_GRACE_AT_EXIT)
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
