"""How puzzles are explained: processor time, suppositions, the lines that each needs, and how deep they are nested.

    python benchmarks/parts/explaining.py [--timeout SECONDS] [--quick] [PUZZLE...]

Without files the puzzles are those of `puzzles/` that lines alone do not solve, and known puzzles of further sets (see
`puzzle_sets`). `open` is the number of cells that are left when the time is over or no step leads on.

A second table has the processor times of hints from partial pictures: those between the steps, evenly spread over them.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from nonosat import Walkthrough, explain, hint
from nonosat.explaining.step import Rung, apply_conclusions

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.common import Cell, cpu_timed, machine, options_parser, table, watched
from support.puzzle_sets import further, given, own

#: Known puzzles, by their paths in the folder of further sets.
KNOWN = (
    *("survey/webpbn-00023-edge.clues", "survey/webpbn-00027-bucks.clues", "survey/webpbn-00065-mum.clues"),
    *("survey/pbn_merka.clues", "survey/webpbn-06574-forever.clues", "survey/webpbn-00436-petroglyph.clues"),
    *("survey/pbn_light.clues", "hard/dom_06.clues", "hard/dom_08.clues", "hard/wedges-016.clues"),
)
#: Puzzles of `puzzles/` for `--quick`.
QUICK = ("hex-apple", "hex-birthday-cake", "parasol", "two-moons")
HEAD = [
    *("puzzle", "grid", "CPU s", "steps", "suppositions", "most lines", "median", "nested", "sets", "depth", "open"),
]
HINT_HEAD = ["puzzle", "grid", "hints", "first CPU s", "median CPU s", "slowest CPU s", "its step"]
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


def main() -> None:
    parser = options_parser(__doc__, "few puzzles of puzzles/, to see that it works")
    parser.add_argument("puzzles", nargs="*", metavar="PUZZLE", help="files instead of the known puzzles")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each puzzle")
    options = parser.parse_args()
    print(machine())
    entries = given(options.puzzles) or own() + further(KNOWN)
    if options.quick:
        entries, options.timeout = [entry for entry in entries if entry.name in QUICK], 2
    rows, hint_rows = [], []
    for entry in watched(entries, lambda entry: entry.name):
        seconds, walkthrough = cpu_timed(explain, entry.load(), timeout=options.timeout)
        if options.puzzles or any(step.rung != Rung.SINGLE_LINE for step in walkthrough.steps):
            rows.append(row(entry.name, seconds, walkthrough))
            if walkthrough.steps:
                hint_rows.append(hint_row(entry.name, walkthrough))
    print(f"\n{table(HEAD, rows)}")
    print(f"\n{table(HINT_HEAD, hint_rows)}")


if __name__ == "__main__":
    main()
