"""Images by the first bytes of their files."""

from __future__ import annotations

import re

#: The beginnings of the images that can be read, and their names in messages.
_IMAGES = (
    (rb"\x89PNG", "a PNG image"),
    (rb"GIF8", "a GIF image"),
    (rb"\xff\xd8\xff", "a JPEG image"),
    (rb"BM", "a BMP image"),
    (rb"II[*+]\x00|MM\x00[*+]", "a TIFF image"),
    (rb"\x00\x00\x01\x00", "an icon (ICO)"),
    (rb"P[1-6][\s#]", "an image of Netpbm (PBM, PGM or PPM)"),
    (rb"(?s)RIFF....WEBP", "a WebP image"),
)


def image_kind(data: bytes) -> str | None:
    """The name of the kind of an image, with an article; None for any other file.

    A few kinds begin with two letters only, which may also begin a text. The first 20 bytes of a file are enough.
    """
    return next((words for pattern, words in _IMAGES if re.match(pattern, data)), None)
