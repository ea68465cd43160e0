"""Fonts for text that is embedded: those that come with nonosat, and those of this machine for other characters.

DejaVu Sans comes with nonosat, as it was published, so that a document looks the same wherever it is made. It has the
letters of Latin, Greek, Cyrillic and Hebrew, and many symbols.
"""

from __future__ import annotations

from collections.abc import Collection
from importlib.resources import files
from typing import NamedTuple

#: Files of the fonts that come with nonosat: the usual one and the bold one.
REGULAR, BOLD = "DejaVuSans.ttf", "DejaVuSans-Bold.ttf"
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
    """The file of a font, with the characters that the font has."""

    path: str
    characters: frozenset[str]


def own_font(name: str) -> FontFile:
    """A font that comes with nonosat; its name is `REGULAR` or `BOLD`."""
    path = font_path(name)
    return FontFile(path, _characters(path))


def font_path(name: str) -> str:
    """The file of a font that comes with nonosat; its name is `REGULAR` or `BOLD`."""
    return str(files("nonosat.drawing").joinpath("fonts", name))


def font_for(characters: Collection[str]) -> FontFile | None:
    """The font of this machine that has the most of some different characters, or None if no font has any of them."""
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
    from fontTools.ttLib import TTLibError
    from PIL import ImageFont

    try:
        path = str(ImageFont.truetype(name).path)
        return FontFile(path, _characters(path))
    except (OSError, TTLibError):
        return None


def _characters(path: str) -> frozenset[str]:
    """The characters that a font has.

    Raises:
        OSError: its file cannot be read.
        TTLibError: its file is not a font.
    """
    from fontTools.ttLib import TTFont

    with TTFont(path, fontNumber=0, lazy=True) as font:
        return frozenset(map(chr, font.getBestCmap() or ()))
