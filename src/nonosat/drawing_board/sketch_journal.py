"""The journal of a sketch: what has been drawn since the file was saved, on disk as soon as it is drawn.

It is a file beside that of the puzzle, with a line of JSON for the sketch as it was at first, and one for each command
since. A line counts only if it is whole, so a process that is killed at any moment loses at most its last command. If
the disk is full, the lines that are missing wait in memory, and are written before the next one. Nothing calls `fsync`:
only a power failure can take more.
"""

from __future__ import annotations

import contextlib
import json
import os
from collections.abc import Mapping
from typing import NamedTuple

from nonosat.core.errors import FileError, NonosatError
from nonosat.core.file_locks import lock_file
from nonosat.core.files import write_error
from nonosat.drawing_board.history import History
from nonosat.drawing_board.sketch import Sketch


class Recovered(NamedTuple):
    """What a journal holds.

    Attributes:
        history: the sketch after all commands.
        digest: of the contents of the puzzle's file when the journal began; empty if there was none.
    """

    history: History
    digest: str
    beginning: Sketch


class SketchJournal:
    """An open journal, which no other process can open meanwhile.

    Attributes:
        path: of its file.
        recovered: what it held when it was opened; None if it held nothing that can be used.
    """

    def __init__(self, path: str) -> None:
        """Open a journal, or begin one.

        Raises:
            FileError: the file cannot be written, or another process has it.
        """
        self.path = path
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | getattr(os, "O_BINARY", 0), 0o600)
        except OSError as error:
            raise write_error(path, error) from None
        try:
            lock_file(descriptor)
        except OSError:
            os.close(descriptor)
            message = "another `nonosat draw` is drawing this puzzle; close it first"
            raise FileError(message, file=path) from None
        self._file = os.fdopen(descriptor, "r+b", buffering=0)
        self._length = 0
        self._unwritten = b""
        self.recovered = self._read()

    def begin(self, sketch: Sketch, digest: str) -> None:
        """Forget all commands, and note the sketch on which the next ones are performed.

        Raises:
            FileError: it cannot be written now; the next writing tries again.
        """
        self._length, self._unwritten = 0, b""
        with contextlib.suppress(OSError):  # it only becomes shorter
            self._file.truncate(0)
        self._add({"digest": digest, "sketch": sketch.record()})

    def add(self, command: Mapping[str, object]) -> None:
        """Note a command; errors are those of `begin`."""
        self._add(command)

    def close(self, *, remove: bool) -> None:
        """Let others open it, or `remove` it."""
        is_removed = remove and self._is_removed()  # while it is locked, where the system allows that
        self._file.close()
        if remove and not is_removed:
            self._is_removed()

    def _is_removed(self) -> bool:
        try:
            os.unlink(self.path)
        except OSError:
            return False
        return True

    def _add(self, content: Mapping[str, object]) -> None:
        self._unwritten += json.dumps(content).encode() + b"\n"
        try:
            self._file.seek(self._length)
            while self._unwritten:
                written = self._file.write(self._unwritten) or 0
                self._length += written
                self._unwritten = self._unwritten[written:]
        except OSError as error:
            raise write_error(self.path, error) from None

    def _read(self) -> Recovered | None:
        """Replay the whole lines, and cut off what follows."""
        first, *lines = self._file.read().split(b"\n")[:-1] or [b""]
        try:
            beginning = json.loads(first)
            sketch, digest = Sketch.of_record(beginning["sketch"]), str(beginning["digest"])
        except (ValueError, TypeError, KeyError, NonosatError):
            return None
        history = History(sketch)
        self._length = len(first) + 1
        for line in lines:
            try:
                history.perform(json.loads(line))
            except (ValueError, TypeError, AttributeError, NonosatError):
                break
            self._length += len(line) + 1
        with contextlib.suppress(OSError):
            self._file.truncate(self._length)
        return Recovered(history, digest, sketch)
