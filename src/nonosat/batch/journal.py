"""The report of a batch: a file with one record a line, valid at any moment.

The record of each finished puzzle is appended in one piece, so the process may be killed at any time. At the end the
lines are sorted in the order of the input.
"""

from __future__ import annotations

from collections.abc import Iterable

from nonosat.batch.record import PuzzleRecord, read_record
from nonosat.system.appended_lines import AppendedLines, LinePlace
from nonosat.system.files import atomic_writer


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
