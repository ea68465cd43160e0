"""The heading of a puzzle on paper: its title, and below it notes such as its author and its copyright."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from typing import Any, NamedTuple

from svgwrite.text import Text

from nonosat.drawing.clue_chips import number
from nonosat.drawing.contrast import BLACK, mix
from nonosat.drawing.paper_block import PaperPart
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


def fitted_heading(
    title: str,
    notes: Iterable[str],
    width: float,
    *,
    title_size: float = _TITLE,
    note_size: float = _BYLINE,
    rows: int = 1,
) -> PaperPart | None:
    """A title with notes below it, as far as there are any, not wider than a width; None without both.

    Args:
        title: may be empty.
        notes: each begins a line; may be empty.
        width: in millimetres.
        title_size: of the font of the title, in millimetres; a title that is too wide gets a smaller one.
        note_size: of the font of the notes, in millimetres.
        rows: the most lines of a note; the rest is cut.
    """
    lines = []
    if title := one_line(title):
        usual = title_size
        size = max(min(_LEAST_TITLE, usual), min(usual, usual * width / text_width(title, usual, bold=True)))
        lines.append(_Line(cut_to_width(title, size, width, bold=True), size, True))
    for note in filter(None, map(one_line, notes)):
        lines.extend(_Line(row, note_size, False) for row in wrapped_text(note, note_size, width, most=rows))
    if not lines:
        return None
    height = lines[0].size + sum(line.size * _LEADING for line in lines[1:])
    widest = max(text_width(line.text, line.size, bold=line.bold) for line in lines)
    # Room for letters that reach below the baseline.
    return PaperPart(widest, height + 0.3 * lines[-1].size, partial(_elements, lines))


def _elements(lines: Sequence[_Line], middle: float, top: float) -> Iterator[Any]:
    """Lines of text, one below the other."""
    y = top
    for place, line in enumerate(lines):
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


def byline(puzzle: Puzzle, *, with_license: bool = False) -> str:
    """Author and copyright of a puzzle in one line, as far as they are known, and its licence if wanted."""
    metadata = puzzle.metadata
    author = metadata.author and f"by {metadata.author}"
    parts = (author, metadata.copyright, metadata.license if with_license else "")
    return one_line(" \u00b7 ".join(filter(None, parts)))


def one_line(text: str) -> str:
    """Text without line ends and without the characters that XML cannot hold."""
    return " ".join(xml_text(text).split())
