"""Times of belief propagation, decimation and neighbours, on generated random puzzles and on hard ones where present.

Usage: python benchmarks/search.py [--seconds N] [--seeds N] [--small]

`open` is how many cells single lines leave undecided, `round` the time of one exchange of messages (the least of ten),
`first` the time from the puzzle to a verified solution by decimation with a SAT solver for what is left, and `second`
the time to another one near it, with the number of cells in which it differs. `-` is: not within N seconds (default
30). Hard puzzles are those of `hard/` and `large/` in the folder that NONOSAT_PUZZLES names, or else of
../shared/puzzles.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from common import machine
from puzzle_sets import shared, size_of

from nonosat.core.deadline import Deadline
from nonosat.encodings import find_encoding
from nonosat.lines.fixpoint import PropagationState, propagated
from nonosat.model.hex_grid import HexGrid
from nonosat.model.picture import Picture
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.model.verifier import verified
from nonosat.solvers import find_backend
from nonosat.solving.beliefs.decimation import decimate
from nonosat.solving.beliefs.messages import Beliefs
from nonosat.solving.beliefs.neighbors import neighbor
from nonosat.solving.beliefs.phases import phases
from nonosat.solving.formulas import decode

HARD = (
    *("knotty", "frans_faase", "random2-060", "random2-080", "random2-099", "rand50-000", "rand50-003"),
    *("huge-2-100x100", "huge-5-150x150", "huge-7-200x200", "huge-8-300x300", "huge-9-400x400"),
)


def puzzles(seeds: int, small: bool) -> Iterator[tuple[str, Puzzle]]:
    for size in (25, 40, 60) if small else (25, 40, 60, 80, 99, 200):
        for seed in range(seeds if size < 200 else 1):
            yield f"random {seed}", random_puzzle(RectGrid(size, size), 1, seed)
    for size, n_colors in ((25, 2), (40, 3)) if small else ((25, 2), (40, 3), (99, 3)):
        yield "random 0", random_puzzle(RectGrid(size, size), n_colors, 0)
    yield "random 0, 30 % ?", random_puzzle(RectGrid(25, 25), 2, 0, unknown=0.3)
    yield "random 0, all ?", random_puzzle(HexGrid(9), 2, 0, unknown=1.0)
    found = {entry.name: entry for entry in shared()}
    for name in HARD:
        if name in found and not small:
            yield name, found[name].load()


def complete(state: PropagationState, beliefs: Beliefs, conflicts: int) -> Picture | None:
    """What decimation leaves, by a SAT solver that follows the beliefs."""
    domains = state.domains()
    formula = find_encoding("order").encode(state.puzzle, domains, residual=True)
    with find_backend("cadical195").open(formula) as session:
        session.set_phases(phases(beliefs, formula.variables))
        model = session.solve(conflicts=conflicts)
    return None if model is None else decode(state.puzzle, model, domains)


def round_ms(state: PropagationState) -> float:
    beliefs = Beliefs(state)
    times = []
    for _ in range(10):
        began = time.perf_counter()
        beliefs.run(1)
        times.append(time.perf_counter() - began)
    return 1e3 * min(times)


def report(name: str, puzzle: Puzzle, seconds: float) -> None:
    state = PropagationState(puzzle)
    assert state.run()
    began = time.monotonic()
    picture = decimate(propagated(puzzle), complete, deadline=Deadline(began + seconds))
    first = time.monotonic() - began
    second = "-"
    if picture is not None:
        verified(puzzle, picture)
        began = time.monotonic()
        other = neighbor(propagated(puzzle), picture, Deadline(began + seconds))
        if other is not None:
            verified(puzzle, other)
            differ = sum(one != two for one, two in zip(picture.cells, other.cells, strict=True))
            second = f"{time.monotonic() - began:.2f} ({differ})"
    solved = "-" if picture is None else f"{first:.2f}"
    print(
        f"{name:18} {size_of(puzzle):10} {state.n_open:7} {round_ms(state):9.2f} {solved:>8} {second:>12}", flush=True
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--seconds", type=float, default=30.0, help="limit for each search (default 30)")
    parser.add_argument("--seeds", type=int, default=3, help="random puzzles of each size (default 3)")
    parser.add_argument("--small", action="store_true", help="only a few generated ones")
    arguments = parser.parse_args()
    print(machine("numpy"))
    print(f"{'puzzle':18} {'grid':10} {'open':>7} {'round ms':>9} {'first s':>8} {'second s':>12}")
    for name, puzzle in puzzles(arguments.seeds, arguments.small):
        report(name, puzzle, arguments.seconds)


if __name__ == "__main__":
    main()
