"""What the benchmarks share: the line about the machine, interleaved timing, medians, tables."""

from __future__ import annotations

import datetime
import math
import os
import platform
import statistics
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from importlib import metadata
from pathlib import Path
from typing import ParamSpec, TypeVar

from nonosat.core.tables import Cell, format_cell

__all__ = ["ROOT", "Cell", "cpu_timed", "exponent", "interleaved", "machine", "median", "progress", "table", "timed"]

ROOT = Path(__file__).resolve().parents[1]

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


def progress(done: int, total: int, what: str) -> None:
    """Show progress on a terminal; tables come at the end, when their widths are known."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{done}/{total} {what}", end="" if done < total else "\r\x1b[K", file=sys.stderr, flush=True)


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
