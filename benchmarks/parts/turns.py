"""The turns of the portfolio: its work for a first solution, compared with that of its best engine alone.

    python benchmarks/parts/turns.py [--sizes 70,80,90,100,110,120] [--seeds N] [--most UNITS] [--only WORD] [--quick]

Each engine runs alone on random grids and on the hard puzzles of the folder that NONOSAT_PUZZLES names (or else
../shared/puzzles), until its answer or until it has done more work than the best one so far. `one core` is the work of
all engines of the portfolio in turns, in the same units, which does not depend on the machine; `bound` is what
docs/search.md proves for it. `two cores` is the time of two processes, divided by the time of the best engine alone.
Puzzles that no engine solves with `--most` units are left out, and those that the best one solves with 20, which the
imports of a process outweigh. Ctrl-C ends the run with the table so far.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from support.common import Cell, machine, median, options_parser, table, watched
from support.puzzle_sets import shared_folder

import nonosat
from nonosat.core.deadline import NEVER
from nonosat.core.errors import GaveUp
from nonosat.lines.fixpoint import propagated
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.parallel.race import ProcessRace
from nonosat.parallel.turns import TURN
from nonosat.solving.portfolio.engines import FIRST_SOLUTION
from nonosat.solving.portfolio.portfolio_search import _run_engine
from nonosat.solving.portfolio.schedule import REGIMES, ScheduledEngine, regime_of, scheduled
from nonosat.solving.portfolio.search_context import SearchContext

#: Work below which imports outweigh it.
_LEAST = 20.0
#: Work from which first turns are the smaller part; such searches have medians of their own.
_LONG = 500.0


class Answer(NamedTuple):
    """The end of a search: the engine that has the answer, the work of each engine in units, and seconds."""

    engine: str
    work: Mapping[str, float]
    seconds: float


def search(context: SearchContext, engines: Mapping[str, ScheduledEngine], slots: int, most: float) -> Answer | None:
    """The first answer of some engines; None if there is none within the work."""
    calls = {name: partial(_run_engine, each.engine, None, context) for name, each in engines.items()}
    turns = {name: each.turns for name, each in engines.items()}
    began = time.perf_counter()
    with ProcessRace(calls, NEVER.or_after_work(most), slots, turns) as race:
        try:
            for name, (cells, _, _) in race:
                if cells is not None or engines[name].method.proves:
                    return Answer(name, race.work, time.perf_counter() - began)
        except GaveUp:
            pass
    return None


def row(name: str, puzzle: Puzzle, most: float) -> list[Cell] | None:
    """The best engine alone, and the portfolio; None if nothing is left open, or nothing has an answer."""
    state = propagated(puzzle)
    if state is None or not state.n_open:
        return None
    context = SearchContext(state)
    regime = regime_of(context.open_part)
    on_one, on_two = (scheduled(FIRST_SOLUTION, regime.first_methods(slots), slots) for slots in (1, 2))
    best: Answer | None = None
    for engine, each in {**on_one, **on_two}.items():
        answer = search(context, {engine: each}, 1, sum(best.work.values()) if best else most)
        if answer is not None and (best is None or sum(answer.work.values()) < sum(best.work.values())):
            best = answer
    if best is None:
        return None
    alone = sum(best.work.values())
    if alone < _LEAST:
        return None
    one, two = (search(context, engines, slots, 100 * most) for slots, engines in ((1, on_one), (2, on_two)))
    assert one is not None, "an engine has an answer"
    assert two is not None, "an engine has an answer"
    bound = None
    if best.engine in on_one:
        turns = {engine: each.turns for engine, each in on_one.items()}
        share = sum(each.weight for each in turns.values()) / turns[best.engine].weight
        first = sum(max(TURN, each.first) for engine, each in turns.items() if engine != best.engine)
        bound = share + first / alone
    title = next(title for title, each in REGIMES.items() if each is regime)
    ratios = [sum(one.work.values()) / alone, bound, two.seconds / best.seconds]
    return [name, title, best.engine, alone, one.engine, ratios[0], ratios[1], two.engine, ratios[2]]


def puzzles(sizes: list[int], seeds: int, word: str) -> Iterator[tuple[str, Puzzle]]:
    """Hard puzzles and random ones, by name."""
    for path in sorted(shared_folder().glob("hard/*.clues")):
        if word in path.stem:
            yield path.stem, nonosat.load(path)
    for seed in range(1, seeds + 1):
        for size in sizes:
            name = f"random {size}x{size}, seed {seed}"
            if word in name:
                yield name, random_puzzle(RectGrid(size, size), seed=seed)


def main() -> None:
    """Print a row for each puzzle, and the medians and the worst."""
    options = options_parser(__doc__)
    options.add_argument("--sizes", default="70,80,90,100,110,120", help="of random grids")
    options.add_argument("--seeds", type=int, default=10, help="of each size (default: 10)")
    options.add_argument("--most", type=float, default=30_000, help="units of work of an engine alone (default: 30000)")
    options.add_argument("--only", default="", help="puzzles with this word")
    asked = options.parse_args()
    print(f"Machine: {machine()}\n")
    sizes = [30] if asked.quick else [int(size) for size in asked.sizes.split(",")]
    found = puzzles(sizes, 3 if asked.quick else asked.seeds, "random" if asked.quick else asked.only)
    rows: list[list[Cell]] = []
    with suppress(KeyboardInterrupt):
        for name, puzzle in watched(list(found), lambda pair: pair[0]):
            if (each := row(name, puzzle, asked.most)) is not None:
                rows.append(each)
    head = ["puzzle", "regime", "best engine", "its work", "on one", "one core", "bound", "on two", "two cores"]
    print(table(head, rows))
    for least in (0.0, _LONG):
        for title, column in (("one core", 5), ("two cores", 8)):
            ratios = [float(each[column] or 0) for each in rows if float(each[3] or 0) >= least]
            if ratios:
                about = f"{len(ratios)} puzzles of at least {least:g} units"
                print(f"\n{title}: median {median(ratios):.2f}, worst {max(ratios):.2f}, of {about}")


if __name__ == "__main__":
    main()
