"""Families of generated puzzles for benchmarks and tests: the same size and seed give the same puzzle everywhere.

`random`, `picture`  made from a random picture: every cell independent, as in the package, or smooth regions
`lines`              two rows, the second coloured where the first is not: the clue of every column is one cell
`stripes`            diagonal stripes three cells wide; one solution, of which line propagation finds few cells
`wedges`             a staircase of hooks; one solution, which line propagation does not find
`dominoes`           the staircase of `wedges`, turned and cut off at its end; the larger, the harder for a search

Stripes, wedges and dominoes are hard for solvers at every size, and the size is their only parameter.

A new family is one entry in `FAMILIES`.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from nonosat.core.errors import UsageError
from nonosat.model.grid import Grid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.random_puzzles import palette, random_puzzle
from nonosat.model.rect_grid import RectGrid

#: The finest detail of a picture, in cells.
_GRAIN = 5
#: Weight of a detail in proportion to one of twice the size.
_FADE = 0.6

#: Values on a rectangle of cells, row by row.
_Field = list[list[float]]


def lines(size: int, seed: int = 1) -> Puzzle:
    """Two rows of random cells, each the opposite of the other, so that every column has one coloured cell.

    Whatever an encoding derives of a row comes from the clues of the two rows: a puzzle to measure how strongly it
    propagates on a line.

    Args:
        size: number of columns.
        seed: equal seeds give equal puzzles.
    """
    rng = random.Random(f"lines {size} {seed}")
    above = [rng.randint(0, 1) for _ in range(size)]
    return puzzle_of(Picture(RectGrid(2, size), (*above, *(1 - cell for cell in above))), palette(1))


def picture(grid: Grid, n_colors: int = 1, seed: int = 1) -> Puzzle:
    """A puzzle like a drawing: half of the cells lie in coloured regions with large features and small details.

    Args:
        grid: the cells.
        n_colors: how many colours there are beside the background, 1 to 5.
        seed: equal seeds give equal puzzles.
    """
    rng = random.Random(f"picture {grid.header} {n_colors} {seed}")
    rows = [grid.line(row) for row in grid.families[0]]
    height, width = len(rows), max(map(len, rows))
    shape = _smooth(rng, height, width, _scales(width / 4))
    tint = _smooth(rng, height, width, [max(_GRAIN, width / 4)])
    middle = sorted(_within(shape, map(len, rows)))[grid.n_cells // 2]
    tints = (int(value * n_colors) for value in _within(tint, map(len, rows)))
    shapes = _within(shape, map(len, rows))
    cells = (min(at, n_colors - 1) + 1 if value >= middle else 0 for value, at in zip(shapes, tints, strict=True))
    return puzzle_of(Picture(grid, tuple(cells)), palette(n_colors))


def stripes(size: int) -> Puzzle:
    """A square of diagonal stripes: each row is the one above it, moved two cells to the right; 3 of 7 are coloured."""
    return _drawn(size, lambda row, column: (column + 5 * row + 2) % 7 < 3)


def wedges(size: int) -> Puzzle:
    """A square with hooks of three cells down the diagonal, each with one cell below its corner towards the next."""
    return _drawn(size, _on_stairs)


def dominoes(size: int) -> Puzzle:
    """A square with the hooks of `wedges` from the upper right to the lower left, without the last cell in the corner.

    Args:
        size: 2k + 1 for k hooks.

    Raises:
        UsageError: the size is even, or less than 3.
    """
    if size % 2 == 0 or size < 3:
        raise UsageError(f"dominoes of size {size}, expected an odd size from 3")
    last = size - 1
    return _drawn(size, lambda row, column: (row, column) != (last, 0) and _on_stairs(row, last - column))


#: By name, a function of size (cells to a side; of `lines` the columns) and seed.
FAMILIES: dict[str, Callable[[int, int], Puzzle]] = {
    "random": lambda size, seed: random_puzzle(RectGrid(size, size), seed=seed),
    "picture": lambda size, seed: picture(RectGrid(size, size), seed=seed),
    "lines": lines,
    "stripes": lambda size, _: stripes(size),
    "wedges": lambda size, _: wedges(size),
    "dominoes": lambda size, _: dominoes(size),
}


def _drawn(size: int, colored: Callable[[int, int], bool]) -> Puzzle:
    """The puzzle of one colour on a square whose cells are coloured as a function of row and column, from 0."""
    cells = (int(colored(row, column)) for row in range(size) for column in range(size))
    return puzzle_of(Picture(RectGrid(size, size), tuple(cells)), palette(1))


def _on_stairs(row: int, column: int) -> bool:
    """Whether a cell belongs to the staircase of hooks from the upper left to the lower right."""
    if row % 2:
        return column == row - 1
    return column == row - 2 or 0 <= column - row <= 2


def _scales(largest: float) -> list[float]:
    """Sizes of features, halved until they are as fine as the grain."""
    scales = [max(largest, _GRAIN)]
    while scales[-1] / 2 >= _GRAIN:
        scales.append(scales[-1] / 2)
    return scales


def _smooth(rng: random.Random, height: int, width: int, scales: Iterable[float]) -> _Field:
    """A smooth function on a rectangle: value noise, summed over scales with fading weight."""
    total: _Field = [[0.0] * width for _ in range(height)]
    weight = 1.0
    for scale in scales:
        noise = _noise(rng, height, width, scale)
        total = [[a + weight * b for a, b in zip(*pair, strict=True)] for pair in zip(total, noise, strict=True)]
        weight *= _FADE
    return total


def _noise(rng: random.Random, height: int, width: int, scale: float) -> _Field:
    """Random values from 0 to 1 on a lattice of points `scale` cells apart, and smooth interpolation between them."""
    lattice = [[rng.random() for _ in range(int(width / scale) + 2)] for _ in range(int(height / scale) + 2)]
    across = [_between(column, scale) for column in range(width)]
    rows = []
    for row in range(height):
        above, share = _between(row, scale)
        line = [a + (b - a) * share for a, b in zip(lattice[above], lattice[above + 1], strict=True)]
        rows.append([line[left] + (line[left + 1] - line[left]) * part for left, part in across])
    return rows


def _between(place: int, scale: float) -> tuple[int, float]:
    """The lattice point before a place, and the weight of the next one there: smoothstep of the distance, 0 to 1."""
    before = int(place / scale)
    distance = place / scale - before
    return before, distance * distance * (3 - 2 * distance)


def _within(field: _Field, lengths: Iterable[int]) -> Iterable[float]:
    """The values of a field at the cells of a grid whose rows have these lengths and stand centred."""
    for row, length in zip(field, lengths, strict=True):
        start = (len(row) - length) // 2
        yield from row[start : start + length]
