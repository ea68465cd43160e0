"""Puzzles of a class of difficulty from photographs: how many cells are changed, what that costs, how long it takes.

    python benchmarks/making.py [--size WxH] [--colors N] [--dither] [--class CLASS ...] [--seeds N] [--quick]

The photographs are scenes drawn by `photographs.py`, and the drawings of the folder `pictures` of further sets (see
`puzzle_sets`), photographed. `open` is how many cells the methods of the class leave open before the changes. The error
is the root of the mean squared difference of picture and photograph, in levels of 255.
"""

from __future__ import annotations

import argparse
import io
import sys
import time

from common import Cell, machine, median, progress, table
from photographs import SCENES, photographs
from PIL import Image
from puzzle_sets import shared_folder

from nonosat.authoring.class_fitting import fit_traced
from nonosat.authoring.class_targets import TARGETS
from nonosat.authoring.trace_request import TraceRequest
from nonosat.authoring.tracing import trace
from nonosat.explaining.difficulty import Difficulty
from nonosat.model.puzzle import puzzle_of
from nonosat.system.deadline import NEVER, Deadline

HEAD = ["class", "photograph", "open", "changed", "share %", "error before", "after", "reached", "CPU s"]


def row(name: str, image: Image.Image, difficulty: Difficulty, request: TraceRequest, timeout: float) -> list[Cell]:
    """One photograph in the table."""
    data = io.BytesIO()
    image.save(data, "PNG")
    began = time.process_time()
    traced = trace(data.getvalue(), name, request)
    fitted = fit_traced(traced, difficulty, dithered=request.dither, deadline=Deadline.after(timeout))
    seconds = time.process_time() - began
    puzzle = puzzle_of(traced.picture, traced.palette)
    n_open = TARGETS[difficulty].left_open(puzzle, traced.picture, NEVER).n_open
    share, errors = 100 * fitted.changed_share, (fitted.error_before, fitted.error)
    reached = fitted.difficulty.value if fitted.difficulty else "no"
    return [difficulty.value, name, n_open, len(fitted.changes), share, *errors, reached, seconds]


def size(text: str) -> tuple[int, int]:
    """Height and width of `WxH`."""
    width, _, height = text.partition("x")
    return int(height), int(width)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--size", type=size, default=(30, 40), metavar="WxH", help="cells (default: 40x30)")
    parser.add_argument("--colors", type=int, default=1, help="beside the background (default: %(default)s)")
    parser.add_argument("--dither", action="store_true", help="mix colours by patterns of cells")
    parser.add_argument("--class", dest="classes", action="append", choices=[each.value for each in Difficulty])
    parser.add_argument("--seeds", type=int, default=2, help="of each scene (default: %(default)s)")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for each (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="few and small pictures, to see that it works")
    options = parser.parse_args()
    if options.quick:
        options.size, options.seeds = (9, 12), 1
    classes = [each for each in Difficulty if not options.classes or each.value in options.classes]
    request = TraceRequest(size=options.size, n_colors=options.colors, dither=options.dither)
    images = list(photographs(options.seeds, shared_folder() / "pictures"))
    images = images[: len(SCENES)] if options.quick else images
    print(f"{machine('pillow')}\n", flush=True)
    rows: list[list[Cell]] = []
    sums: list[list[Cell]] = []
    for number, difficulty in enumerate(classes):
        for done, (name, image) in enumerate(images):
            progress(number * len(images) + done, len(classes) * len(images), f"{difficulty}, {name}")
            rows.append(row(name, image, difficulty, request, options.timeout))
        part = [each for each in rows if each[0] == difficulty.value]
        shares, seconds = [float(each[4] or 0) for each in part], [float(each[8] or 0) for each in part]
        n_reached = sum(each[7] != "no" for each in part)
        sums.append(
            [difficulty.value, len(part), n_reached, median(shares), max(shares), median(seconds), max(seconds)]
        )
    progress(1, 1, "")
    print(table(HEAD, rows))
    print()
    print(table(["sum", "photographs", "reached", "median share %", "largest", "median CPU s", "largest"], sums))


if __name__ == "__main__":
    sys.exit(main())
