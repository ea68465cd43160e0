"""Time to a first solution against the size of random puzzles, with and without each part of the search.

Usage: python benchmarks/search_growth.py [--seconds N] [--seeds N] [--ways a,b] [--plot FILE.svg] [--quick]

Every other cell is filled. Each cell of the table is the median over the seeds of the seconds from the start of the
command to its end, and how many of them were solved where not all were; a puzzle that was not solved counts as the
limit. When a way solves less than half of one size, it is not tried at larger ones. The ways are those of
`nonosat solve --strategy`; they take turns.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

from common import Cell, machine, median, progress, table

from nonosat.formats.clues import write
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid

WAYS = ("sat", "hints", "decimation", "auto")


class Kind(NamedTuple):
    name: str
    sizes: tuple[int, ...]
    n_colors: int
    hexagonal: bool = False

    def grid(self, size: int) -> Grid:
        return HexGrid(size) if self.hexagonal else RectGrid(size, size)


KINDS = (
    Kind("rect, one colour", (20, 40, 60, 99), 1),
    Kind("rect, three colours", (20, 40, 60), 3),
    Kind("hex, one colour", (20, 40, 60), 1, True),
)
QUICK = (Kind("rect, one colour", (10, 15), 1), Kind("hex, two colours", (4, 6), 2, True))

#: Seconds, one for each seed; None where there was no solution in time.
Times = list[float | None]


def solve(path: Path, way: str, seconds: float) -> float | None:
    command = [sys.executable, "-m", "nonosat", "solve", "--quiet", "--strategy", way, "--timeout", str(seconds)]
    began = time.perf_counter()
    done = subprocess.run([*command, str(path)], capture_output=True, check=False)
    if done.returncode not in (0, 5):
        raise SystemExit(done.stderr.decode())
    return None if done.returncode else time.perf_counter() - began


def measure(kind: Kind, ways: list[str], seeds: int, seconds: float, folder: Path) -> dict[int, dict[str, Times]]:
    """By size and way."""
    found: dict[int, dict[str, Times]] = {}
    left = list(ways)
    for size in kind.sizes:
        times: dict[str, Times] = {way: [] for way in left}
        for seed in range(1, seeds + 1):
            path = folder / f"{size}.clues"
            path.write_text(write(random_puzzle(kind.grid(size), kind.n_colors, seed)), encoding="utf-8")
            for way in left:
                progress(seed - 1, seeds, f"{kind.name}, {size}: {way}")
                times[way].append(solve(path, way, seconds))
        found[size] = times
        left = [way for way in left if 2 * sum(value is not None for value in times[way]) >= seeds]
    return found


def middle(times: Times, seconds: float) -> float:
    return median([seconds if value is None else value for value in times])


def cell(times: Times | None, seconds: float) -> Cell:
    if times is None:
        return None
    solved = sum(value is not None for value in times)
    value = middle(times, seconds)
    return value if solved == len(times) else f"{value:.2f} ({solved} of {len(times)})"


def plot(path: str, found: dict[str, dict[int, dict[str, Times]]], ways: list[str], seconds: float) -> None:
    from plots import line, panels, save

    figure, charts = panels(len(found))
    for axes, (name, sizes) in zip(charts, found.items(), strict=True):
        for number, way in enumerate(ways):
            points = [(size, middle(times[way], seconds)) for size, times in sizes.items() if way in times]
            line(axes, way, points, number)
        axes.set(title=name, xlabel="size", yscale="log", ylim=(0.05, 1.5 * seconds))
        axes.axhline(seconds, color="#888888", linewidth=0.8)
    charts[0].set_ylabel("seconds to a solution (median)")
    charts[0].legend(loc="lower right")
    save(figure, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=30.0, help="limit for each puzzle (default 30)")
    parser.add_argument("--seeds", type=int, default=5, help="puzzles of each size (default 5)")
    parser.add_argument("--ways", default=",".join(WAYS), help=f"what to compare (default {','.join(WAYS)})")
    parser.add_argument("--plot", metavar="FILE", help="also draw the curves (needs matplotlib)")
    parser.add_argument("--quick", action="store_true", help="small puzzles, one of each size")
    arguments = parser.parse_args()
    kinds, seeds = (QUICK, 1) if arguments.quick else (KINDS, arguments.seeds)
    ways = arguments.ways.split(",")
    with tempfile.TemporaryDirectory() as folder:
        found = {kind.name: measure(kind, ways, seeds, arguments.seconds, Path(folder)) for kind in kinds}
    print(f"{machine('numpy')}, limit {arguments.seconds:g} s\n")
    rows = [
        [name, size, *(cell(times.get(way), arguments.seconds) for way in ways)]
        for name, sizes in found.items()
        for size, times in sizes.items()
    ]
    print(table(["puzzles", "size", *ways], rows))
    if arguments.plot:
        plot(arguments.plot, found, ways, arguments.seconds)


if __name__ == "__main__":
    main()
