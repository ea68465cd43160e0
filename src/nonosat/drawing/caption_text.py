"""Captions: sentences wrapped to a width, as lines with their places."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from nonosat.drawing.animation_frame import CaptionLine
from nonosat.drawing.text_width import text_width

#: Widths of an indent and of the first line's overhang, and the distance of lines and of sentences, by font size.
_INDENT, _HANG, _LEADING, _SPACE = 1.4, 0.9, 1.32, 0.3
#: Estimated widths are those of the widest fonts; more than this part of them is not needed.
_USUAL = 0.84


class WrappedLine(NamedTuple):
    """A line of a caption.

    Attributes:
        text: that fits the width.
        x: where it begins, from the left side of the caption.
        y: its baseline, from the top of the caption.
    """

    text: str
    x: float
    y: float


def wrapped_caption(caption: Iterable[CaptionLine], size: float, width: float) -> list[WrappedLine]:
    """The lines of a caption.

    Args:
        caption: the sentences.
        size: of the font.
        width: of the caption, in the same unit.
    """
    lines: list[WrappedLine] = []
    y = size
    for sentence in caption:
        left = sentence.indent * _INDENT * size
        for number, text in enumerate(_wrapped(sentence.text, size, width - left)):
            lines.append(WrappedLine(text, left + (_HANG * size if number else 0.0), y))
            y += _LEADING * size
        y += _SPACE * size
    return lines


def caption_height(lines: list[WrappedLine], size: float) -> float:
    """How high a caption is, with room for what reaches below its last line.

    Args:
        lines: of the caption.
        size: of the font.
    """
    return lines[-1].y + 0.3 * size if lines else 0.0


def _wrapped(text: str, size: float, width: float) -> list[str]:
    """A sentence in lines that are not wider than so much; those after the first one are indented by the overhang."""
    rows: list[str] = []
    row, used = "", 0.0
    blank = _USUAL * text_width(" ", size)
    for word in text.split():
        needed = _USUAL * text_width(word, size)
        if row and used + blank + needed > width - (_HANG * size if rows else 0.0):
            rows.append(row)
            row, used = word, needed
        else:
            used += needed + (blank if row else 0.0)
            row = f"{row} {word}" if row else word
    return [*rows, row]
