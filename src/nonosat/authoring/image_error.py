"""The error of a picture, its distance from an image: squared differences of colour, cell by cell or blurred.

The error is the sum, over all cells, of the squared difference between the colour of the cell and the average colour of
the image there, in red, green and blue. Tracing chooses the nearest colour in the same measure. A cell whose average
lies half way between two colours can change from one to the other at no cost; the cost grows with the distance from
this threshold. In a dithered picture only groups of cells have the colour of the image on average. There the
differences are blurred before they are squared: a cell counts half, its neighbours the other half.

The search for a picture (`picture_fitting`) starts from several near the traced one, which are found by the error too.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import chain
from math import sqrt

from nonosat.model.colors import RGB, rgb
from nonosat.model.grid import Grid, neighbors_of
from nonosat.model.palette import Palette

#: Red, green and blue.
_N_BANDS = 3


class ImageError:
    """An image on a grid, with which pictures are compared.

    Attributes:
        colors: the colours that the numbers in pictures stand for.
        averages: for each cell the colour of the image.
        spread: for each cell, the weight of its difference in the slope of each cell around it.
        unit: error per cell of a picture that is one level of grey away everywhere.
    """

    def __init__(self, grid: Grid, palette: Palette, averages: Sequence[RGB], *, blurred: bool = False) -> None:
        self.colors = [rgb(name) for name in palette.colors]
        self.averages = averages
        neighbors = neighbors_of(grid) if blurred else [[] for _ in range(grid.n_cells)]
        own = max(map(len, neighbors)) or 1
        self.spread = [_shares(cell, neighbors, own) for cell in range(grid.n_cells)]
        self.unit = (2 * own if blurred else 1) ** 2 * _N_BANDS


class ComparedPicture:
    """A picture, by the colours of its `cells`, that is compared with an image while they change.

    Attributes:
        error: the sum of the squared differences, in units of `ImageError.unit`.
    """

    def __init__(self, image: ImageError, cells: Sequence[int]) -> None:
        self.image, self.cells, self.error = image, list(cells), 0
        #: For each band the differences, blurred twice: half the slope of the error.
        self._slopes = [[0] * len(cells) for _ in range(_N_BANDS)]
        for cell, color in enumerate(cells):
            differences = [
                level - wanted for level, wanted in zip(image.colors[color], image.averages[cell], strict=True)
            ]
            self._add(cell, differences)

    def with_changes(self, changes: Mapping[int, int]) -> ComparedPicture:
        """A copy of the picture with `changes`, from cells to their new colours."""
        other = ComparedPicture.__new__(ComparedPicture)
        other.image, other.cells, other.error = self.image, self.cells[:], self.error
        other._slopes = [slopes[:] for slopes in self._slopes]
        for cell, color in changes.items():
            other.change(cell, color)
        return other

    def increase(self, cell: int, color: int) -> int:
        """The increase of the error if `cell` changes to `color`."""
        own = self.image.spread[cell][cell]
        colors = self.image.colors
        before, after = colors[self.cells[cell]], colors[color]
        total = 0
        for slopes, old, new in zip(self._slopes, before, after, strict=True):
            step = new - old
            total += step * (2 * slopes[cell] + own * step)
        return total

    def change(self, cell: int, color: int) -> None:
        """Change `cell` to `color`."""
        before, after = self.image.colors[self.cells[cell]], self.image.colors[color]
        self.cells[cell] = color
        self._add(cell, [new - old for new, old in zip(after, before, strict=True)])

    @property
    def mean_error(self) -> float:
        """The root of the mean squared difference, in levels of grey from 0 to 255."""
        return sqrt(max(0, self.error) / self.image.unit / len(self.cells))

    def _add(self, cell: int, steps: Sequence[int]) -> None:
        shares = self.image.spread[cell]
        for slopes, step in zip(self._slopes, steps, strict=True):
            if step:
                self.error += step * (2 * slopes[cell] + shares[cell] * step)
                for other, share in shares.items():
                    slopes[other] += share * step


def _shares(cell: int, neighbors: Sequence[Sequence[int]], own: int) -> dict[int, int]:
    """The weights of cells when the difference of one is blurred twice, with `own` for itself and 1 for neighbours."""
    shares: dict[int, int] = {}
    for center, weight in [(cell, own), *((other, 1) for other in neighbors[cell])]:
        shares[center] = shares.get(center, 0) + weight * own
        for other in neighbors[center]:
            shares[other] = shares.get(other, 0) + weight
    return shares


#: Cost of two neighbours of different colours when pictures are smoothed, as shares of the mean cost of a cell.
STRENGTHS = (0.1, 0.2, 0.4, 0.8)
#: Levels of grey, of 255, by which the image is made lighter or darker, which moves all thresholds.
SHIFTS = (-12, -6, 6, 12)
#: Largest number of rounds of smoothing over all cells; mostly fewer suffice.
_ROUNDS = 10


def starts(traced: ComparedPicture, grid: Grid, scale: float, *, shifted: bool) -> Iterator[dict[int, int]]:
    """Pictures to start from, the traced one first, each by the colours of the cells that differ from it.

    Args:
        scale: mean increase of the error when a cell changes.
        shifted: also try other thresholds.
    """
    yield {}
    smoothed = (_smoothed(traced, grid, strength * scale).cells for strength in STRENGTHS)
    for cells in chain(smoothed, (_shifted(traced, shift) for shift in SHIFTS if shifted)):
        pairs = enumerate(zip(cells, traced.cells, strict=True))
        yield {cell: color for cell, (color, before) in pairs if color != before}


def _smoothed(traced: ComparedPicture, grid: Grid, strength: float) -> ComparedPicture:
    """A picture with a local minimum of its error and of the number of neighbours that differ.

    This is the method of iterated conditional modes (J. Besag, On the statistical analysis of dirty pictures, Journal
    of the Royal Statistical Society B 48, 1986).

    Args:
        strength: cost of two neighbours of different colours.
    """
    picture, neighbors = traced.with_changes({}), neighbors_of(grid)
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

    both = ((nearest(average, 0), nearest(average, shift)) for average in traced.image.averages)
    return [before if own == color else color for before, (own, color) in zip(traced.cells, both, strict=True)]
