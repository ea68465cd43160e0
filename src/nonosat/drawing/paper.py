"""Paper: the sizes of pages, and the area on them that every printer can print."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.errors import UsageError

#: Margin on each side of a page in millimetres: half an inch, which browsers leave, and more than printers need.
MARGIN = 12.7


class Area(NamedTuple):
    """A rectangle on paper, in millimetres."""

    width: float
    height: float

    def turned(self) -> Area:
        """The area with width and height exchanged."""
        return Area(self.height, self.width)

    def within_margins(self) -> Area:
        """The area of a page within a margin on each side."""
        return Area(self.width - 2 * MARGIN, self.height - 2 * MARGIN)


#: The pages that can be chosen, upright.
PAPERS: dict[str, Area] = {
    "a4": Area(210, 297),
    "letter": Area(215.9, 279.4),
    "a3": Area(297, 420),
    "a5": Area(148, 210),
}

#: The area that A4 and Letter have in common: a drawing that fits it can be printed on both.
ANY_PAPER = Area(210, 279.4)


def page_of(name: str | None) -> Area:
    """The upright page of a name in `PAPERS`, or `ANY_PAPER` for None.

    Raises:
        UsageError: there is no such paper.
    """
    if name is None:
        return ANY_PAPER
    if name not in PAPERS:
        raise UsageError(f"paper {name!r}, expected one of {', '.join(PAPERS)}")
    return PAPERS[name]
