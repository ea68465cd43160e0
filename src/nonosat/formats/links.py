"""Texts that stand where the name of a file stands: links, game IDs, and files of pzpr in one line.

Nothing is read from a network: a puzzle is in the text of the link itself. If there is a file of that name, the file is
meant.
"""

from __future__ import annotations

import os
import re

from nonosat.core.errors import shown
from nonosat.formats.source import Source, Word

_GAME_ID = r"[0-9]{1,9}x[0-9]{1,9}:|[0-9]{1,9}:[0-9.]*/"
#: Patterns are compiled when they are first used.
_LINK = rf"[A-Za-z][A-Za-z0-9+.-]*://|pzprv3(?:\.[0-9]+)?/|{_GAME_ID}"
_SEED = r"([0-9]{1,9}x[0-9]{1,9})#[0-9]+"
#: Numbers of columns and rows in links and game IDs, or of rows and columns.
_SIZE = r"\?[^/#]*/(?:[^/#0-9][^/#]*/)?([0-9]{1,9})/([0-9]{1,9})/|(?:^|#)([0-9]{1,9})(?:x([0-9]{1,9}))?:"
#: A visible character of ASCII as it is percent-encoded.
_ESCAPE = r"(?i)%(2[1-9a-f]|[3-6][0-9a-f]|7[0-9a-e])"
_ROWS_FIRST = r"pzprv3[^/]*/[^/]*/([0-9]{1,9})/([0-9]{1,9})/"


def is_link(path: str) -> bool:
    """True if the name of a file is a puzzle itself, as a link or a game ID, and no file has that name."""
    # Most names have neither of these, and a pattern takes longer to compile than a puzzle to read.
    if not (":" in path or "#" in path or path.startswith("pzprv3")):
        return False
    if re.match(_LINK, path):
        return not os.path.exists(path)
    seed = re.fullmatch(_SEED, path)
    return seed is not None and not os.path.exists(path) and not os.path.exists(seed[1])


def decoded_link(link: str) -> str:
    """A link without percent-encoding, which mail programs and browsers add: `%2F` becomes `/`."""
    return re.sub(_ESCAPE, lambda match: chr(int(match[1], 16)), link)


def link_word(source: Source, what: str) -> Word:
    """The only word of a text of one line, without percent-encoding; `what` names it in the error message."""
    word, *more = source.words(source.first, 2)
    if more:
        source.fail(f"{shown(more[0].text)} after {what}, expected the end of the line", more[0])
    return word._replace(text=decoded_link(word.text))


def link_name(link: str) -> str:
    """The name of the puzzle of a link: its size, and the beginning of a digest of the text.

    It can be the name of a file, such as `nonogram-20x15-1f0c33a9` for 20 columns and 15 rows.
    """
    import hashlib

    link = decoded_link(link)
    digest = hashlib.sha256(link.encode(errors="surrogatepass")).hexdigest()[:8]
    if match := re.match(_ROWS_FIRST, link):
        return f"nonogram-{match[2]}x{match[1]}-{digest}"
    if match := re.search(_SIZE, link):
        return f"nonogram-{match[1] or match[3]}x{match[2] or match[4] or match[3]}-{digest}"
    return f"nonogram-{digest}"
