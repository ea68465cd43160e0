"""Ratings of known puzzles beside their reputation, and the time to rate and to generate puzzles.

    python benchmarks/parts/rating.py [FILE or FOLDER ...] [--limit SECONDS] [--pictures N] [--count N]

Without files, the set `survey` and some of the set `hard` of the folder that NONOSAT_PUZZLES names, or else of
../shared/puzzles, are rated. The second table rates N generated pictures of 25x25 cells that line solving solves, one
after the other. The third generates N puzzles of 15x15 cells of each class in one process. Seconds are those of the
processor (user and system).
"""

from __future__ import annotations

import sys
from collections import Counter
from pathlib import Path

from nonosat.authoring.generate import GenerationRequest, generate_puzzles
from nonosat.explaining.difficulty import Difficulty
from nonosat.explaining.rate import RATING_HEAD, rate, rating_row
from nonosat.lines.fixpoint import propagated
from nonosat.model.puzzle import Puzzle
from nonosat.model.rect_grid import RectGrid

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.common import Cell, cpu_timed, machine, options_parser, table, watched
from support.families import picture
from support.puzzle_sets import Entry, given, own, shared, size_of

#: What authors of puzzles and of solvers say of puzzles, by file name.
REPUTATIONS = {
    "webpbn-00023-edge": "moderate lookahead",
    "webpbn-00027-bucks": "moderate lookahead",
    "webpbn-06574-forever": "deep lookahead",
    "dom_06": "deep lookahead",
    "dom_08": "deep lookahead",
    "wedges-016": "hard by construction",
    "stripes-016": "hard by construction",
}
#: Puzzles that come with nonosat, for `--quick`.
_QUICK = ("anchor", "heart", "checkerboard", "hex-tick")


def solved_by_lines(n: int) -> list[Puzzle]:
    """The first generated pictures of 25x25 cells that line solving solves."""
    found: list[Puzzle] = []
    seed = 0
    while len(found) < n:
        seed += 1
        puzzle = picture(RectGrid(25, 25), seed=seed)
        state = propagated(puzzle)
        if state is not None and not state.n_open:
            found.append(puzzle)
    return found


def rate_known(entries: list[Entry], limit: float) -> None:
    rows: list[list[Cell]] = []
    for entry in watched(entries, lambda entry: entry.name):
        puzzle = entry.load()
        seconds, rating = cpu_timed(rate, puzzle, timeout=limit)
        name, *others = rating_row(entry.name, rating)
        rows.append([name, size_of(puzzle), *others, REPUTATIONS.get(entry.name), f"{seconds:.2f}"])
    print(table([RATING_HEAD[0], "size", *RATING_HEAD[1:], "reputation", "seconds"], rows))


def rate_many(n: int) -> None:
    puzzles = solved_by_lines(n)
    seconds, ratings = cpu_timed(lambda: [rate(puzzle) for puzzle in puzzles])
    counts = Counter(rating.difficulty for rating in ratings)
    passes = sum(rating.passes for rating in ratings) / n
    row = [n, counts[Difficulty.TRIVIAL], counts[Difficulty.LINES], passes, seconds, 1000 * seconds / n]
    print(f"\n{table(['pictures', 'trivial', 'lines', 'passes each', 'seconds', 'ms each'], [row])}")


def generate_many(n: int) -> None:
    rows: list[list[Cell]] = []
    for difficulty in watched(Difficulty, lambda difficulty: difficulty.words):
        request = GenerationRequest(grid=RectGrid(15, 15), difficulty=difficulty)
        seconds, found = cpu_timed(lambda request=request: list(generate_puzzles(request, count=n)))
        share = sum(map(bool, (cell for each in found for cell in each.picture.cells))) / (n * 225)
        rows.append([difficulty.words, n, found[-1].attempt + 1, f"{100 * share:.0f}", seconds])
    print(f"\n{table(['class', 'puzzles', 'attempts', 'coloured %', 'seconds'], rows)}")


def main() -> None:
    parser = options_parser(__doc__)
    parser.add_argument("paths", nargs="*", metavar="FILE")
    parser.add_argument("--limit", type=float, default=60.0, metavar="SECONDS", help="for each known puzzle")
    parser.add_argument("--pictures", type=int, default=1000, metavar="N", help="how many pictures to rate")
    parser.add_argument("--count", type=int, default=20, metavar="N", help="how many puzzles of each class to generate")
    options = parser.parse_args()
    known = (entry for entry in shared() if entry.folder == "survey" or entry.name in REPUTATIONS)
    entries = given(options.paths) or list(known)
    if options.quick:
        entries = [entry for entry in own() if entry.name in _QUICK]
        options.pictures, options.count = 10, 1
    print(f"{machine()}\n", flush=True)
    if entries:
        rate_known(entries, options.limit)
    rate_many(options.pictures)
    generate_many(options.count)


if __name__ == "__main__":
    main()
