"""Every puzzle of `puzzles/` and of the further sets: is it solved rightly, and how fast?

    python benchmarks/puzzles.py [--solver NAME] [--timeout SECONDS] [--runs N] [--each] [--quick] [FILE...]

One process solves all of them with `solve(puzzle, unique=True)`. There is a row for each folder and, with --each, for
each puzzle. `open` is the share of cells that single lines leave undecided; where it is 0 no solver is needed, and its
column says `lines`. An answer that contradicts what is known is reported as WRONG, and the exit status is 1.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from dataclasses import dataclass

from support.common import Cell, machine, median, options_parser, table, timed, watched
from support.families import stripes
from support.puzzle_sets import Entry, given, own, shared, size_of, verdict_of
from support.worker import Failed, Worker

from nonosat.core.errors import GaveUp, NonosatError
from nonosat.lines.fixpoint import propagate
from nonosat.model.puzzle import Puzzle
from nonosat.solvers import BACKENDS
from nonosat.solving.solve import solve

#: Longer than this no single run is repeated.
_LONG = 5.0
#: Puzzles that are done within this count as easy.
_EASY = 0.1


@dataclass(frozen=True)
class Row:
    """What became of one puzzle; `time` is None if there was no answer in time."""

    entry: Entry
    size: str
    open_share: float
    solver: str
    verdict: str
    time: float | None

    @property
    def is_wrong(self) -> bool:
        known = self.entry.expected
        return known is not None and self.verdict in ("unique", "multiple", "none") and self.verdict != known


def measure(puzzle: Puzzle, solver: str | None, limit: float | None) -> tuple[str, str, float | None]:
    """Verdict, what was needed for it, and seconds of one run; called in the process of a `Worker`."""
    try:
        time, result = timed(solve, puzzle, unique=True, solver=solver, timeout=limit)
    except GaveUp:
        return "timeout", solver or "-", None
    return verdict_of(result), result.solver or "lines", time


class Runner:
    """Runs puzzles in a process of its own, which is ended where it takes too long.

    Args:
        solver: name of a backend; None for what `nonosat solve` does without `--solver`.
        timeout: seconds for each run.
        runs: how often each puzzle is run.
    """

    def __init__(self, solver: str | None, timeout: float, runs: int) -> None:
        self.solver, self.runs = solver, runs
        self.worker, self.is_warm = Worker(), False
        # A program would outlive the worker, so it gets a time limit of its own; what runs in the worker ends with it.
        ends_itself = solver is None or BACKENDS[solver].info().kind == "program"
        self.limits = (timeout, timeout + 10) if ends_itself else (None, timeout)

    def row(self, entry: Entry) -> Row | None:
        try:
            puzzle = entry.load()
        except NonosatError as error:
            print(f"{entry.path}: left out: {error}", file=sys.stderr)
            return None
        domains = propagate(puzzle)
        open_share = domains.n_open / puzzle.grid.n_cells if domains else 0.0
        times: list[float] = []
        for _ in range(self.runs):
            verdict, used, time = self._once(puzzle, entry)
            if time is None:
                return Row(entry, size_of(puzzle), open_share, used, verdict, None)
            times.append(time)
            if time > _LONG:
                break
        return Row(entry, size_of(puzzle), open_share, used, verdict, median(times))

    def _once(self, puzzle: Puzzle, entry: Entry) -> tuple[str, str, float | None]:
        try:
            if not self.is_warm:  # import all that is imported when it is first used
                self.worker.call(measure, stripes(16), self.solver, None)
                self.is_warm = True
            answer = self.worker.call(measure, puzzle, self.solver, self.limits[0], limit=self.limits[1])
        except Failed as error:
            print(f"{entry.path}: {error}", file=sys.stderr)
            return "error", "-", None
        self.is_warm = answer is not None
        return answer or ("timeout", "-", None)


def puzzle_table(rows: list[Row]) -> str:
    lines: list[list[Cell]] = []
    for row in rows:
        verdict = f"WRONG: {row.verdict}, known: {row.entry.expected}" if row.is_wrong else row.verdict
        share = f"{row.open_share:.0%}"
        lines.append([row.entry.folder, row.entry.name, row.size, share, row.solver, verdict, row.time])
    return table(["folder", "puzzle", "size", "open", "solver", "verdict", "median s"], lines)


def folder_table(rows: list[Row]) -> str:
    """One line for each folder."""
    folders: dict[str, list[Row]] = defaultdict(list)
    for row in rows:
        folders[row.entry.folder].append(row)
    lines: list[list[Cell]] = []
    for folder, some in folders.items():
        times = [row.time for row in some if row.time is not None]
        easy = [time for time in times if time <= _EASY]
        count = [row.verdict for row in some].count
        lines.append([folder, len(some), sum(row.open_share == 0 for row in some)])
        lines[-1] += [count("unique"), count("multiple"), len(some) - len(times), sum(row.is_wrong for row in some)]
        lines[-1] += [sum(times), len(easy), 1000 * sum(easy) / len(easy) if easy else None]
    head = ["folder", "puzzles", "by lines", "unique", "multiple", "no answer", "wrong", "sum s", "easy", "ms per easy"]
    return table(head, lines)


def main() -> int:
    parser = options_parser(__doc__, "one run of three puzzles, to see that it works")
    parser.add_argument("files", metavar="FILE", nargs="*", help="puzzles, folders or sets instead of all sets")
    parser.add_argument("--solver", choices=BACKENDS, metavar="NAME", help="as of `nonosat solve --solver`")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each run (default: %(default)g)")
    parser.add_argument("--runs", type=int, default=3, help="runs for each median (default: %(default)s)")
    parser.add_argument("--each", action="store_true", help="a row for each puzzle, too")
    options = parser.parse_args()
    entries = given(options.files) if options.files else own() + shared()
    if options.quick:
        entries, options.runs = entries[:3], 1
    print(machine() + "\n", flush=True)
    rows: list[Row] = []
    runner = Runner(options.solver, options.timeout, options.runs)
    interrupted = False
    try:
        rows.extend(row for entry in watched(entries, lambda entry: entry.name) if (row := runner.row(entry)))
    except KeyboardInterrupt:
        print("interrupted; what there is so far:", file=sys.stderr)
        interrupted = True
    finally:
        runner.worker.close()
    if options.each:
        print(puzzle_table(rows) + "\n")
    print(folder_table(rows))
    wrong = [row for row in rows if row.is_wrong]
    for row in wrong:
        print(f"WRONG: {row.entry.path}: {row.solver} says {row.verdict}, known: {row.entry.expected}", file=sys.stderr)
    return 1 if wrong else 130 if interrupted else 0


if __name__ == "__main__":
    sys.exit(main())
