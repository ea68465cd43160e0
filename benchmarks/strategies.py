"""Whether trying several ways costs anything where one solver is enough: strategies side by side on easy puzzles.

    python benchmarks/strategies.py [--strategies a,b] [--rounds N] [--quick] [FILE...]

Each puzzle is solved, with the question whether it is the only solution, by each strategy in turn, in one process and
after a first round that does not count. `auto:3` is the strategy auto with a portfolio of 3 processes. Times are
medians of the rounds; `ratio` is that of the sums, against the first strategy named (sat). Puzzles that lines finish
are one row, since no strategy comes to them.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from functools import partial

from common import ROOT, Cell, interleaved, machine, median, progress, table
from families import picture

from nonosat.formats import load, puzzle_name
from nonosat.lines.fixpoint import propagate
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.solve import solve


def puzzles(files: list[str], quick: bool) -> Iterator[tuple[str, Puzzle]]:
    for file in files or sorted(map(str, ROOT.glob("puzzles/q*.clues" if quick else "puzzles/*.clues"))):
        yield puzzle_name(file), load(file)
    if files:
        return
    for size in (15,) if quick else (15, 20, 25, 30):
        for seed in range(1, 2 if quick else 6):
            yield f"random {size}x{size} {seed}", random_puzzle(RectGrid(size, size), seed=seed)
    for seed in () if quick else range(1, 4):
        yield f"random hex 10 c2 {seed}", random_puzzle(HexGrid(10), 2, seed=seed)
        yield f"picture 60x60 {seed}", picture(RectGrid(60, 60), seed=seed)


def verdict(puzzle: Puzzle, strategy: str) -> None:
    name, _, portfolio = strategy.partition(":")
    solve(puzzle, unique=True, strategy=name, processes=int(portfolio) if portfolio else None)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", metavar="FILE", nargs="*", help="puzzles instead of the usual ones")
    parser.add_argument("--strategies", default="sat,auto", help="separated by commas (default: %(default)s)")
    parser.add_argument("--rounds", type=int, default=5, help="how often each is run (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="few puzzles, to see that it works")
    options = parser.parse_args()
    names = options.strategies.split(",")
    print(machine() + "\n", flush=True)
    rows: list[list[Cell]] = []
    by_lines = dict.fromkeys(names, 0.0)
    todo = list(puzzles(options.files, options.quick))
    for done, (name, puzzle) in enumerate(todo):
        progress(done, len(todo), name)
        runs = {strategy: partial(verdict, puzzle, strategy) for strategy in names}
        interleaved(runs, 1)
        times = interleaved(runs, 2 if options.quick else options.rounds)
        seconds = {strategy: median(times[strategy]) for strategy in names}
        domains = propagate(puzzle)
        if domains is None or not domains.n_open:
            by_lines = {strategy: by_lines[strategy] + seconds[strategy] for strategy in names}
        else:
            rows.append([name, *(1000 * value for value in seconds.values())])
    progress(len(todo), len(todo), "")
    rows.append(["those that lines finish", *(1000 * value for value in by_lines.values())])
    sums = [sum(row[column] for row in rows) for column in range(1, len(names) + 1)]  # type: ignore[misc]
    rows.append(["sum", *sums])
    rows.append(["ratio", *(value / sums[0] for value in sums)])
    print(table(["puzzle", *(f"{name} ms" for name in names)], rows))


if __name__ == "__main__":
    main()
