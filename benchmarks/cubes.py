"""One puzzle by cubes alone, with one worker and with more: how much sooner the verdict comes.

    python benchmarks/cubes.py [--size N] [--workers a,b] [--quick]

The puzzle is the staircase cut off at its end (`dominoes`), on which clause learning needs exponential time; the
portfolio, which would prove it unique by weights, does not take part. `alone` is the default solver without cubes.
`seconds` are those of the clock, and `speed-up` is by the clock; `processor s` are those of all workers together, and
`busiest s` those of the worker that had most to do: with a core for each worker, the clock cannot show less.
"""

from __future__ import annotations

import argparse
import os
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import Executor, Future, ProcessPoolExecutor
from typing import Any, NamedTuple

from common import Cell, cpu_timed, machine, progress, table, timed
from families import dominoes

from nonosat.cubes.cube_search import CubeVerdict, solve_by_cubes
from nonosat.model.nouns import count
from nonosat.model.puzzle import Puzzle
from nonosat.solving.pipeline import solve
from nonosat.system.worker_team import WorkerTeam


class MeasuredExecutor(Executor):
    """Another executor, and how many seconds of processor time the calls need in each of its processes."""

    def __init__(self, executor: Executor) -> None:
        self.executor, self.seconds = executor, Counter[int]()

    def submit(self, fn: Callable[..., Any], /, *args: Any, **kwargs: Any) -> Future[Any]:
        outcome: Future[Any] = Future()

        def take_over(measured: Future[Any]) -> None:
            try:
                process, seconds, value = measured.result()
            except Exception as error:
                outcome.set_exception(error)
            else:
                self.seconds[process] += seconds
                outcome.set_result(value)

        self.executor.submit(measure, fn, args, kwargs).add_done_callback(take_over)
        return outcome


def measure(function: Callable[..., Any], arguments: Any, options: Any) -> tuple[int, float, Any]:
    """In a worker: its process, how many seconds a call needs there, and the result."""
    began = time.process_time()
    value = function(*arguments, **options)
    return os.getpid(), time.process_time() - began, value


class Conquest(NamedTuple):
    seconds: float
    busiest: float
    verdict: CubeVerdict


def conquer(puzzle: Puzzle, workers: int) -> Conquest:
    with ProcessPoolExecutor(workers) as pool:
        executor = MeasuredExecutor(pool)
        seconds, verdict = timed(lambda: solve_by_cubes(puzzle, WorkerTeam(executor, workers), first_seconds=0))
    return Conquest(seconds, max(executor.seconds.values()), verdict)


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
    rows: list[list[Cell]] = [["alone", 0, seconds, processor, processor, None]]
    first = None
    for workers in map(int, options.workers.split(",")):
        name = f"cubes, {count(workers, 'worker')}"
        progress(0, 1, name)
        processor, (seconds, busiest, verdict) = cpu_timed(conquer, puzzle, workers)
        assert verdict.result.unique
        first = first or seconds
        rows.append([name, len(verdict.leaves), seconds, processor, busiest, first / seconds])
    progress(1, 1, "")
    print(table(["search", "cubes", "seconds", "processor s", "busiest s", "speed-up"], rows))


if __name__ == "__main__":
    main()
