"""Times of line propagation (and of `slack`) for generated pictures of growing size.

Usage: python benchmarks/lines.py [--large] [--runs N]

The pictures are drawings of ellipses of all sizes, painted over each other. The same size and number of colours give
the same picture everywhere. `open` is how many cells single lines leave undecided; the times are medians.
"""

from __future__ import annotations

import argparse
import random
import statistics
import time
from collections.abc import Callable

from nonosat.lines.domains import initial_domains
from nonosat.lines.fixpoint import propagate
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.rect_grid import RectGrid

COLORS = ("#ffffff", "#000000", "#cc0000", "#0000cc", "#00aa00")


def drawing(grid: Grid, n_colors: int, seed: int = 1) -> Picture:
    """Ellipses of falling size painted over each other, background among the colours."""
    rng = random.Random(f"{grid.header} {n_colors} {seed}")
    rows = [list(grid.line(row)) for row in grid.families[0]]
    cells = [0] * grid.n_cells
    height, width = len(rows), max(map(len, rows))
    radius = width / 4
    while radius > 0.7:
        color = rng.randint(0, n_colors)
        flat = rng.uniform(0.4, 1.0)
        x, y = rng.uniform(-width / 2, width / 2), rng.uniform(0, height)
        for row in range(max(0, int(y - flat * radius)), min(height, int(y + flat * radius) + 1)):
            reach = radius * max(0.0, 1 - ((row - y) / (flat * radius)) ** 2) ** 0.5
            middle = len(rows[row]) / 2  # rows of a hexagon stand centred
            for cell in rows[row][max(0, int(middle + x - reach)) : max(0, int(middle + x + reach))]:
                cells[cell] = color
        radius *= 1 - 1 / (12 + width / 4)
    return Picture(grid, tuple(cells))


def median_ms(run: Callable[[], object], runs: int) -> float:
    times = []
    for _ in range(runs):
        start = time.perf_counter()
        run()
        times.append(time.perf_counter() - start)
    return 1e3 * statistics.median(times)


def report(puzzle: Puzzle, runs: int) -> None:
    domains = propagate(puzzle)
    assert domains is not None  # the puzzle comes from a picture
    fixpoint = median_ms(lambda: propagate(puzzle), runs)
    bounds = median_ms(lambda: initial_domains(puzzle), runs)
    print(
        f"{puzzle.grid.header:16} {puzzle.n_colors:7} {puzzle.n_blocks:7} {domains.n_open:7} {fixpoint:13.2f} "
        f"{bounds:9.2f}",
        flush=True,
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--large", action="store_true", help="also 500 x 500, 1000 x 1000 and 30,000 hexagons")
    parser.add_argument("--runs", type=int, default=5, help="runs per figure (default 5)")
    arguments = parser.parse_args()
    grids: list[Grid] = [RectGrid(size, size) for size in (10, 25, 50, 100, 200)]
    grids += [HexGrid(size) for size in (5, 10, 20, 40)]
    if arguments.large:
        grids += [RectGrid(500, 500), RectGrid(1000, 1000), HexGrid(100)]
    print(f"{'grid':16} {'colours':>7} {'blocks':>7} {'open':>7} {'propagate ms':>13} {'slack ms':>9}")
    for grid in grids:
        for n_colors in (1, 2, 4):
            report(puzzle_of(drawing(grid, n_colors), Palette(COLORS[: n_colors + 1])), arguments.runs)


if __name__ == "__main__":
    main()
