"""A book as PDF: its pages in their order, with page numbers, contents, bookmarks and links.

With several colours each cell carries the letter of its colour, since colours may look alike in grey.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt
from typing import NamedTuple

from nonosat.core.errors import UsageError
from nonosat.drawing.paper import Area, PaperBlock, has_letters, page_of, paper_canvas, pixel_size
from nonosat.drawing.pdf_file import pdf_document, require_pdf
from nonosat.drawing.worksheet import LARGEST_PIXEL, READABLE_CELL, fitted_heading, fitted_legend, one_line
from nonosat.model.colors import contrast
from nonosat.model.palette import BACKGROUND
from nonosat.publishing.book_front import contents_pages, title_page
from nonosat.publishing.book_page import BookPage, book_area, how_many_fit, largest_scales
from nonosat.publishing.book_puzzle import BookPuzzle, from_easy_to_hard
from nonosat.publishing.book_texts import USUAL, BookTexts
from nonosat.publishing.words import Words

#: The paper of a book, and the most puzzles on a page.
PAPER, MOST_PER_PAGE = "a4", 12
#: The least number of puzzles of a book with a table of contents.
_CONTENTS_FROM = 7

#: Unless a number of puzzles on a page is asked for: the width of cells with which puzzles share a page, and the most
#: that share one.
_COMFORTABLE_CELL, _MOST = 4.5, 6
#: With such a number: the least share of that width, and the least share of the usual size of headings and legends.
_LEAST_SHARE, _LEAST_TEXT_SHARE = 0.25, 0.45
#: A page is turned if that makes cells larger by this factor.
_WORTH_TURNING = 1.1
#: Distances between puzzles, between more puzzles than `_MOST`, and between heading, grid and legend; the least width
#: of a heading.
_GAP, _NARROW_GAP, _INNER_GAP, _LEAST_TEXT = 8.0, 4.0, 3.5, 70.0
#: Sizes of the fonts of title and notes.
_TITLE, _NOTE = 4.4, 2.9

#: Solutions: width of cells of one colour, and of cells with letters.
_CELL, _LETTERED_CELL = 1.4, 2.0
#: Distances between solutions and below a caption, and the least width of a caption.
_SOLUTION_GAP, _SOLUTION_INNER_GAP, _LEAST_SOLUTION = 6.0, 1.5, 44.0
#: Sizes of the captions and of the heading, and the height that the heading takes.
_CAPTION, _SOLUTION_TITLE, _HEADING = 2.6, 7.0, 13.0
#: Contrast from which on a single colour is distinct from the background in grey.
_CLEAR = 1.8


class Book(NamedTuple):
    """A book as the contents of its file, with the widths of the cells of each puzzle in millimetres, in its order."""

    pdf: bytes
    n_pages: int
    cell_sizes: tuple[float, ...]
    puzzles: tuple[BookPuzzle, ...]

    def __repr__(self) -> str:
        return f"<Book n_puzzles={len(self.puzzles)} n_pages={self.n_pages} n_bytes={len(self.pdf)}>"


def make_book(
    puzzles: Sequence[BookPuzzle],
    *,
    title: str = "",
    paper: str = PAPER,
    per_page: int | None = None,
    show_titles: bool = True,
    language: str = "en",
) -> Book:
    """A book of puzzles from easy to hard, with their solutions at its end; the same for the same puzzles.

    Args:
        puzzles: at least one.
        title: by default that of its only puzzle, or "Nonograms" in its language.
        paper: one of `drawing.paper.PAPERS`.
        per_page: the most puzzles on a page, 1 to 12, as far as there is room; by default as many as can be read with
            ease.
        show_titles: write the titles of the puzzles above them; otherwise only their solutions have titles.
        language: one of `publishing.words.LANGUAGES`.

    Raises:
        UsageError: there is no puzzle, no such paper or no such language, or `per_page` is not from 1 to 12.
        MissingDependency: fpdf2 is not installed.
    """
    require_pdf()
    if not puzzles:
        raise UsageError("no puzzle for the book, expected at least one")
    if per_page is not None and not 1 <= per_page <= MOST_PER_PAGE:
        raise UsageError(f"{per_page} puzzles on a page, expected 1 to {MOST_PER_PAGE}")
    upright = page_of(paper)
    texts = BookTexts(Words(language), show_titles)
    ordered = from_easy_to_hard(puzzles)
    only = ordered[0].title if show_titles and len(ordered) == 1 else ""
    name = one_line(title) or only or texts.words("book.title")
    inner = PuzzlePages(ordered, upright, per_page, texts)
    last = solution_pages(ordered, upright, texts)
    front = [title_page(ordered, name, upright, texts.words)]
    if len(ordered) >= _CONTENTS_FROM:
        front += contents_pages(ordered, upright, inner.pages, texts)
        front[1].add_bookmark(texts.words("book.contents"))
    _add_bookmarks(ordered, inner.pages, last, texts)
    pages = [*front, *inner.pages, *last]
    finished = [page.finished(i + 1 if i else None) for i, page in enumerate(pages)]
    authors = dict.fromkeys(filter(None, (one_line(each.puzzle.metadata.author) for each in ordered)))
    pdf = pdf_document(finished, title=name, author=", ".join(authors), language=language)
    return Book(pdf=pdf, n_pages=len(pages), cell_sizes=tuple(inner.cell_sizes), puzzles=tuple(ordered))


def _add_bookmarks(
    puzzles: Sequence[BookPuzzle], inner: Sequence[BookPage], last: Sequence[BookPage], texts: BookTexts
) -> None:
    """Add bookmarks to all sections, puzzles and the solutions."""
    section = ""
    for page in inner:
        for entry in page.entries:
            if texts.section(puzzles[entry]) != section:
                section = texts.section(puzzles[entry])
                page.add_bookmark(section)
            page.add_bookmark(texts.listed(entry + 1, puzzles[entry]), level=1)
    last[0].add_bookmark(texts.words("book.solutions"))


class _BookBlock:
    """A puzzle with heading and legend, at any scale up to a width; `comfortable` is that with which it shares a page.

    Its `place` is its number in the book, from 1.
    """

    def __init__(self, entry: BookPuzzle, place: int, width: float, texts: BookTexts) -> None:
        self.canvas = paper_canvas(entry.puzzle)
        self._title = texts.heading(place, entry)
        self._notes = texts.facts(entry), texts.byline(entry)
        self._puzzle, self._width, self._words = entry.puzzle, width, texts.words
        self.comfortable = _COMFORTABLE_CELL / self.canvas.cell_size
        self.size_at = lru_cache(lambda scale: self.at(scale).size)

    def at(self, scale: float) -> PaperBlock:
        """The block at a scale in millimetres per pixel."""
        width, height = (length * scale for length in pixel_size(self.canvas))
        # Text shrinks with cells that are smaller than comfortable, unless the grid takes the page in spite of them.
        share = min(1.0, max(_LEAST_TEXT_SHARE, scale / self.comfortable, width / self._width))
        room = min(self._width, max(_LEAST_TEXT * share, width)) / share
        heading = fitted_heading(self._title, self._notes, room, title_size=_TITLE, note_size=_NOTE, rows=3)
        legend = fitted_legend(self._puzzle, room, self._words.color) if has_letters(self._puzzle) else None
        # No legend is larger than the grid with its clues.
        smaller = min(1.0, sqrt(width * height / legend.width / legend.height) / share) if legend else 1.0
        return PaperBlock(
            self.canvas,
            scale=scale,
            heading=heading.scaled(share) if heading else None,
            legend=legend.scaled(share * smaller) if legend else None,
            gap=_INNER_GAP * share,
        )


class PuzzlePages:
    """The pages of all puzzles on upright paper, with the widths of the cells of each in millimetres.

    With `per_page` None, as many share a page as can be read with ease.
    """

    def __init__(
        self, puzzles: Sequence[BookPuzzle], paper: Area, per_page: int | None, texts: BookTexts = USUAL
    ) -> None:
        self.pages: list[BookPage] = []
        self.cell_sizes: list[float] = []
        self._texts = texts
        area = book_area(paper)
        every = [_BookBlock(each, place, area.width, texts) for place, each in enumerate(puzzles, start=1)]
        first = 0
        while first < len(puzzles):
            blocks = every[first : first + (per_page or _MOST)]
            share = 1.0 if per_page is None else _LEAST_SHARE
            sizes = [block.size_at(share * block.comfortable) for block in blocks]
            blocks = blocks[: how_many_fit(sizes, area, _gap(len(blocks)))]
            self._add_page(blocks, paper, first)
            if len(blocks) == 1:
                self._turn_last_page(puzzles[first], paper, first)
            first += len(blocks)

    def _add_page(self, blocks: Sequence[_BookBlock], paper: Area, first: int) -> None:
        page, gap = BookPage(paper), _gap(len(blocks))
        scales = largest_scales([block.size_at for block in blocks], LARGEST_PIXEL, page.area, gap)
        placed = [block.at(scale) for block, scale in zip(blocks, scales, strict=True)]
        page.add_blocks(placed, first, gap)
        self.pages.append(page)
        self.cell_sizes.extend(block.canvas.cell_size * scale for block, scale in zip(blocks, scales, strict=True))

    def _turn_last_page(self, entry: BookPuzzle, paper: Area, first: int) -> None:
        """Turn the page of a puzzle with small cells, if that makes them larger."""
        if self.cell_sizes[-1] >= READABLE_CELL:
            return
        turned = paper.turned()
        upright_page, upright_size = self.pages.pop(), self.cell_sizes.pop()
        self._add_page([_BookBlock(entry, first + 1, book_area(turned).width, self._texts)], turned, first)
        if self.cell_sizes[-1] < _WORTH_TURNING * upright_size:
            self.pages[-1], self.cell_sizes[-1] = upright_page, upright_size


def _gap(number: int) -> float:
    return _GAP if number <= _MOST else _NARROW_GAP


def solution_pages(puzzles: Sequence[BookPuzzle], paper: Area, texts: BookTexts = USUAL) -> list[BookPage]:
    """The pages of all solutions, for puzzles in the order of the book; `paper` is upright."""
    pages: list[BookPage] = []
    full = book_area(paper)
    # Each solution has to fit the first page, which has a heading.
    room = Area(full.width, full.height - _HEADING)
    every = [_block(each, place, room, texts) for place, each in enumerate(puzzles, 1)]
    first = 0
    while first < len(puzzles):
        page = BookPage(paper)
        top = 0.0 if pages else _HEADING
        if not pages:
            page.add_text(texts.words("book.solutions"), 0, _SOLUTION_TITLE, _SOLUTION_TITLE, bold=True)
        area = Area(page.area.width, page.area.height - top)
        number = how_many_fit([block.size for block in every[first:]], area, _SOLUTION_GAP)
        page.add_blocks(every[first : first + number], first, _SOLUTION_GAP, top)
        pages.append(page)
        first += number
    return pages


def _block(entry: BookPuzzle, place: int, area: Area, texts: BookTexts) -> PaperBlock:
    """A solution with its caption, not larger than an area."""
    with_letters = _needs_letters(entry)
    canvas = paper_canvas(entry.puzzle, entry.solution, clues=False, cell_letters=with_letters)
    width, height = pixel_size(canvas)
    wanted = (_LETTERED_CELL if with_letters else _CELL) / canvas.cell_size
    notes = [texts.words("book.one_of_several")] if entry.rating.n_solutions == 2 else []
    room = min(area.width, max(_LEAST_SOLUTION, width * wanted))
    heading = fitted_heading(texts.caption(place, entry), notes, room, title_size=_CAPTION, note_size=_CAPTION)
    above = heading.height + _SOLUTION_INNER_GAP if heading else 0.0
    scale = min(wanted, area.width / width, (area.height - above) / height)
    return PaperBlock(canvas, scale=scale, heading=heading, legend=None, gap=_SOLUTION_INNER_GAP)


def _needs_letters(entry: BookPuzzle) -> bool:
    """True if the colours of a solution may look alike in grey."""
    colors = entry.puzzle.palette.colors
    return len(colors) > 2 or any(contrast(colors[BACKGROUND], color) < _CLEAR for color in colors[1:])
