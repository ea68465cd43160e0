"""Whole commands with the compiled kernels and without: `nonosat solve --unique`, the one in turns with the other.

    python benchmarks/kernels.py [--rounds N] [--timeout SECONDS] [--quick] [FILE...]

A command that has no answer within the time limit counts as that many seconds.
"""

from __future__ import annotations

import argparse
import os
import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

from common import Cell, interleaved, machine, median, progress, table
from puzzle_sets import given, own
from startup import nonosat_command

from nonosat.core.compiled import kernels


def command(path: Path, limit: float, kernels: str) -> Callable[[], object]:
    """Solve a file with the environment variable NONOSAT_KERNELS."""
    words = [*nonosat_command(), "solve", "--unique", "--quiet", "--timeout", str(limit), str(path)]
    env = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}
    # A puzzle with several solutions ends with 1.
    return partial(
        subprocess.run, words, check=False, stderr=subprocess.DEVNULL, env=env | {"NONOSAT_KERNELS": kernels}
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("files", metavar="FILE", nargs="*", help="puzzles; by default those of puzzles/")
    parser.add_argument("--rounds", type=int, default=3, help="rounds for each median (default: %(default)s)")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for each command (default: %(default)s)")
    parser.add_argument("--quick", action="store_true", help="two puzzles, once, to see that it works")
    options = parser.parse_args()
    print(f"{machine('numpy')}, kernels {'not ' if kernels() is None else ''}built\n", flush=True)
    entries = own()[:2] if options.quick else given(options.files) or own()
    rows: list[list[Cell]] = []
    for done, entry in enumerate(entries):
        progress(done, len(entries), entry.name)
        runs = {kernels: command(entry.path, options.timeout, kernels) for kernels in ("yes", "no")}
        times = interleaved(runs, 1 if options.quick else options.rounds)
        compiled, plain = median(times["yes"]), median(times["no"])
        rows.append([entry.name, compiled, plain, plain / compiled])
    progress(len(entries), len(entries), "")
    print(table(["puzzle", "compiled s", "Python s", "ratio"], rows))


if __name__ == "__main__":
    main()
