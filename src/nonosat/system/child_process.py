"""Child processes: one way to start them, to exchange messages with them, and to end them.

A child runs one function, which gets the link to its parent:

    def count(link: ParentLink) -> None:
        for number in range(3):
            link.send(number)

    child = ChildProcess(count)
    try:
        print(child.receive())
    finally:
        child.end()

All children do not notice Ctrl-C, which is for the main process. SIGTERM ends them at once unless they decide
otherwise. They die with their parent, however it dies. An error of their function is raised in the parent, and when a
child dies, the parent gets to know how.
"""

from __future__ import annotations

import contextlib
import pickle
import signal
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import Pipe
from typing import TYPE_CHECKING, Any

from nonosat.system.process_handle import ProcessHandle, started_process
from nonosat.system.processes import describe_exit, die_with_parent, die_with_starter, reset_signal_handlers
from nonosat.system.system_capabilities import this_system

if TYPE_CHECKING:
    from multiprocessing.connection import Connection
    from multiprocessing.context import BaseContext

#: The kinds of message of a child: content that its function sends, an error that it raises, and the end of it.
_SENT, _RAISED, _RETURNED = "sent", "raised", "returned"

#: Seconds that a child may take to end once it has closed its end of the pipe.
_LAST_SECONDS = 5.0


class ChildCrashed(Exception):
    """A child ended before its function did; the message says how, such as `killed by signal 9`."""


class ChildReturned(Exception):
    """The function of a child has returned, and there are no further messages."""


class ChildTimeout(Exception):
    """A child sent no message in time."""


class ParentLink:
    """In a child: the link to its parent."""

    def __init__(self, connection: Connection) -> None:
        """A link over the child's end of a pipe to its parent."""
        self._connection = connection

    def send(self, content: object) -> None:
        """Send a message.

        Raises:
            ConnectionError: the parent has closed the link.
            Exception: the content cannot be pickled.
        """
        self._connection.send((_SENT, content))

    def answer_calls(self, function: Callable[..., object]) -> None:
        """Apply a function to the arguments of each `ChildProcess.call` and `notify`, until the parent closes the link.

        The answer to a call is the result or the error. A notification has no answer: its error is raised here.
        """
        with contextlib.suppress(EOFError, ConnectionError):
            while True:
                wants_answer, arguments = self._connection.recv()
                if wants_answer:
                    self._connection.send_bytes(_outcome_of(function, arguments))
                else:
                    function(*arguments)


def _outcome_of(function: Callable[..., object], arguments: tuple[object, ...]) -> bytes:
    """The message with the result or the error of a function."""
    try:
        return pickle.dumps((_SENT, function(*arguments)))
    except Exception as error:
        return _error_message(error)


def _error_message(error: Exception) -> bytes:
    try:
        return pickle.dumps((_RAISED, error))
    except Exception:  # an error that holds something that cannot be pickled
        return pickle.dumps((_RAISED, RuntimeError(f"{type(error).__name__}: {error}")))


def _run(main: Callable[[ParentLink], None], connection: Connection, die_with: Callable[[], None]) -> None:
    """In the child: set it up, then run its function."""
    if not this_system().blocks_signals:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
    reset_signal_handlers()
    die_with()
    with contextlib.suppress(ConnectionError):
        try:
            main(ParentLink(connection))
        except KeyboardInterrupt:  # SIGINT can only be ignored here, and a solver does not; the parent has it, too
            raise SystemExit(128 + signal.SIGINT) from None
        except Exception as error:
            connection.send_bytes(_error_message(error))
        else:
            connection.send((_RETURNED, None))


def _run_received(connection: Connection, die_with: Callable[[], None]) -> None:
    """In a child that was not forked: run its function, which is the first message."""
    _run(partial(_receive_and_run, connection), connection, die_with)


def _receive_and_run(connection: Connection, link: ParentLink) -> None:
    connection.recv()(link)


class ChildProcess:
    """A process that runs one function, and the link to it.

    Attributes:
        connection: the end of the link for messages of the child; for `multiprocessing.connection.wait`.
        pid: its process id.
    """

    def __init__(self, main: Callable[[ParentLink], None], context: BaseContext | None = None) -> None:
        """Start a child.

        Args:
            main: its function; picklable, unless there is no context and the system forks.
            context: makes `multiprocessing` start the child, which may then have children itself.
        """
        forks = context is None and this_system().forks
        pickled = b"" if forks else pickle.dumps(main)
        ours, theirs = Pipe()
        self.connection: Any = ours
        if forks:
            from nonosat.system.unix.forked_process import ForkedProcess

            self._process: ProcessHandle = ForkedProcess(partial(self._run_forked, main, theirs, die_with_parent()))
        else:
            needs_main = b"__main__" in pickled
            self._process = started_process(_run_received, (theirs, die_with_starter), context, needs_main=needs_main)
        theirs.close()
        self.pid = self._process.pid
        self._has_ended = False
        if not forks:
            self._send_main(pickled)

    def _send_main(self, pickled: bytes) -> None:
        """Send the function to a child that was not forked; not during its start, which cannot be interrupted."""
        try:
            with contextlib.suppress(OSError):  # noticed by `receive`
                self.connection.send_bytes(pickled)
        except BaseException:
            self.end()
            raise

    def _run_forked(self, main: Callable[[ParentLink], None], theirs: Any, die_with: Callable[[], None]) -> None:
        """In a forked child, which has a copy of the parent's end of the link."""
        self.connection.close()
        _run(main, theirs, die_with)

    def send(self, content: object) -> None:
        """Send a message.

        If the child has ended, only `receive` raises an error, since the child may have sent the reason before.

        Raises:
            Exception: the content cannot be pickled.
        """
        with contextlib.suppress(OSError):
            self.connection.send(content)

    def receive(self, seconds: float | None = None) -> Any:
        """The next message of the child.

        Args:
            seconds: the time to wait; None for as long as it takes.

        Raises:
            ChildTimeout: there was none in that time.
            ChildReturned: its function has returned.
            ChildCrashed: it ended before that.
            Exception: its function, or the call that this answers, has raised this error.
        """
        try:
            if not self.connection.poll(seconds):
                raise ChildTimeout(f"no message within {seconds} s")
            kind, content = self.connection.recv()
        except (EOFError, OSError, pickle.UnpicklingError):
            raise ChildCrashed(self.describe_end()) from None
        if kind == _RAISED:
            raise content
        if kind == _RETURNED:
            raise ChildReturned
        return content

    def call(self, *arguments: object, seconds: float | None = None) -> Any:
        """Call the function of a child that runs `ParentLink.answer_calls`, and return its result.

        Args:
            arguments: those of the function; picklable.
            seconds: the time to wait; None for as long as it takes.

        Raises:
            ChildTimeout: there was no answer in that time.
            ChildCrashed: the child has ended.
            Exception: the function has raised this error, or the arguments cannot be pickled.
        """
        self.send((True, arguments))
        return self.receive(seconds)

    def notify(self, *arguments: object) -> None:
        """Call the function of a child that runs `ParentLink.answer_calls`, without waiting for the result.

        The arguments must be picklable. The next `call` raises the error of the function, if there is one.
        """
        self.send((False, arguments))

    def describe_end(self) -> str:
        """Describe the end of the child in words; wait a moment for it."""
        if not self._has_ended:
            self._process.join(_LAST_SECONDS)
        return describe_exit(self._process.exitcode)

    def wait(self, seconds: float | None = None) -> bool:
        """Wait until the child has ended, for some seconds or for as long as it takes; return True if it has."""
        if not self._has_ended:
            self._process.join(seconds)
        return self._process.exitcode is not None

    def suspend(self) -> None:
        """Stop the child where it is, until `resume`; only where the system suspends processes."""
        from nonosat.system.unix.unix_signals import suspend

        suspend(self.pid)

    def resume(self) -> None:
        """Let a suspended child continue."""
        from nonosat.system.unix.unix_signals import resume

        resume(self.pid)

    def terminate(self) -> None:
        """Ask the child to end (SIGTERM); safe from any thread."""
        if not self._has_ended:
            self._process.terminate()

    def kill(self) -> None:
        """End the child at once, without waiting until it has ended; safe from any thread."""
        if not self._has_ended:
            self._process.kill()

    def end(self, grace: float = 0.0) -> None:
        """End the child, whatever it does, and release its handle and link; a second time does nothing.

        Args:
            grace: seconds between SIGTERM and SIGKILL, in which it can end programs that it has started; 0 to kill it
                at once.
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
