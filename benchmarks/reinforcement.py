"""Reinforcement and decimation alone, on random puzzles: how many they solve within a limit of processor time.

    python benchmarks/reinforcement.py [--only WORD,...] [--ways NAME,...] [--seconds N] [--seeds N] [--first-seed N]

The puzzles are the rows of random cells of `goals.py`. Each search runs in this process, on one core, and ends after so
many seconds of processor time, so that other load on the machine does not matter much. A line for each puzzle comes
first, then the table; what was not solved counts with the limit.
"""

from __future__ import annotations

import argparse
import signal
import time
from collections.abc import Callable
from threading import Event

from common import Cell, machine, median, table
from goals import QUICK, RANDOM
from search import complete

from nonosat.core.deadline import NEVER
from nonosat.lines.fixpoint import propagated
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.verifier import verified
from nonosat.solving.beliefs.decimation import decimate
from nonosat.solving.beliefs.reinforcement import reinforce

WAYS: dict[str, Callable[..., Picture | None]] = {"reinforcement": reinforce, "decimation": decimate}


def search(way: Callable[..., Picture | None], puzzle: Puzzle, limit: float) -> tuple[float, Picture | None]:
    """Seconds of processor time, and the solution that a search finds within the limit."""
    cancel = Event()

    def end(*_: object) -> None:
        cancel.set()

    signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, limit)
    began = time.process_time()
    deadline = NEVER.cancelled_by(cancel)
    state = propagated(puzzle)
    assert state is not None
    picture = way(state, complete, deadline=deadline) if state.n_open else state.domains().picture()
    seconds = time.process_time() - began
    signal.setitimer(signal.ITIMER_PROF, 0)
    return seconds, None if picture is None else verified(puzzle, picture)


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", metavar="WORD,...", default="", help="rows with one of these words in their case")
    parser.add_argument("--ways", metavar="NAME,...", default=",".join(WAYS), help="default: %(default)s")
    parser.add_argument("--seconds", type=float, default=60.0, help="of processor time (default: %(default)s)")
    parser.add_argument("--seeds", type=int, default=3, help="puzzles of a row (default: %(default)s)")
    parser.add_argument("--first-seed", type=int, default=1, help="(default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="small puzzles, to see that it works")
    options = parser.parse_args()
    words = options.only.split(",")
    rows: list[list[Cell]] = []
    print(f"{machine('numpy')}\n", flush=True)
    seeds = range(options.first_seed, options.first_seed + options.seeds)
    for goal in QUICK[:1] if options.quick else RANDOM:
        if not any(word in goal.case for word in words):
            continue
        puzzles = goal.puzzles(seeds)
        for name in options.ways.split(","):
            times, solved = [], 0
            for seed, puzzle in zip(seeds, puzzles, strict=True):
                seconds, picture = search(WAYS[name], puzzle, options.seconds)
                times.append(seconds if picture else options.seconds)
                solved += picture is not None
                found = f"{seconds:.2f} s" if picture else "no solution found"
                print(f"{goal.case}, seed {seed}, {name}: {found}", flush=True)
            rows.append([goal.case, name, f"{solved} of {len(puzzles)}", median(times), max(times)])
    print()
    print(table(["case", "search", "solved", "median s", "max s"], rows))


if __name__ == "__main__":
    main()
