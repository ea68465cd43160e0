"""A page of a book while it is made: SVG elements in millimetres, links and bookmarks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import svgwrite
from svgwrite.text import Text

from nonosat.books.shelf_packing import places
from nonosat.drawing.clue_chips import number
from nonosat.drawing.contrast import BLACK
from nonosat.drawing.paper import MARGIN, Area
from nonosat.drawing.paper_block import PaperBlock
from nonosat.drawing.pdf_file import PdfBookmark, PdfLink, PdfPage
from nonosat.drawing.svg_document import FONTS, xml_text

#: Size of the page number, distance of its baseline from the lower side of the page, and its height within the area.
_NUMBER_SIZE, _NUMBER_UP, _FOOT = 3.2, 7.0, 3.0


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
        self, text: str, x: float, y: float, size: float, *, bold: bool = False, anchor: str = "start"
    ) -> None:
        """Add a line of text.

        Args:
            x: of its anchor.
            y: of its baseline.
            size: of its font.
            anchor: the point of the text that is at `x`: `start`, `middle` or `end`.
        """
        style: dict[str, object] = {"font_weight": "bold"} if bold else {}
        place = {"x": [number(x)], "y": [number(y)], "text_anchor": anchor}
        font = {"font_family": FONTS, "font_size": number(size), "fill": BLACK}
        self._elements.append(Text(xml_text(text), debug=False, **place, **font, **style))

    def add_link(self, place: tuple[float, float, float, float], page: int) -> None:
        """Make a part of the page lead to another page.

        Args:
            place: left, top, width and height of the part.
            page: index of the other page.
        """
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
        width, height = map(number, self.size)
        drawing = svgwrite.Drawing(
            size=(f"{width}mm", f"{height}mm"),
            viewBox=f"{number(-MARGIN)} {number(-MARGIN)} {width} {height}",
            debug=False,
        )
        drawing.elements.extend(self._elements)
        return PdfPage(str(drawing.tostring()), tuple(self._bookmarks), tuple(self._links))
