"""The page of an animation: the place of its captions, beside the grid or below it, and their text."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from svgwrite.container import Group
from svgwrite.text import Text

from nonosat.drawing.clue_chips import number
from nonosat.drawing.svg import LARGEST, PADDING
from nonosat.drawing.svg_document import FONTS, xml_text
from nonosat.drawing.text_width import wrapped
from nonosat.model.colors import ink, mix
from nonosat.publishing.animation_frames import AnimationFrame, CaptionLine

#: Size of the font of captions, the least width of a caption, and the distance between grid and caption, in pixels.
_FONT, _LEAST_WIDTH, _GAP = 14.0, 400.0, 16.0
#: More lines of a caption than this are not shown.
_MOST_LINES = 44
#: Widths of an indent and of the first line's overhang, and the distance of lines and of sentences, by font size.
_INDENT, _HANG, _LEADING, _SPACE = 1.4, 0.9, 1.32, 0.3
#: Estimated widths are those of the widest fonts; this part of them is enough.
_USUAL = 0.84


class WrappedLine(NamedTuple):
    """A line of a caption, with the left end of its baseline in the caption."""

    text: str
    x: float
    y: float


class CaptionPlace(NamedTuple):
    """The upper left corner and the width of captions in pixels, the size of their font, and its colours."""

    x: float
    y: float
    width: float
    size: float
    ink: str
    link: str


class AnimationPage(NamedTuple):
    """The page of an animation.

    Attributes:
        view: left, top, width and height in pixels; the corner of the grid is at (0, 0).
        captions: for each frame the lines of its caption.
    """

    view: tuple[int, int, int, int]
    place: CaptionPlace
    captions: list[list[WrappedLine]]


def arranged_page(view: tuple[int, int, int, int], frames: Sequence[AnimationFrame], ground: str) -> AnimationPage:
    """The page of an animation, with captions beside the grid or below it, whichever is nearer to 4:3.

    Args:
        view: of the grid with its clues: left, top, width and height.
        frames: with the captions.
        ground: the colour on which captions stand.
    """
    left, top, width, height = view
    found = []
    for beside in (False, True):
        # Large grids are shown smaller, and their captions should not be.
        size = _FONT * max(1.0, (width + beside * _LEAST_WIDTH) / LARGEST, height / LARGEST)
        wide = _LEAST_WIDTH * size / _FONT if beside else max(width - 2 * PADDING, _LEAST_WIDTH * size / _FONT)
        captions = [_cut(wrapped_caption(frame.caption, size, wide), size) for frame in frames]
        tall = 2.6 * size + max(caption_height(lines, size) for lines in captions) + PADDING
        if beside:
            page = (left, top, round(width + _GAP + wide + PADDING), round(max(height, tall + 2 * PADDING)))
            x, y = left + width + _GAP, top + 1.0 * PADDING
        else:
            margin = max(0.0, wide + 2 * PADDING - width) / 2
            page = (round(left - margin), top, round(width + 2 * margin), round(height + tall))
            x, y = left - margin + PADDING, top + height
        text = ink(ground)
        place = CaptionPlace(x, y, wide, size, text, mix(text, "#0b6cff", 0.7))
        found.append(AnimationPage(page, place, captions))
    return min(found, key=lambda page: max(page.view[2] / 4, page.view[3] / 3))


def _cut(lines: list[WrappedLine], size: float) -> list[WrappedLine]:
    """The lines of a caption; of more than `_MOST_LINES` the first ones, and a line that says how many are left out."""
    if len(lines) <= _MOST_LINES:
        return lines
    kept = lines[: _MOST_LINES - 1]
    more = f"... and {len(lines) - len(kept)} more lines, in the text of the explanation"
    return [*kept, WrappedLine(more, 0.0, kept[-1].y + 1.4 * size)]


def caption_group(place: CaptionPlace) -> Group:
    """An empty group for the texts of captions."""
    return Group(fill=place.ink, font_family=FONTS, font_size=number(place.size), debug=False)


def caption_texts(page: AnimationPage, at: int, heading: str) -> list[Text]:
    """The heading and the lines of the caption of frame `at`, for the group of `caption_group`."""
    place = page.place
    x, y = [number(place.x)], [number(place.y + place.size)]
    top = place.y + 1.9 * place.size
    return [
        Text(xml_text(heading), x=x, y=y, font_weight="bold", debug=False),
        *(
            Text(xml_text(line.text), x=[number(place.x + line.x)], y=[number(top + line.y)], debug=False)
            for line in page.captions[at]
        ),
    ]


def wrapped_caption(caption: Iterable[CaptionLine], size: float, width: float) -> list[WrappedLine]:
    """The lines of a `caption` in a font of some `size`, at most of a `width` in the same unit."""
    lines: list[WrappedLine] = []
    y = size
    for sentence in caption:
        left = sentence.indent * _INDENT * size
        for row, text in enumerate(wrapped(sentence.text, _USUAL * size, width - left, hang=_HANG * size)):
            lines.append(WrappedLine(text, left + (_HANG * size if row else 0.0), y))
            y += _LEADING * size
        y += _SPACE * size
    return lines


def caption_height(lines: list[WrappedLine], size: float) -> float:
    """The height of a caption with these `lines` in a font of some `size`, with room below the last baseline."""
    return lines[-1].y + 0.3 * size if lines else 0.0
