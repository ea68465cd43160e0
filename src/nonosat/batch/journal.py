"""The report of a batch: a file with one record a line, valid at any moment.

The record of each finished puzzle is appended in one piece, so the process may be killed at any time. At the end the
lines are sorted in the order of the input.

Each line is appended in one piece, so the process may be killed at any time. A line that was cut off, for example
because the disk was full, is dropped when the file is opened again.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from nonosat.batch.summary import PuzzleRecord, read_record
from nonosat.core.files import atomic_writer, write_error


class Journal:
    """A report that is open for writing. Only the offsets of the records are in memory, not the records."""

    def __init__(self, path: str) -> None:
        """Open a report, or begin one.

        Raises:
            FileError: it cannot be read and written.
        """
        self.path = path
        self._open()

    def _open(self) -> None:
        """Open the file and find its records."""
        self._lines = AppendedLines(self.path)
        #: The place of the latest record of each name.
        self._places: dict[str, LinePlace] = {}
        for place, line in self._lines.lines():
            if record := read_record(line):
                self._places[record.name] = place

    def __len__(self) -> int:
        return len(self._places)

    def find(self, name: str) -> PuzzleRecord | None:
        """The latest record of a puzzle, or None."""
        place = self._places.get(name)
        return None if place is None else read_record(self._lines.read(place))

    def append(self, record: PuzzleRecord) -> None:
        """Append a record, whole or not at all; it is now the latest one of its puzzle.

        Raises:
            FileError: it cannot be written.
        """
        self._places[record.name] = self._lines.append(record.json().encode() + b"\n")

    def sort_journal(self, names: Iterable[str]) -> None:
        """Sort the records in the order of these names; other records, from earlier runs, follow in the old order.

        Raises:
            FileError: the sorted report cannot be written; the report is complete, but not sorted.
        """
        order = dict.fromkeys(name for name in names if name in self._places)
        order |= dict.fromkeys(self._places)
        is_open = True
        try:
            with atomic_writer(self.path) as file:
                for name in order:
                    file.write(self._lines.read(self._places[name]))
                self.close()  # some systems do not replace a file that is open
                is_open = False
        finally:
            if not is_open:
                self._open()  # the name now belongs to the sorted file

    def close(self) -> None:
        """Close the file."""
        self._lines.close()


class LinePlace(NamedTuple):
    """The place of a line in its file.

    Attributes:
        offset: that of its first byte.
        length: in bytes, with the newline character.
    """

    offset: int
    length: int


class AppendedLines:
    """A file of lines that is open for reading and appending."""

    def __init__(self, path: str) -> None:
        """Open or create a file; call `lines` before the first `append`.

        Raises:
            FileError: it cannot be read and written.
        """
        self.path = path
        try:
            self._file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
        except OSError as error:
            raise write_error(path, error) from None
        self._end = 0

    def lines(self) -> Iterator[tuple[LinePlace, bytes]]:
        """Read the lines, each with its newline character; then cut off an incomplete line at the end.

        Raises:
            FileError: the file cannot be read or shortened; it may be a pipe or a device.
        """
        self._end = 0
        try:
            os.lseek(self._file, 0, os.SEEK_SET)
            with open(self._file, "rb", closefd=False) as lines:
                for line in lines:
                    if not line.endswith(b"\n"):
                        break
                    place = LinePlace(self._end, len(line))
                    self._end += len(line)
                    yield place, line
            os.ftruncate(self._file, self._end)
        except OSError as error:
            raise write_error(self.path, error) from None

    def append(self, line: bytes) -> LinePlace:
        """Append a line, which ends with a newline character, whole or not at all.

        Raises:
            FileError: it cannot be written.
        """
        try:
            written = os.write(self._file, line)
            while written < len(line):  # the disk is full, and the next attempt raises the error
                written += os.write(self._file, line[written:])
        except BaseException as error:
            os.ftruncate(self._file, self._end)
            if isinstance(error, OSError):
                raise write_error(self.path, error) from None
            raise
        place = LinePlace(self._end, len(line))
        self._end += len(line)
        return place

    def read(self, place: LinePlace) -> bytes:
        """The line at a place; less if the file ends before.

        Raises:
            FileError: the file cannot be read.
        """
        try:
            os.lseek(self._file, place.offset, os.SEEK_SET)
            return os.read(self._file, place.length)
        except OSError as error:
            raise write_error(self.path, error) from None

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)
