"""The report of a batch: a file with one record a line, valid at any moment.

Each line is appended in one piece, so the process may be killed at any time. A line that was cut off, for example
because the disk was full, is dropped when the file is opened again. At the end the lines are sorted in the order of the
input.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import NamedTuple

from nonosat.batch.record import PuzzleRecord, read_record
from nonosat.core.files import atomic_writer, write_error


class Journal:
    """A report that is open for reading and appending. Only the places of the records are in memory.

    All methods raise `FileError` if the file cannot be read or written; it may be a pipe or a device.
    """

    def __init__(self, path: str) -> None:
        """Open a report, or begin one."""
        self.path = path
        self._open()

    def _open(self) -> None:
        """Open or create the file, find its records, and cut off an incomplete line at the end."""
        #: The place of the latest record of each name.
        self._places: dict[str, _Place] = {}
        self._end = 0
        with self._file_errors():
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
            with open(self._file, "rb", closefd=False) as lines:
                for line in lines:
                    if not line.endswith(b"\n"):
                        break
                    self._add(read_record(line), len(line))
            os.ftruncate(self._file, self._end)

    def _add(self, record: PuzzleRecord | None, length: int) -> None:
        """Note the line at the end of the file, and its record if it has one."""
        if record is not None:
            self._places[record.name] = _Place(self._end, length)
        self._end += length

    def __len__(self) -> int:
        return len(self._places)

    def find(self, name: str) -> PuzzleRecord | None:
        """The latest record of a puzzle, or None."""
        return read_record(self._line(name)) if name in self._places else None

    def append(self, record: PuzzleRecord) -> None:
        """Append a record, whole or not at all; it is now the latest one of its puzzle."""
        line = record.json().encode() + b"\n"
        try:
            with self._file_errors():
                written = os.write(self._file, line)
                while written < len(line):  # the disk is full, and the next attempt raises the error
                    written += os.write(self._file, line[written:])
        except BaseException:
            os.ftruncate(self._file, self._end)
            raise
        self._add(record, len(line))

    def sort_journal(self, names: Iterable[str]) -> None:
        """Sort the records in the order of these names; other records, from earlier runs, follow in the old order.

        If the sorted report cannot be written, the report is complete, but not sorted.
        """
        order = dict.fromkeys(name for name in names if name in self._places)
        order |= dict.fromkeys(self._places)
        is_open = True
        try:
            with atomic_writer(self.path) as file:
                for name in order:
                    file.write(self._line(name))
                self.close()  # some systems do not replace a file that is open
                is_open = False
        finally:
            if not is_open:
                self._open()  # the name now belongs to the sorted file

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)

    def _line(self, name: str) -> bytes:
        """The line of the latest record of a puzzle; less if the file ends before."""
        place = self._places[name]
        with self._file_errors():
            os.lseek(self._file, place.offset, os.SEEK_SET)
            return os.read(self._file, place.length)

    @contextmanager
    def _file_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            raise write_error(self.path, error) from None


class _Place(NamedTuple):
    """The place of a line in its file, in bytes; the length is with the newline character."""

    offset: int
    length: int
