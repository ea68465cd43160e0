"""Files: read up to a limit of size, written whole or not at all.

`-` means standard input or standard output. Errors of the operating system become an `InputError` (reading) or a
`FileError` (writing) of one line.
"""

from __future__ import annotations

import codecs
import contextlib
import errno
import io
import os
import re
import sys
from collections.abc import Callable, Iterator
from typing import BinaryIO

from nonosat.core.deadline import NEVER, Deadline
from nonosat.core.errors import FileError, InputError, NoRoom
from nonosat.core.system import this_system

#: More than any model has; puzzles have a limit of their own (`formats.loading`). The limit keeps a device that is
#: named by mistake from filling the memory.
MAX_BYTES = 1 << 28
#: Bytes of standard input that are read at once.
_PIECE = 1 << 16
#: Codecs of Python that turn bytes into text and are no character sets; punycode takes quadratic time.
_NO_CHARSETS = {"idna", "punycode", "raw-unicode-escape", "unicode-escape"}


def shown_name(path: str) -> str:
    """The name of a file in messages: its path, or `<stdin>` for `-`."""
    return "<stdin>" if path == "-" else path


def read_bytes(path: str, max_bytes: int = MAX_BYTES, deadline: Deadline = NEVER) -> bytes:
    """The contents of a file, or of standard input for `-`, unpacked if gzipped.

    Raises:
        GaveUp: the deadline came before the end of standard input.
        InputError: it cannot be read, or is longer than `max_bytes`, packed or unpacked.
    """
    name = shown_name(path)
    try:
        if path == "-":
            data = _standard_input(max_bytes + 1, deadline)
        else:
            with open(path, "rb") as file:
                data = file.read(max_bytes + 1)
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror or error}", file=name) from None
    return unpacked(data, name, max_bytes)


def unpacked(data: bytes, name: str, max_bytes: int = MAX_BYTES) -> bytes:
    """The contents of a file of some name, unpacked if gzipped.

    Raises:
        InputError: they are longer than `max_bytes`, packed or unpacked, or broken.
    """
    if data[:2] == b"\x1f\x8b" and len(data) <= max_bytes:
        import gzip
        import zlib

        try:
            data = gzip.GzipFile(fileobj=io.BytesIO(data)).read(max_bytes + 1)
        except (EOFError, gzip.BadGzipFile, zlib.error) as error:
            raise InputError(f"broken gzip data ({error}), expected a complete file", file=name) from None
    if len(data) > max_bytes:
        raise InputError(f"more than {max_bytes:,} bytes, expected a smaller file", file=name)
    return data


def _standard_input(max_bytes: int, deadline: Deadline) -> bytes:
    """At most some bytes of standard input."""
    if not sys.stdin:  # it is closed
        return b""
    # Not the buffer: a thread that waits for ever must not hold its lock when Python ends.
    source = getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)

    def read() -> bytes:
        pieces: list[bytes] = []
        left = max_bytes
        while left > 0 and (piece := source.read(min(left, _PIECE))):
            pieces.append(piece)
            left -= len(piece)
        return b"".join(pieces)

    return deadline.wait_for(read, "standard input does not end") if deadline.is_set else read()


def read_text(path: str, max_bytes: int = MAX_BYTES) -> str:
    """The contents of a text file, read and decoded as by `read_bytes` (with `max_bytes`) and `as_text`."""
    return as_text(read_bytes(path, max_bytes), shown_name(path))


def as_text(data: bytes, name: str) -> str:
    """Decode the `data` of a text file, with its name for messages: without byte order mark, line ends as `\\n`.

    The text is in UTF-8, or in UTF-16 if a byte order mark says so.

    Raises:
        InputError: the data are not text.
    """
    if data.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
        data = in_utf8(data, "utf-16", name)
    zero = data.find(b"\0")
    if zero >= 0:
        raise InputError(f"binary data (a zero byte at offset {zero}), expected text", file=name)
    # In UTF-8 a byte below 128 is always a character of its own, so line ends can be unified first.
    data = data.removeprefix(b"\xef\xbb\xbf").replace(b"\r\n", b"\n").replace(b"\r", b"\n")
    try:
        return data.decode()
    except UnicodeDecodeError as error:
        begin = data.rfind(b"\n", 0, error.start) + 1
        line = data.count(b"\n", 0, begin) + 1
        column = len(data[begin : error.start].decode()) + 1
        raise InputError("bytes that are not UTF-8, expected text", file=name, line=line, column=column) from None


def in_utf8(data: bytes, encoding: str, name: str) -> bytes:
    """The `data` of a file that says in which encoding its text is, as UTF-8; `name` is that of the file in messages.

    Raises:
        InputError: the data are not in this encoding, or Python does not know it.
    """
    try:
        if codecs.lookup(encoding).name in _NO_CHARSETS:
            raise LookupError
        return data.decode(encoding).encode()
    except LookupError:
        message = f"text in the encoding {encoding[:40]!r}, expected a common one such as UTF-8"
    except UnicodeError:
        message = f"bytes that are not {encoding.upper()}, expected text in the encoding that the file declares"
    raise InputError(message, file=name)


def write_bytes(path: str, data: bytes) -> None:
    """Write `data` to a file by an `atomic_writer`, or to standard output for `-`."""
    if path == "-":
        if sys.stdout:  # None where it is closed
            sys.stdout.flush()
            sys.stdout.buffer.write(data)
            sys.stdout.buffer.flush()
        return
    with atomic_writer(path) as file:
        file.write(data)


def write_text(path: str, text: str) -> None:
    """Write a text in UTF-8, as `write_bytes`; characters that UTF-8 does not have become question marks."""
    write_bytes(path, text.encode(errors="replace"))


def is_special(path: str) -> bool:
    """True if a path names something other than a regular file, such as a pipe or a device."""
    return path == "-" or (os.path.exists(path) and not os.path.isfile(path))


def remove(path: str) -> None:
    """Remove a regular file, if there is one of that name; raises FileError if that fails."""
    try:
        if os.path.isfile(path):
            os.unlink(path)
    except OSError as error:
        raise FileError(f"cannot be removed: {error.strerror or error}", file=path) from None


def make_folder(folder: str) -> None:
    """Make a folder and those above it, as far as they do not exist, else raise `FileError`; "" is the working one."""
    if not folder or os.path.isdir(folder):
        return
    try:
        os.makedirs(folder, exist_ok=True)
    except OSError as error:
        raise FileError(f"cannot be created: {error.strerror or error}, expected a folder", file=folder) from None


@contextlib.contextmanager
def atomic_writer(path: str) -> Iterator[BinaryIO]:
    """Open a file for writing that gets its name only when the block ends without an error.

    Folders above it are made. A pipe or a device such as `/dev/null` is written directly, since it cannot be replaced.

    Raises:
        FileError: it cannot be written; a file of that name is unchanged.
    """
    direct = is_special(path)
    if not direct:
        if not os.path.basename(path):
            raise FileError("a folder has that name, expected a file", file=path)
        make_folder(os.path.dirname(path))
    # The process number keeps two runs that write the same file at the same time apart.
    temporary = path if direct else f"{path}.{os.getpid()}.tmp"
    try:
        with open(temporary, "wb") as file:
            yield file
        if not direct:
            os.replace(temporary, path)
    except BaseException as error:
        if not direct:
            with contextlib.suppress(OSError):
                os.unlink(temporary)
        if isinstance(error, OSError):
            raise write_error(path, error) from None
        raise


def write_error(path: str, error: OSError) -> FileError:
    """The error to raise for a file that cannot be written: `NoRoom` if the disk is full."""
    kind = NoRoom if error.errno in (errno.ENOSPC, errno.EDQUOT) else FileError
    return kind(f"cannot be written: {error.strerror or error}", file=path)


#: Says what is in a folder that must not be replaced, in a clause such as "it holds other files"; None if it may be.
Obstacle = Callable[[str], str | None]


def require_replaceable(path: str, obstacle: Obstacle) -> None:
    """Check that writing a folder destroys nothing.

    Args:
        obstacle: asked about an existing folder that is not empty.

    Raises:
        FileError: something else than an empty or replaceable folder is there.
    """
    while (before := _identity(path)) is not None:
        message = None
        try:
            found = obstacle(path) if os.listdir(path) else None
            message = found and f"{found}, expected a new or an empty folder"
        except NotADirectoryError:
            message = "a file has that name, expected a new folder"
        except OSError as error:
            message = f"cannot be read: {error.strerror or error}, expected a folder"
        if message is None:
            return
        if _identity(path) == before:  # else another run has just exchanged the folder
            raise FileError(message, file=path)


def _identity(path: str) -> tuple[int, int] | None:
    """What tells the file or folder of a name from one that takes its place; None if there is none."""
    for look in (os.stat, os.lstat):  # the second for a link that leads nowhere
        with contextlib.suppress(OSError):
            status = look(path)
            return status.st_dev, status.st_ino
    return None


@contextlib.contextmanager
def atomic_folder(path: str, obstacle: Obstacle) -> Iterator[str]:
    """A temporary folder to write into, which gets its name only when the block ends without an error.

    Folders above it are made, and temporary folders of runs that were killed are removed. For `obstacle` see
    `require_replaceable`.

    Raises:
        FileError: something else is there, or the folder cannot be written.
    """
    require_replaceable(path, obstacle)
    target = os.path.realpath(path) if os.path.islink(path) else path.rstrip(os.sep + (os.altsep or "")) or path
    temporary = f"{target}.{os.getpid()}.tmp"
    try:
        _remove_stale(target, obstacle)
        os.makedirs(temporary)
        yield temporary
        while not _replaced(temporary, target, obstacle):
            pass
    except OSError as error:
        raise write_error(path, error) from None
    finally:
        _remove_folder(temporary)


def _remove_folder(path: str) -> None:
    import shutil

    shutil.rmtree(path, ignore_errors=True)


def _remove_stale(target: str, obstacle: Obstacle) -> None:
    """Remove the temporary folders beside a folder whose process does not run any more.

    They are there for the whole time of a search, while a temporary file lasts for the moment of writing.
    """
    above, name = os.path.split(target)
    with contextlib.suppress(FileNotFoundError), os.scandir(above or os.curdir) as entries:
        for entry in list(entries):
            match = re.fullmatch(re.escape(name) + r"\.([0-9]{1,9})\.tmp(\.old)?", entry.name)
            if not match or not entry.is_dir(follow_symlinks=False) or _may_run(int(match[1])):
                continue
            if not match[2] or obstacle(entry.path) is None:  # the old folder may be the only copy of something else
                _remove_folder(entry.path)


def _may_run(pid: int) -> bool:
    """True unless it is certain that no other process has this id."""
    if not this_system().finds_processes:
        return True
    from nonosat.core.unix import process_runs

    return pid != os.getpid() and process_runs(pid)


def _replaced(temporary: str, target: str, obstacle: Obstacle) -> bool:
    """Rename a folder; if a folder of that name is there, remove it and return False, to be called again."""
    try:
        os.rename(temporary, target)
        return True
    except OSError as error:
        if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
            raise
    # The existing folder is renamed first, so that nobody exchanges it while it is examined.
    old = f"{temporary}.old"
    try:
        os.rename(target, old)
    except FileNotFoundError:
        return False
    if os.listdir(old) and obstacle(old) is not None:  # some systems do not rename to an empty folder
        os.rename(old, target)
        require_replaceable(target, obstacle)
    _remove_folder(old)
    return False
