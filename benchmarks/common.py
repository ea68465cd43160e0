"""What the benchmarks share: the line about the machine, interleaved timing, medians, tables."""

from __future__ import annotations

import datetime
import math
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path
from typing import ParamSpec, TypeVar

ROOT = Path(__file__).resolve().parents[1]

Cell = str | int | float | None

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


def timed(function: Callable[P, T], *arguments: P.args, **options: P.kwargs) -> tuple[float, T]:
    """How many seconds one call takes, and what it returns."""
    began = time.perf_counter()
    value = function(*arguments, **options)
    return time.perf_counter() - began, value


def interleaved(runs: dict[str, Callable[[], object]], rounds: int) -> dict[str, list[float]]:
    """Seconds of each, a round of all after the other, so that a slow minute of the machine hits them alike."""
    times: dict[str, list[float]] = {name: [] for name in runs}
    for _ in range(rounds):
        for name, run in runs.items():
            times[name].append(timed(run)[0])
    return times


def progress(done: int, total: int, what: str) -> None:
    """Tell a person at a terminal how far it is; tables come at the end, when their widths are known."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{done}/{total} {what}", end="" if done < total else "\r\x1b[K", file=sys.stderr, flush=True)


def median(values: Sequence[float]) -> float:
    return statistics.median(values)


def exponent(points: Sequence[tuple[float, float]]) -> float | None:
    """The power p for which y = c * x ** p fits best, by least squares on the logarithms; None for fewer than two x."""
    logs = [(math.log(x), math.log(y)) for x, y in points if x > 0 and y > 0]
    if len({x for x, _ in logs}) < 2:
        return None
    slope, _ = statistics.linear_regression([x for x, _ in logs], [y for _, y in logs])
    return slope


def shown(value: Cell) -> str:
    """Numbers to three digits, whole ones with separators; a dash for what there is not."""
    if value is None:
        return "-"
    if isinstance(value, int):
        return f"{value:,}"
    if isinstance(value, float):
        digits = 3 if value == 0 else max(0, 2 - math.floor(math.log10(abs(value))))
        return f"{value:,.{min(digits, 5)}f}"
    return value


def table(head: Sequence[str], rows: Sequence[Sequence[Cell]]) -> str:
    """A Markdown table that can be read as it is: columns aligned, numbers to the right."""
    texts = [[shown(value) for value in row] for row in rows]
    right = [bool(rows) and all(isinstance(row[i], int | float | None) for row in rows) for i in range(len(head))]
    widths = [max(len(title), 3, *(len(row[i]) for row in texts)) for i, title in enumerate(head)]

    def line(values: Sequence[str]) -> str:
        cells = (v.rjust(w) if r else v.ljust(w) for v, w, r in zip(values, widths, right, strict=True))
        return f"| {' | '.join(cells)} |"

    rule = ("-" * (w - 1) + ":" if r else "-" * w for w, r in zip(widths, right, strict=True))
    return "\n".join([line(head), f"| {' | '.join(rule)} |", *map(line, texts)])
