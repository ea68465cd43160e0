"""A book as PDF: its pages in their order, with page numbers, contents, bookmarks and links."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from nonosat.books.book_page import BookPage
from nonosat.books.book_puzzle import BookPuzzle, by_rating
from nonosat.books.front_pages import contents_pages, title_page
from nonosat.books.puzzle_pages import PuzzlePages
from nonosat.books.solution_pages import solution_pages
from nonosat.drawing.paper import page_of
from nonosat.drawing.pdf_file import pdf_document, require_pdf
from nonosat.drawing.worksheet_heading import one_line
from nonosat.errors import UsageError

#: The title of a book of several puzzles.
TITLE = "Nonograms"
#: The paper of a book, and the most puzzles on a page.
PAPER, MOST_PER_PAGE = "a4", 12
#: The least number of puzzles of a book with a table of contents.
_CONTENTS_FROM = 7


class Book(NamedTuple):
    """A book.

    Attributes:
        pdf: the contents of its file.
        cell_sizes: widths of the cells of each puzzle in millimetres, in the order of the book.
        puzzles: in the order of the book.
    """

    pdf: bytes
    n_pages: int
    cell_sizes: tuple[float, ...]
    puzzles: tuple[BookPuzzle, ...]


def make_book(
    puzzles: Sequence[BookPuzzle], *, title: str = "", paper: str = PAPER, per_page: int | None = None
) -> Book:
    """A book of puzzles from easy to hard, with their solutions at its end; the same for the same puzzles.

    Args:
        puzzles: at least one.
        title: by default that of its only puzzle, or "Nonograms".
        paper: one of `drawing.paper.PAPERS`.
        per_page: the most puzzles on a page, 1 to 12, as far as there is room; by default as many as can be read with
            ease.

    Raises:
        UsageError: there is no puzzle or no such paper, or `per_page` is not from 1 to 12.
        MissingDependency: fpdf2 is not installed.
    """
    require_pdf()
    if not puzzles:
        raise UsageError("no puzzle for the book, expected at least one")
    if per_page is not None and not 1 <= per_page <= MOST_PER_PAGE:
        raise UsageError(f"{per_page} puzzles on a page, expected 1 to {MOST_PER_PAGE}")
    sheet = page_of(paper)
    ordered = by_rating(puzzles)
    name = one_line(title) or (ordered[0].title if len(ordered) == 1 else TITLE)
    inner = PuzzlePages(ordered, sheet, per_page)
    last = solution_pages(ordered, sheet)
    front = [title_page(ordered, name, sheet)]
    if len(ordered) >= _CONTENTS_FROM:
        front += contents_pages(ordered, sheet, inner.pages)
        front[1].add_bookmark("Contents")
    _add_bookmarks(ordered, inner.pages, last)
    pages = [*front, *inner.pages, *last]
    finished = [page.finished(i + 1 if i else None) for i, page in enumerate(pages)]
    authors = dict.fromkeys(filter(None, (one_line(each.puzzle.metadata.author) for each in ordered)))
    pdf = pdf_document(finished, title=name, author=", ".join(authors))
    return Book(pdf=pdf, n_pages=len(pages), cell_sizes=tuple(inner.cell_sizes), puzzles=tuple(ordered))


def _add_bookmarks(puzzles: Sequence[BookPuzzle], inner: Sequence[BookPage], last: Sequence[BookPage]) -> None:
    """Add bookmarks to all sections, puzzles and the solutions."""
    section = ""
    for page in inner:
        for entry in page.entries:
            if puzzles[entry].section != section:
                section = puzzles[entry].section
                page.add_bookmark(section.capitalize())
            page.add_bookmark(f"{entry + 1}. {puzzles[entry].title}", level=1)
    last[0].add_bookmark("Solutions")
