"""Texts that stand where the name of a file stands: links, game IDs, and files of pzpr in one line.

Nothing is read from a network: a puzzle is in the text of the link itself. If there is a file of that name, the file is
meant.
"""

from __future__ import annotations

import os
import re

#: How much of a link messages show, in characters.
_SHOWN = 60

_GAME_ID = r"[0-9]{1,9}x[0-9]{1,9}:|[0-9]{1,9}:[0-9.]*/"
_LINK = re.compile(rf"[A-Za-z][A-Za-z0-9+.-]*://|pzprv3(?:\.[0-9]+)?/|{_GAME_ID}")
_SEED = re.compile(r"([0-9]{1,9}x[0-9]{1,9})#[0-9]+")
#: Numbers of columns and rows in links and game IDs, or of rows and columns.
_SIZE = re.compile(r"\?[^/#]*/(?:[^/#0-9][^/#]*/)?([0-9]{1,9})/([0-9]{1,9})/|(?:^|#)([0-9]{1,9})(?:x([0-9]{1,9}))?:")
#: A visible character of ASCII as it is percent-encoded.
_ESCAPE = re.compile(r"%(2[1-9a-f]|[3-6][0-9a-f]|7[0-9a-e])", re.IGNORECASE)
_ROWS_FIRST = re.compile(r"pzprv3[^/]*/[^/]*/([0-9]{1,9})/([0-9]{1,9})/")


def is_link(path: str) -> bool:
    """Whether the name of a file is a puzzle itself, as a link or a game ID, and no file has that name.

    Args:
        path: as the user gave it.
    """
    if _LINK.match(path):
        return not os.path.exists(path)
    seed = _SEED.fullmatch(path)
    return seed is not None and not os.path.exists(path) and not os.path.exists(seed[1])


def decoded_link(link: str) -> str:
    """A link without percent-encoding, which mail programs and browsers add: `%2F` becomes `/`.

    Args:
        link: a link, or any other text in one line.
    """
    return _ESCAPE.sub(lambda match: chr(int(match[1], 16)), link)


def link_name(link: str) -> str:
    """The name of the puzzle of a link: its size, and the beginning of a digest of the text.

    Args:
        link: for which `is_link` holds.

    Returns:
        A name that files can have, such as `nonogram-20x15-1f0c33a9`: 20 columns, 15 rows.
    """
    import hashlib

    link = decoded_link(link)
    digest = hashlib.sha256(link.encode(errors="surrogatepass")).hexdigest()[:8]
    if match := _ROWS_FIRST.match(link):
        return f"nonogram-{match[2]}x{match[1]}-{digest}"
    if match := _SIZE.search(link):
        return f"nonogram-{match[1] or match[3]}x{match[2] or match[4] or match[3]}-{digest}"
    return f"nonogram-{digest}"


def shown_link(link: str) -> str:
    """A link in messages, where it is a file's name: cut if it is long.

    Args:
        link: for which `is_link` holds.
    """
    return link if len(link) <= _SHOWN else f"{link[: _SHOWN - 3]}..."
