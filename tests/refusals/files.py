"""Refusals of files that are absent, unreadable or no text, under any name."""

import errno
import gzip
import io
import zipfile

from conftest import RECT


def archive() -> bytes:
    """A ZIP archive."""
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w") as zipped:
        zipped.writestr("p.clues", RECT)
    return file.getvalue()


ZIPPED = gzip.compress(RECT.encode(), mtime=0)
CUT = "broken gzip data (Compressed file ended before the end-of-stream marker was reached), expected a whole file"

REFUSALS = {
    "missing": (None, "cannot be read: No such file or directory"),
    "folder": ({}, "a folder, expected a puzzle; `nonosat batch` solves all puzzles in a folder"),
    # What the system says when the file is opened.
    "secret": (PermissionError(errno.EACCES, "Permission denied"), "cannot be read: Permission denied"),
    "damaged disk": (OSError(errno.EIO, "Input/output error"), "cannot be read: Input/output error"),
    "error without a number": (OSError("no number"), "cannot be read: no number"),
    # Bytes
    "control characters of Latin-1": (
        RECT.replace("1a 1a", "1a \x85", 1).encode("latin-1"),
        "3:4: bytes that are not UTF-8, expected text",
    ),
    "not UTF-8 after BOM, CR and wide letters": (
        b"\xef\xbb\xbfrect 1 1\r#\xc3\xa4\xe2\x82\xac\xff",
        "2:4: bytes that are not UTF-8, expected text",
    ),
    "zero bytes": (b"rect\0 2 2", "binary data (a zero byte at offset 4), expected text"),
    "all bytes": (bytes(range(256)), "binary data (a zero byte at offset 0), expected text"),
    "archive": (archive(), "binary data (a zero byte at offset 5), expected text"),
    "UTF-16": (RECT.encode("utf-16-le"), "binary data (a zero byte at offset 1), expected text"),
    "UTF-16 cut off": (
        RECT.encode("utf-16")[:-1],
        "bytes that are not UTF-16, expected text in the encoding that the file declares",
    ),
    "an encoding that is none": (
        b'<?xml version="1.0" encoding="no-such"?><puzzleset/>',
        "text in the encoding 'no-such', expected a common one such as UTF-8",
    ),
    "another encoding than declared": (
        b'<?xml version="1.0" encoding="ascii"?><puzzleset>\xe9</puzzleset>',
        "bytes that are not ASCII, expected text in the encoding that the file declares",
    ),
    "gzip cut off": (ZIPPED[:-9], CUT),
    "gzip cut off early": (ZIPPED[:30], CUT),
    "gzip with a wrong sum": (
        ZIPPED[:-8] + bytes(8),
        "broken gzip data (CRC check failed 0x0 != 0xd1d1f64b), expected a whole file",
    ),
    "gzip that is none": (
        b"\x1f\x8bnothing of the kind",
        "broken gzip data (Unknown compression method), expected a whole file",
    ),
}
