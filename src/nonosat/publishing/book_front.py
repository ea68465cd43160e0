"""The first pages of a book: title, how to solve, and the contents."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from nonosat.drawing.paper import Area
from nonosat.drawing.text_width import cut_to_width, text_width, wrapped_text
from nonosat.drawing.worksheet import one_line
from nonosat.model.grid_kinds import GRIDS
from nonosat.model.nouns import count, joined, number_word
from nonosat.publishing.book_page import BookPage, book_area
from nonosat.publishing.book_puzzle import LEVELS, BookPuzzle

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
#: The meaning of `LEVELS` for a child.
_MEANINGS = (
    "small, and it is enough to look at one line at a time.",
    "it is enough to look at one line at a time, but there are more lines, or you look at them again and again.",
    "large, or you sometimes have to try a colour in a cell and soon see that it cannot be right.",
    "very large, or such a try takes long, or needs another try within it.",
)


class _Paragraph(NamedTuple):
    text: str
    is_heading: bool = False


class _Row(NamedTuple):
    """A row of the contents; `page` is the index of its page behind them, or None for the heading of a section."""

    text: str
    page: int | None
    is_bold: bool


def title_page(puzzles: Sequence[BookPuzzle], title: str, paper: Area) -> BookPage:
    """The title page: title in one line, number of `puzzles`, authors and licences, and the rules of solving."""
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


def contents_pages(puzzles: Sequence[BookPuzzle], paper: Area, inner: Sequence[BookPage]) -> list[BookPage]:
    """The table of contents, which stands between the title page and the `inner` pages, those of the `puzzles`."""
    area = book_area(paper)
    n_columns = 2 if area.width >= _TWO_COLUMNS else 1
    width = (area.width - _GUTTER * (n_columns - 1)) / n_columns
    height = int((area.height - _HEADING) / _ROW)
    columns: list[list[_Row]] = [[]]
    for row in _rows(puzzles, inner):
        # A heading never stands at the end of a column.
        if len(columns[-1]) >= height - (row.page is None):
            columns.append([])
        columns[-1].append(row)
    pages = [BookPage(paper) for _ in range(-(-len(columns) // n_columns))]
    pages[0].add_text("Contents", 0, _CONTENTS, _CONTENTS, bold=True)
    for i, column in enumerate(columns):
        left = (i % n_columns) * (width + _GUTTER)
        for place, row in enumerate(column, start=1):
            target = None if row.page is None else 1 + len(pages) + row.page
            _add_row(pages[i // n_columns], row, target, (left, _HEADING + place * _ROW, width))
    return pages


def _rows(puzzles: Sequence[BookPuzzle], inner: Sequence[BookPage]) -> Iterable[_Row]:
    page_of = [index for index, page in enumerate(inner) for _ in page.entries]
    for section, run in groupby(enumerate(puzzles), key=lambda each: each[1].section):
        yield _Row(section.capitalize(), None, True)
        for entry, each in run:
            yield _Row(f"{entry + 1}. {each.title}", page_of[entry], False)
    yield _Row("Solutions", len(inner), True)


def _add_row(page: BookPage, row: _Row, target: int | None, place: tuple[float, float, float]) -> None:
    """Add a row of the contents at a `place`, its left end, baseline and width, with the index of its page, if any."""
    left, y, width = place
    number = "" if target is None else str(target + 1)
    room = width - text_width(number, _ENTRY) - 3.0
    page.add_text(cut_to_width(row.text, _ENTRY, room, bold=row.is_bold), left, y, _ENTRY, bold=row.is_bold)
    if target is not None:
        page.add_text(number, left + width, y, _ENTRY, anchor="end")
        page.add_link((left, y - _ROW + 1.5, width, _ROW), target)


def _notes(puzzles: Sequence[BookPuzzle]) -> Iterable[str]:
    """The lines below the title: number of puzzles, authors, licences."""
    yield count(len(puzzles), "puzzle")
    if authors := _listed(each.puzzle.metadata.author for each in puzzles):
        yield f"by {authors}"
    if licenses := _listed(each.puzzle.metadata.license for each in puzzles):
        yield f"Licence: {licenses}"


def _listed(names: Iterable[str]) -> str:
    """Different names in the order in which they occur first, in one line."""
    different = list(dict.fromkeys(filter(None, map(one_line, names))))
    if len(different) > _MOST_NAMES:
        others = len(different) - _MOST_NAMES + 1
        different = [*different[: _MOST_NAMES - 1], f"{others} others"]
    return joined(different) if different else ""


def _paragraphs(puzzles: Sequence[BookPuzzle]) -> Iterable[_Paragraph]:
    yield _Paragraph("How to solve", is_heading=True)
    yield from map(_Paragraph, solving_rules(puzzles))
    levels = list(level_rules(puzzles))
    if levels:
        yield _Paragraph("How hard they are", is_heading=True)
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


def solving_rules(puzzles: Sequence[BookPuzzle]) -> Iterator[str]:
    """The rules by which the clues of the `puzzles` are read."""
    yield (
        "Each puzzle hides a picture. A clue belongs to one line of cells: its numbers are the lengths of the blocks "
        "of filled cells on that line, in their order. A clue of 0 means a line without filled cells."
    )
    kinds = {each.puzzle.grid.kind for each in puzzles}
    if "rect" in kinds:
        yield (
            "The clues of rows are on the left, and those of columns are above. "
            "Read them from left to right and downward."
        )
    for kind in sorted(kinds - {"rect"}):
        grid = next(each.puzzle.grid for each in puzzles if each.puzzle.grid.kind == kind)
        directions = number_word(len(grid.families))
        yield (
            f"In grids of {GRIDS[kind].cells}, the lines have {directions} directions. A clue is where its line "
            "begins, and a thin grey line joins the two. Read it towards the grid."
        )
    if any(each.puzzle.n_colors > 1 for each in puzzles):
        yield (
            "Between two blocks of the same colour there is at least one empty cell; blocks of different colours may "
            "touch. In a puzzle of several colours, the letter after a number is the colour of the block, and the "
            "legend below the grid names the colours."
        )
    else:
        yield "Between two blocks there is at least one empty cell."
    if any(each.puzzle.has_unknown_colors for each in puzzles):
        yield "A block with ? in place of its colour has a single colour, which you have to find out."
    if any(each.puzzle.has_hidden_lengths for each in puzzles):
        yield "A block with ? in place of its number may have any number of cells, at least one."
    if any(each.puzzle.givens for each in puzzles):
        yield "Cells that are filled or crossed out from the start belong to the picture as they are."
    if any(each.rating.n_solutions == 2 for each in puzzles):
        yield (
            "A puzzle with several solutions has more than one picture that satisfies its clues. The book shows one of "
            "them, and any other is just as right."
        )


def level_rules(puzzles: Sequence[BookPuzzle]) -> Iterator[str]:
    """The meaning of the levels of the `puzzles`."""
    found = {each.level for each in puzzles}
    for level, (word, meaning) in enumerate(zip(LEVELS, _MEANINGS, strict=True)):
        if level in found:
            yield f"{word.capitalize()}: {meaning}"
    if any(each.section == "not rated" for each in puzzles):
        yield "At least: the puzzle may be harder. Such puzzles come after the others."
