"""Pictures of an image from which a search for a class of difficulty starts: smoothed, or with other thresholds.

Each is described by its differences from one picture, the traced one.
"""

from __future__ import annotations

from collections.abc import Iterator

from nonosat.authoring.image_error import ComparedPicture
from nonosat.model.grid import Grid, neighbors_of

#: Cost of two neighbours of different colours when pictures are smoothed, as shares of the mean cost of a cell.
STRENGTHS = (0.1, 0.2, 0.4, 0.8)
#: Levels of grey, of 255, by which the image is made lighter or darker, which moves all thresholds.
SHIFTS = (-12, -6, 6, 12)
#: Largest number of rounds of smoothing over all cells; mostly fewer suffice.
_ROUNDS = 10

#: From cells to their colours, where these differ from the traced picture.
Differences = dict[int, int]


def starts(traced: ComparedPicture, grid: Grid, scale: float, *, shifted: bool) -> Iterator[Differences]:
    """Pictures to start from, the traced one first.

    Args:
        scale: mean increase of the error when a cell changes.
        shifted: also try other thresholds.
    """
    yield {}
    for strength in STRENGTHS:
        yield _differences(traced, _smoothed(traced, grid, strength * scale).cells)
    for shift in SHIFTS if shifted else ():
        yield _differences(traced, _shifted(traced, shift))


def _differences(traced: ComparedPicture, cells: list[int]) -> Differences:
    pairs = enumerate(zip(cells, traced.cells, strict=True))
    return {cell: color for cell, (color, before) in pairs if color != before}


def _smoothed(traced: ComparedPicture, grid: Grid, strength: float) -> ComparedPicture:
    """A picture with a local minimum of its error and of the number of neighbours that differ.

    This is the method of iterated conditional modes (J. Besag, On the statistical analysis of dirty pictures, Journal
    of the Royal Statistical Society B 48, 1986).

    Args:
        strength: cost of two neighbours of different colours.
    """
    picture, neighbors = traced.copy(), neighbors_of(grid)
    for _ in range(_ROUNDS):
        is_changed = False
        for cell, around in enumerate(neighbors):
            colors = [picture.cells[other] for other in around]
            own = picture.cells[cell]
            choices = sorted(set(colors) - {own})
            increases = [
                (picture.increase(cell, color) - strength * (colors.count(color) - colors.count(own)), color)
                for color in choices
            ]
            if increases and min(increases)[0] < 0:
                picture.change(cell, min(increases)[1])
                is_changed = True
        if not is_changed:
            break
    return picture


def _shifted(traced: ComparedPicture, shift: int) -> list[int]:
    """The nearest colours of a lighter or darker image; cells whose nearest colour stays the same are as traced."""
    colors = traced.image.colors

    def nearest(average: tuple[int, int, int], more: int) -> int:
        distances = [
            sum((level + more - other) ** 2 for level, other in zip(average, color, strict=True)) for color in colors
        ]
        return distances.index(min(distances))

    cells = []
    for before, average in zip(traced.cells, traced.image.averages, strict=True):
        color = nearest(average, shift)
        cells.append(before if color == nearest(average, 0) else color)
    return cells
