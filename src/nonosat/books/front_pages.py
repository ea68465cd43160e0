"""The first pages of a book: title, how to solve, and the contents.

svgwrite takes time to import: import this module where a book is wanted, not before.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import NamedTuple

from nonosat.books.book_page import BookPage, book_area
from nonosat.books.book_puzzle import BookPuzzle
from nonosat.books.reading_rules import class_rules, solving_rules
from nonosat.drawing.paper import Area
from nonosat.drawing.text_width import cut_to_width, text_width, wrapped_text
from nonosat.drawing.worksheet_heading import one_line
from nonosat.model.nouns import count, joined

#: Sizes of the fonts on the title page: the title, the lines below it, and the text, which is reduced if need be.
_TITLE, _LINE, _TEXT, _LEAST_TEXT = 12.0, 4.4, 3.8, 1.8
#: The most lines of the title and of the authors, and the most authors that are named.
_TITLE_ROWS, _NOTE_ROWS, _MOST_NAMES = 3, 3, 12
#: Distance of lines in proportion to the size of the font, and of paragraphs.
_LEADING, _SPACE = 1.4, 0.6
#: Contents: sizes of the fonts, distance of lines, height of the heading, and distance of two columns.
_ENTRY, _CONTENTS, _ROW, _HEADING, _GUTTER = 3.2, 7.0, 5.4, 13.0, 10.0
#: The width of a page from which on contents have two columns.
_TWO_COLUMNS = 150.0
#: The last row.
_SOLUTIONS = "Solutions"


class _Paragraph(NamedTuple):
    """Text of the title page; a heading is bold."""

    text: str
    is_heading: bool = False


class ContentsRow(NamedTuple):
    """A row of the contents: a puzzle, or the heading of a section.

    Attributes:
        entry: index of the puzzle, or None for a heading.
    """

    text: str
    entry: int | None


def title_page(puzzles: Sequence[BookPuzzle], title: str, paper: Area) -> BookPage:
    """The title page: title, number of `puzzles`, authors and licences, and the rules of solving.

    Args:
        title: in one line.
        paper: an upright page.
    """
    page = BookPage(paper)
    middle, width = page.area.width / 2, page.area.width
    size = max(_TITLE / 2, min(_TITLE, _TITLE * _TITLE_ROWS * 0.8 * width / text_width(title, _TITLE, bold=True)))
    y = page.area.height * 0.06
    for row in wrapped_text(title, size * 1.1, width, most=_TITLE_ROWS):
        y += size * 1.2
        page.add_text(row, middle, y, size, bold=True, anchor="middle")
    y += 2.0
    for note in _notes(puzzles):
        for row in wrapped_text(note, _LINE, width, most=_NOTE_ROWS):
            y += _LINE * _LEADING
            page.add_text(row, middle, y, _LINE, anchor="middle")
    y += page.area.height * 0.05
    _add_paragraphs(page, list(_paragraphs(puzzles)), y, min(width, 150.0))
    return page


class Contents:
    """The table of contents, whose length is known before the pages that it names.

    Args:
        puzzles: in the order of the book.
        paper: an upright page.
    """

    def __init__(self, puzzles: Sequence[BookPuzzle], paper: Area) -> None:
        self._puzzles, self._paper = puzzles, paper
        area = book_area(paper)
        self._n_columns = 2 if area.width >= _TWO_COLUMNS else 1
        self._column_width = (area.width - _GUTTER * (self._n_columns - 1)) / self._n_columns
        self._columns = self._in_columns(int((area.height - _HEADING) / _ROW))
        self.n_pages = -(-len(self._columns) // self._n_columns)

    def pages(self, page_of: Sequence[int], solutions: int) -> list[BookPage]:
        """The pages.

        Args:
            page_of: index of the page of each puzzle in the book.
            solutions: index of the first page of the solutions.
        """
        found: list[BookPage] = []
        for i, column in enumerate(self._columns):
            if i % self._n_columns == 0:
                found.append(BookPage(self._paper))
                if not i:
                    found[-1].add_text("Contents", 0, _CONTENTS, _CONTENTS, bold=True)
            left = (i % self._n_columns) * (self._column_width + _GUTTER)
            for place, row in enumerate(column):
                target = None if row.text != _SOLUTIONS and row.entry is None else solutions
                if row.entry is not None:
                    target = page_of[row.entry]
                self._add_row(found[-1], row.text, left, _HEADING + (place + 1) * _ROW, target, row.entry is None)
        return found

    def _in_columns(self, height: int) -> list[list[ContentsRow]]:
        """The rows of each column; a heading never stands at the end of one."""
        columns: list[list[ContentsRow]] = [[]]
        for row in _rows(self._puzzles):
            if len(columns[-1]) >= height - (row.entry is None and row.text != _SOLUTIONS):
                columns.append([])
            columns[-1].append(row)
        return columns

    def _add_row(self, page: BookPage, text: str, left: float, y: float, target: int | None, is_bold: bool) -> None:
        """Add a row, with the number of a page unless that is None."""
        if target is None:
            page.add_text(text, left, y, _ENTRY, bold=is_bold)
            return
        number = str(target + 1)
        room = self._column_width - text_width(number, _ENTRY) - 3.0
        page.add_text(cut_to_width(text, _ENTRY, room, bold=is_bold), left, y, _ENTRY, bold=is_bold)
        page.add_text(number, left + self._column_width, y, _ENTRY, anchor="end")
        page.add_link((left, y - _ROW + 1.5, self._column_width, _ROW), target)


def section_title(section: str) -> str:
    """The heading of a part of the book, such as `Trivial`."""
    return section.capitalize()


def _rows(puzzles: Sequence[BookPuzzle]) -> Iterable[ContentsRow]:
    """The rows of the contents."""
    for section, run in groupby(enumerate(puzzles), key=lambda each: each[1].section):
        yield ContentsRow(section_title(section), None)
        for entry, each in run:
            yield ContentsRow(f"{entry + 1}. {each.title}", entry)
    yield ContentsRow(_SOLUTIONS, None)


def _notes(puzzles: Sequence[BookPuzzle]) -> Iterable[str]:
    """The lines below the title: number of puzzles, authors, licences."""
    yield count(len(puzzles), "puzzle")
    metadata = [each.puzzle.metadata for each in puzzles]
    authors = _listed(each.author for each in metadata)
    if authors:
        yield f"by {authors}"
    licenses = _listed(each.license for each in metadata)
    if licenses:
        yield f"Licence: {licenses}"


def _listed(names: Iterable[str]) -> str:
    """Different names in the order in which they occur first, in one line."""
    different = list(dict.fromkeys(filter(None, map(one_line, names))))
    if len(different) > _MOST_NAMES:
        others = len(different) - _MOST_NAMES + 1
        different = [*different[: _MOST_NAMES - 1], f"{others} others"]
    return joined(different) if different else ""


def _paragraphs(puzzles: Sequence[BookPuzzle]) -> Iterable[_Paragraph]:
    """The text of the title page."""
    yield _Paragraph("How to solve", is_heading=True)
    yield from map(_Paragraph, solving_rules(puzzles))
    classes = list(class_rules(puzzles))
    if classes:
        yield _Paragraph("How hard they are", is_heading=True)
        yield from map(_Paragraph, classes)


def _add_paragraphs(page: BookPage, paragraphs: Sequence[_Paragraph], top: float, width: float) -> None:
    """Add text from a place on, in letters that are small enough for the page."""
    size = _TEXT
    while size > _LEAST_TEXT and top + _height(paragraphs, size, width) > page.area.height:
        size *= 0.95
    left, y = (page.area.width - width) / 2, top
    for text, is_heading in paragraphs:
        for row in wrapped_text(text, _estimated(size), width):
            y += size * _LEADING
            page.add_text(row, left, y, size, bold=is_heading)
        y += size * _SPACE


def _height(paragraphs: Sequence[_Paragraph], size: float, width: float) -> float:
    """The height of paragraphs."""
    n_rows = sum(len(wrapped_text(text, _estimated(size), width)) for text, _ in paragraphs)
    return size * (n_rows * _LEADING + len(paragraphs) * _SPACE)


def _estimated(size: float) -> float:
    """The size with which the width of plain English text is estimated, since estimates are for the widest letters."""
    return 0.86 * size
