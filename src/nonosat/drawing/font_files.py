"""Font files of this machine, for characters that the fonts of PDF readers lack."""

from __future__ import annotations

from collections.abc import Collection
from typing import NamedTuple

#: Names of files that systems have in their folders of fonts, those with the most characters last.
_FILES = (
    "DejaVuSans.ttf",
    "LiberationSans-Regular.ttf",
    "Arial.ttf",
    "NotoSans-Regular.ttf",
    "Arial Unicode.ttf",
    "NotoSansCJK-Regular.ttc",
    "msgothic.ttc",
    "msyh.ttc",
)


class FontFile(NamedTuple):
    """A font.

    Attributes:
        path: of its file.
        characters: that it has.
    """

    path: str
    characters: frozenset[str]


def font_for(characters: Collection[str]) -> FontFile | None:
    """The font of this machine that has the most of some characters, or None if no font has any of them.

    Args:
        characters: each once.
    """
    best, most = None, 0
    for name in _FILES:
        font = _installed(name)
        found = len(font.characters.intersection(characters)) if font is not None else 0
        if found > most:
            best, most = font, found
        if most == len(characters):
            break
    return best


def _installed(name: str) -> FontFile | None:
    """The font of a file in the folders of fonts, or None if there is none."""
    # Both come with fpdf2. Pillow knows the folders of fonts of each system.
    from fontTools.ttLib import TTFont, TTLibError
    from PIL import ImageFont

    try:
        path = str(ImageFont.truetype(name).path)
        with TTFont(path, fontNumber=0, lazy=True) as font:
            return FontFile(path, frozenset(map(chr, font.getBestCmap() or ())))
    except (OSError, TTLibError):
        return None
