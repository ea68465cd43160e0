"""`nonosat batch` on thousands of generated puzzles: rate, scaling with workers, memory over time.

    python benchmarks/batch.py [--only WORD] [--jobs N,N,...] [--quick]

Each run is a process of its own in an empty folder, from start to exit, with drawings and `--unique`. Processor times
are those of the workers, and of the main process, which reads and writes all files. The second table of each set of
puzzles shows its last run in ten parts: memory that does not grow stays where it is.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

from support.common import Cell, machine, options_parser, progress, table
from support.families import FAMILIES

from nonosat.formats.clues import write


class Set(NamedTuple):
    """Puzzles of one kind, and with how many workers they are solved."""

    family: str
    size: int
    count: int
    jobs: tuple[int, ...]

    @property
    def name(self) -> str:
        return f"{self.count:,} {self.family} {self.size}x{self.size}"


SETS = (
    Set("picture", 20, 10_000, (1, 2)),
    Set("random", 20, 10_000, (1, 2)),
    Set("random", 25, 1_000, (1, 2)),
    Set("random", 30, 1_000, (1, 2)),
)
QUICK = (Set("picture", 8, 100, (1, 2)),)

#: Seconds between two looks at a run.
LOOK = 0.1
PARTS = 10


class Look(NamedTuple):
    """A run at one moment: seconds since its start, puzzles done, megabytes of the main process and of its workers."""

    seconds: float
    done: int
    main: float | None
    workers: tuple[float, ...]


class Run(NamedTuple):
    """A run that has ended."""

    seconds: float
    looks: list[Look]
    main_cpu: float
    workers_cpu: float


def watched(puzzles: Path, out: Path, jobs: int, count: int) -> Run:
    """Run a batch, and look at it now and then."""
    command = [sys.executable, "-m", "nonosat", "batch", str(puzzles), "-o", str(out), "-j", str(jobs), "-u", "-q"]
    began = time.monotonic()
    process = subprocess.Popen(command)
    looks = [Look(0.0, 0, None, ())]
    cpu: dict[int, float] = {}
    while process.poll() is None:
        time.sleep(LOOK)
        done = lines(out / "report.jsonl")
        workers = children(process.pid)
        for one in (process.pid, *workers):
            cpu[one] = max(cpu.get(one, 0.0), cpu_of(one))
        sizes = tuple(size for worker in workers if (size := memory(worker)))
        looks.append(Look(time.monotonic() - began, done, memory(process.pid), sizes))
        progress(done, count, f"{puzzles.name}, {jobs} workers")
    seconds = time.monotonic() - began
    if process.returncode not in (0, 1):
        raise SystemExit(f"{' '.join(command)}: exit code {process.returncode}")
    main_cpu = cpu.pop(process.pid)
    return Run(seconds, looks, main_cpu, sum(cpu.values()))


def lines(path: Path) -> int:
    return path.read_bytes().count(b"\n") if path.exists() else 0


def children(pid: int) -> list[int]:
    """The processes that any thread of a process has started."""
    found: list[int] = []
    for thread in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(OSError):
            found += map(int, thread.read_text().split())
    return found


def memory(pid: int) -> float | None:
    """Megabytes that a process has in memory, where the system reports it."""
    try:
        match = re.search(r"VmRSS:\s+(\d+) kB", Path(f"/proc/{pid}/status").read_text())
    except OSError:
        return None
    return int(match[1]) / 1024 if match else None


def cpu_of(pid: int) -> float:
    """Seconds of CPU of a process alone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return 0.0
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def parts(run: Run, count: int) -> list[list[Cell]]:
    """The run in parts of equally many puzzles: rate, and the most memory in each."""
    rows: list[list[Cell]] = []
    for part in range(PARTS):
        low, high = count * part // PARTS, count * (part + 1) // PARTS
        first = next((i for i, look in enumerate(run.looks) if look.done >= low), 0)
        last = next((i for i, look in enumerate(run.looks) if look.done >= high), len(run.looks) - 1)
        inside = run.looks[first : last + 1]
        if last <= first:  # too quick to be seen
            continue
        rate = (inside[-1].done - inside[0].done) / (inside[-1].seconds - inside[0].seconds)
        mains = [look.main for look in inside if look.main]
        workers = [size for look in inside for size in look.workers]
        rows.append([f"{high:,}", rate, max(mains, default=None), max(workers, default=None)])
    return rows


def main() -> None:
    parser = options_parser(__doc__, "few small puzzles, to see that it works")
    parser.add_argument("--only", default="", metavar="WORD", help="only sets with this word, such as 25x25")
    parser.add_argument("--jobs", metavar="N,N,...", help="numbers of workers")
    options = parser.parse_args()
    print(machine())
    rows: list[list[Cell]] = []
    over_time = []
    for chosen in QUICK if options.quick else SETS:
        if options.only not in chosen.name:
            continue
        with tempfile.TemporaryDirectory() as temporary:
            puzzles = Path(temporary) / chosen.name.replace(" ", "-")
            puzzles.mkdir()
            for seed in range(chosen.count):
                (puzzles / f"{seed:05}.clues").write_text(write(FAMILIES[chosen.family](chosen.size, seed)))
            alone: float | None = None
            jobs = [int(number) for number in options.jobs.split(",")] if options.jobs else chosen.jobs
            for number in jobs:
                run = watched(puzzles, Path(temporary) / f"out-{number}", number, chosen.count)
                alone = alone or run.seconds
                rate = chosen.count / run.seconds
                rows.append(
                    [chosen.name, number, run.seconds, rate, alone / run.seconds, run.workers_cpu, run.main_cpu]
                )
            over_time.append((chosen, number, parts(run, chosen.count)))
    head = ["puzzles", "workers", "seconds", "a second", "times as fast", "workers CPU s", "main CPU s"]
    print(f"\n{table(head, rows)}")
    for chosen, number, found in over_time:
        print(f"\n{chosen.name}, {number} workers:\n")
        print(table(["done", "a second", "main MB", "a worker MB"], found))


if __name__ == "__main__":
    main()
