"""The text of a file that should hold puzzles: in the encoding that the file declares, in UTF-8, or in Latin-1.

Files of past decades are often in Latin-1, where one accented letter of a name is no UTF-8. Every sequence of bytes is
text in Latin-1, so it is tried last, and only where the text then has no control characters, as binary data would.
"""

from __future__ import annotations

import re

from nonosat.core.errors import InputError
from nonosat.core.files import as_text, in_utf8
from nonosat.core.images import image_kind

#: Said of a puzzle whose file is not UTF-8.
LATIN_1 = "the file is not UTF-8 and declares no encoding, so it was read as Latin-1"

_DECLARATION = re.compile(rb"\s*<\?xml[^<>]{0,200}?\bencoding\s*=\s*[\"']([A-Za-z0-9._-]{1,40})[\"']")
_CONTROL = re.compile(r"[^\t\n\f\r -~\xa0-\U0010ffff]")


def puzzle_text(data: bytes, name: str) -> str:
    """The text of a file, from its bytes `data`; `name` is that of the file in messages.

    Raises:
        InputError: it is not text; says what it is, if that is known.
    """
    return text_and_remark(data, name)[0]


def text_and_remark(data: bytes, name: str) -> tuple[str, str]:
    """The text in the `data` of a file as `puzzle_text` reads it, and a remark on its encoding, or none."""
    declared = _DECLARATION.match(data)
    try:
        return as_text(data if declared is None else in_utf8(data, declared[1].decode(), name), name), ""
    except InputError:
        if kind := image_kind(data):
            raise InputError(f"{kind}, expected a puzzle; `nonosat make` makes one from it", file=name) from None
        if declared or _CONTROL.search(data.decode("latin-1")):
            raise
    return as_text(in_utf8(data, "latin-1", name), name), LATIN_1
