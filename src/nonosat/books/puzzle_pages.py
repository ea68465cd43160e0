"""The pages with the puzzles of a book, with as many on each as can be read."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from math import sqrt

from nonosat.books.book_page import BookPage, book_area
from nonosat.books.book_puzzle import BookPuzzle
from nonosat.books.shelf_packing import how_many_fit, largest_scales
from nonosat.drawing.paper import Area
from nonosat.drawing.paper_block import PaperBlock, pixel_size
from nonosat.drawing.paper_sheet import has_letters, paper_sheet
from nonosat.drawing.worksheet import LARGEST_PIXEL, READABLE_CELL
from nonosat.drawing.worksheet_heading import byline, fitted_heading
from nonosat.drawing.worksheet_legend import fitted_legend
from nonosat.model.grid_kinds import kind_of
from nonosat.model.nouns import count

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


class _BookBlock:
    """A puzzle with heading and legend, at any scale.

    Attributes:
        comfortable: the scale with which it shares a page.

    Args:
        place: its number in the book, from 1.
        width: the most that it may take.
    """

    def __init__(self, entry: BookPuzzle, place: int, width: float) -> None:
        puzzle = entry.puzzle
        self.sheet = paper_sheet(puzzle)
        self._title = f"{place}. {entry.title}"
        self._notes = book_facts(entry), byline(puzzle, with_license=True)
        self._puzzle, self._width = puzzle, width
        self.comfortable = _COMFORTABLE_CELL / self.sheet.cell_size
        self.size_at = lru_cache(lambda scale: self.at(scale).size)

    def at(self, scale: float) -> PaperBlock:
        """The block at a scale in millimetres per pixel."""
        width, height = (length * scale for length in pixel_size(self.sheet))
        # Text shrinks with cells that are smaller than comfortable, unless the grid takes the page in spite of them.
        share = min(1.0, max(_LEAST_TEXT_SHARE, scale / self.comfortable, width / self._width))
        room = min(self._width, max(_LEAST_TEXT * share, width)) / share
        heading = fitted_heading(self._title, self._notes, room, title_size=_TITLE, note_size=_NOTE, rows=3)
        legend = fitted_legend(self._puzzle, room) if has_letters(self._puzzle) else None
        # No legend is larger than the grid with its clues.
        smaller = min(1.0, sqrt(width * height / legend.width / legend.height) / share) if legend else 1.0
        return PaperBlock(
            self.sheet,
            scale=scale,
            heading=heading.scaled(share) if heading else None,
            legend=legend.scaled(share * smaller) if legend else None,
            gap=_INNER_GAP * share,
        )


class PuzzlePages:
    """The pages of all puzzles.

    Attributes:
        cell_sizes: widths of the cells of each puzzle in millimetres.

    Args:
        puzzles: in the order of the book.
        paper: an upright page.
        per_page: the most puzzles on a page, as far as there is room; None for as many as can be read.
    """

    def __init__(self, puzzles: Sequence[BookPuzzle], paper: Area, per_page: int | None) -> None:
        self.pages: list[BookPage] = []
        self.cell_sizes: list[float] = []
        area = book_area(paper)
        every = [_BookBlock(each, place, area.width) for place, each in enumerate(puzzles, start=1)]
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
        """Add a page with some puzzles, of which the first has the index `first`."""
        page, gap = BookPage(paper), _gap(len(blocks))
        scales = largest_scales([block.size_at for block in blocks], LARGEST_PIXEL, page.area, gap)
        placed = [block.at(scale) for block, scale in zip(blocks, scales, strict=True)]
        page.add_blocks(placed, first, gap)
        self.pages.append(page)
        self.cell_sizes.extend(block.sheet.cell_size * scale for block, scale in zip(blocks, scales, strict=True))

    def _turn_last_page(self, entry: BookPuzzle, paper: Area, first: int) -> None:
        """Turn the page of a puzzle with small cells, if that makes them larger."""
        if self.cell_sizes[-1] >= READABLE_CELL:
            return
        turned = paper.turned()
        upright_page, upright_size = self.pages.pop(), self.cell_sizes.pop()
        self._add_page([_BookBlock(entry, first + 1, book_area(turned).width)], turned, first)
        if self.cell_sizes[-1] < _WORTH_TURNING * upright_size:
            self.pages[-1], self.cell_sizes[-1] = upright_page, upright_size


def _gap(number: int) -> float:
    """The distance of puzzles on a page that holds some number of them."""
    return _GAP if number <= _MOST else _NARROW_GAP


def book_facts(entry: BookPuzzle) -> str:
    """The class of a puzzle, its size and its colours in words."""
    puzzle = entry.puzzle
    colors = [count(puzzle.n_colors, "colour")] if puzzle.n_colors > 1 else []
    return ", ".join((entry.class_words, kind_of(puzzle.grid).extent(puzzle.grid), *colors))
