"""How often `nonosat diagnose` finds a typing error: puzzles in which one number has been made wrong by 1 or 2.

    python benchmarks/parts/typos.py [FILE or FOLDER ...] [--errors N] [--seed N] [--limit SECONDS]

Without files, the sets `easy` and `survey` of the folder that NONOSAT_PUZZLES names, or else of ../shared/puzzles, are
used. In each of N puzzles one number, chosen by chance, is made larger or smaller by 1 or 2, so that the clue still
fits on its line; an error after which the puzzle still has a solution is no error that could be found, and another one
is chosen. The rank is the place of the change that mends the error among the suggestions. It is a success if it is one
of the first three.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from nonosat.analysis.typos import Typo
from nonosat.authoring.diagnose import diagnose
from nonosat.model.clue import Block, minimum_length
from nonosat.model.grid import line_name
from nonosat.model.puzzle import ImpossibleClues, Puzzle

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.common import Cell, machine, options_parser, table, timed, watched
from support.puzzle_sets import Entry, given, own, shared

_SETS = ("easy", "survey")
#: Puzzles that come with nonosat, for `--quick`.
_QUICK = ("anchor", "teapot", "heart")


class WrongPuzzle(NamedTuple):
    """A puzzle with a wrong number.

    Attributes:
        entry: the file.
        puzzle: with the wrong number.
        truth: the change that mends it.
    """

    entry: Entry
    puzzle: Puzzle
    truth: Typo


def make_wrong(entry: Entry, rng: random.Random) -> WrongPuzzle:
    """Make one number of a puzzle wrong by 1 or 2."""
    puzzle = entry.load()
    while True:
        line, number = rng.choice([(line, i) for line, clue in enumerate(puzzle.clues) for i in range(len(clue))])
        clue, change = puzzle.clues[line], rng.choice((-2, -1, 1, 2))
        length, color = clue[number]
        wrong = (*clue[:number], Block(length + change, color), *clue[number + 1 :])
        if length + change < 1 or minimum_length(wrong, puzzle.n_colors) > len(puzzle.grid.line(line)):
            continue
        try:
            Puzzle(puzzle.grid, puzzle.palette, (*puzzle.clues[:line], wrong, *puzzle.clues[line + 1 :]), puzzle.givens)
        except ImpossibleClues as error:  # the only way that a wrong number can be no error at all is a puzzle with `?`
            return WrongPuzzle(entry, error.puzzle, Typo("number", ((line, clue),)))


def wrong_puzzles(entries: list[Entry], n: int, seed: int) -> Iterator[WrongPuzzle]:
    """Puzzles with a wrong number; every file once before any file comes twice."""
    rng = random.Random(seed)
    order: list[Entry] = []
    for _ in range(n):
        order = order or rng.sample(entries, len(entries))
        yield make_wrong(order.pop(), rng)


def main() -> None:
    parser = options_parser(__doc__)
    parser.add_argument("paths", nargs="*", metavar="FILE")
    parser.add_argument("--errors", type=int, default=50, metavar="N", help="how many puzzles")
    parser.add_argument("--seed", type=int, default=1, metavar="N")
    parser.add_argument("--limit", type=float, default=5.0, metavar="SECONDS", help="for each puzzle")
    options = parser.parse_args()
    entries = given(options.paths) or [entry for entry in shared() if entry.folder in _SETS]
    if options.quick:
        entries, options.errors = [entry for entry in own() if entry.name in _QUICK], len(_QUICK)
    if not entries:
        parser.error("no puzzles: name files or folders, or set NONOSAT_PUZZLES")
    print(f"{machine()}\n", flush=True)
    rows: list[list[Cell]] = []
    ranks: list[int | None] = []
    all_wrong = wrong_puzzles(entries, options.errors, options.seed)
    for entry, puzzle, truth in watched(all_wrong, lambda wrong: wrong.entry.name):
        seconds, diagnosis = timed(diagnose, puzzle, timeout=options.limit)
        found = diagnosis.explanations
        assert found is not None
        errors = [each.error for each in found.found]
        ranks.append(errors.index(truth) + 1 if truth in errors else None)
        ((line, _),) = truth.clues
        n_unique = sum(each.is_unique is True for each in found.found)
        counts = (len(errors), n_unique, found.n_undecided)
        rows.append([entry.name, line_name(puzzle.grid, line), ranks[-1], *counts, seconds])
    print(table(["puzzle", "wrong line", "rank", "suggestions", "unique", "undecided", "seconds"], rows))
    three = sum(rank is not None and rank <= 3 for rank in ranks)
    print(f"\n{len(ranks)} errors: the right change is first {ranks.count(1)} times, among the first three {three};")
    print(f"not among the suggestions {ranks.count(None)} times; slowest {max(row[-1] for row in rows):.2f} s")


if __name__ == "__main__":
    main()
