"""Whole commands with the compiled kernels and without: `nonosat solve --unique`, the one in turns with the other.

    python benchmarks/kernels.py [--rounds N] [--timeout SECONDS] [--quick] [FILE...]

A command that has no answer within the time limit counts as that many seconds.
"""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from functools import partial
from pathlib import Path

from support.common import (
    Cell,
    interleaved,
    machine,
    median,
    nonosat_command,
    options_parser,
    ordinary_environment,
    table,
    watched,
)
from support.puzzle_sets import given, own

from nonosat.core.compiled import kernels


def command(path: Path, limit: float, kernels: str) -> Callable[[], object]:
    """Solve a file with the environment variable NONOSAT_KERNELS."""
    words = [*nonosat_command(), "solve", "--unique", "--quiet", "--timeout", str(limit), str(path)]
    env = ordinary_environment() | {"NONOSAT_KERNELS": kernels}
    # A puzzle with several solutions ends with 1.
    return partial(subprocess.run, words, check=False, stderr=subprocess.DEVNULL, env=env)


def main() -> None:
    parser = options_parser(__doc__, "two puzzles, once, to see that it works")
    parser.add_argument("files", metavar="FILE", nargs="*", help="puzzles; by default those of puzzles/")
    parser.add_argument("--rounds", type=int, default=3, help="rounds for each median (default: %(default)s)")
    parser.add_argument("--timeout", type=float, default=60.0, help="seconds for each command (default: %(default)s)")
    options = parser.parse_args()
    print(f"{machine('numpy')}, kernels {'not ' if kernels() is None else ''}built\n", flush=True)
    entries = own()[:2] if options.quick else given(options.files) or own()
    rows: list[list[Cell]] = []
    for entry in watched(entries, lambda entry: entry.name):
        runs = {kernels: command(entry.path, options.timeout, kernels) for kernels in ("yes", "no")}
        times = interleaved(runs, 1 if options.quick else options.rounds)
        compiled, plain = median(times["yes"]), median(times["no"])
        rows.append([entry.name, compiled, plain, plain / compiled])
    print(table(["puzzle", "compiled s", "Python s", "ratio"], rows))


if __name__ == "__main__":
    main()
