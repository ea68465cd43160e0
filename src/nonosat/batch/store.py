"""The output folder of a batch: the files of each puzzle, then its record; locked by one run at a time.

The report has one record a line, and is valid at any moment: each line is appended in one piece, so the process may be
killed at any time. A line that was cut off, for example because the disk was full, is dropped when the file is opened
again. At the end the lines are sorted in the order of the input.

Nothing calls `fsync`: a killed process loses nothing, but after a power failure the last seconds may be missing. The
lock belongs to the system, so it ends with the process.
"""

from __future__ import annotations

import contextlib
import os
import re
import socket
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import replace
from typing import NamedTuple

from nonosat.batch.puzzle_task import TaskOutcome
from nonosat.batch.record import PuzzleRecord, read_record
from nonosat.core.errors import FileError, InputError, NoRoom, SolverError, UsageError, argument
from nonosat.core.file_locks import lock_file
from nonosat.core.files import atomic_writer, make_folder, remove, write_bytes, write_error
from nonosat.solving.outputs import write_contents

#: The names of the report, of the list of other files, and of the lock file.
REPORT, OTHERS, LOCK = "report.jsonl", "others.txt", ".lock"

#: Temporary files of a writer that was killed before it could rename them.
_TEMPORARY = re.compile(r".+\.(svg|sat|sol|gz|jsonl|csv|txt)\.[0-9]+\.tmp")


class Store:
    """The output folder of a running batch. A puzzle gets its record only after its files have been written."""

    def __init__(self, folder: str, *, resume: bool = False) -> None:
        """Lock a folder, which is made if there is none.

        Raises:
            FileError: the folder cannot be made, or another run has locked it.
            UsageError: there is a report of an earlier run, and it is not to `resume`.
        """
        self.folder = folder
        make_folder(folder)
        self._lock = _open_locked(os.path.join(folder, LOCK), folder)
        try:
            report = os.path.join(folder, REPORT)
            if not resume and os.path.exists(report) and os.path.getsize(report):
                raise UsageError(
                    f"{report} already exists; choose another folder, or use {argument('resume', True)} to continue it"
                )
            self._remove_temporary_files()
            self.journal = Journal(report)
        except BaseException:
            os.close(self._lock)
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.journal.close()
        os.close(self._lock)

    def find(self, name: str) -> PuzzleRecord | None:
        """The record of a puzzle; None if it has none, or one of its files is missing."""
        record = self.journal.find(name)
        if record is None or not all(os.path.isfile(os.path.join(self.folder, file)) for file in record.files):
            return None
        return record

    def save(self, outcome: TaskOutcome) -> PuzzleRecord:
        """Write the files of a puzzle, then its record, which is `failed` if a file cannot be written.

        Raises:
            NoRoom: the disk is full.
            FileError: the record cannot be written.
        """
        record = outcome.record
        try:
            write_contents(outcome.contents)
        except NoRoom:
            raise
        except (FileError, InputError) as error:
            record = replace(record, outcome="failed", error=str(error), files=(), exit=SolverError.exit_code)
        self.journal.append(record)
        return record

    def list_others(self, paths: Sequence[str]) -> None:
        """Write the paths of files that are not puzzles, one a line, in place of an earlier list."""
        path = os.path.join(self.folder, OTHERS)
        if paths:
            write_bytes(path, b"".join(os.fsencode(each) + b"\n" for each in paths))
        else:
            remove(path)

    def _remove_temporary_files(self) -> None:
        """Remove the temporary files of runs that were killed; the folder is locked, so no other run needs them."""
        for above, _, files in os.walk(self.folder):
            for name in files:
                if _TEMPORARY.fullmatch(name):
                    remove(os.path.join(above, name))


def _open_locked(path: str, folder: str) -> int:
    """Open the lock file of a folder and lock it; returns its descriptor."""
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise FileError(f"cannot be written: {error.strerror or error}", file=path) from None
    try:
        lock_file(file)
    except OSError:
        holder = os.read(file, 200).decode(errors="replace").strip()
        os.close(file)
        raise FileError(f"another batch is writing here ({holder}); choose another folder", file=folder) from None
    with contextlib.suppress(OSError):  # only for the message above
        os.ftruncate(file, 0)
        os.write(file, f"process {os.getpid()} on {socket.gethostname()}\n".encode())
    return file


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
        finally:
            if os.fstat(self._file).st_size == self._end + len(line):  # even if a signal came after the last write
                self._add(record, len(line))
            else:
                os.ftruncate(self._file, self._end)

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
