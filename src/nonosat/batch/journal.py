"""The report of a batch: one record a line, in a file that is sound at any moment.

While the batch runs, each record is appended as its puzzle is finished, in one piece; the process may be killed at any
time. A line that was cut off, as by a disk that was full, is dropped when the report is opened again. When all is done
the lines are sorted as the puzzles were named.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from nonosat.batch.record import Record, read_record
from nonosat.system.files import atomic_writer, write_error


class Journal:
    """A report that is being written. Only the places of the records are in memory, not the records."""

    def __init__(self, path: str) -> None:
        """Open a report, or begin one.

        Raises:
            InputError: it cannot be read and written.
        """
        self.path = path
        self._open()

    def _open(self) -> None:
        try:
            self._file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_BINARY", 0), 0o666)
            #: Offset and length of the latest record of each name.
            self._places: dict[str, tuple[int, int]] = {}
            self._end = self._read()
        except OSError as error:
            raise write_error(self.path, error) from None

    def __len__(self) -> int:
        return len(self._places)

    def _read(self) -> int:
        """Look where the records are; what follows the last whole line is cut off. The length of what is left."""
        end = 0
        with open(self._file, "rb", closefd=False) as lines:
            for line in lines:
                if not line.endswith(b"\n"):
                    break
                if record := read_record(line):
                    self._places[record.name] = end, len(line)
                end += len(line)
        os.ftruncate(self._file, end)
        return end

    def find(self, name: str) -> Record | None:
        """The latest record of a puzzle."""
        place = self._places.get(name)
        return None if place is None else read_record(self._line(place))

    def append(self, record: Record) -> None:
        """Add a record, whole or not at all.

        Raises:
            InputError: it cannot be written.
        """
        line = record.json().encode() + b"\n"
        try:
            written = os.write(self._file, line)
            while written < len(line):  # the disk is full, which the next attempt says
                written += os.write(self._file, line[written:])
        except BaseException as error:
            os.ftruncate(self._file, self._end)
            if isinstance(error, OSError):
                raise write_error(self.path, error) from None
            raise
        self._places[record.name] = self._end, len(line)
        self._end += len(line)

    def sort_journal(self, names: Iterable[str]) -> None:
        """Bring the records into the order of these names; those of other puzzles, from earlier runs, follow.

        Raises:
            InputError: there is no room for that; the report is complete all the same.
        """
        order = dict.fromkeys(name for name in names if name in self._places)
        order |= dict.fromkeys(self._places)
        with atomic_writer(self.path) as file:
            for name in order:
                file.write(self._line(self._places[name]))
        self.close()
        self._open()  # the file of that name is another one now

    def _line(self, place: tuple[int, int]) -> bytes:
        offset, length = place
        os.lseek(self._file, offset, os.SEEK_SET)
        return os.read(self._file, length)

    def close(self) -> None:
        """Let go of the file."""
        os.close(self._file)
