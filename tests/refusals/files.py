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

REFUSALS = {
    "missing": (None, "", "No such file"),
    "folder": ({}, "", "folder"),
    # What the system says when the file is opened.
    "secret": (PermissionError(errno.EACCES, "Permission denied"), "", "Permission denied"),
    "damaged disk": (OSError(errno.EIO, "Input/output error"), "", "Input/output error"),
    "error without a number": (OSError("no number"), "", "no number"),
    # Bytes
    "control characters of Latin-1": (RECT.replace("1a 1a", "1a \x85", 1).encode("latin-1"), "3:4", "UTF-8"),
    "not UTF-8 after BOM, CR and wide letters": (b"\xef\xbb\xbfrect 1 1\r#\xc3\xa4\xe2\x82\xac\xff", "2:4", "UTF-8"),
    "zero bytes": (b"rect\0 2 2", "", "zero byte"),
    "all bytes": (bytes(range(256)), "", "zero byte"),
    "archive": (archive(), "", "zero byte"),
    "UTF-16": (RECT.encode("utf-16-le"), "", "zero byte"),
    "UTF-16 cut off": (RECT.encode("utf-16")[:-1], "", "bytes that are not"),
    "an encoding that is none": (b'<?xml version="1.0" encoding="no-such"?><puzzleset/>', "", "no-such"),
    "a codec that is no character set": (
        b'<?xml version="1.0" encoding="punycode"?><puzzleset/>',
        "",
        "punycode",
    ),
    "another encoding than declared": (
        b'<?xml version="1.0" encoding="ascii"?><puzzleset>\xe9</puzzleset>',
        "",
        "ASCII",
    ),
    "gzip cut off": (ZIPPED[:-9], "", "gzip"),
    "gzip cut off early": (ZIPPED[:30], "", "gzip"),
    "gzip with a wrong sum": (ZIPPED[:-8] + bytes(8), "", "gzip"),
    "gzip that is none": (b"\x1f\x8bnothing of the kind", "", "gzip"),
}
