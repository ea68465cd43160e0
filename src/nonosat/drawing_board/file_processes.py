"""Files opened in another process: a newer file ends the one before, whatever is being done with it.

    server ── starter ── reader     opens one file

Most changes of the options of an image come before the picture of the last ones is there, and a photo or a hard puzzle
takes seconds, so a reader is killed instead of asked to end. The starter is forked before the server has threads, as
that of `answer_processes` is, and loads the modules for images with the first file.
"""

from __future__ import annotations

import contextlib
import queue
import threading
from collections.abc import Callable
from functools import partial
from multiprocessing.connection import wait
from typing import Any

from nonosat.core.errors import NonosatError, UsageError
from nonosat.drawing_board.opened_file import FileRequest, Opened, PhotoReader, opened_file
from nonosat.parallel.child_process import ChildProcess, Parent, Question

#: Seconds that the starter has to end by itself, and between two looks at whether a file is still wanted.
_GRACE, _LOOK = 2.0, 0.2


class NotWanted(UsageError):
    """A file that was not read, since another one was opened, or nobody waits for it."""


class FileProcesses:
    """The processes that open files; leaving the `with` block ends all of them.

    It must be made while this process has no other threads.
    """

    def __init__(self, read_photo: PhotoReader | None = None) -> None:
        """
        Args:
            read_photo: as for `opened_file`, and picklable.
        """
        self._starter = ChildProcess(partial(_starter, read_photo), asks=True, may_have_children=True)
        self._starter.send()
        self._lock = threading.Lock()
        self._number = 0
        self._listener: threading.Thread | None = None
        self._has_ended = False
        #: Where the readers of files wait, by the numbers of their requests.
        self._waiting: dict[int, queue.SimpleQueue[Opened | NonosatError]] = {}

    def __enter__(self) -> FileProcesses:
        return self

    def __exit__(self, *_: object) -> None:
        with self._lock:
            self._starter.reply(None)
        if self._listener is not None:
            self._listener.join(_GRACE)
        self._starter.end()

    def open(self, request: FileRequest, is_wanted: Callable[[], bool] | None = None) -> Opened:
        """Open a file; can be called in any thread.

        Args:
            is_wanted: asked from time to time; if it is not, the reading ends. None if it always is.

        Raises:
            NonosatError: as `opened_file`.
            NotWanted: another file was opened before this one was read, or nobody waits for it.
        """
        place: queue.SimpleQueue[Opened | NonosatError] = queue.SimpleQueue()
        with self._lock:
            if self._listener is None:
                self._listener = threading.Thread(target=self._listen, daemon=True)
                self._listener.start()
            if self._has_ended:
                raise _unread(request.name, "the process that reads files has ended")
            self._number = number = self._number + 1
            self._waiting[number] = place
            self._starter.reply((number, request))
        while True:
            try:
                found = place.get(timeout=_LOOK)
                break
            except queue.Empty:
                if is_wanted is not None and not is_wanted():
                    self._give_up(number)
                    is_wanted = None
        if isinstance(found, NonosatError):
            raise found
        return found

    def _give_up(self, number: int) -> None:
        """End the reading of a file, unless a newer one has ended it."""
        with self._lock:
            if number == self._number and not self._has_ended:
                self._starter.reply((number, None))

    def _listen(self) -> None:
        """Pass on what was read, in a thread of its own."""
        try:
            # Whatever ends the starter, those who wait for a file must know.
            with contextlib.suppress(Exception):
                while isinstance(message := self._starter.receive(), Question):
                    number, found = message.content
                    with self._lock:
                        self._waiting.pop(number).put(found)
        finally:
            with self._lock:
                self._has_ended = True
                for place in self._waiting.values():
                    place.put(UsageError("the program ended before the file was read"))


def _starter(read_photo: PhotoReader | None) -> Callable[[Parent], None]:
    return partial(_open_newest, read_photo=read_photo)


def _open_newest(parent: Parent, read_photo: PhotoReader | None) -> None:
    """In the starter: give each file to a new reader, until the last has come."""
    number, name, reader = 0, "", None
    try:
        while True:
            links: list[Any] = [parent.connection, *([reader.connection] if reader else [])]
            if parent.connection in wait(links):
                task = parent.connection.recv()
                if reader is not None:
                    reader.end()
                    reader = None
                    parent.tell((number, NotWanted(f"{name} was not read, since another file was opened")))
                if task is None:
                    return
                number, request = task
                if request is None:  # nobody wants the file before
                    continue
                name = request.name
                try:
                    _load_modules()
                    reader = ChildProcess(partial(_reader, read_photo))
                    reader.send(request)
                except OSError as error:  # there are too many processes, or too little memory
                    parent.tell((number, _unread(name, error.strerror or str(error))))
            elif reader is not None:
                found = _result(reader, name)
                reader.end()
                reader = None
                parent.tell((number, found))
    finally:
        if reader is not None:
            reader.end()


def _reader(read_photo: PhotoReader | None) -> Callable[[FileRequest], Opened]:
    return partial(opened_file, read_photo=read_photo)


def _result(reader: ChildProcess, name: str) -> Opened | NonosatError:
    """What a reader has found, or why it has found nothing."""
    try:
        found: Opened = reader.receive()
    except NonosatError as error:
        return error
    except Exception as error:  # it was killed, perhaps for lack of memory, or what it calls failed
        return _unread(name, str(error) or type(error).__name__)
    return found


def _unread(name: str, reason: str) -> UsageError:
    return UsageError(f"{name} cannot be read: {reason}")


def _load_modules() -> None:
    """Load the modules that open images, as far as their packages are there; a reader says which is missing."""
    with contextlib.suppress(ImportError):
        from nonosat.authoring import image_picture  # noqa: F401
