"""How bold decimation may be: one descent with steps of several sizes, on random puzzles, every other cell coloured.

    python benchmarks/decimation.py [--seconds N] [--seeds N] [--leads] [--quick]

`step` is the share of the open cells that is fixed before messages are exchanged again, and `rounds` how often they are
in between; `few` open cells go to a SAT solver. `solved` counts the puzzles that the first descent solves, the dead
ends it gets out of included; seconds and rounds of messages are sums over all puzzles.

With --leads it shows instead how far a belief can be trusted at the beginning, when messages have settled: for cells by
the lead of their likeliest colour, in logarithms, the share in which it is not that of the picture that the puzzle was
made from. A few cells differ because there are other solutions.
"""

from __future__ import annotations

import argparse
import random
import time
from collections.abc import Iterator, Sequence
from dataclasses import replace

import numpy as np
from common import Cell, machine, progress, table
from search import complete

from nonosat.core.deadline import Deadline
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.grid import Grid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.random_puzzles import palette, random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.model.verifier import verified
from nonosat.solving.beliefs.decimation import DecimationSettings, DescentSchedule, decimate, settings_for
from nonosat.solving.beliefs.messages import Beliefs

#: (share, rounds between steps) to compare; the default is 8 % and 10, or with several colours 10 % and 4.
STEPS = ((0.01, 10), (0.02, 10), (0.04, 10), (0.08, 10), (0.1, 4), (0.15, 10), (0.25, 10))

#: Bounds between groups of cells by lead.
LEADS = (1, 2, 4, 8, 12, 20, 40)


class Counted:
    """Counts rounds of messages while it is there."""

    def __init__(self) -> None:
        self.rounds = 0
        self._run = Beliefs.run

    def __enter__(self) -> Counted:
        def run(beliefs: Beliefs, rounds: int, *options: float) -> float:
            self.rounds += rounds
            return self._run(beliefs, rounds, *options)

        Beliefs.run = run  # type: ignore[method-assign]
        return self

    def __exit__(self, *_: object) -> None:
        Beliefs.run = self._run  # type: ignore[method-assign]


def kinds(quick: bool) -> Iterator[tuple[str, Grid, int, float]]:
    """Name, grid, colours and share of `?` blocks."""
    if quick:
        yield "20x20", RectGrid(20, 20), 1, 0.0
        return
    yield "70x70", RectGrid(70, 70), 1, 0.0
    yield "99x99", RectGrid(99, 99), 1, 0.0
    yield "40x40, 4 colours, 30 % ?", RectGrid(40, 40), 4, 0.3
    yield "40x40, 3 colours, all ?", RectGrid(40, 40), 3, 1.0


def settings(puzzle: Puzzle, share: float, rounds: int) -> DecimationSettings:
    """The default with one descent of that kind."""
    default = settings_for(puzzle)
    schedule: DescentSchedule = replace(default.schedules[0], rounds=rounds, share=share)
    return replace(default, attempts=1, schedules=(schedule,))


def descend(puzzles: Sequence[Puzzle], share: float, rounds: int, seconds: float, what: str) -> list[Cell]:
    solved, spent = 0, 0.0
    with Counted() as counted:
        for number, puzzle in enumerate(puzzles):
            progress(number, len(puzzles), what)
            began = time.monotonic()
            found = decimate(
                propagated(puzzle),
                complete,
                deadline=Deadline(began + seconds),
                settings=settings(puzzle, share, rounds),
            )
            spent += time.monotonic() - began
            if found is not None:
                verified(puzzle, found)
                solved += 1
        progress(len(puzzles), len(puzzles), what)
    few = settings_for(puzzles[0]).completion_size
    return [f"{share:.0%}", rounds, few, f"{solved} of {len(puzzles)}", spent, counted.rounds]


def leads(size: int, seeds: range) -> list[Cell]:
    """For cells by lead, how often the likeliest colour is not the one in the picture."""
    wrong, cells = np.zeros(len(LEADS) + 1), np.zeros(len(LEADS) + 1)
    grid = RectGrid(size, size)
    for seed in seeds:
        rng = random.Random(f"{grid.header} {seed}")
        truth = np.array([rng.randint(0, 1) for _ in range(grid.n_cells)])
        state = PropagationState(puzzle_of(Picture(grid, tuple(truth.tolist())), palette(1)))
        state.run()
        beliefs = Beliefs(state)
        beliefs.run(300, tolerance=1e-3)
        colors, lead = beliefs.margins()
        group = np.digitize(lead[beliefs.open], LEADS)
        wrong += np.bincount(group, (colors != truth)[beliefs.open], len(wrong))
        cells += np.bincount(group, minlength=len(cells))
    shares: list[Cell] = [f"{bad:.0f} of {all_:.0f}" for bad, all_ in zip(wrong, cells, strict=True)]
    return [f"{size}x{size}", *shares]


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=30.0, help="limit for each puzzle (default 30)")
    parser.add_argument("--seeds", type=int, default=10, help="puzzles of each kind (default 10)")
    parser.add_argument("--leads", action="store_true", help="how far beliefs can be trusted")
    parser.add_argument("--quick", action="store_true", help="small puzzles, to see that it works")
    options = parser.parse_args()
    seeds = range(1, options.seeds + 1)
    print(f"{machine('numpy')}\n", flush=True)
    if options.leads:
        names = [f"to {LEADS[0]}", *(f"to {bound}" for bound in LEADS[1:]), "more"]
        rows = [leads(size, seeds) for size in ((20,) if options.quick else (40, 70, 99))]
        print(table(["wrong, by lead", *names], rows))
        return
    rows = []
    for name, grid, n_colors, unknown in kinds(options.quick):
        puzzles = [random_puzzle(grid, n_colors, seed, unknown=unknown) for seed in seeds]
        for share, rounds in STEPS:
            rows.append([name, *descend(puzzles, share, rounds, options.seconds, f"{name}, {share:.0%}")])
    print(table(["puzzles", "step", "rounds", "few", "solved", "seconds", "rounds in all"], rows))


if __name__ == "__main__":
    main()
