"""The heading of a puzzle on paper: its title, and below it notes such as its author and its copyright."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from svgwrite.text import Text

from nonosat.drawing.clue_chips import number
from nonosat.drawing.contrast import BLACK, mix
from nonosat.drawing.svg_document import FONTS, xml_text
from nonosat.drawing.text_width import cut_to_width, text_width, wrapped_text
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

    def elements(self, middle: float, top: float) -> Iterator[Any]:
        """The SVG elements, in millimetres, with the middle of the lines at `middle` and their upper side at `top`."""
        y = top
        for place, line in enumerate(self.lines):
            y += line.size * (_LEADING if place else 1.0)
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
    """A title, and notes below it, as far as there are any.

    Args:
        title: may be empty.
        notes: each begins a line; may be empty.
        title_size: of the font of the title, in millimetres; a title that is too wide gets a smaller one.
        note_size: of the font of the notes, in millimetres.
        rows: the most lines of a note; the rest is cut.
    """

    def __init__(
        self,
        title: str,
        notes: Sequence[str] = (),
        *,
        title_size: float = _TITLE,
        note_size: float = _BYLINE,
        rows: int = 1,
    ) -> None:
        self._title, self._notes = one_line(title), [note for note in map(one_line, notes) if note]
        self._title_size, self._note_size, self._rows = title_size, note_size, rows

    def fitted(self, width: float) -> FittedHeading | None:
        """The heading within a width in millimetres, or None if title and notes are empty."""
        lines = []
        if self._title:
            usual = self._title_size
            size = max(min(_LEAST_TITLE, usual), min(usual, usual * width / text_width(self._title, usual, bold=True)))
            lines.append(_Line(cut_to_width(self._title, size, width, bold=True), size, True))
        for note in self._notes:
            rows = wrapped_text(note, self._note_size, width, most=self._rows)
            lines.extend(_Line(row, self._note_size, False) for row in rows)
        if not lines:
            return None
        height = lines[0].size + sum(line.size * _LEADING for line in lines[1:])
        # Room for letters that reach below the baseline.
        widest = max(text_width(line.text, line.size, bold=line.bold) for line in lines)
        return FittedHeading(tuple(lines), widest, height + 0.3 * lines[-1].size)


def byline(puzzle: Puzzle, *, with_license: bool = False) -> str:
    """Author and copyright of a puzzle in one line, as far as they are known, and its licence if wanted."""
    metadata = puzzle.metadata
    author = metadata.author and f"by {metadata.author}"
    parts = (author, metadata.copyright, metadata.license if with_license else "")
    return one_line(" \u00b7 ".join(filter(None, parts)))


def one_line(text: str) -> str:
    """Text without line ends and without the characters that XML cannot hold."""
    return " ".join(xml_text(text).split())
