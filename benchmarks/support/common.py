"""What the benchmarks share: options, the line about the machine, timing, progress, medians, tables."""

from __future__ import annotations

import argparse
import datetime
import math
import os
import platform
import shutil
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from importlib import metadata
from pathlib import Path
from typing import ParamSpec, TypeVar

from nonosat.core.tables import Cell, format_cell

ROOT = Path(__file__).resolve().parents[2]

P = ParamSpec("P")
T = TypeVar("T")


def machine(*packages: str) -> str:
    """When and on what this runs: date, processor, cores, load, Python, and the packages that are installed."""
    versions = []
    for package in ("nonosat", "python-sat", *packages):
        try:
            versions.append(f"{package} {metadata.version(package)}")
        except metadata.PackageNotFoundError:
            versions.append(f"{package} not installed")
    cores = len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count()
    parts = [datetime.date.today().isoformat(), _processor(), f"{cores} cores"]
    if hasattr(os, "getloadavg"):
        parts.append(f"load {os.getloadavg()[0]:.1f}")
    return ", ".join([*parts, f"{platform.python_implementation()} {platform.python_version()}", *versions])


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    models = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(models, platform.processor() or platform.machine())


def options_parser(doc: str | None, quick: str = "few puzzles, to see that it works") -> argparse.ArgumentParser:
    """Options of a script: its description, and `--quick`."""
    found = argparse.ArgumentParser(description=doc, formatter_class=argparse.RawDescriptionHelpFormatter)
    found.add_argument("--quick", action="store_true", help=quick)
    return found


def nonosat_command() -> list[str]:
    """The command of this environment; the module where no command is installed."""
    found = shutil.which("nonosat", path=os.path.dirname(sys.executable))
    return [found] if found else [sys.executable, "-m", "nonosat"]


def ordinary_environment() -> dict[str, str]:
    """The variables for whole commands: byte code is kept, as in any ordinary installation."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"}


def timed(function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> tuple[float, T]:
    """How many seconds one call takes, and what it returns."""
    began = time.perf_counter()
    value = function(*arguments, **options)
    return time.perf_counter() - began, value


def cpu_timed(function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> tuple[float, T]:
    """How many seconds processors work for one call, child processes that have ended included, and what it returns.

    Other programs on the same machine hardly change it.
    """
    began = time.process_time() + sum(os.times()[2:4])
    value = function(*arguments, **options)
    return time.process_time() + sum(os.times()[2:4]) - began, value


def interleaved(runs: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Seconds of each, a round of all after the other, so that a slow minute of the machine hits them alike."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            times[name].append(timed(run)[0])
    return times


@contextmanager
def busy(number: int) -> Iterator[None]:
    """That many processes compute within the block."""
    processes = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(number)]
    try:
        yield
    finally:
        for process in processes:
            process.kill()
            process.wait()


def progress(done: int, total: int, what: str) -> None:
    """Show progress on a terminal; tables come at the end, when their widths are known."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{done}/{total} {what}", end="" if done < total else "\r\x1b[K", file=sys.stderr, flush=True)


def watched(items: Iterable[T], name: Callable[[T], str] = str) -> Iterator[T]:
    """The items, one after the other, with their progress."""
    known = list(items)
    for done, item in enumerate(known):
        progress(done, len(known), name(item))
        yield item
    progress(len(known), len(known), "")


def median(values: Sequence[float]) -> float:
    return statistics.median(values)


def exponent(points: Iterable[tuple[float, float]]) -> float | None:
    """The exponent p of the power law y = c * x ** p that fits best, by least squares on the logarithms.

    Points that are not positive are left out. None for fewer than two different x.
    """
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    if len({x for x, _ in logs}) < 2:
        return None
    return statistics.linear_regression([x for x, _ in logs], [y for _, y in logs]).slope


def table(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """A Markdown table whose source is aligned, too: columns with numbers to the right."""
    columns = list(zip(*rows, strict=True)) or [()] * len(head)
    right = [any(isinstance(value, int | float) for value in column) or {*column} == {None} for column in columns]
    texts = [list(head), *([format_cell(value) for value in row] for row in rows)]
    widths = [max(3, *map(len, column)) for column in zip(*texts, strict=True)]
    aligned = [[f"{v:>{w}}" if r else f"{v:<{w}}" for v, w, r in zip(t, widths, right, strict=True)] for t in texts]
    rule = ["-" * (w - 1) + ":" if r else "-" * w for w, r in zip(widths, right, strict=True)]
    return "\n".join(f"| {' | '.join(line)} |" for line in (aligned[0], rule, *aligned[1:]))
