"""The pages of a book while they are made, and where blocks stand on them.

Lengths are in millimetres. A gap is the least distance between two blocks.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

from nonosat.drawing.paper import MARGIN, Area, PaperBlock, page_drawing, paper_text
from nonosat.drawing.pdf_file import PdfBookmark, PdfLink, PdfPage

#: Size of the page number, distance of its baseline from the lower side of the page, and its height within the area.
_NUMBER_SIZE, _NUMBER_UP, _FOOT = 3.2, 7.0, 3.0
#: The factor by which a block grows in a step.
_STEP = 1.03
#: The most by which the distance between two rows exceeds the gap.
_MOST_SLACK = 10.0


def book_area(size: Area) -> Area:
    """The area for the content of a page of a book: all within its margins but the place of the page number."""
    width, height = size.within_margins()
    return Area(width, height - _FOOT)


class BookPage:
    """A page to which text, drawings and links are added.

    Attributes:
        size: of the page with its margins.
        area: within them; all places are counted from its upper left corner.
        entries: indices of the puzzles on it.
    """

    def __init__(self, size: Area) -> None:
        self.size, self.area = size, book_area(size)
        self.entries: list[int] = []
        self._elements: list[Any] = []
        self._bookmarks: list[PdfBookmark] = []
        self._links: list[PdfLink] = []

    def add_blocks(self, blocks: Sequence[PaperBlock], first: int, gap: float, top: float = 0.0) -> None:
        """Add the `blocks` of the puzzles from index `first` on, below a `top`; they fit there with a `gap`."""
        area = Area(self.area.width, self.area.height - top)
        for block, place in zip(blocks, places([each.size for each in blocks], area, gap), strict=True):
            self._elements.extend(block.elements(place.middle, top + place.top))
        self.entries.extend(range(first, first + len(blocks)))

    def add_text(
        self, text: str, x: float, y: float, size: float, *, bold: bool = False, anchor: str | None = None
    ) -> None:
        """Add a line of text; `x`, `y`, `size` and `anchor` are as for `paper_text`."""
        self._elements.append(paper_text(text, x, y, size, bold=bold, anchor=anchor))

    def add_link(self, place: tuple[float, float, float, float], page: int) -> None:
        """Make a part of the page lead to the page of an index; its `place` is left, top, width and height."""
        left, top, width, height = place
        self._links.append(PdfLink(left + MARGIN, top + MARGIN, width, height, page))

    def add_bookmark(self, text: str, level: int = 0) -> None:
        """Add an entry to the outline of the book that leads to this page; `level` 1 is within the one before."""
        self._bookmarks.append(PdfBookmark(text, level))

    def finished(self, page_number: int | None) -> PdfPage:
        """The page for a PDF; with None it has no page number."""
        if page_number is not None:
            y = self.size.height - MARGIN - _NUMBER_UP
            self.add_text(str(page_number), self.area.width / 2, y, _NUMBER_SIZE, anchor="middle")
        drawing = page_drawing(self.size, MARGIN, MARGIN)
        drawing.elements.extend(self._elements)
        return PdfPage(str(drawing.tostring()), tuple(self._bookmarks), tuple(self._links))


class Place(NamedTuple):
    """The place of a block in the area of its page: the middle of its width, and its upper side."""

    middle: float
    top: float


def fits(sizes: Sequence[Area], area: Area, gap: float) -> bool:
    """True if blocks of these `sizes`, in this order and with a `gap`, have room on a page."""
    rows = _rows(sizes, area.width, gap)
    height = sum(max(block.height for block in row) for row in rows) + gap * (len(rows) - 1)
    return height <= area.height and all(block.width <= area.width for block in sizes)


def how_many_fit(sizes: Sequence[Area], area: Area, gap: float) -> int:
    """The number of blocks of these `sizes` from the first on that have room on a page with a `gap`, at least 1."""
    number = 1
    while number < len(sizes) and fits(sizes[: number + 1], area, gap):
        number += 1
    return number


def places(sizes: Sequence[Area], area: Area, gap: float) -> list[Place]:
    """The places of blocks of these `sizes`, which fit with a `gap`, spread over the width and a little in height."""
    rows = _rows(sizes, area.width, gap)
    heights = [max(block.height for block in row) for row in rows]
    slack = area.height - sum(heights) - gap * (len(rows) - 1)
    between = gap + max(0.0, min(_MOST_SLACK, slack / max(1, len(rows) - 1)))
    found, top = [], 0.0
    for row, height in zip(rows, heights, strict=True):
        free = area.width - sum(block.width for block in row)
        apart = max(gap, free / len(row))
        left = (free - apart * (len(row) - 1)) / 2
        for block in row:
            found.append(Place(left + block.width / 2, top))
            left += block.width + apart
        top += height + between
    return found


def largest_scales(sizes_at: Sequence[Callable[[float], Area]], most: float, area: Area, gap: float) -> list[float]:
    """Scales at which blocks fit on a page: all grow alike, and each as long as there is room.

    Args:
        sizes_at: the size of each block at a scale.
        most: the largest scale.
        gap: between two blocks.
    """
    scale = most
    sizes = [size_at(scale) for size_at in sizes_at]
    while not fits(sizes, area, gap) and scale > 0.01 * most:
        scale /= _STEP
        sizes = [size_at(scale) for size_at in sizes_at]
    scales = [scale] * len(sizes)
    growing = list(range(len(sizes))) if scale < most else []
    while growing:
        for i in list(growing):
            larger = min(scales[i] * _STEP, most)
            tried = [*sizes[:i], sizes_at[i](larger), *sizes[i + 1 :]]
            if fits(tried, area, gap):
                scales[i], sizes = larger, tried
            if scales[i] != larger or larger == most:
                growing.remove(i)
    return scales


def _rows(sizes: Sequence[Area], width: float, gap: float) -> list[list[Area]]:
    """The blocks of each row, so that all rows together are as low as can be; a block that is too wide stands alone."""
    # The least height, with a gap below each row, and its rows, for each number of blocks from the first on.
    best: list[tuple[float, list[list[Area]]]] = [(0.0, [])]
    for end in range(1, len(sizes) + 1):
        found = []
        for begin in reversed(range(end)):
            row = sizes[begin:end]
            if len(row) > 1 and sum(block.width for block in row) + gap * (len(row) - 1) > width:
                break
            above, rows = best[begin]
            found.append((above + max(block.height for block in row) + gap, [*rows, list(row)]))
        best.append(min(found, key=lambda each: (each[0], len(each[1]))))
    return best[-1][1]
