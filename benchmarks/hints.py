"""What hints are worth to each solver: a first solution without and with the likelier values of beliefs.

    python benchmarks/hints.py [--solvers a,b] [--seconds N] [--quick] [FILE...]

The solvers in process whose phases can be set get them; for the others, kissat and programs, the formula is
renamed so that what they try first is the likelier value. Both columns hold the whole way from the clues, the beliefs
included. `-`: not within N seconds (default 30). One run each; files are by default random puzzles at 50 %, and the
hard ones where present.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator

from common import Cell, machine, progress, table, timed
from puzzle_sets import shared

from nonosat.core.errors import GaveUp
from nonosat.formats import load, puzzle_name
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solvers import BACKENDS
from nonosat.solving.solve import solve

SOLVERS = ("glucose4", "minisat22", "cadical195", "kissat404", "kissat", "cadical", "minisat")
HARD = ("knotty", "rand50-000", "rand50-002", "rand50-003", "rand50-004", "random2-060", "random2-070")


def seconds(puzzle: Puzzle, solver: str, strategy: str, limit: float) -> float | None:
    try:
        return timed(solve, puzzle, solver=solver, strategy=strategy, timeout=limit)[0]
    except GaveUp:
        return None


def puzzles(files: list[str], quick: bool) -> Iterator[tuple[str, Puzzle]]:
    if files:
        yield from ((puzzle_name(file), load(file)) for file in files)
        return
    for size in (20,) if quick else (40, 50):
        for seed in (1,) if quick else (1, 2, 3):
            yield f"random {size}x{size} {seed}", random_puzzle(RectGrid(size, size), seed=seed)
    if not quick:
        yield "random hex 20 c3 1", random_puzzle(HexGrid(20), 3, seed=1)
        found = {entry.name: entry for entry in shared()}
        yield from ((name, found[name].load()) for name in HARD if name in found)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", metavar="FILE", nargs="*", help="puzzles instead of the usual ones")
    parser.add_argument("--solvers", default=",".join(SOLVERS), help="names, separated by commas")
    parser.add_argument("--seconds", type=float, default=30.0, help="limit for each run (default 30)")
    parser.add_argument("--quick", action="store_true", help="one small puzzle, to see that it works")
    options = parser.parse_args()
    solvers = [name for name in options.solvers.split(",") if BACKENDS[name].info().available]
    print(machine("passagemath-kissat") + "\n", flush=True)
    rows: list[list[Cell]] = []
    todo = list(puzzles(options.files, options.quick))
    for name, puzzle in todo:
        progress(len(rows), len(todo), name)
        row: list[Cell] = [name]
        for solver in solvers:
            row += [seconds(puzzle, solver, strategy, options.seconds) for strategy in ("sat", "hints")]
        rows.append(row)
    progress(len(rows), len(todo), "")
    print(table(["puzzle", *(head for solver in solvers for head in (solver, "hints"))], rows))


if __name__ == "__main__":
    main()
