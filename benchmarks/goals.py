"""What nonosat is meant to reach on puzzles that trouble solvers, and what it reaches here.

    python benchmarks/goals.py [--only WORD,...] [--skip WORD,...] [--seeds N] [--most N] [--first-seed N] [--each]
        [--quick]

Each puzzle is given to `nonosat solve --unique` as a process of its own, from start to exit, within a limit of time.
`solved` counts the puzzles with a solution within it, `verdict` those for which it was also decided whether there is
another one; times are those to the verdict, and the limit where there is none. A verdict that contradicts what is
known is reported as WRONG, and the exit status is 1. With --each a line for each puzzle comes first: its row, its seed,
its seconds, and its verdict.

Puzzles with a name lie in `hard/` and `large/` of the folder that NONOSAT_PUZZLES names, or else of ../shared/puzzles;
rows without their puzzles are left out. They are solved once for each of `--seeds`; of generated ones there is one for
each seed.
The 1000 puzzles of each of the last rows are solved one after the other in one process on one core.
"""

from __future__ import annotations

import json
import random
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from support.common import Cell, machine, median, nonosat_command, options_parser, table, watched
from support.families import dominoes, stripes, wedges
from support.puzzle_sets import shared

from nonosat.formats import FORMATS
from nonosat.model.clue import ANY_COLOR, Block
from nonosat.model.grid import Grid
from nonosat.model.hex_grid import HexGrid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle, puzzle_of
from nonosat.model.random_puzzles import palette, random_puzzle
from nonosat.model.rect_grid import RectGrid

#: Seconds, for every puzzle with a goal that is not beyond it.
_LIMIT = 60.0

#: What the last row runs: a core of its own, if the system can do that, and one puzzle after the other.
_LOOP = """
import os, sys
if hasattr(os, "sched_setaffinity"):
    os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
import nonosat
for file in sys.argv[1:]:
    found = nonosat.solve(nonosat.load(file), unique=True)
    print(found.picture is not None, found.unique is not None, flush=True)
"""


class Goal(NamedTuple):
    """A row of the table.

    Attributes:
        case: what is solved.
        seconds: the goal: of each puzzle if `at_least` is given, else of the median.
        puzzles: what to solve, for a list of seeds.
        at_least: how many of the puzzles, as a share.
        count: how many puzzles, if not what `--seeds` says.
        expected: `unique` where that is known.
        together: all in one process, `seconds` for all of them.
    """

    case: str
    seconds: float
    puzzles: Callable[[Sequence[int]], list[Puzzle]]
    at_least: float | None = None
    count: int | None = None
    expected: str | None = None
    together: bool = False


class Outcome(NamedTuple):
    """Of one puzzle: seconds to the end, whether there is a solution, and the verdict if there is one."""

    seconds: float
    solved: bool
    verdict: str | None


def named(*names: str, folder: str = "hard") -> Callable[[Sequence[int]], list[Puzzle]]:
    """The puzzles of a folder whose names begin like that, once for each seed."""

    def puzzles(seeds: Sequence[int]) -> list[Puzzle]:
        found = [entry.load() for entry in shared() if entry.folder == folder and entry.name.startswith(names)]
        return found * len(seeds)

    return puzzles


def generated(
    grid: Grid, n_colors: int = 1, unknown: float = 0.0, density: float = 0.5
) -> Callable[[Sequence[int]], list[Puzzle]]:
    """Random cells."""
    return lambda seeds: [random_puzzle(grid, n_colors, seed, density, unknown) for seed in seeds]


def unequal(grid: Grid, shares: Sequence[float]) -> Callable[[Sequence[int]], list[Puzzle]]:
    """Random cells, with this share of them in each colour beside the background; every block is `?`."""

    def puzzle(seed: int) -> Puzzle:
        rng = random.Random(f"unequal {grid.header} {seed}")
        weights = (1 - sum(shares), *shares)
        cells = tuple(rng.choices(range(len(weights)), weights, k=grid.n_cells))
        known = puzzle_of(Picture(grid, cells), palette(len(shares)))
        clues = (tuple(Block(length, ANY_COLOR) for length, _ in clue) for clue in known.clues)
        return Puzzle(grid, known.palette, tuple(clues))

    return lambda seeds: [puzzle(seed) for seed in seeds]


def family(make: Callable[[int], Puzzle], size: int) -> Callable[[Sequence[int]], list[Puzzle]]:
    return lambda seeds: [make(size)] * len(seeds)


def square(size: int) -> RectGrid:
    return RectGrid(size, size)


#: Pictures of independent random cells.
RANDOM = (
    Goal("random 70x70", 60, generated(square(70)), at_least=1.0, count=20),
    Goal("random 70x70, 40 %", 60, generated(square(70), density=0.4), at_least=0.95, count=20),
    Goal("random 70x70, 60 %", 1, generated(square(70), density=0.6)),
    Goal("random 99x99", 60, generated(square(99)), at_least=1.0, count=40),
    Goal("random 120x120", 120, generated(square(120)), at_least=1.0, count=20),
    Goal("random 150x150", 60, generated(square(150)), at_least=1.0, count=10),
    Goal("random 200x200", 600, generated(square(200)), at_least=0.8, count=5),
    Goal("random 60x60, 3 colours", 2, generated(square(60), 3)),
    Goal("random 80x80, 2 colours", 60, generated(square(80), 2), at_least=0.9, count=10),
    Goal("random 40x40, 4 colours, 30 % ?", 1, generated(square(40), 4, 0.3)),
    Goal("random hex 20, 3 colours, 50 % ?", 1, generated(HexGrid(20), 3, 0.5)),
    Goal("random hex 40", 10, generated(HexGrid(40))),
    Goal("random hex 40, 3 colours", 1, generated(HexGrid(40), 3)),
    Goal("random hex 60", 2, generated(HexGrid(60))),
    Goal("random 40x40, 3 colours, all ?", 30, generated(square(40), 3, 1.0), at_least=1.0, count=5),
    Goal("random 60x60, 2 colours, all ?", 5, generated(square(60), 2, 1.0)),
    Goal("random 30x30, 2 unequal colours, all ?", 20, unequal(square(30), (0.4, 0.1))),
    Goal("random 60x60, 2 unequal colours, all ?", 20, unequal(square(60), (0.4, 0.1))),
)

GOALS = (
    Goal("knotty", 0.5, named("knotty")),
    Goal("frans_faase", 1.8, named("frans_faase")),
    Goal("rand40", 0.4, named("rand40-")),
    Goal("rand50", 1, named("rand50-")),
    Goal("random2-060", 2, named("random2-060")),
    Goal("random2-070", 4, named("random2-070")),
    Goal("random2-080", 12, named("random2-080")),
    Goal("random2-099", 1.5, named("random2-099")),
    *RANDOM,
    Goal("dom_14 (29x29)", 1, family(dominoes, 29), expected="unique"),
    Goal("dom_20 (41x41)", 5, family(dominoes, 41), expected="unique"),
    Goal("dom_30 (61x61)", 40, family(dominoes, 61), expected="unique"),
    Goal("stripes-099", 2, family(stripes, 99), expected="unique"),
    Goal("stripes-160", 20, family(stripes, 160), expected="unique"),
    Goal("wedges-040", 8, family(wedges, 40), expected="unique"),
    Goal("wedges-048", 8, family(wedges, 48), expected="unique"),
    Goal("wedges-064", 1.5, family(wedges, 64), expected="unique"),
    Goal("wedges-099", 3, family(wedges, 99), expected="unique"),
    Goal("wedges-160", 40, family(wedges, 160), expected="unique"),
    Goal("huge-2", 0.15, named("huge-2-", folder="large"), expected="multiple"),
    Goal("huge-5", 0.6, named("huge-5-", folder="large"), expected="multiple"),
    Goal("huge-7", 0.4, named("huge-7-", folder="large"), expected="multiple"),
    Goal("huge-8", 0.8, named("huge-8-", folder="large"), expected="multiple"),
    Goal("huge-9", 2.5, named("huge-9-", folder="large"), expected="multiple"),
    Goal("cauldron", 0.13, named("cauldron", folder="large"), expected="unique"),
    Goal("gargantua", 0.11, named("nonograms-org-51237", folder="large"), expected="unique"),
    Goal("colblob-7", 0.13, named("colblob-7", folder="large"), expected="multiple"),
    Goal("1000 random 25x25", 5.5, generated(square(25)), count=1000, together=True),
    Goal("1000 random 30x30", 10, generated(square(30)), count=1000, together=True),
)

#: To see that it works.
QUICK = (
    Goal("random 15x15", 60, generated(square(15)), at_least=1.0, count=2),
    Goal("dom_3 (7x7)", 60, family(dominoes, 7), expected="unique"),
    Goal("10 random 12x12", 60, generated(square(12)), count=10, together=True),
)


def solve(path: Path, limit: float) -> Outcome:
    """One puzzle in a process of its own."""
    command = [*nonosat_command(), "solve", "--unique", "--json", "--timeout", str(limit), str(path)]
    began = time.perf_counter()
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - began
    try:
        found = json.loads(done.stdout)
    except ValueError:
        return Outcome(seconds, False, None if done.returncode == 5 else f"exit code {done.returncode}")
    verdicts = {True: "unique", False: "multiple", None: None}
    return Outcome(seconds, bool(found.get("picture")), verdicts[found.get("unique")])


def solve_together(paths: Sequence[Path]) -> list[Outcome]:
    """All in one process; only the first has a time, that of all."""
    began = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", _LOOP, *paths], capture_output=True, text=True, check=False)
    seconds = time.perf_counter() - began
    if done.returncode:
        raise SystemExit(done.stderr)
    decided = [line.split() for line in done.stdout.splitlines()]
    times = [seconds] + [0.0] * (len(decided) - 1)
    return [
        Outcome(took, solved == "True", "decided" if verdict == "True" else None)
        for took, (solved, verdict) in zip(times, decided, strict=True)
    ]


def outcomes(goal: Goal, puzzles: Sequence[Puzzle], limit: float) -> Iterator[Outcome]:
    with tempfile.TemporaryDirectory() as folder:
        paths = [Path(folder, f"{number}.clues") for number in range(len(puzzles))]
        for path, puzzle in zip(paths, puzzles, strict=True):
            path.write_text(FORMATS["clues"].write(puzzle), encoding="utf-8")
        if goal.together:
            yield from solve_together(paths)
            return
        for path in watched(paths, lambda _: goal.case):
            yield solve(path, limit)


def describe(outcome: Outcome) -> str:
    """What became of a puzzle, in words."""
    if outcome.verdict is not None:
        return outcome.verdict
    return "solved, uniqueness open" if outcome.solved else "no solution found"


def row(goal: Goal, found: Sequence[Outcome], limit: float) -> list[Cell]:
    """The row of the table; what was not decided counts with the limit."""
    n = len(found)
    solved, decided = sum(outcome.solved for outcome in found), sum(outcome.verdict is not None for outcome in found)
    if goal.together:
        total = sum(outcome.seconds for outcome in found)
        met = total <= goal.seconds and decided == n
        aim = f"{goal.seconds:g} s in all"
        return [goal.case, aim, f"{solved} of {n}", f"{decided} of {n}", total / n, total, "yes" if met else "no"]
    times = [outcome.seconds if outcome.verdict else limit for outcome in found]
    if goal.at_least is None:
        aim, met = f"{goal.seconds:g} s", median(times) <= goal.seconds
    else:
        aim = f"{round(goal.at_least * n)} of {n} in {goal.seconds:g} s"
        met = solved >= goal.at_least * n  # more than this time nobody has
    wrong = next((o.verdict for o in found if goal.expected and o.verdict not in (None, goal.expected)), None)
    verdict = f"WRONG: {wrong}" if wrong else f"{decided} of {n}"
    says_met = "yes" if met and not wrong else "no"
    return [goal.case, aim, f"{solved} of {n}", verdict, median(times), max(times), says_met]


def main() -> int:
    parser = options_parser(__doc__, "small puzzles, to see that it works")
    parser.add_argument("--only", metavar="WORD,...", default="", help="rows with one of these words in their case")
    parser.add_argument("--skip", metavar="WORD,...", help="rows to leave out, in the same way")
    parser.add_argument("--seeds", type=int, default=3, help="puzzles or runs of a row (default: %(default)s)")
    parser.add_argument("--most", type=int, default=1000, help="at most so many puzzles for a row")
    parser.add_argument("--first-seed", type=int, default=1, help="of generated puzzles (default: %(default)s)")
    parser.add_argument("--each", action="store_true", help="a line for each puzzle, as soon as it is done")
    options = parser.parse_args()
    words, skipped = options.only.split(","), options.skip.split(",") if options.skip else []
    rows: list[list[Cell]] = []
    print(f"{machine('numpy')}\n", flush=True)
    with suppress(KeyboardInterrupt):  # what has been measured by then is printed
        for goal in QUICK if options.quick else GOALS:
            if any(word in goal.case for word in skipped) or not any(word in goal.case for word in words):
                continue
            count = min(goal.count or options.seeds, options.most)
            puzzles = goal.puzzles(range(options.first_seed, options.first_seed + count))
            if puzzles:
                limit = goal.seconds if goal.at_least else max(_LIMIT, 1.5 * goal.seconds)
                found = []
                for number, outcome in enumerate(outcomes(goal, puzzles, limit), options.first_seed):
                    found.append(outcome)
                    if options.each:
                        print(f"{goal.case}, seed {number}: {outcome.seconds:.2f} s, {describe(outcome)}", flush=True)
                rows.append(row(goal, found, limit))
    print("\n" if options.each else "", end="")
    print(table(["case", "goal", "solved", "verdict", "median s", "max s", "met"], rows))
    return 1 if any("WRONG" in str(cells[3]) for cells in rows) else 0


if __name__ == "__main__":
    sys.exit(main())
