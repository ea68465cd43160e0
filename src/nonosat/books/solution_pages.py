"""The solutions at the end of a book: small, with the numbers of the puzzles.

With several colours each cell carries the letter of its colour, since colours may look alike in grey.
"""

from __future__ import annotations

from collections.abc import Sequence

from nonosat.books.book_page import BookPage, book_area
from nonosat.books.book_puzzle import BookPuzzle
from nonosat.books.shelf_packing import how_many_fit
from nonosat.drawing.contrast import contrast
from nonosat.drawing.paper import Area
from nonosat.drawing.paper_block import PaperBlock, pixel_size
from nonosat.drawing.paper_sheet import paper_sheet
from nonosat.drawing.worksheet_heading import fitted_heading
from nonosat.model.palette import BACKGROUND

#: Width of cells of one colour, and of cells with letters.
_CELL, _LETTERED_CELL = 1.4, 2.0
#: Distances between solutions and below a caption, and the least width of a caption.
_GAP, _INNER_GAP, _LEAST_TEXT = 6.0, 1.5, 44.0
#: Sizes of the captions and of the heading, and the height that the heading takes.
_CAPTION, _TITLE, _HEADING = 2.6, 7.0, 13.0
#: Contrast from which on a single colour is distinct from the background in grey.
_CLEAR = 1.8


def solution_pages(puzzles: Sequence[BookPuzzle], paper: Area) -> list[BookPage]:
    """The pages of all solutions, for puzzles in the order of the book; `paper` is upright."""
    pages: list[BookPage] = []
    full = book_area(paper)
    # Each solution has to fit the first page, which has a heading.
    every = [_block(each, place, Area(full.width, full.height - _HEADING)) for place, each in enumerate(puzzles, 1)]
    first = 0
    while first < len(puzzles):
        page = BookPage(paper)
        top = 0.0 if pages else _HEADING
        if not pages:
            page.add_text("Solutions", 0, _TITLE, _TITLE, bold=True)
        area = Area(page.area.width, page.area.height - top)
        number = how_many_fit([block.size for block in every[first:]], area, _GAP)
        page.add_blocks(every[first : first + number], first, _GAP, top)
        pages.append(page)
        first += number
    return pages


def _block(entry: BookPuzzle, place: int, area: Area) -> PaperBlock:
    """A solution with its caption, not larger than an area."""
    with_letters = _needs_letters(entry)
    sheet = paper_sheet(entry.puzzle, entry.solution, clues=False, cell_letters=with_letters)
    width, height = pixel_size(sheet)
    wanted = (_LETTERED_CELL if with_letters else _CELL) / sheet.cell_size
    notes = ["one of several"] if entry.rating.n_solutions == 2 else []
    room = min(area.width, max(_LEAST_TEXT, width * wanted))
    heading = fitted_heading(f"{place}. {entry.title}", notes, room, title_size=_CAPTION, note_size=_CAPTION)
    above = heading.height + _INNER_GAP if heading else 0.0
    scale = min(wanted, area.width / width, (area.height - above) / height)
    return PaperBlock(sheet, scale=scale, heading=heading, legend=None, gap=_INNER_GAP)


def _needs_letters(entry: BookPuzzle) -> bool:
    """True if the colours of a solution may look alike in grey."""
    colors = entry.puzzle.palette.colors
    return len(colors) > 2 or any(contrast(colors[BACKGROUND], color) < _CLEAR for color in colors[1:])
