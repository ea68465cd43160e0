"""The options of tracing, by which a picture becomes a grid of coloured cells, and the traced picture."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import NamedTuple, TypedDict

from nonosat.drawing.color_distance import RGB
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture


@dataclass(frozen=True, kw_only=True)
class TraceRequest:
    """The options of tracing; the picture decides those that are None.

    Attributes:
        size: height and width of a rectangle in cells.
        hexagon: number of cells along each side of a hexagon.
        n_colors: the largest number of colours beside the background.
        background: colour `#rrggbb`; if it does not occur in the picture, no cell is background.
        keep_colors: keep colours that a person cannot tell apart as different colours.
        dither: approximate colours by patterns of cells.
        threshold: for a drawing, the least covered share of a cell that is not background, from 0 to 1; None to choose
            by the width of strokes.
        palette: colours for the letters of a text, background first, each `#rrggbb`.
    """

    size: tuple[int, int] | None = None
    hexagon: int | None = None
    n_colors: int | None = None
    background: str | None = None
    keep_colors: bool = False
    dither: bool = False
    threshold: float | None = None
    palette: tuple[str, ...] | None = None


class PictureOptions(TypedDict, total=False):
    """The options of functions that take a picture of any kind; the picture decides those that are left out.

    Attributes:
        colors: the background and then the other colours, for cells that are numbers or letters.
        background: the background, for cells that are colours; by default the most common colour along the border.
        size: for an image, height and width of the grid in cells; by default each pixel is a cell.
        hexagon: for an image, number of cells along each side of a hexagonal grid.
        n_colors: for an image, the largest number of colours beside the background.
        dither: for an image, approximate colours by patterns of cells.
        threshold: for an image, the least covered share of a cell that is not background, from 0 to 1; by default
            chosen by the width of strokes.
    """

    colors: Sequence[str] | None
    background: str | None
    size: tuple[int, int] | None
    hexagon: int | None
    n_colors: int | None
    dither: bool
    threshold: float | None


class TracedPicture(NamedTuple):
    """A traced picture.

    Attributes:
        remarks: sentences on choices that the user should know of.
        averages: for each cell, the average colour of the image there; empty if the picture is not from an image.
    """

    picture: Picture
    palette: Palette
    remarks: tuple[str, ...] = ()
    averages: tuple[RGB, ...] = ()
