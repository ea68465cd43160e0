"""Worksheets: puzzles on paper, to be solved with a pencil, on colour and on black-and-white printers.

A worksheet has a heading, the grid with its clues on white ground, and a legend of the colours. Lengths are in
millimetres.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, NamedTuple

from svgwrite.shapes import Rect

from nonosat.core.arguments import public
from nonosat.drawing.clue_chips import number
from nonosat.drawing.paper import (
    MARGIN,
    Area,
    PaperBlock,
    PaperPart,
    has_letters,
    page_drawing,
    page_of,
    paper_canvas,
    paper_text,
    pixel_size,
)
from nonosat.drawing.svg_document import UNTITLED, description_of, document_text, xml_text
from nonosat.drawing.text_width import cut_to_width, text_width, wrapped_text
from nonosat.model.color_names import color_words
from nonosat.model.colors import BLACK, WHITE, ink, mix
from nonosat.model.palette import letter
from nonosat.model.picture_forms import PictureLike, as_picture
from nonosat.model.puzzle import Puzzle

#: The largest size of a pixel of the grid in millimetres: cells of rectangles are 8 mm wide.
LARGEST_PIXEL = 0.4
#: Width in millimetres of the smallest cell into which a pencil can write.
READABLE_CELL = 4.0
#: Millimetres between the heading, the grid and the legend.
_GAP = 5.0
#: Sizes of the fonts in millimetres: of the title, the least that it is reduced to, and of the line below.
_TITLE, _LEAST_TITLE, _BYLINE = 6.0, 3.6, 3.4
#: Distance of two lines in proportion to the size of the second one.
_LEADING = 1.5
_GREY = mix(BLACK, "#ffffff", 0.25)
#: Width and height of a swatch, size of the font, distances, and height of a row, in millimetres.
_SWATCH_WIDTH, _SWATCH_HEIGHT, _FONT, _SPACE, _ROW = 7.0, 5.0, 3.4, 1.6, 7.0


@dataclass(frozen=True, kw_only=True)
class Worksheet:
    """A drawing for paper.

    Attributes:
        svg: the text of the SVG file.
        size: of the drawing.
        cell_size: width of a cell in millimetres, or of a square with its area.
    """

    svg: str = field(repr=False)
    size: Area
    cell_size: float


@public
def worksheet(
    puzzle: Puzzle,
    picture: PictureLike | None = None,
    *,
    clues: bool = True,
    both_ends: bool = False,
    wrong: Collection[int] = (),
    title: str = "",
    show_title: bool = True,
    paper: str | None = None,
    margins: bool = False,
) -> Worksheet:
    """Draw a puzzle for paper, upright or in landscape, whichever makes its cells larger.

    The clues of a puzzle of several colours carry the letters that clue files use, which the legend explains.

    Args:
        picture: its solution, in a form that `check` takes; without one the grid is empty but for the givens, and
            all cells are white.
        clues: draw the clues in the margin.
        both_ends: draw them at both ends of the lines.
        wrong: lines to frame in red, such as those whose clues a picture violates.
        title: the heading; by default the title of the puzzle, if it has one.
        show_title: write title and author above the grid; otherwise they are for screen readers only.
        paper: the page, one of `drawing.paper.PAPERS`; by default the drawing fits both A4 and Letter.
        margins: draw the whole page with its margins; by default the drawing has the size of its content, for browsers,
            which add margins of their own.

    Raises:
        PuzzleError: the picture does not belong to the puzzle.
        UsageError: there is no such paper, no layout for this kind of grid, or no room for clues at both ends of its
            lines.
    """
    upright = page_of(paper)
    picture = None if picture is None else as_picture(puzzle, picture)
    canvas = paper_canvas(puzzle, picture, clues=clues, both_ends=both_ends)
    canvas.add_wrong_lines(sorted(set(wrong)))
    name = title or puzzle.metadata.title
    has_legend = has_letters(puzzle) and (clues or picture is None)

    def placed(page: Area) -> PaperBlock:
        area = page.within_margins()
        heading = fitted_heading(name, [byline(puzzle)], area.width) if show_title else None
        legend = fitted_legend(puzzle, area.width) if has_legend else None
        others = sum(part.height + _GAP for part in (heading, legend) if part)
        width, height = pixel_size(canvas)
        scale = min(LARGEST_PIXEL, area.width / width, (area.height - others) / height)
        return PaperBlock(canvas, scale=scale, heading=heading, legend=legend, gap=_GAP)

    page, block = max(((page, placed(page)) for page in (upright, upright.turned())), key=lambda plan: plan[1].scale)
    size = page if margins else block.size
    left, top = (size.width - block.size.width) / 2, MARGIN if margins else 0.0
    drawing = page_drawing(size, left, top)
    drawing.add(drawing.rect((number(-left), number(-top)), tuple(map(number, size)), fill=WHITE))
    drawing.elements.extend(block.elements(block.size.width / 2, 0.0))
    if not margins:
        drawing.defs.add(drawing.style(_page_rule(page, any_paper=paper is None)))
    words = description_of(puzzle, picture, wrong=sorted(set(wrong)))
    text = document_text(drawing, name or UNTITLED, words, canvas.palette, canvas.checksum)
    return Worksheet(svg=text, size=size, cell_size=block.scale * canvas.cell_size)


def small_cells_note(cell_size: float) -> str:
    """A warning that cells, with their width in millimetres, are too small for a pencil; empty for larger cells."""
    if cell_size >= READABLE_CELL:
        return ""
    return f"cells are {cell_size:.1f} mm wide, less than the {READABLE_CELL:g} mm that a pencil needs"


def _page_rule(page: Area, *, any_paper: bool) -> str:
    """The style sheet that makes a browser turn the page as the drawing is turned."""
    if any_paper:
        size = "landscape" if page.width > page.height else "portrait"
    else:
        size = f"{number(page.width)}mm {number(page.height)}mm"
    return f"@page{{size:{size};margin:{MARGIN}mm}}"


class _Line(NamedTuple):
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
    """A title with notes below it, as far as they are not empty; None without both.

    Args:
        notes: each begins a line.
        width: the most, in millimetres.
        title_size, note_size: of the fonts, in millimetres; a title that is too wide gets a smaller one.
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
    for place, (text, size, bold) in enumerate(lines):
        y += size * (_LEADING if place else 1.0)
        yield paper_text(text, middle, y, size, anchor="middle", bold=bold, fill=BLACK if bold else _GREY)


def byline(puzzle: Puzzle, *, with_license: bool = False, by: Callable[[str], str] = "by {}".format) -> str:
    """Author and copyright of a puzzle in one line, as far as they are known, and its licence if wanted.

    `by` makes words of the name of the author.
    """
    metadata = puzzle.metadata
    author = metadata.author and by(metadata.author)
    parts = (author, metadata.copyright, metadata.license if with_license else "")
    return one_line(" \u00b7 ".join(filter(None, parts)))


def one_line(text: str) -> str:
    """Text without line ends and without the characters that XML cannot hold."""
    return " ".join(xml_text(text).split())


class _Swatch(NamedTuple):
    """An entry of the legend; its `fill` is None for an unknown colour or length of a block."""

    letter: str
    fill: str | None
    name: str

    @property
    def width(self) -> float:
        """With the distance to the next one."""
        return _SWATCH_WIDTH + _SPACE + text_width(self.name, _FONT) + 2 * _SPACE


def fitted_legend(puzzle: Puzzle, width: float, named: Callable[[str], str] = str) -> PaperPart:
    """Entries for the colours besides the background, and for blocks of unknown colour or length, if there are any.

    Its rows take at most `width` millimetres, but for an entry that alone takes more. `named` translates each entry.
    """
    colors = puzzle.palette.colors
    swatches = [_Swatch(letter(i), colors[i], named(word)) for i, word in enumerate(color_words(colors), 1)]
    if puzzle.has_unknown_colors:
        swatches.append(_Swatch("?", None, named("any colour")))
    if puzzle.has_hidden_lengths:
        swatches.append(_Swatch("?a", None, named("any number")))
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
    baseline = y + _SWATCH_HEIGHT / 2 + 0.36 * _FONT
    on_swatch = ink(swatch.fill or WHITE)
    yield paper_text(swatch.letter, x + _SWATCH_WIDTH / 2, baseline, _FONT, anchor="middle", fill=on_swatch)
    yield paper_text(swatch.name, x + _SWATCH_WIDTH + _SPACE, baseline, _FONT)
