"""The width of text in drawings, estimated without the font and never too low."""

from __future__ import annotations

from functools import lru_cache
from unicodedata import combining, east_asian_width

#: Widths of characters in proportion to the size of the font.
_NARROW, _USUAL, _WIDE, _FULL = 0.42, 0.7, 1.0, 1.05
_NARROW_CHARS = frozenset("iIjl|.,:;!' ()[]")
_WIDE_CHARS = frozenset("mwMW%@&OQGNDHU")


def text_width(text: str, size: float, *, bold: bool = False) -> float:
    """An upper bound of the width of a line of text in Helvetica or a similar font, in the unit of the font `size`."""
    return sum(map(_character_width, text)) * size * (1.1 if bold else 1.0)


def cut_to_width(text: str, size: float, width: float, *, bold: bool = False) -> str:
    """A line of text in a font of some `size` cut to a `width` in the same unit, with an ellipsis for the rest."""
    if text_width(text, size, bold=bold) <= width:
        return text
    end, used = 0, text_width("...", size, bold=bold)
    for char in text:
        used += text_width(char, size, bold=bold)
        if used > width:
            break
        end += 1
    return text[:end].rstrip() + "..."


def wrapped_text(text: str, size: float, width: float, *, most: int | None = None) -> list[str]:
    """A text in a font of some `size` as lines of at most a `width`; what is wider, as the last of `most`, is cut."""
    return [cut_to_width(line, size, width) for line in wrapped(text, size, width, most=most)]


def wrapped(text: str, size: float, width: float, *, most: int | None = None, hang: float = 0.0) -> list[str]:
    """A text as lines of at most a `width` in the unit of `size`, but for wider words, and the last of `most` lines.

    Args:
        hang: the indent of all lines but the first, which is part of the width.
    """
    words = text.split()
    lines: list[str] = []
    first, used = 0, 0.0
    blank = text_width(" ", size)
    for place, word in enumerate(words):
        if most is not None and len(lines) == most - 1:
            break
        needed = text_width(word, size)
        if place > first and used + blank + needed > width - (hang if lines else 0.0):
            lines.append(" ".join(words[first:place]))
            first, used = place, needed
        else:
            used += needed + (blank if place > first else 0.0)
    return [*lines, " ".join(words[first:])]


@lru_cache(maxsize=4096)
def _character_width(char: str) -> float:
    if combining(char):
        return 0.0
    if east_asian_width(char) in "WF":
        return _FULL
    return _NARROW if char in _NARROW_CHARS else _WIDE if char in _WIDE_CHARS else _USUAL
