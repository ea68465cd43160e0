"""How puzzles are explained: processor time, suppositions, the lines that each needs, and how deep they are nested.

    python benchmarks/explaining.py [--timeout SECONDS] [--quick] [PUZZLE...]

Without files the puzzles are those of `puzzles/` that lines alone do not solve, and known puzzles of further sets (see
`puzzle_sets`). `open` is the number of cells that are left when the time is over or no step leads on.

A second table has the processor times of hints from partial pictures: those between the steps, evenly spread over them.
"""

from __future__ import annotations

import argparse
import statistics
import sys
from pathlib import Path

from common import Cell, cpu_timed, machine, progress, table
from puzzle_sets import own, shared_folder

from nonosat import Puzzle, Walkthrough, explain, hint, load
from nonosat.explaining.step import Rung, apply_conclusions

#: Known puzzles, by their paths in the folder of further sets.
KNOWN = (
    *("survey/webpbn-00023-edge.clues", "survey/webpbn-00027-bucks.clues", "survey/webpbn-00065-mum.clues"),
    *("survey/pbn_merka.clues", "survey/webpbn-06574-forever.clues", "survey/webpbn-00436-petroglyph.clues"),
    *("survey/pbn_light.clues", "hard/dom_06.clues", "hard/dom_08.clues", "hard/wedges-016.clues"),
)
#: Puzzles of `puzzles/` for `--quick`.
QUICK = ("hex-apple", "hex-birthday-cake", "parasol", "two-moons")
#: How many partial pictures of a puzzle have their hint timed, at most.
HINTS = 20


def row(name: str, seconds: float, walkthrough: Walkthrough) -> list[Cell]:
    """A row of the table."""
    rungs = [step.rung for step in walkthrough.steps]
    sizes = [len(step.lines) for step in walkthrough.steps if step.rung == Rung.SUPPOSITION]
    return [
        *(name, walkthrough.puzzle.grid.header, seconds, len(rungs), rungs.count(Rung.SUPPOSITION)),
        *(max(sizes, default=None), statistics.median(sizes) if sizes else None),
        *(rungs.count(Rung.NESTED), rungs.count(Rung.LINE_SET)),
        *(max((step.depth for step in walkthrough.steps), default=0), walkthrough.n_open),
    ]


def hint_row(name: str, walkthrough: Walkthrough) -> list[Cell]:
    """A row of the table of hints."""
    n_steps = len(walkthrough.steps)
    wanted = {number * n_steps // HINTS for number in range(HINTS)}
    possible = list(walkthrough.start)
    times = []
    for number, step in enumerate(walkthrough.steps):
        if number in wanted:
            known = [colors[0] if len(colors) == 1 else None for colors in possible]
            seconds, found = cpu_timed(hint, walkthrough.puzzle, known)
            times.append((seconds, "none" if found.step is None else found.step.rung.value.replace("_", " ")))
        apply_conclusions(possible, step.conclusions)
    median = statistics.median(seconds for seconds, _ in times)
    return [name, walkthrough.puzzle.grid.header, len(times), times[0][0], median, *max(times)]


def main() -> int:
    """Run and print; the exit code."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("puzzles", nargs="*", type=Path, metavar="PUZZLE", help="files instead of the known puzzles")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each puzzle")
    parser.add_argument("--quick", action="store_true", help="few puzzles of puzzles/, to see that it works")
    options = parser.parse_args()
    print(machine())
    cases: list[tuple[str, Puzzle]] = [(path.stem, load(path)) for path in options.puzzles]
    if not cases:
        cases = [(entry.name, entry.load()) for entry in own() if not options.quick or entry.name in QUICK]
        if not options.quick:
            paths = [shared_folder() / name for name in KNOWN]
            cases += [(path.stem, load(path)) for path in paths if path.exists()]
    rows, hint_rows = [], []
    for number, (name, puzzle) in enumerate(cases):
        progress(number, len(cases), name)
        seconds, walkthrough = cpu_timed(explain, puzzle, timeout=2 if options.quick else options.timeout)
        if options.puzzles or any(step.rung != Rung.SINGLE_LINE for step in walkthrough.steps):
            rows.append(row(name, seconds, walkthrough))
            if walkthrough.steps:
                hint_rows.append(hint_row(name, walkthrough))
    heads = [
        "puzzle",
        "grid",
        "CPU s",
        "steps",
        "suppositions",
        "most lines",
        "median",
        "nested",
        "sets",
        "depth",
        "open",
    ]
    print(f"\n{table(heads, rows)}")
    heads = ["puzzle", "grid", "hints", "first CPU s", "median CPU s", "slowest CPU s", "its step"]
    print(f"\n{table(heads, hint_rows)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
