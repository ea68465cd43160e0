"""How soon commands end: seconds from Ctrl-C, or from the time limit, to the end of the command, on a large puzzle.

Usage: python benchmarks/parts/ending.py [--size 200] [--runs 3]
"""

from __future__ import annotations

import argparse
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median

from nonosat.formats.clues import write
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid

SOLVE = ("solve -u", "solve -u --solver minisat22", "solve -u --solver cadical195", "solve -u --portfolio 2")
COMMANDS = (*SOLVE, "solve -u --no-propagate", "solve --all", "batch -o out", "count", "rate", "explain", "diagnose")
COMMANDS += ("mend -o out.clues", "certify -o proof")


def end(command: str, puzzle: Path, after: float, by_limit: bool) -> float | None:
    """Seconds between the request to end and the end; None if the command ended before."""
    words = [sys.executable, "-m", "nonosat", *command.split(), str(puzzle)]
    words += ["--timeout", str(after)] if by_limit else []
    with tempfile.TemporaryDirectory() as folder:
        began = time.monotonic()
        process = subprocess.Popen(words, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        if not by_limit:
            try:
                process.wait(after)
            except subprocess.TimeoutExpired:
                process.send_signal(signal.SIGINT)
        process.wait()
        seconds = time.monotonic() - began - after
    return seconds if process.returncode in (5, 130) else None


def main() -> None:
    """Print one row for each command."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--size", type=int, default=200, help="rows and columns")
    parser.add_argument("--runs", type=int, default=3, help="runs, at moments from 1 to 3 seconds")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        puzzle = Path(folder) / "large.clues"
        puzzle.write_text(write(random_puzzle(RectGrid(options.size, options.size))))
        print("| command | median s, Ctrl-C | longest | median s, limit | longest |\n|---|---:|---:|---:|---:|")
        for command in COMMANDS:
            cells = []
            for by_limit in (False, True):
                moments = [1 + 2 * run / max(1, options.runs - 1) for run in range(options.runs)]
                found = [end(command, puzzle, after, by_limit) for after in moments]
                times = [seconds for seconds in found if seconds is not None]
                cells += [f"{median(times):.2f}", f"{max(times):.2f}"] if times else ["", ""]
            print(f"| {command} | {' | '.join(cells)} |", flush=True)


if __name__ == "__main__":
    main()
