"""Puzzles of a class of difficulty from photographs: how many cells are changed, what that costs, how long it takes.

    python benchmarks/parts/making.py [--size WxH] [--colors N] [--dither] [--until GOAL ...] [--seeds N] [--quick]

The photographs are scenes drawn by `photographs.py`, and the drawings of the folder `pictures` of further sets (see
`puzzle_sets`), photographed. `open` is how many cells the methods of the goal leave open before the changes. The error
is the root of the mean squared difference of picture and photograph, in levels of 255.
"""

from __future__ import annotations

import io
import sys
import time
from pathlib import Path

from photographs import SCENES, photographs
from PIL import Image

from nonosat.authoring.class_targets import TARGETS
from nonosat.authoring.fit import fit_picture
from nonosat.authoring.picture_options import PictureOptions
from nonosat.authoring.tracing import trace
from nonosat.core.deadline import NEVER
from nonosat.model.puzzle import puzzle_of

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.common import Cell, machine, median, options_parser, table, watched
from support.puzzle_sets import shared_folder

HEAD = ["until", "photograph", "open", "changed", "share %", "error before", "after", "reached", "CPU s"]


def row(name: str, image: Image.Image, until: str, options: PictureOptions, timeout: float) -> list[Cell]:
    """One photograph in the table."""
    data = io.BytesIO()
    image.save(data, "PNG")
    began = time.process_time()
    traced = trace(data.getvalue(), name, **options)
    fitted = fit_picture(traced, until=until, timeout=timeout)
    seconds = time.process_time() - began
    puzzle = puzzle_of(traced.picture, traced.palette)
    n_open = TARGETS[until].left_open(puzzle, traced.picture, NEVER).n_open
    share, errors = 100 * len(fitted.changes) / puzzle.grid.n_cells, (fitted.error_before, fitted.error)
    reached = fitted.difficulty.value if fitted.difficulty else "no"
    return [until, name, n_open, len(fitted.changes), share, *errors, reached, seconds]


def size(text: str) -> tuple[int, int]:
    """Height and width of `WxH`."""
    width, _, height = text.partition("x")
    return int(height), int(width)


def main() -> None:
    parser = options_parser(__doc__, "few and small pictures, to see that it works")
    parser.add_argument("--size", type=size, default=(30, 40), metavar="WxH", help="cells (default: 40x30)")
    parser.add_argument("--colors", type=int, default=1, help="beside the background (default: %(default)s)")
    parser.add_argument("--dither", action="store_true", help="mix colours by patterns of cells")
    parser.add_argument("--until", dest="goals", action="append", choices=list(TARGETS))
    parser.add_argument("--seeds", type=int, default=2, help="of each scene (default: %(default)s)")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for each (default: %(default)s)")
    options = parser.parse_args()
    if options.quick:
        options.size, options.seeds = (9, 12), 1
    goals = options.goals or list(TARGETS)
    picture_options = PictureOptions(size=options.size, n_colors=options.colors, dither=options.dither)
    images = list(photographs(options.seeds, shared_folder() / "pictures"))
    images = images[: len(SCENES)] if options.quick else images
    print(f"{machine('pillow')}\n", flush=True)
    rows: list[list[Cell]] = []
    sums: list[list[Cell]] = []
    for until in goals:
        watching = watched(images, lambda each: each[0])
        part = [row(name, image, until, picture_options, options.timeout) for name, image in watching]
        rows += part
        shares, seconds = [float(each[4] or 0) for each in part], [float(each[8] or 0) for each in part]
        n_reached = sum(each[7] != "no" for each in part)
        sums.append([until, len(part), n_reached, median(shares), max(shares), median(seconds), max(seconds)])
    print(f"{table(HEAD, rows)}\n")
    print(table(["sum", "photographs", "reached", "median share %", "largest", "median CPU s", "largest"], sums))


if __name__ == "__main__":
    main()
