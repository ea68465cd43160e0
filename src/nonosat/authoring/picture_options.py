"""The options of everything that takes a picture, and the grid of coloured cells that a picture becomes."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple, TypedDict

from nonosat.core.errors import UsageError, argument
from nonosat.model.colors import RGB
from nonosat.model.nouns import joined
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture


class PictureOptions(TypedDict, total=False):
    """The options of functions that take a picture of any kind; the picture decides those that are left out.

    Attributes:
        colors: the background and then the other colours, for cells that are numbers or letters; in an image, each cell
            gets the one that looks most like it.
        background: the background, for cells that are colours; by default what is transparent, the lighter one of two
            greys, or the most common colour along the border. No cell is background if it does not occur.
        size: for an image, height and width of the grid in cells; None for one of them keeps the proportions. By
            default each pixel of a small image is a cell, and the longer side of a large one has 30 cells.
        hexagon: for an image, number of cells along each side of a hexagonal grid.
        n_colors: for an image, the largest number of colours besides the background.
        keep_colors: for an image, keep colours that a person cannot tell apart as different colours.
        dither: for an image, approximate colours by patterns of cells.
        threshold: for an image, the least covered share of a cell that is not background, from 0 to 1; by default
            chosen by the width of strokes.
    """

    colors: Sequence[str] | None
    background: str | None
    size: tuple[int | None, int | None] | None
    hexagon: int | None
    n_colors: int | None
    keep_colors: bool
    dither: bool
    threshold: float | None


class TracedPicture(NamedTuple):
    """A traced picture.

    Attributes:
        remarks: sentences on choices that the user should know of.
        averages: for each cell, the average colour of the image there; empty if the picture is not from an image.
        is_dithered: only the average of neighbouring cells is like the image.
    """

    picture: Picture
    palette: Palette
    remarks: tuple[str, ...] = ()
    averages: tuple[RGB, ...] = ()
    is_dithered: bool = False


def refuse_image_options(options: PictureOptions, reason: str = "") -> None:
    """Raise UsageError, for a `reason` that ends its message, if an option of images is set for another picture."""
    names = [name for name in PictureOptions.__annotations__ if name not in ("colors", "background")]
    if given := [argument(name) for name in names if options.get(name) not in (None, False)]:
        verb = "applies" if len(given) == 1 else "apply"
        raise UsageError(f"{joined(given)} {verb} only to images{reason}")
