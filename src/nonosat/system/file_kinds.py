"""What a file that is no text is, by its first bytes."""

from __future__ import annotations

import re
from typing import NamedTuple


class FileKind(NamedTuple):
    """A kind of files.

    Attributes:
        words: what messages call such a file, with an article.
        is_image: whether pictures can be traced from it.
    """

    words: str
    is_image: bool = False


#: Offset, first bytes, kind; the first that fits counts.
_KINDS = (
    (0, b"\x89PNG", FileKind("a PNG image", is_image=True)),
    (0, b"GIF8", FileKind("a GIF image", is_image=True)),
    (0, b"\xff\xd8\xff", FileKind("a JPEG image", is_image=True)),
    (0, b"BM", FileKind("a BMP image", is_image=True)),
    (0, b"II*\0", FileKind("a TIFF image", is_image=True)),
    (0, b"MM\0*", FileKind("a TIFF image", is_image=True)),
    (0, b"II+\0", FileKind("a TIFF image", is_image=True)),
    (0, b"MM\0+", FileKind("a TIFF image", is_image=True)),
    (0, b"\0\0\1\0", FileKind("an icon (ICO)", is_image=True)),
    (0, b"%PDF", FileKind("a PDF document")),
    (0, b"8BPS", FileKind("an image of Photoshop")),
    (0, b"gimp xcf", FileKind("an image of GIMP")),
    (0, b"\0\0\2\0", FileKind("a cursor of Windows")),
    (0, b"\xff\x0a", FileKind("a JPEG XL image")),
    (0, b"\0\0\0\x0cJXL ", FileKind("a JPEG XL image")),
    (0, b"\0\0\0\x0cjP  ", FileKind("a JPEG 2000 image")),
    (0, b"qoif", FileKind("a QOI image")),
    (0, b"PK\3\4", FileKind("a ZIP archive")),
    (0, b"7z\xbc\xaf\x27\x1c", FileKind("a 7-Zip archive")),
    (0, b"Rar!\x1a\7", FileKind("a RAR archive")),
    (0, b"BZh", FileKind("a file packed by bzip2")),
    (0, b"\xfd7zXZ\0", FileKind("a file packed by xz")),
    (0, b"\x28\xb5\x2f\xfd", FileKind("a file packed by zstd")),
    (257, b"ustar", FileKind("a tar archive")),
    (0, b"SQLite format 3\0", FileKind("an SQLite database")),
    (4, b"ftypavi", FileKind("an AVIF image")),
    (4, b"ftyphei", FileKind("a HEIC image")),
    (4, b"ftypmif1", FileKind("a HEIF image")),
    (4, b"ftyp", FileKind("a video")),
    (0, b"\x1aE\xdf\xa3", FileKind("a video")),
    (0, b"\x7fELF", FileKind("a program")),
)
#: The same for kinds whose first bytes are not all fixed.
_PATTERNS = (
    (rb"P[1-6][\s#]", FileKind("a bitmap of Netpbm (PBM, PGM or PPM)", is_image=True)),
    (rb"(?s)RIFF....WEBP", FileKind("a WebP image", is_image=True)),
)


def kind_of(data: bytes) -> FileKind | None:
    """The kind of a file by its first bytes; None if they mean nothing.

    The two letters with which a few kinds begin may also begin a text.

    Args:
        data: the contents, or at least the first 300 bytes.
    """
    found = next((kind for offset, begin, kind in _KINDS if data.startswith(begin, offset)), None)
    return found or next((kind for pattern, kind in _PATTERNS if re.match(pattern, data)), None)
