"""How fast beliefs settle, and how often they are right, on random puzzles in which every other cell is filled.

Usage: python benchmarks/convergence.py [--rounds N] [--seeds N] [--plot FILE.svg] [--quick]

`change` is by how much a round of messages changes them, in logarithms, on average over the open cells. `right` is the
share of the open cells whose likeliest colour is that of the picture that the puzzle was made from. A random puzzle has
other solutions, so it need not become 1. Medians over the seeds.
"""

from __future__ import annotations

import argparse
import random
import time
from typing import NamedTuple

from common import machine, median, table

from nonosat.lines.fixpoint import PropagationState
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.palette import Palette
from nonosat.model.picture import Picture
from nonosat.model.puzzle import puzzle_of
from nonosat.model.rect_grid import RectGrid
from nonosat.solving.beliefs.messages import Beliefs

COLORS = ("#ffffff", "#000000", "#cc0000", "#0000cc")


class Kind(NamedTuple):
    name: str
    grid: Grid
    n_colors: int


KINDS = (
    Kind("40x40", RectGrid(40, 40), 1),
    Kind("70x70", RectGrid(70, 70), 1),
    Kind("99x99", RectGrid(99, 99), 1),
    Kind("40x40, 3 colours", RectGrid(40, 40), 3),
    Kind("hex 60", HexGrid(60), 1),
)
QUICK = (Kind("15x15", RectGrid(15, 15), 1), Kind("hex 6, 2 colours", HexGrid(6), 2))

#: Rounds that the table shows.
SHOWN = (1, 3, 6, 10, 20, 30, 60, 100, 150, 200)


class Course(NamedTuple):
    """Per round, from the first."""

    change: list[float]
    right: list[float]
    ms: float


def course(kind: Kind, seed: int, rounds: int) -> Course:
    rng = random.Random(f"{kind.name} {seed}")
    cells = [rng.randint(1, kind.n_colors) if rng.random() < 0.5 else 0 for _ in range(kind.grid.n_cells)]
    state = PropagationState(puzzle_of(Picture(kind.grid, tuple(cells)), Palette(COLORS[: kind.n_colors + 1])))
    if not state.run():
        raise AssertionError("the puzzle of a picture has a solution")
    beliefs = Beliefs(state)
    change, right, seconds = [], [], 0.0
    for _ in range(rounds):
        began = time.perf_counter()
        change.append(beliefs.run(1))
        seconds += time.perf_counter() - began
        hits = (beliefs.cell_marginals().argmax(axis=1) == cells)[beliefs.open]
        right.append(float(hits.mean()) if len(hits) else 1.0)
    return Course(change, right, 1e3 * seconds / rounds)


def middle(courses: list[Course]) -> Course:
    """The medians, round by round."""
    change = [median(values) for values in zip(*(course.change for course in courses), strict=True)]
    right = [median(values) for values in zip(*(course.right for course in courses), strict=True)]
    return Course(change, right, median([course.ms for course in courses]))


def plot(path: str, found: dict[str, Course]) -> None:
    from plots import line, panels, save

    figure, (left, right) = panels(2)
    for number, (name, course) in enumerate(found.items()):
        rounds = range(1, len(course.change) + 1)
        line(left, name, zip(rounds, course.change, strict=True), number, marks=False)
        line(right, name, zip(rounds, course.right, strict=True), number, marks=False)
    left.set(xlabel="round", ylabel="mean change of a message", yscale="log", ylim=(1e-6, 3))
    right.set(xlabel="round", ylabel="share of open cells that are right")
    right.legend(loc="lower right")
    save(figure, path)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=200, help="of messages (default 200)")
    parser.add_argument("--seeds", type=int, default=5, help="puzzles of each kind (default 5)")
    parser.add_argument("--plot", metavar="FILE", help="also draw the curves (needs matplotlib)")
    parser.add_argument("--quick", action="store_true", help="small puzzles, one of each kind")
    arguments = parser.parse_args()
    kinds, seeds = (QUICK, 1) if arguments.quick else (KINDS, arguments.seeds)
    found = {
        kind.name: middle([course(kind, seed, arguments.rounds) for seed in range(1, seeds + 1)]) for kind in kinds
    }
    shown = [number for number in SHOWN if number <= arguments.rounds]
    rows = [
        [name, what, *(values[number - 1] for number in shown), ms]
        for name, course in found.items()
        for what, values, ms in (("change", course.change, course.ms), ("right", course.right, None))
    ]
    print(f"{machine('numpy')}\n")
    print(table(["puzzle", "", *map(str, shown), "ms a round"], rows))
    if arguments.plot:
        plot(arguments.plot, found)


if __name__ == "__main__":
    main()
