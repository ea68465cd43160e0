"""How long the command takes to start, against Python itself and against Python with click.

    python benchmarks/startup.py [--rounds N] [--quick] [FILE...]

Whole processes, all of the same environment, a round of each after the other. The two puzzles are 40 x 40: one picture
that single lines solve, printed; and one with a single solution that only a solver finds, with the proof of that.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from collections.abc import Callable
from itertools import count
from pathlib import Path

from support.common import (
    Cell,
    interleaved,
    machine,
    median,
    nonosat_command,
    options_parser,
    ordinary_environment,
    table,
)
from support.families import picture
from support.puzzle_sets import given

from nonosat.formats import FORMATS
from nonosat.lines.fixpoint import propagate
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.solve import solve

_GRID = RectGrid(40, 40)
#: Random puzzles of this density and size that have one solution, which lines do not find, are rare: the lower seeds
#: give none.
_DENSITY, _FIRST_SEED = 0.6, 302


def lines_solve(puzzle: Puzzle) -> bool:
    domains = propagate(puzzle)
    return domains is not None and not domains.n_open


def needs_solver(puzzle: Puzzle) -> bool:
    return not lines_solve(puzzle) and solve(puzzle, unique=True).unique is True


def first(make: Callable[[int], Puzzle], wanted: Callable[[Puzzle], bool], seed: int = 1) -> tuple[Puzzle, int]:
    """The puzzle of the lowest seed, from the one given, that is as wanted; and its seed."""
    return next((puzzle, number) for number in count(seed) if wanted(puzzle := make(number)))


def process(command: list[str]) -> Callable[[], object]:
    env = ordinary_environment()
    # A puzzle with several solutions ends with 1.
    return lambda: subprocess.run(command, check=False, stdout=subprocess.DEVNULL, env=env)


def main() -> None:
    parser = options_parser(__doc__, "two rounds, to see that it works")
    parser.add_argument("--rounds", type=int, default=20, help="rounds for each median (default: %(default)s)")
    parser.add_argument("files", metavar="FILE", nargs="*", help="further puzzles, each solved with --unique")
    options = parser.parse_args()
    easy, easy_seed = first(lambda seed: picture(_GRID, seed=seed), lines_solve)
    hard, hard_seed = first(lambda seed: random_puzzle(_GRID, seed=seed, density=_DENSITY), needs_solver, _FIRST_SEED)
    print(f"{machine('click')}\nseeds: lines {easy_seed}, solver {hard_seed}\n", flush=True)
    nonosat = nonosat_command()
    with tempfile.TemporaryDirectory() as folder:
        files = [str(Path(folder, f"{name}.clues")) for name in ("lines", "solver")]
        for file, puzzle in zip(files, (easy, hard), strict=True):
            Path(file).write_text(FORMATS["clues"].write(puzzle), encoding="utf-8")
        commands = {
            "python -c 0": [sys.executable, "-c", "0"],
            'python -c "import click"': [sys.executable, "-c", "import click"],
            "nonosat --help": [*nonosat, "--help"],
            "nonosat solve, 40x40, lines": [*nonosat, "solve", files[0]],
            "nonosat solve --unique, 40x40, solver": [*nonosat, "solve", "--unique", files[1]],
            **{f"... {entry.name}": [*nonosat, "solve", "--unique", str(entry.path)] for entry in given(options.files)},
        }
        runs = {name: process(command) for name, command in commands.items()}
        interleaved(runs, 1)  # fills the caches of the file system
        times = interleaved(runs, 2 if options.quick else options.rounds)
    bare, click = (median(times[name]) for name in list(times)[:2])
    rows: list[list[Cell]] = [
        [name, 1000 * median(some), 1000 * min(some), median(some) / bare, median(some) / click]
        for name, some in times.items()
    ]
    print(table(["command", "median ms", "least ms", "to python", "to click"], rows))


if __name__ == "__main__":
    main()
