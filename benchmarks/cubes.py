"""One puzzle by cubes alone, with one worker and with more: how much sooner the verdict comes.

    python benchmarks/cubes.py [--size N] [--workers a,b] [--quick]

The puzzle is the staircase cut off at its end (`dominoes`), on which clause learning needs exponential time; the
portfolio, which would prove it unique by weights, does not take part. `alone` is the default solver without cubes.
`seconds` are those of the clock; `processor s` those of all workers.
"""

from __future__ import annotations

import argparse
from concurrent.futures import ProcessPoolExecutor

from common import Cell, cpu_timed, machine, progress, table, timed

from nonosat.cubes.cube_search import CubeVerdict, solve_by_cubes
from nonosat.model.families import dominoes
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle
from nonosat.solving.pipeline import solve
from nonosat.system.worker_team import WorkerTeam


def conquer(puzzle: Puzzle, workers: int) -> tuple[float, CubeVerdict]:
    with ProcessPoolExecutor(workers) as executor:
        return timed(lambda: solve_by_cubes(puzzle, WorkerTeam(executor, workers), first_seconds=0))


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--size", type=int, default=39, help="of the grid, odd (default: %(default)s)")
    parser.add_argument("--workers", default="1,2", help="separated by commas (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="a small puzzle, to see that it works")
    options = parser.parse_args()
    print(machine() + "\n", flush=True)
    puzzle = dominoes(13 if options.quick else options.size)
    progress(0, 1, "alone")
    processor, (seconds, result) = cpu_timed(lambda: timed(lambda: solve(puzzle, unique=True, solver="glucose4")))
    assert result.unique
    rows: list[list[Cell]] = [["alone", 0, seconds, processor, None]]
    first = None
    for workers in map(int, options.workers.split(",")):
        name = f"cubes, {count(workers, 'worker')}"
        progress(0, 1, name)
        processor, (seconds, verdict) = cpu_timed(lambda workers=workers: conquer(puzzle, workers))
        assert verdict.result.unique
        first = first or seconds
        rows.append([name, len(verdict.leaves), seconds, processor, first / seconds])
    progress(1, 1, "")
    print(table(["search", "cubes", "seconds", "processor s", "speed-up"], rows))


if __name__ == "__main__":
    main()
