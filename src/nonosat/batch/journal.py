"""The report of a batch: one record on each line, in a file that is valid at any moment.

While the batch runs, the record of each finished puzzle is appended in one piece, so the process may be killed at any
time. A line that was cut off, for example because the disk was full, is dropped when the report is opened again. At the
end the lines are sorted in the order of the input.
"""

from __future__ import annotations

import os
from collections.abc import Iterable

from nonosat.batch.record import PuzzleRecord, read_record
from nonosat.system.files import atomic_writer, write_error


class Journal:
    """A report that is open for writing. Only the offsets of the records are in memory, not the records.

    Attributes:
        path: of the file.
    """

    def __init__(self, path: str) -> None:
        """Open a report, or begin one.

        Args:
            path: of the file.

        Raises:
            FileError: it cannot be read and written.
        """
        self.path = path
        self._open()

    def _open(self) -> None:
        """Open the file and find its records."""
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
        """Find the records, and cut off what follows the last complete line; the length of the file then."""
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

    def find(self, name: str) -> PuzzleRecord | None:
        """The latest record of the puzzle of a name, or None."""
        place = self._places.get(name)
        return None if place is None else read_record(self._line(place))

    def append(self, record: PuzzleRecord) -> None:
        """Append a record, whole or not at all.

        Args:
            record: of a puzzle; from now on it is the latest one.

        Raises:
            FileError: it cannot be written.
        """
        line = record.json().encode() + b"\n"
        try:
            written = os.write(self._file, line)
            while written < len(line):  # the disk is full, and the next attempt raises the error
                written += os.write(self._file, line[written:])
        except BaseException as error:
            os.ftruncate(self._file, self._end)
            if isinstance(error, OSError):
                raise write_error(self.path, error) from None
            raise
        self._places[record.name] = self._end, len(line)
        self._end += len(line)

    def sort_journal(self, names: Iterable[str]) -> None:
        """Sort the records; those of puzzles that are not named, from earlier runs, follow in the order they have.

        Args:
            names: of puzzles, in order.

        Raises:
            FileError: the sorted report cannot be written; the report is complete, but not sorted.
        """
        order = dict.fromkeys(name for name in names if name in self._places)
        order |= dict.fromkeys(self._places)
        is_open = True
        try:
            with atomic_writer(self.path) as file:
                for name in order:
                    file.write(self._line(self._places[name]))
                self.close()  # some systems do not replace a file that is open
                is_open = False
        finally:
            if not is_open:
                self._open()  # the name now belongs to the sorted file

    def _line(self, place: tuple[int, int]) -> bytes:
        """The line at an offset, of a length."""
        offset, length = place
        os.lseek(self._file, offset, os.SEEK_SET)
        return os.read(self._file, length)

    def close(self) -> None:
        """Close the file."""
        os.close(self._file)
