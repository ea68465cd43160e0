"""Shaving: conflicts and seconds of the search that cuts ranges of block starts, and of the same solver without it.

    python benchmarks/shaving.py [--only WORD,...] [--seconds N] [--quick]

Each puzzle is solved for all of its solutions, at most two, in this process, after line solving; seconds are processor
time after the formula is built. A search that takes longer than the limit counts with it.
"""

from __future__ import annotations

import argparse
import signal
import time
from collections.abc import Callable
from threading import Event

from common import Cell, machine, table
from families import dominoes, stripes, wedges

from nonosat.core.deadline import NEVER
from nonosat.core.errors import GaveUp
from nonosat.lines.fixpoint import propagate
from nonosat.model.puzzle import Puzzle
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid
from nonosat.solvers import BACKENDS, DEFAULT_SOLVER
from nonosat.solving.formulas import encode_open_part
from nonosat.solving.portfolio.shaving_search import SHAVING_SOLVER, ShavingSearch
from nonosat.solving.solution_session import SolutionEnumerator

#: Conflicts of one search for a solution; more than any of these searches needs within the limit.
_CONFLICTS = 100_000_000

CASES: dict[str, Callable[[], Puzzle]] = {
    "stripes-016": lambda: stripes(16),
    "stripes-064": lambda: stripes(64),
    "stripes-099": lambda: stripes(99),
    "stripes-160": lambda: stripes(160),
    "dominoes-25": lambda: dominoes(25),
    "wedges-032": lambda: wedges(32),
    "random 50x50": lambda: random_puzzle(RectGrid(50, 50), 1, 1),
    "random 70x70": lambda: random_puzzle(RectGrid(70, 70), 1, 1),
}


def measure(puzzle: Puzzle, solver: str, *, shaves: bool, limit: float) -> tuple[int, float, str]:
    """Conflicts, seconds, and what was found.

    Args:
        puzzle: that line solving leaves open.
        solver: name of a backend.
        shaves: whether it shaves.
        limit: seconds of processor time.
    """
    domains = propagate(puzzle)
    assert domains is not None
    formula = encode_open_part(puzzle, domains)
    cancel = Event()

    def end(*_: object) -> None:
        cancel.set()

    signal.signal(signal.SIGPROF, end)
    deadline = NEVER.cancelled_by(cancel)
    with SolutionEnumerator(puzzle, formula, BACKENDS[solver], domains=domains, deadline=deadline) as pictures:
        search = ShavingSearch(pictures) if shaves else pictures
        signal.setitimer(signal.ITIMER_PROF, limit)
        began, n_found, verdict = time.process_time(), 0, "no answer"
        try:
            while n_found < 2 and search.next(_CONFLICTS, deadline) is not None:
                n_found += 1
            verdict = "unique" if n_found == 1 else "multiple"
        except GaveUp:
            pass
        seconds = time.process_time() - began
        signal.setitimer(signal.ITIMER_PROF, 0)
        return pictures.session.conflicts or 0, seconds, verdict


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--only", metavar="WORD,...", default="", help="rows with one of these words in their case")
    parser.add_argument("--seconds", type=float, default=60.0, help="of processor time (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="one small puzzle, to see that it works")
    options = parser.parse_args()
    words = ["016"] if options.quick else options.only.split(",")
    rows: list[list[Cell]] = []
    print(f"{machine()}\n", flush=True)
    for case in [case for case in CASES if any(word in case for word in words)]:
        for solver, shaves in ((DEFAULT_SOLVER, False), (SHAVING_SOLVER, False), (SHAVING_SOLVER, True)):
            name = f"{solver}, shaving" if shaves else solver
            rows.append([case, name, *measure(CASES[case](), solver, shaves=shaves, limit=options.seconds)])
    print(table(["case", "search", "conflicts", "s", "verdict"], rows))


if __name__ == "__main__":
    main()
