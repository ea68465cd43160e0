"""Every puzzle of `puzzles/` and of the further sets: is it solved rightly, and how fast?

    python benchmarks/puzzles.py [--solvers a,b,...] [--timeout SECONDS] [--runs N] [--each] [--quick] [FILE...]

One process solves all of them with `solve(puzzle, unique=True)`. There is a row for each folder and, with --each, for
each puzzle. `open` is the share of cells that single lines leave undecided; where it is 0 no solver is needed, and its
column says `lines`. Several solvers are compared on what single lines leave open: sums of seconds, and PAR2, where an
answer that did not come in time counts as twice the limit. An answer that contradicts what is known is reported as
WRONG, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import sys
from collections import defaultdict
from dataclasses import dataclass

from common import Cell, machine, median, progress, table, timed
from families import stripes
from puzzle_sets import Entry, given, own, shared, size_of, verdict_of
from worker import Failed, Worker

from nonosat.core.errors import GaveUp, NonosatError
from nonosat.lines.fixpoint import propagate
from nonosat.model.puzzle import Puzzle
from nonosat.solvers import BACKENDS
from nonosat.solving.solve import solve

#: Longer than this no single run is repeated.
_LONG = 5.0
#: Puzzles that are done within this count as easy.
_EASY = 0.1


#: What `nonosat solve` does without `--solver`.
AUTO = "auto"


@dataclass(frozen=True)
class Row:
    """What one solver did with one puzzle; `time` is None if there was no answer in time."""

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


def measure(puzzle: Puzzle, solver: str, limit: float | None) -> tuple[str, str, float]:
    """Verdict, what was needed for it, and seconds of one run; called in the process of a `Worker`."""
    try:
        time, result = timed(solve, puzzle, unique=True, solver=_named(solver), timeout=limit)
    except GaveUp:
        return "timeout", solver, 0.0
    return verdict_of(result), result.solver or "lines", time


def _named(solver: str) -> str | None:
    return None if solver == AUTO else solver


def warm_up(solver: str) -> None:
    """Import all that is imported when it is first used."""
    solve(stripes(16), unique=True, solver=_named(solver))


class Runner:
    """Runs puzzles with several solvers, each in its own process, taking turns."""

    def __init__(self, solvers: list[str], timeout: float, runs: int) -> None:
        self.timeout, self.runs = timeout, runs
        self.workers = {solver: Worker() for solver in solvers}
        self.cold = set(solvers)
        # What ends by itself in time; a solver in process does not when it works without a child.
        self.programs = {solver for solver in solvers if solver == AUTO or BACKENDS[solver].info().kind == "program"}

    def rows(self, entry: Entry) -> list[Row]:
        try:
            puzzle = entry.load()
        except NonosatError as error:
            print(f"{entry.path}: left out: {error}", file=sys.stderr)
            return []
        domains = propagate(puzzle)
        open_share = domains.n_open / puzzle.grid.n_cells if domains else 0.0
        times: dict[str, list[float]] = defaultdict(list)
        verdicts: dict[str, str] = {}
        used: dict[str, str] = {}
        for _ in range(self.runs):
            for solver in self.workers:
                if verdicts.get(solver) not in ("timeout", "error") and max(times[solver], default=0) < _LONG:
                    verdicts[solver], used[solver], time = self._once(puzzle, solver, entry)
                    times[solver].append(time)
        size = size_of(puzzle)
        return [
            Row(entry, size, open_share, used[s], v, None if v in ("timeout", "error") else median(times[s]))
            for s, v in verdicts.items()
        ]

    def _once(self, puzzle: Puzzle, solver: str, entry: Entry) -> tuple[str, str, float]:
        worker = self.workers[solver]
        # A program would outlive the worker, so it gets a time limit of its own; what runs in the worker ends with it.
        limits = (self.timeout, self.timeout + 10) if solver in self.programs else (None, self.timeout)
        try:
            if solver in self.cold:
                worker.call(warm_up, solver)
                self.cold.remove(solver)
            answer = worker.call(measure, puzzle, solver, limits[0], limit=limits[1])
        except Failed as error:
            print(f"{entry.path}: {solver}: {error}", file=sys.stderr)
            return "error", solver, 0.0
        if answer is None:
            self.cold.add(solver)
            return "timeout", solver, 0.0
        return answer

    def close(self) -> None:
        for worker in self.workers.values():
            worker.close()


def puzzle_table(rows: list[Row], compare: bool) -> str:
    head = ["folder", "puzzle", "size", "open", "solver", "verdict", "median s"] + ["ratio"] * compare
    first: dict[Entry, float | None] = {}
    lines: list[list[Cell]] = []
    for row in rows:
        base = first.setdefault(row.entry, row.time)
        verdict = f"WRONG: {row.verdict}, known: {row.entry.expected}" if row.is_wrong else row.verdict
        line: list[Cell] = [row.entry.folder, row.entry.name, row.size, f"{row.open_share:.0%}", row.solver, verdict]
        line.append(row.time)
        lines.append(line + [row.time / base if base and row.time else None] * compare)
    return table(head, lines)


def folder_table(rows: list[Row]) -> str:
    """One line for each folder, for the first solver."""
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


def solver_table(by_solver: dict[str, list[Row]], timeout: float) -> str:
    """One line for each solver, over the puzzles that need one."""
    lines: list[list[Cell]] = []
    for solver, rows in by_solver.items():
        times = [row.time for row in rows if row.time is not None]
        missing = len(rows) - len(times)
        lines.append([solver, len(rows), len(times), sum(times), sum(times) + 2 * timeout * missing])
        lines[-1] += [sum(row.is_wrong for row in rows)]
    return table(["solver", "puzzles", "answered", "sum s", "PAR2 s", "wrong"], lines)


def main() -> int:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", metavar="FILE", nargs="*", help="puzzles, folders or sets instead of all sets")
    parser.add_argument("--solvers", default=AUTO, help="names, separated by commas (default: %(default)s)")
    parser.add_argument("--timeout", type=float, default=60, help="seconds for each run (default: %(default)g)")
    parser.add_argument("--runs", type=int, default=3, help="runs for each median (default: %(default)s)")
    parser.add_argument("--each", action="store_true", help="a row for each puzzle, too")
    parser.add_argument("--quick", action="store_true", help="one run of three puzzles, to see that it works")
    options = parser.parse_args()
    solvers = options.solvers.split(",")
    if unknown := [solver for solver in solvers if solver not in (AUTO, *BACKENDS)]:
        parser.error(f"solver {unknown[0]!r}, expected some of {', '.join((AUTO, *BACKENDS))}")
    entries = given(options.files) if options.files else own() + shared()
    if options.quick:
        entries, options.runs = entries[:3], 1
    compare = len(solvers) > 1
    print(machine() + "\n", flush=True)
    by_solver: dict[str, list[Row]] = {solver: [] for solver in solvers}
    rows: list[Row] = []
    runner = Runner(solvers, options.timeout, options.runs)
    interrupted = False
    try:
        for number, entry in enumerate(entries):
            progress(number, len(entries), entry.name)
            found = runner.rows(entry)
            rows += found
            for solver, row in zip(solvers, found, strict=False):
                by_solver[solver].append(row)
        progress(len(entries), len(entries), "done")
    except KeyboardInterrupt:
        print("interrupted; what there is so far:", file=sys.stderr)
        interrupted = True
    finally:
        runner.close()
    if options.each:
        print(puzzle_table(rows, compare) + "\n")
    print(folder_table(by_solver[solvers[0]]))
    if compare:
        hard = {solver: [row for row in some if row.open_share] for solver, some in by_solver.items()}
        print("\n" + solver_table(hard, options.timeout))
    wrong = [row for row in rows if row.is_wrong]
    for row in wrong:
        print(f"WRONG: {row.entry.path}: {row.solver} says {row.verdict}, known: {row.entry.expected}", file=sys.stderr)
    return 1 if wrong else 130 if interrupted else 0


if __name__ == "__main__":
    sys.exit(main())
