"""How many generated images `nonosat.scan` reads exactly, and how long it takes: a table with a row for each folder.

python benchmarks/scanning/measure.py FOLDER... [--misread] [--failures FILE]

The folders are those of `screens.py` and `photos.py`. Each image is read in a process of its own.
"""

from __future__ import annotations

import argparse
import json
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

sys.path.append(str(Path(__file__).resolve().parents[1]))

from common import machine, median, progress, table

#: For each last digit others that it may be taken for.
ALIKE = ((6, 8), (7, 4), (7, 3), (8, 5), (9, 1), (6, 3), (5, 8), (1, 2), (3, 6), (4, 8))


class Reading(NamedTuple):
    """The reading of one image. `differences` are empty if the puzzle is right, and `error` if it was read at all."""

    image: Path
    seconds: float
    differences: list[str]
    marked: bool
    error: str

    @property
    def exact(self) -> bool:
        return not self.differences and not self.error


def misread_one(seed: int) -> None:
    """From now on, in this process, let the network misread one number, with the right one as second likeliest."""
    from nonosat.scanning import readings

    read_well, rng = readings.probabilities, random.Random(seed)
    readings.probabilities = lambda inks: misread(read_well(inks))

    def misread(probabilities: Any) -> Any:
        sure = [index for index, row in enumerate(probabilities) if row[:100].argmax() > 0 and row[:100].max() > 0.5]
        if len(sure) > 3:
            readings.probabilities = read_well
            row = probabilities[rng.choice(sure)]
            right, wrong = int(row.argmax()), rng.choice(ALIKE[int(row.argmax()) % 10]) + int(row.argmax()) // 10 * 10
            row[:] = 0.01 / len(row)
            row[wrong], row[right] = 0.9, 0.09
        return probabilities


def read_here(image: Path) -> dict[str, object]:
    """Read an image in this process: the puzzle as a clue file, whether something is marked as doubtful, seconds."""
    began = time.perf_counter()
    scanned = nonosat.scan(image)
    return {
        "clues": nonosat.find_format("clues").write(scanned.puzzle),
        "marked": bool(scanned.doubts),
        "seconds": time.perf_counter() - began,
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
    differences = list(compared(nonosat.loads(answer["clues"]), truth))
    return Reading(image, answer["seconds"], differences, answer["marked"], "")


def compared(puzzle: Puzzle, truth: Puzzle) -> Iterator[str]:
    """The differences of two puzzles in words. Colours may differ in their names and, a little, in their tint."""
    if puzzle.grid != truth.grid:
        yield f"{puzzle.grid.header} instead of {truth.grid.header}"
        return
    if puzzle.n_colors != truth.n_colors:
        yield f"{puzzle.n_colors} colours instead of {truth.n_colors}"
    same: dict[int, int] = {}
    for index, (clue, right) in enumerate(zip(puzzle.clues, truth.clues, strict=True)):
        lengths, expected = [length for length, _ in clue], [length for length, _ in right]
        alike = lengths == expected and all(
            same.setdefault(b, a) == a for (_, a), (_, b) in zip(clue, right, strict=True)
        )
        if not alike:
            shown = [" ".join(map(str, lengths or [0])), " ".join(map(str, expected or [0]))]
            colors = " in other colours" if lengths == expected else ""
            yield f"{line_name(truth.grid, index)}: {shown[0]} instead of {shown[1]}{colors}"


def row(name: str, readings: list[Reading]) -> list[str | float]:
    """A row of the table."""
    count, seconds = len(readings), [reading.seconds for reading in readings]
    exact = sum(reading.exact for reading in readings)
    unread = sum(bool(reading.error) for reading in readings)
    unmarked = sum(bool(reading.differences) and not reading.marked for reading in readings)
    shares = [round(100 * share / count, 1) for share in (exact, count - exact - unread - unmarked, unmarked, unread)]
    return [name, count, *shares, round(median(seconds), 2), round(max(seconds), 1)]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", type=Path, nargs="*", help="folders with images and their truth")
    parser.add_argument("--first", type=int, help="so many images of each folder")
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
        images = sorted(file.with_suffix("") for file in folder.glob("*.clues"))[: options.first]
        paths = [
            next(path for path in folder.glob(f"{name.name}.*") if path.suffix in (".png", ".jpg")) for name in images
        ]
        readings = []
        seeds = range(len(paths)) if options.misread else [None] * len(paths)
        with ThreadPoolExecutor(options.jobs) as pool:
            for reading in pool.map(read, paths, [options.limit] * len(paths), seeds):
                readings.append(reading)
                progress(len(readings), len(paths), folder.name)
        rows.append(row(folder.name, readings))
        failures += [reading for reading in readings if not reading.exact]
    print(machine("opencv-python-headless"))
    print()
    head = [
        "images",
        "number",
        "exact %",
        "wrong, marked %",
        "wrong, not marked %",
        "not read %",
        "median s",
        "longest s",
    ]
    print(table(head, rows))
    if options.failures:
        options.failures.write_text("".join(map(described, failures)), encoding="utf-8")


def described(reading: Reading) -> str:
    """A failure in words, as a paragraph of Markdown."""
    about = reading.image.with_suffix(".json").read_text(encoding="utf-8")
    marked = "marked" if reading.marked else "not marked"
    lines = [reading.error] if reading.error else [f"wrong, {marked}", *reading.differences[:12]]
    return f"- {reading.image} {about} {reading.seconds:.1f} s\n" + "".join(f"  - {line}\n" for line in lines)


if __name__ == "__main__":
    main()
