"""The output folder of a batch: the files of each puzzle, then its record; held by one run at a time."""

from __future__ import annotations

import contextlib
import os
import re
import socket
from collections.abc import Iterable

from nonosat.batch.journal import Journal
from nonosat.batch.puzzle_task import Done
from nonosat.batch.record import Record
from nonosat.errors import FileError, InputError, NoRoom, UsageError
from nonosat.results.outputs import Contents, put
from nonosat.system.files import remove

REPORT, LOCK = "report.jsonl", ".lock"

#: What a writer leaves that is killed before its file takes its name.
_LEFT_OVER = re.compile(r".+\.(svg|sat|sol|gz|jsonl|csv)\.[0-9]+\.tmp")


class Store:
    """What a batch has found out. A puzzle has its record only when its files are there."""

    def __init__(self, folder: str, *, resume: bool = False) -> None:
        """Take hold of a folder, which is made if there is none.

        Args:
            folder: its path.
            resume: go on with a report that is there.

        Raises:
            InputError: there can be no such folder, or another run holds it.
            UsageError: there is a report, but it is not to be continued.
        """
        self.folder = folder
        _make_folder(folder)
        self._lock = _locked(os.path.join(folder, LOCK), folder)
        try:
            report = os.path.join(folder, REPORT)
            if not resume and os.path.exists(report) and os.path.getsize(report):
                raise UsageError(f"{report} is there, expected --resume to continue it, or another folder")
            self._sweep()
            self.journal = Journal(report)
        except BaseException:
            os.close(self._lock)
            raise

    def __enter__(self) -> Store:
        return self

    def __exit__(self, *_: object) -> None:
        self.journal.close()
        os.close(self._lock)

    def find(self, name: str) -> Record | None:
        """The record of a puzzle that is finished, unless one of its files has gone."""
        record = self.journal.find(name)
        if record is None or not all(os.path.isfile(os.path.join(self.folder, file)) for file in record.files):
            return None
        return record

    def keep(self, done: Done) -> Record:
        """Write the files of a puzzle, then its record; the record, which tells if one of them cannot be written.

        Raises:
            InputError: there is no room for anything more.
        """
        record = done.record
        try:
            self._put(done.contents)
        except NoRoom:
            raise
        except (FileError, InputError) as error:
            record = record._replace(verdict="failed", error=str(error), files=())
        self.journal.append(record)
        return record

    def sort_journal(self, names: Iterable[str]) -> None:
        """Bring the report into order."""
        self.journal.sort_journal(names)

    def _put(self, contents: Contents) -> None:
        for above in {os.path.dirname(path) for path in contents.files}:
            _make_folder(above)
        put(contents)

    def _sweep(self) -> None:
        """Remove what a run that was killed has left half-written; nobody else writes here now."""
        for above, _, files in os.walk(self.folder):
            for name in files:
                if _LEFT_OVER.fullmatch(name):
                    remove(os.path.join(above, name))


def _make_folder(path: str) -> None:
    if os.path.isdir(path):
        return
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as error:
        raise InputError(f"cannot be made: {error.strerror or error}, expected a folder", file=path) from None


def _locked(path: str, folder: str) -> int:
    """A file that is locked until it is closed, or this process ends, however that comes about.

    Raises:
        InputError: somebody else has locked it, or it cannot be written.
    """
    try:
        file = os.open(path, os.O_RDWR | os.O_CREAT, 0o666)
    except OSError as error:
        raise InputError(f"cannot be written: {error.strerror or error}", file=path) from None
    try:
        _lock(file)
    except OSError:
        holder = os.read(file, 200).decode(errors="replace").strip()
        os.close(file)
        raise InputError(f"another batch writes here ({holder}), expected another folder", file=folder) from None
    with contextlib.suppress(OSError):  # whose it is, only for a message
        os.ftruncate(file, 0)
        os.write(file, f"process {os.getpid()} on {socket.gethostname()}\n".encode())
    return file


def _lock(file: int) -> None:
    """
    Raises:
        OSError: it is locked.
    """
    try:
        import fcntl
    except ImportError:  # Windows
        import msvcrt

        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)  # type: ignore[attr-defined]
    else:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
