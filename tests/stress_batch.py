"""Random faults over a whole batch: whatever ends it or a worker, no file is half-written, and nothing finished lost.

Usage: python tests/stress_batch.py [--faults N] [--puzzles N] [--seed N]

A folder of generated puzzles is solved by `nonosat batch --resume` with two workers. At random moments the run, its
whole session, or one worker gets SIGINT, SIGTERM or SIGKILL. After every fault each file must be as an undisturbed run
writes it, and each record be there with its files; then the run is resumed. When all is done, everything must be as if
nothing had happened, and it begins anew, until there have been N faults (default 100). Exits with 1 after a failure.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import random
import signal
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path

import test_batch_faults as faults
from conftest import start

from nonosat.formats.clues import write as clue_file
from nonosat.model.random_puzzles import random_puzzle
from nonosat.model.rect_grid import RectGrid

SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGKILL)
#: The most that a run is given to work before something happens to it, in seconds.
MOMENT = 1.2


def strike(rng: random.Random, process) -> str:
    """Do something to a run; what."""
    number = rng.choice(SIGNALS)
    target = rng.choice(("run", "session", "worker"))
    with contextlib.suppress(ProcessLookupError):
        if target == "run":
            os.kill(process.pid, number)
        elif target == "session":
            os.killpg(process.pid, number)
        else:
            number = signal.SIGKILL
            for worker in faults.workers(process)[:1]:
                os.kill(worker, number)
    return f"{number.name} to the {target}"


def campaign(puzzles: Path, folder: Path, count: int, seed: int) -> Counter[str]:
    """So many faults; how often each kind.

    Raises:
        AssertionError: something was lost, half-written, or left running.
    """
    reference_folder = folder / "reference"
    faults.batch(puzzles, reference_folder)
    reference = faults.left(reference_folder)
    rng, struck = random.Random(seed), Counter[str]()
    round_ = 0
    while struck.total() < count:
        round_ += 1
        out = folder / f"out-{round_}"
        while True:
            process = start("batch", puzzles, "-o", out, "-u", "-j", 2, "--resume", "-q")
            time.sleep(rng.uniform(0, MOMENT))
            if process.poll() is None and struck.total() < count:
                struck[strike(rng, process)] += 1
            process.communicate(timeout=120)
            faults.nothing_runs(process)
            if out.exists() and faults.check_sound(out, reference) == len(reference["report.jsonl"]):
                break
        faults.batch(puzzles, out, "--resume")
        assert faults.left(out) == reference, f"the end of round {round_} differs"
    return struck


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--faults", type=int, default=100, help="how many (default 100)")
    parser.add_argument("--puzzles", type=int, default=60, help="in the folder (default 60)")
    parser.add_argument("--seed", type=int, default=1, help="another one strikes at other moments")
    arguments = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as name:
        puzzles = Path(name, "puzzles")
        puzzles.mkdir()
        for number in range(arguments.puzzles):
            (puzzles / f"{number:03}.clues").write_text(
                clue_file(random_puzzle(RectGrid(14, 14), seed=number)), encoding="utf-8"
            )
        try:
            struck = campaign(puzzles, Path(name), arguments.faults, arguments.seed)
        except AssertionError as error:
            print(f"failure: {error}", file=sys.stderr)
            return 1
    kinds = ", ".join(f"{number} {kind}" for kind, number in sorted(struck.items()))
    print(f"{struck.total()} faults in batches ({kinds}), 0 failures, {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
