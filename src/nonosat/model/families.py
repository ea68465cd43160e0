"""Families of generated puzzles: the same size, colours and seed give the same puzzle everywhere.

`random`, `picture`  made from a picture that is drawn by chance: every cell on its own, or smooth regions
`lines`              two rows, the second coloured where the first is not, so that the columns tell nothing of them
`stripes`            diagonal stripes three cells wide; one solution, and single lines tell little of it
`wedges`             a staircase of hooks; one solution, which single lines do not find
`dominoes`           the same staircase, turned and cut off at its end; the larger, the harder for a search

Stripes, wedges and dominoes were invented to trouble solvers: knowing a small one by heart is of no help with a large
one. Their size is all there is to choose.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable

from nonosat.errors import UsageError
from nonosat.model.grid import Grid, RectGrid
from nonosat.model.puzzle import UNKNOWN, Block, Palette, Picture, Puzzle, puzzle_of

COLORS = ("#ffffff", "#222222", "#cc2222", "#2255cc", "#22aa44", "#ddaa00")

#: The finest detail of a picture, in cells.
_GRAIN = 5
#: How much less a detail of half the size counts.
_FADE = 0.6

Field = list[list[float]]


def palette(n_colors: int) -> Palette:
    return Palette(COLORS[: n_colors + 1])


def random_puzzle(grid: Grid, n_colors: int = 1, seed: int = 1, density: float = 0.5, unknown: float = 0.0) -> Puzzle:
    """Every cell is coloured with the same probability, in any of the colours; this share of the blocks is `?`."""
    rng = random.Random(f"random {grid.header} {n_colors} {seed}")
    cells = (rng.randint(1, n_colors) if rng.random() < density else 0 for _ in range(grid.n_cells))
    told = puzzle_of(Picture(grid, tuple(cells)), palette(n_colors))
    clues = (
        tuple(Block(length, UNKNOWN if rng.random() < unknown else color) for length, color in clue)
        for clue in told.clues
    )
    return Puzzle(grid, told.palette, tuple(clues)) if unknown else told


def lines(size: int, seed: int = 1) -> Puzzle:
    """Two rows of random cells, as many as the size, each the opposite of the other; a column has one coloured cell.

    What is found out about one of the rows is found out from its own clue, or the other's: a puzzle to see what an
    encoding does to a line.
    """
    rng = random.Random(f"lines {size} {seed}")
    above = [rng.randint(0, 1) for _ in range(size)]
    return puzzle_of(Picture(RectGrid(2, size), (*above, *(1 - cell for cell in above))), palette(1))


def picture(grid: Grid, n_colors: int = 1, seed: int = 1) -> Puzzle:
    """Like a drawing: half of the cells lie in coloured regions, which have large features and small details."""
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
    """Each row is the one above it, moved two cells to the right: three cells of seven are coloured."""
    return _drawn(size, lambda row, column: (column + 5 * row + 2) % 7 < 3)


def wedges(size: int) -> Puzzle:
    """Hooks of three cells down the diagonal, each with one cell below its corner that points at the next."""
    return _drawn(size, _on_stairs)


def dominoes(size: int) -> Puzzle:
    """The hooks from the upper right to the lower left, without the corner where they would end.

    Raises:
        UsageError: the size is even; for k hooks it is 2k + 1.
    """
    if size % 2 == 0 or size < 3:
        raise UsageError(f"dominoes of size {size}, expected an odd size from 3")
    last = size - 1
    return _drawn(size, lambda row, column: (row, column) != (last, 0) and _on_stairs(row, last - column))


#: By name, each from a size and a seed; the drawn ones ignore the seed.
FAMILIES: dict[str, Callable[[int, int], Puzzle]] = {
    "random": lambda size, seed: random_puzzle(RectGrid(size, size), seed=seed),
    "picture": lambda size, seed: picture(RectGrid(size, size), seed=seed),
    "lines": lines,
    "stripes": lambda size, _: stripes(size),
    "wedges": lambda size, _: wedges(size),
    "dominoes": lambda size, _: dominoes(size),
}


def _drawn(size: int, colored: Callable[[int, int], bool]) -> Puzzle:
    cells = (int(colored(row, column)) for row in range(size) for column in range(size))
    return puzzle_of(Picture(RectGrid(size, size), tuple(cells)), palette(1))


def _on_stairs(row: int, column: int) -> bool:
    if row % 2:
        return column == row - 1
    return column == row - 2 or 0 <= column - row <= 2


def _scales(largest: float) -> list[float]:
    """Sizes of features, halved until they are as fine as the grain."""
    scales = [max(largest, _GRAIN)]
    while scales[-1] / 2 >= _GRAIN:
        scales.append(scales[-1] / 2)
    return scales


def _smooth(rng: random.Random, height: int, width: int, scales: Iterable[float]) -> Field:
    """A smooth function on a rectangle: value noise, summed over scales with fading weight."""
    total: Field = [[0.0] * width for _ in range(height)]
    weight = 1.0
    for scale in scales:
        noise = _noise(rng, height, width, scale)
        total = [[a + weight * b for a, b in zip(*pair, strict=True)] for pair in zip(total, noise, strict=True)]
        weight *= _FADE
    return total


def _noise(rng: random.Random, height: int, width: int, scale: float) -> Field:
    """Random values from 0 to 1 on a lattice, and between its points a smooth passage from one to the next."""
    lattice = [[rng.random() for _ in range(int(width / scale) + 2)] for _ in range(int(height / scale) + 2)]
    across = [_between(column, scale) for column in range(width)]
    rows = []
    for row in range(height):
        above, share = _between(row, scale)
        line = [a + (b - a) * share for a, b in zip(lattice[above], lattice[above + 1], strict=True)]
        rows.append([line[left] + (line[left + 1] - line[left]) * part for left, part in across])
    return rows


def _between(place: int, scale: float) -> tuple[int, float]:
    """The lattice point before a place, and how far the passage to the next one has come there."""
    before = int(place / scale)
    way = place / scale - before
    return before, way * way * (3 - 2 * way)


def _within(field: Field, lengths: Iterable[int]) -> Iterable[float]:
    """The values at the cells of a grid, whose rows stand centred."""
    for row, length in zip(field, lengths, strict=True):
        start = (len(row) - length) // 2
        yield from row[start : start + length]
