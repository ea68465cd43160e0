"""The heading of a worksheet: the title of the puzzle, its author and its copyright."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from svgwrite.text import Text

from nonosat.drawing.clue_chips import number
from nonosat.drawing.contrast import BLACK, mix
from nonosat.drawing.svg_document import FONTS, xml_text
from nonosat.drawing.text_width import cut_to_width, text_width
from nonosat.model.puzzle import Puzzle

#: Sizes of the fonts in millimetres: of the title, the least that it is reduced to, and of the line below.
_TITLE, _LEAST_TITLE, _BYLINE = 6.0, 3.6, 3.4
#: Distance of two lines in proportion to the size of the second one.
_LEADING = 1.5
_GREY = mix(BLACK, "#ffffff", 0.25)


class _Line(NamedTuple):
    """A line of text; `size` is in millimetres."""

    text: str
    size: float
    bold: bool


class FittedHeading(NamedTuple):
    """A heading that is not wider than the page.

    Attributes:
        lines: from top to bottom.
        width, height: in millimetres.
    """

    lines: tuple[_Line, ...]
    width: float
    height: float

    def elements(self, middle: float) -> Iterator[Any]:
        """The SVG elements, in millimetres.

        Args:
            middle: where the middle of the lines is.
        """
        y = 0.0
        for line in self.lines:
            y += line.size * (_LEADING if y else 1.0)
            style: dict[str, object] = {"font_weight": "bold"} if line.bold else {}
            yield Text(
                line.text,
                x=[number(middle)],
                y=[number(y)],
                fill=BLACK if line.bold else _GREY,
                font_family=FONTS,
                font_size=number(line.size),
                text_anchor="middle",
                debug=False,
                **style,
            )


class Heading:
    """Title, and below it author and copyright, as far as they are known.

    Args:
        puzzle: whose author and copyright are shown.
        title: may be empty.
    """

    def __init__(self, puzzle: Puzzle, title: str) -> None:
        metadata = puzzle.metadata
        author = metadata.author and f"by {metadata.author}"
        self._title = _one_line(title)
        self._byline = _one_line(" \u00b7 ".join(filter(None, (author, metadata.copyright))))

    def fitted(self, width: float) -> FittedHeading | None:
        """The heading in at most so many millimetres, or None if there is nothing to say."""
        lines = []
        if self._title:
            size = max(_LEAST_TITLE, min(_TITLE, _TITLE * width / text_width(self._title, _TITLE, bold=True)))
            lines.append(_Line(cut_to_width(self._title, size, width, bold=True), size, True))
        if self._byline:
            lines.append(_Line(cut_to_width(self._byline, _BYLINE, width), _BYLINE, False))
        if not lines:
            return None
        height = lines[0].size + sum(line.size * _LEADING for line in lines[1:])
        # Room for what reaches below the line.
        widest = max(text_width(line.text, line.size, bold=line.bold) for line in lines)
        return FittedHeading(tuple(lines), widest, height + 0.3 * lines[-1].size)


def _one_line(text: str) -> str:
    """Text without line ends and without the characters that XML cannot hold."""
    return " ".join(xml_text(text).split())
