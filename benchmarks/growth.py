"""How the time of each phase grows with the size of generated pictures, in rectangles and hexagons.

    python benchmarks/growth.py [--large] [--colors N,N,...] [--timeout SECONDS] [--runs N] [--quick]

The phases are timed apart: reading the clue file, looking at single lines, checking the picture, turning it to text,
and all that `solve(puzzle, unique=True)` does. `total` is reading, solving and text. The second table has the
exponents p of the curves c * cells ** p that fit best: 1 means that twice the cells take twice the time.
"""

from __future__ import annotations

from collections import defaultdict

from support.common import Cell, exponent, machine, median, options_parser, table, timed
from support.families import picture
from support.puzzle_sets import size_of, verdict_of
from support.worker import Worker

from nonosat.drawing.text import text as draw
from nonosat.formats import FORMATS
from nonosat.lines.fixpoint import propagate
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.rect_grid import RectGrid
from nonosat.model.verifier import check
from nonosat.solving.solve import solve

PHASES = ("read", "lines", "verify", "text", "solve", "total")


def measure(clue_file: str, runs: int) -> tuple[str, int, dict[str, float]]:
    """Verdict, open cells, and the median seconds of each phase; called in the process of a `Worker`."""
    times: dict[str, list[float]] = defaultdict(list)
    for _ in range(runs):
        read, puzzle = timed(FORMATS["clues"].read, clue_file)
        lines, domains = timed(propagate, puzzle)
        took, result = timed(solve, puzzle, unique=True)
        assert result.picture is not None  # the puzzle comes from a picture
        verify, _ = timed(check, puzzle, result.picture)
        text, _ = timed(draw, puzzle, result.picture, color=False)
        for phase, time in zip(PHASES, (read, lines, verify, text, took, read + took + text), strict=True):
            times[phase].append(time)
    return verdict_of(result), domains.n_open if domains else 0, {phase: median(times[phase]) for phase in PHASES}


def warm_up() -> None:
    """Import all that is imported when it is first used."""
    measure("rect 2 2\n#ffffff #000000\n1a\n1a\n1a\n1a\n", 1)


class Curves:
    """Rows of the first table, and the points from which the second is worked out."""

    def __init__(self) -> None:
        self.rows: list[list[Cell]] = []
        self.points: dict[tuple[str, int, str], list[tuple[float, float]]] = defaultdict(list)

    def add(self, grid: Grid, n_colors: int, runs: int, worker: Worker, timeout: float) -> None:
        puzzle = picture(grid, n_colors)
        worker.call(warm_up)
        got = worker.call(measure, FORMATS["clues"].write(puzzle), runs, limit=timeout * runs)
        head: list[Cell] = [size_of(puzzle), grid.n_cells, n_colors, puzzle.n_blocks]
        if got is None:
            self.rows.append([*head, None, "timeout", *[None] * len(PHASES)])
            return
        verdict, n_open, times = got
        self.rows.append([*head, n_open, verdict, *times.values()])
        for phase, time in times.items():
            self.points[grid.kind, n_colors, phase].append((grid.n_cells, time))

    def exponents(self) -> list[list[Cell]]:
        kinds = sorted({(kind, colors) for kind, colors, _ in self.points}, key=lambda k: (k[0] != "rect", k[1]))
        return [[*kind, *(exponent(self.points[*kind, phase]) for phase in PHASES)] for kind in kinds]


def main() -> None:
    parser = options_parser(__doc__, "one run of small pictures, to see that it works")
    parser.add_argument("--large", action="store_true", help="also 1000 x 1000 and hexagons of size 100")
    parser.add_argument("--colors", default="1,2,3,4,5", help="numbers of colours (default: %(default)s)")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each run (default: %(default)g)")
    parser.add_argument("--runs", type=int, default=3, help="runs for each median (default: %(default)s)")
    options = parser.parse_args()
    rect, hexagons = [100, 200, 300, 500], [20, 30, 50]
    if options.large:
        rect, hexagons = [*rect, 700, 1000], [*hexagons, 70, 100]
    if options.quick:
        rect, hexagons, options.colors, options.runs = [10, 20], [4, 8], "1,2", 1
    grids: list[Grid] = [*(RectGrid(size, size) for size in rect), *map(HexGrid, hexagons)]
    print(machine() + "\n", flush=True)
    curves = Curves()
    with Worker() as worker:
        for grid in grids:
            for n_colors in map(int, options.colors.split(",")):
                curves.add(grid, n_colors, options.runs, worker, options.timeout)
    print(table(["size", "cells", "colours", "blocks", "open", "verdict", *(f"{p} s" for p in PHASES)], curves.rows))
    print("\n" + table(["grid", "colours", *PHASES], curves.exponents()))


if __name__ == "__main__":
    main()
