"""What a person may ask for when a picture becomes a puzzle."""

from __future__ import annotations

from typing import NamedTuple

from nonosat.model.palette import Palette
from nonosat.model.picture import Picture


class Wish(NamedTuple):
    """All that is None is decided by the picture.

    Attributes:
        size: height and width of a rectangle in cells.
        hexagon: cells along a side of a hexagon.
        n_colors: how many colours there may be beside the background.
        background: `#rrggbb`.
        dither: mix colours by patterns of cells.
        palette: colours for the letters of a text, background first, each `#rrggbb`.
    """

    size: tuple[int, int] | None = None
    hexagon: int | None = None
    n_colors: int | None = None
    background: str | None = None
    dither: bool = False
    palette: tuple[str, ...] | None = None


class Traced(NamedTuple):
    """A picture with the colours that its numbers stand for, and what a person should know of how it came about."""

    picture: Picture
    palette: Palette
    remarks: tuple[str, ...] = ()
