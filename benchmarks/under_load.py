"""Whole commands beside busy processes: how much longer they take, and how much of that the lost processors explain.

    python benchmarks/under_load.py [--busy 0,1,2,4] [--rounds N] [--only WORD,...] [--quick]

Each puzzle is given to `nonosat solve --unique` as a process of its own, from start to exit, beside some processes that
compute and never wait; `one core` is the same without these, but on one core. The numbers of busy processes take turns
in every round, and the median counts. A search on all of n cores beside k busy processes gets n of n + k parts of them;
`worst` is the largest growth of the time, divided by the growth that this loss explains.

The last row is `nonosat batch` on random 40x40 puzzles, with two workers.

Named puzzles lie in the folder that NONOSAT_PUZZLES names, or else in ../shared/puzzles; without it, their rows are
left out.
"""

from __future__ import annotations

import os
import subprocess
import tempfile
import time
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path

from support.common import Cell, busy, machine, median, nonosat_command, options_parser, table, watched
from support.families import stripes, wedges
from support.puzzle_sets import shared_folder

import nonosat
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.parallel.processes import available_cores

#: Seconds for each puzzle.
_LIMIT = 300.0


def random_grid(size: int, seed: int) -> Puzzle:
    """A square of random cells."""
    return random_puzzle(RectGrid(size, size), seed=seed)


#: Puzzles that are made.
MADE: dict[str, Callable[[], Puzzle]] = {
    "wedges-099": partial(wedges, 99),
    "stripes-099": partial(stripes, 99),
    **{f"random 99x99, seed {seed}": partial(random_grid, 99, seed) for seed in (4, 8, 18, 25)},
}
#: Puzzles of the shared folder.
NAMED = ("random2-099", "frans_faase")


def seconds_of(command: Sequence[str], number: int, *, one_core: bool = False) -> float:
    """The time of a command beside busy processes."""
    use_one = partial(os.sched_setaffinity, 0, {min(os.sched_getaffinity(0))}) if one_core else None
    with busy(number), tempfile.TemporaryDirectory() as out:
        began = time.perf_counter()
        words = [word.replace("{out}", out) for word in command]
        done = subprocess.run(words, capture_output=True, preexec_fn=use_one, check=False)
        seconds = time.perf_counter() - began
    if done.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: exit code {done.returncode}\n{done.stderr.decode()}")
    return seconds


def row(case: str, command: Sequence[str], numbers: Sequence[int], rounds: int, *, one_core: bool = True) -> list[Cell]:
    """The medians of a command, and the worst growth that the loss of processors does not explain."""
    times: dict[int, list[float]] = {number: [] for number in numbers}
    alone: list[float] = []
    for _ in range(rounds):
        for number, seconds in times.items():
            seconds.append(seconds_of(command, number))
        if one_core:
            alone.append(seconds_of(command, 0, one_core=True))
    medians = {number: median(seconds) for number, seconds in times.items()}
    cores, quiet = available_cores(), medians[numbers[0]]
    worst = max(seconds / quiet * cores / (cores + number) for number, seconds in medians.items())
    return [case, *medians.values(), median(alone) if alone else None, worst]


def main() -> None:
    """Print a row for each case."""
    options = options_parser(__doc__)
    options.add_argument("--busy", default="0,1,2,4", help="numbers of busy processes, 0 first")
    options.add_argument("--rounds", type=int, default=3, help="runs of each (default: 3)")
    options.add_argument("--only", default="", help="cases with one of these words")
    asked = options.parse_args()
    numbers = [0, 1] if asked.quick else [int(number) for number in asked.busy.split(",")]
    rounds = 1 if asked.quick else asked.rounds
    print(f"Machine: {machine()}\n")
    rows = []
    with tempfile.TemporaryDirectory() as folder:
        commands: dict[str, list[str]] = {}
        solve = [*nonosat_command(), "solve", "--unique", "--timeout", str(_LIMIT)]
        for name in NAMED:
            for path in shared_folder().glob(f"*/{name}.clues"):
                commands[name] = [*solve, str(path)]
        for number, (case, make) in enumerate(MADE.items()):
            path = Path(folder, f"{number}.clues")
            nonosat.save(make(), path)
            commands[case] = [*solve, str(path)]
        batch = "batch, 40 random 40x40" if asked.quick else "batch, 200 random 40x40"
        puzzles = Path(folder, "many")
        puzzles.mkdir()
        for seed in range(int(batch.split()[1])):
            nonosat.save(random_grid(40, seed), puzzles / f"{seed}.clues")
        commands[batch] = [
            *nonosat_command(),
            "batch",
            "--unique",
            "-j",
            "2",
            str(puzzles),
            "-o",
            "{out}",
        ]
        words = [word for word in asked.only.split(",") if word]
        chosen = [case for case in commands if not words or any(word in case for word in words)]
        for case in watched(chosen[:: 4 if asked.quick else 1]):
            is_batch = case == batch
            rows.append(row(case, commands[case], numbers, rounds, one_core=not is_batch))
    print(table(["case, seconds", *(f"{number} busy" for number in numbers), "one core", "worst"], rows))


if __name__ == "__main__":
    main()
