"""The first pages of a book: title, how to solve, and the contents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from nonosat.drawing.paper import Area
from nonosat.drawing.text_width import cut_to_width, text_width, wrapped_text
from nonosat.drawing.worksheet import one_line
from nonosat.model.grid_kinds import GRIDS
from nonosat.model.nouns import number_word
from nonosat.publishing.book_page import BookPage, book_area
from nonosat.publishing.book_puzzle import LEVELS, BookPuzzle
from nonosat.publishing.book_texts import BookTexts
from nonosat.publishing.words import ENGLISH, Words

#: Sizes of the fonts on the title page: the title, the lines below it, and the text, which is reduced if need be.
_TITLE, _LINE, _TEXT, _LEAST_TEXT = 12.0, 4.4, 3.8, 1.8
#: The most lines of the title and of the authors, and the most authors that are named.
_TITLE_ROWS, _NOTE_ROWS, _MOST_NAMES = 3, 3, 12
#: The share of the size of a font with which the width of plain English text is estimated: estimates are for the widest
#: letters.
_ESTIMATED = 0.86
#: Distance of lines in proportion to the size of the font, and of paragraphs.
_LEADING, _SPACE = 1.4, 0.6
#: Contents: sizes of the fonts, distance of lines, height of the heading, and distance of two columns.
_ENTRY, _CONTENTS, _ROW, _HEADING, _GUTTER = 3.2, 7.0, 5.4, 13.0, 10.0
#: The width of a page from which on contents have two columns.
_TWO_COLUMNS = 150.0


class _Paragraph(NamedTuple):
    text: str
    is_heading: bool = False


class _Row(NamedTuple):
    """A row of the contents; `page` is the index of its page behind them, or None for the heading of a section."""

    text: str
    page: int | None
    is_bold: bool


def title_page(puzzles: Sequence[BookPuzzle], title: str, paper: Area, words: Words = ENGLISH) -> BookPage:
    """The title page: title in one line, number of `puzzles`, authors and licences, and the rules of solving."""
    page = BookPage(paper)
    middle, width = page.area.width / 2, page.area.width
    size = max(_TITLE / 2, min(_TITLE, _TITLE * _TITLE_ROWS * 0.8 * width / text_width(title, _TITLE, bold=True)))
    y = page.area.height * 0.06
    for row in wrapped_text(title, size * 1.1, width, most=_TITLE_ROWS):
        y += size * 1.2
        page.add_text(row, middle, y, size, bold=True, anchor="middle")
    y += 2.0
    for note in _notes(puzzles, words):
        for row in wrapped_text(note, _LINE, width, most=_NOTE_ROWS):
            y += _LINE * _LEADING
            page.add_text(row, middle, y, _LINE, anchor="middle")
    y += page.area.height * 0.05
    _add_paragraphs(page, list(_paragraphs(puzzles, words)), y, min(width, 150.0))
    return page


def contents_pages(
    puzzles: Sequence[BookPuzzle], paper: Area, inner: Sequence[BookPage], texts: BookTexts
) -> list[BookPage]:
    """The table of contents, which stands between the title page and the `inner` pages, those of the `puzzles`."""
    area = book_area(paper)
    n_columns = 2 if area.width >= _TWO_COLUMNS else 1
    width = (area.width - _GUTTER * (n_columns - 1)) / n_columns
    height = int((area.height - _HEADING) / _ROW)
    columns: list[list[_Row]] = [[]]
    for row in _rows(puzzles, inner, texts):
        # A heading never stands at the end of a column.
        if len(columns[-1]) >= height - (row.page is None):
            columns.append([])
        columns[-1].append(row)
    pages = [BookPage(paper) for _ in range(-(-len(columns) // n_columns))]
    pages[0].add_text(texts.words("book.contents"), 0, _CONTENTS, _CONTENTS, bold=True)
    for i, column in enumerate(columns):
        left = (i % n_columns) * (width + _GUTTER)
        for place, row in enumerate(column, start=1):
            target = None if row.page is None else 1 + len(pages) + row.page
            _add_row(pages[i // n_columns], row, target, (left, _HEADING + place * _ROW, width))
    return pages


def _rows(puzzles: Sequence[BookPuzzle], inner: Sequence[BookPage], texts: BookTexts) -> Iterable[_Row]:
    page_of = [index for index, page in enumerate(inner) for _ in page.entries]
    for section, run in groupby(enumerate(puzzles), key=lambda each: texts.section(each[1])):
        yield _Row(section, None, True)
        for entry, each in run:
            yield _Row(texts.listed(entry + 1, each), page_of[entry], False)
    yield _Row(texts.words("book.solutions"), len(inner), True)


def _add_row(page: BookPage, row: _Row, target: int | None, place: tuple[float, float, float]) -> None:
    """Add a row of the contents at a `place`, its left end, baseline and width, with the index of its page, if any."""
    left, y, width = place
    number = "" if target is None else str(target + 1)
    room = width - text_width(number, _ENTRY) - 3.0
    page.add_text(cut_to_width(row.text, _ENTRY, room, bold=row.is_bold), left, y, _ENTRY, bold=row.is_bold)
    if target is not None:
        page.add_text(number, left + width, y, _ENTRY, anchor="end")
        page.add_link((left, y - _ROW + 1.5, width, _ROW), target)


def _notes(puzzles: Sequence[BookPuzzle], words: Words) -> Iterable[str]:
    """The lines below the title: number of puzzles, authors, licences."""
    yield words.count("book.puzzles", len(puzzles))
    if authors := _listed((each.puzzle.metadata.author for each in puzzles), words):
        yield words("book.by", names=authors)
    if licenses := _listed((each.puzzle.metadata.license for each in puzzles), words):
        yield words("book.license", names=licenses)


def _listed(names: Iterable[str], words: Words) -> str:
    """Different names in the order in which they occur first, in one line."""
    different = list(dict.fromkeys(filter(None, map(one_line, names))))
    if len(different) > _MOST_NAMES:
        others = len(different) - _MOST_NAMES + 1
        different = [*different[: _MOST_NAMES - 1], words("book.others", count=others)]
    return words.joined(different) if different else ""


def _paragraphs(puzzles: Sequence[BookPuzzle], words: Words) -> Iterable[_Paragraph]:
    yield _Paragraph(words("book.rules"), is_heading=True)
    yield from map(_Paragraph, solving_rules(puzzles, words))
    levels = list(level_rules(puzzles, words))
    if levels:
        yield _Paragraph(words("book.levels"), is_heading=True)
        yield from map(_Paragraph, levels)


def _add_paragraphs(page: BookPage, paragraphs: Sequence[_Paragraph], top: float, width: float) -> None:
    """Add text from a place on, in letters that are small enough for the page."""
    size = _TEXT
    while True:
        wrapped = [wrapped_text(text, _ESTIMATED * size, width) for text, _ in paragraphs]
        height = size * (sum(map(len, wrapped)) * _LEADING + len(paragraphs) * _SPACE)
        if size <= _LEAST_TEXT or top + height <= page.area.height:
            break
        size *= 0.95
    left, y = (page.area.width - width) / 2, top
    for (_, is_heading), rows in zip(paragraphs, wrapped, strict=True):
        for row in rows:
            y += size * _LEADING
            page.add_text(row, left, y, size, bold=is_heading)
        y += size * _SPACE


def solving_rules(puzzles: Sequence[BookPuzzle], words: Words = ENGLISH) -> Iterator[str]:
    """The rules by which the clues of the `puzzles` are read."""
    yield words("rule.clues")
    kinds = {each.puzzle.grid.kind for each in puzzles}
    if "rect" in kinds:
        yield words("rule.rows")
    for kind in sorted(kinds - {"rect"}):
        grid = next(each.puzzle.grid for each in puzzles if each.puzzle.grid.kind == kind)
        number = number_word(len(grid.families))
        yield words("rule.directions", cells=words.term(GRIDS[kind].cells), number=words.term(number))
    yield words("rule.colors" if any(each.puzzle.n_colors > 1 for each in puzzles) else "rule.gap")
    if any(each.puzzle.has_unknown_colors for each in puzzles):
        yield words("rule.any_color")
    if any(each.puzzle.has_hidden_lengths for each in puzzles):
        yield words("rule.any_number")
    if any(each.puzzle.givens for each in puzzles):
        yield words("rule.givens")
    if any(each.rating.n_solutions == 2 for each in puzzles):
        yield words("rule.several")


def level_rules(puzzles: Sequence[BookPuzzle], words: Words = ENGLISH) -> Iterator[str]:
    """The meaning of the levels of the `puzzles`."""
    found = {each.level for each in puzzles}
    for level, name in enumerate(LEVELS):
        if level in found:
            yield words(f"meaning.{name}")
    if any(each.section == "not rated" for each in puzzles):
        yield words("meaning.at least")
