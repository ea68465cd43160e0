"""How many generated images `nonosat.scan` reads exactly, and how long it takes: a table with a row for each folder.

python benchmarks/scanning/measure.py FOLDER... [--misread] [--failures FILE]

The folders are those of `screens.py` and `photos.py`. Each image is read in a process of its own.
"""

from __future__ import annotations

import argparse
import json
import math
import random
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import nonosat
from nonosat.model.grid import line_name
from nonosat.model.puzzle import Puzzle
from nonosat.scanning import page_reading
from nonosat.scanning.board import Board
from nonosat.scanning.flat_page import Page
from nonosat.scanning.reading import Reading as LineReading

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.common import Cell, machine, median, progress, table

#: For each last digit others that it may be taken for.
ALIKE = ((6, 8), (7, 4), (7, 3), (8, 5), (9, 1), (6, 3), (5, 8), (1, 2), (3, 6), (4, 8))


class Reading(NamedTuple):
    """The reading of one image.

    Attributes:
        differences: empty if the puzzle is right.
        marked: something is said to be doubtful.
        error: empty if there is a puzzle at all.
        board: the marks on the board are right.
    """

    image: Path
    seconds: float
    differences: list[str]
    marked: bool
    error: str = ""
    board: bool = False

    @property
    def exact(self) -> bool:
        return not self.differences and not self.error


def misread_one(seed: int) -> None:
    """From now on, in this process, one number of an image is misread, with the right reading ten times less likely."""
    read_well, rng = page_reading.clue_lines, random.Random(seed)

    def misread(page: Page, board: Board) -> list[list[LineReading]]:
        lines = read_well(page, board)
        line, best = rng.choice([(line, readings[0]) for line, readings in enumerate(lines) if readings[0].clue])
        at, number = rng.choice([(at, number) for at, number in enumerate(best.numbers) if number.value])
        tens, last = divmod(number.value, 10)
        wrong = number._replace(value=10 * tens + rng.choice(ALIKE[last]), probability=0.9)
        others = [reading._replace(cost=reading.cost + math.log(10)) for reading in lines[line]]
        first = best._replace(numbers=(*best.numbers[:at], wrong, *best.numbers[at + 1 :]))
        # As `clue_lines` does with readings that are too long.
        most = board.width if line < board.height else board.height
        lines[line] = [first, *others] if first.length <= most else others
        return lines

    page_reading.clue_lines = misread


def read_here(image: Path) -> dict[str, object]:
    """Read an image in this process: the clues, the number of doubts, seconds."""
    began = time.perf_counter()
    scanned = nonosat.scan(str(image))
    return {
        "seconds": time.perf_counter() - began,
        "grid": scanned.puzzle.grid.header,
        "clues": scanned.puzzle.clues,
        "doubts": len(scanned.doubts),
        "known": scanned.known,
    }


def read(image: Path, limit: float, misread: int | None) -> Reading:
    """Read an image in a process of its own and compare the puzzle with the truth."""
    command = [sys.executable, __file__, "--one", str(image)]
    command += ["--seed", str(misread)] if misread is not None else []
    began = time.perf_counter()
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return Reading(image, limit, [], False, f"no reading within {limit:g} s")
    if done.returncode:
        message = (done.stderr.strip().splitlines() or ["no message"])[-1]
        return Reading(image, time.perf_counter() - began, [], False, message)
    answer = json.loads(done.stdout)
    truth = nonosat.load(str(image.with_suffix(".clues")))
    differences = list(compared(answer, truth))
    right = same_marks(answer["known"], image.with_suffix(".marks"))
    return Reading(image, answer["seconds"], differences, answer["doubts"] > 0, board=right)


def compared(answer: dict[str, Any], truth: Puzzle) -> Iterator[str]:
    """The differences of the clues from the truth in words. Colours may have other names."""
    if answer["grid"] != truth.grid.header:
        yield f"{answer['grid']} instead of {truth.grid.header}"
        return
    names: dict[int, int] = {}
    for index, (clue, right) in enumerate(zip(answer["clues"], truth.clues, strict=True)):
        shown, expected = (" ".join(str(length or "?") for length, _ in blocks) or "0" for blocks in (clue, right))
        if shown != expected:
            yield f"{line_name(truth.grid, index)}: {shown} instead of {expected}"
        elif any(names.setdefault(b, a) != a for (_, a), (_, b) in zip(clue, right, strict=True)):
            yield f"{line_name(truth.grid, index)}: other colours"
    if len({*names.values()}) < len(names):
        yield "colours that are taken for one"


def same_marks(known: list[int | None], file: Path) -> bool:
    """True if the marks on a board are those of a file, or there are none and no file. Colours may have other names."""
    signs = "".join(file.read_text(encoding="utf-8").split()) if file.exists() else "?" * len(known)
    names: dict[int | None, str] = {None: "?", 0: "-"}
    for color, sign in zip(known, signs, strict=False):
        names.setdefault(color, sign if sign.isalpha() else "")
    return [names[color] for color in known] == list(signs) and len({*names.values()}) == len(names)


def has_sides(file: Path, fewest: int, most: int) -> bool:
    """True if the number of rows of a board, and that of its columns, is between these."""
    grid = nonosat.load(str(file)).grid
    return fewest <= min(grid.height, grid.width) and max(grid.height, grid.width) <= most


def row(name: str, readings: list[Reading]) -> list[Cell]:
    """A row of the table."""
    count, seconds = len(readings), [reading.seconds for reading in readings]
    exact = sum(reading.exact for reading in readings)
    unread = sum(bool(reading.error) for reading in readings)
    unmarked = sum(bool(reading.differences) and not reading.marked for reading in readings)
    boards = sum(reading.board for reading in readings)
    counts = (exact, count - exact - unread - unmarked, unmarked, unread, boards)
    shares = [round(100 * share / count, 1) for share in counts]
    return [name, count, *shares, round(median(seconds), 2), round(max(seconds), 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", help="folders with images and their truth")
    parser.add_argument("--first", type=int, help="only the first images of each folder, this number")
    parser.add_argument(
        "--sides", type=int, nargs=2, default=(1, 99), help="the fewest and the most rows and columns of a board"
    )
    parser.add_argument("--limit", type=float, default=60, help="seconds for an image (%(default)s)")
    parser.add_argument("--jobs", type=int, default=2, help="images at a time (%(default)s)")
    parser.add_argument("--misread", action="store_true", help="the network misreads one number of each image")
    parser.add_argument("--failures", type=Path, help="a file for a list of the images that were not read exactly")
    parser.add_argument("--one", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--seed", type=int, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.one:
        if options.seed is not None:
            misread_one(options.seed)
        print(json.dumps(read_here(options.one)))
        return
    rows, failures = [], []
    for folder in options.folders:
        truths = [file for file in sorted(folder.glob("*.clues")) if has_sides(file, *options.sides)][: options.first]
        paths = [
            next(path for path in folder.glob(f"{file.stem}.*") if path.suffix in (".png", ".jpg")) for file in truths
        ]
        readings = []
        seeds = range(len(paths)) if options.misread else [None] * len(paths)
        with ThreadPoolExecutor(options.jobs) as pool:
            for reading in pool.map(read, paths, [options.limit] * len(paths), seeds):
                readings.append(reading)
                progress(len(readings), len(paths), folder.name)
        rows.append(row(folder.name, readings))
        failures += [reading for reading in readings if not reading.exact]
        if options.failures:
            options.failures.write_text("".join(map(described, failures)), encoding="utf-8")
    print(machine("opencv-python-headless"))
    print()
    head = [
        "images",
        "number",
        "exact %",
        "wrong, marked %",
        "wrong, not marked %",
        "not read %",
        "marks exact %",
        "median s",
        "longest s",
    ]
    print(table(head, rows))


def described(reading: Reading) -> str:
    """A failure in words, as a paragraph of Markdown."""
    about = reading.image.with_suffix(".json").read_text(encoding="utf-8")
    marked = "marked" if reading.marked else "not marked"
    lines = [reading.error] if reading.error else [f"wrong, {marked}", *reading.differences[:12]]
    return f"- {reading.image} {about} {reading.seconds:.1f} s\n" + "".join(f"  - {line}\n" for line in lines)


if __name__ == "__main__":
    main()
