"""The legend of a worksheet: letters with the colours that they stand for."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from svgwrite.shapes import Rect
from svgwrite.text import Text

from nonosat.drawing.clue_chips import number
from nonosat.drawing.color_words import color_words
from nonosat.drawing.contrast import BLACK, WHITE, ink
from nonosat.drawing.paper_block import PaperPart
from nonosat.drawing.svg_document import FONTS
from nonosat.drawing.text_width import text_width
from nonosat.model.palette import letter
from nonosat.model.puzzle import Puzzle

#: Width and height of a swatch, size of the font, distances, and height of a row, in millimetres.
_SWATCH_WIDTH, _SWATCH_HEIGHT, _FONT, _SPACE, _ROW = 7.0, 5.0, 3.4, 1.6, 7.0


class _Swatch(NamedTuple):
    """An entry of the legend.

    Attributes:
        letter: on the swatch.
        fill: its colour, or None for an unknown colour or length of a block.
        name: beside the swatch.
    """

    letter: str
    fill: str | None
    name: str

    @property
    def width(self) -> float:
        """In millimetres, with the distance to the next one."""
        return _SWATCH_WIDTH + _SPACE + text_width(self.name, _FONT) + 2 * _SPACE


def fitted_legend(puzzle: Puzzle, width: float) -> PaperPart:
    """Entries for the colours beside the background, and for blocks of unknown colour or length, if there are any.

    Args:
        width: the most, in millimetres.
    """
    colors = puzzle.palette.colors
    swatches = [_Swatch(letter(i), colors[i], word) for i, word in enumerate(color_words(colors), 1)]
    if puzzle.has_unknown_colors:
        swatches.append(_Swatch("?", None, "any colour"))
    if puzzle.has_hidden_lengths:
        swatches.append(_Swatch("?a", None, "any number"))
    rows: list[list[_Swatch]] = [[]]
    for swatch in swatches:
        if rows[-1] and sum(other.width for other in rows[-1]) + swatch.width > width:
            rows.append([])
        rows[-1].append(swatch)
    widest = max(sum(swatch.width for swatch in row) for row in rows)

    def elements(middle: float, top: float) -> Iterator[Any]:
        for row in rows:
            x = middle - widest / 2
            for swatch in row:
                yield from _swatch_elements(swatch, x, top)
                x += swatch.width
            top += _ROW

    return PaperPart(widest, (len(rows) - 1) * _ROW + _SWATCH_HEIGHT + 0.5, elements)


def _swatch_elements(swatch: _Swatch, x: float, y: float) -> Iterator[Any]:
    """A swatch with its letter, and its name, from the upper left corner."""
    dashes: dict[str, object] = {"stroke_dasharray": "1 0.7"} if swatch.fill is None else {}
    yield Rect(
        (number(x + 0.2), number(y)),
        (number(_SWATCH_WIDTH - 0.4), number(_SWATCH_HEIGHT)),
        rx="1",
        ry="1",
        fill=swatch.fill or WHITE,
        stroke=BLACK,
        stroke_width="0.25",
        debug=False,
        **dashes,
    )
    baseline = number(y + _SWATCH_HEIGHT / 2 + 0.36 * _FONT)
    style: dict[str, object] = {"font_family": FONTS, "font_size": number(_FONT), "debug": False}
    on_swatch = {"fill": ink(swatch.fill or WHITE), "text_anchor": "middle"}
    yield Text(swatch.letter, x=[number(x + _SWATCH_WIDTH / 2)], y=[baseline], **on_swatch, **style)
    yield Text(swatch.name, x=[number(x + _SWATCH_WIDTH + _SPACE)], y=[baseline], fill=BLACK, **style)
