"""How soon `nonosat draw` answers: from the command of a page to its event, with HTTP and all processes.

Usage: python benchmarks/parts/drawing.py [--quick] [--strokes 10000]
"""

from __future__ import annotations

import http.client
import json
import os
import random
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from nonosat import Puzzle, RectGrid, solve
from nonosat.drawing_board.sketch import Sketch
from nonosat.model.palette import default_palette

sys.path.append(str(Path(__file__).resolve().parents[1]))

from support.common import Cell, machine, median, nonosat_command, options_parser, table, watched
from support.puzzle_sets import own

#: An event, with the reading of `time.perf_counter` when it came.
Event = tuple[float, dict[str, Any]]


class Page:
    """A page of a running `nonosat draw`, without a browser."""

    def __init__(self, address: str) -> None:
        parts = urlsplit(address)
        self._key, self._place = parts.query.removeprefix("key="), (parts.hostname or "", parts.port)
        self._commands = http.client.HTTPConnection(*self._place)
        self.events: list[Event] = []
        self._news = threading.Condition()
        events = http.client.HTTPConnection(*self._place)
        events.request("GET", f"/events?key={self._key}")
        threading.Thread(target=self._listen, args=(events.getresponse(),), daemon=True).start()

    def send(self, command: object) -> dict[str, Any]:
        self._commands.request("POST", "/command", json.dumps(command), {"X-Key": self._key})
        reply: dict[str, Any] = json.loads(self._commands.getresponse().read())
        if "error" in reply:
            raise RuntimeError(reply["error"])
        return reply

    def seconds(self, command: object, wanted: Callable[[dict[str, Any]], bool], limit: float = 30.0) -> float | None:
        """The time from a command to an event about the state after it; None if there is none within the limit."""
        began = time.perf_counter()
        number, seen = self.send(command)["number"], 0
        with self._news:
            while True:
                for moment, event in self.events[seen:]:
                    if event.get("number") == number and wanted(event):
                        return moment - began
                seen = len(self.events)
                if not self._news.wait(max(0.0, began + limit - time.perf_counter())):
                    return None

    def show(self, sketch: Sketch) -> None:
        """Replace the drawing, and wait a moment."""
        self.send({"do": "replace", "sketch": sketch.record()})
        time.sleep(0.1)
        with self._news:
            self.events.clear()

    def _listen(self, response: http.client.HTTPResponse) -> None:
        while line := response.readline():
            if line.startswith(b"data: "):
                with self._news:
                    self.events.append((time.perf_counter(), json.loads(line[6:])))
                    self._news.notify_all()


@contextmanager
def drawing() -> Iterator[tuple[Page, int]]:
    """A page, and the process of its server."""
    with tempfile.TemporaryDirectory() as folder:
        words = [*nonosat_command(), "draw", "--no-browser"]
        process = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            assert process.stdout is not None
            page = Page(process.stdout.readline().strip())
            time.sleep(2)
            yield page, process.pid
        finally:
            process.terminate()
            process.wait()


def about(kind: str) -> Callable[[dict[str, Any]], bool]:
    return lambda event: event.get("about") == kind


def share(values: list[float], part: float) -> float:
    """The value below which a part of the values is."""
    return sorted(values)[min(len(values) - 1, int(part * len(values)))]


def row(name: str, goal: str, values: list[float | None]) -> list[Cell]:
    known = [1000 * value for value in values if value is not None]
    late = len(values) - len(known)
    figures = (median(known), share(known, 0.95), max(known)) if known else (None, None, None)
    return [name, goal, len(values), *(figure and round(figure, 1) for figure in figures), late]


class Brush:
    """A person who draws on a sketch."""

    def __init__(self, sketch: Sketch, seed: int = 1) -> None:
        self.sketch, self._rng = sketch, random.Random(seed)

    def stroke(self) -> dict[str, object]:
        """A command that gives four neighbouring cells another colour."""
        first = self._rng.randrange(self.sketch.grid.n_cells - 4)
        color = (self.sketch.cells[first] + 1) % (self.sketch.palette.n_colors + 1)
        cells = dict.fromkeys(range(first, first + 4), color)
        self.sketch = self.sketch.painted(cells)
        return {"do": "paint", "cells": list(cells.items())}


def blobs(size: int, n_colors: int, rng: random.Random) -> Sketch:
    """A picture of rectangles, as large as those that people draw."""
    cells = bytearray(size * size)
    for _ in range(size * size // 30):
        top, left, color = rng.randrange(size), rng.randrange(size), rng.randrange(n_colors + 1)
        for y in range(top, min(size, top + rng.randrange(2, 8))):
            for x in range(left, min(size, left + rng.randrange(2, 8))):
                cells[y * size + x] = color
    return Sketch(RectGrid(size, size), default_palette(n_colors), bytes(cells))


def open_cells(page: Page, n_strokes: int) -> Iterator[list[Cell]]:
    rng = random.Random(1)
    for size, goal in ((20, "30"), (40, "50"), (60, "-"), (100, "200")):
        for n_colors in (1, 4):
            brush = Brush(blobs(size, n_colors, rng))
            page.show(brush.sketch)
            found: list[float | None] = []
            for _ in range(n_strokes):
                found.append(page.seconds(brush.stroke(), about("lines")))
                time.sleep(0.02)
            yield row(f"open cells, {size}x{size}, {'one colour' if n_colors == 1 else '4 colours'}", goal, found)


def unique(page: Page, n_strokes: int) -> Iterator[list[Cell]]:
    """The puzzles of the gallery with 1 to 4 cells changed."""
    rng, found = random.Random(2), list[float | None]()
    puzzles: list[Puzzle] = [entry.load() for entry in own()]
    known = [(puzzle, solve(puzzle).picture) for puzzle in puzzles if puzzle.grid.n_cells <= 10_000]
    sketches = [Sketch.of(picture, puzzle.palette) for puzzle, picture in known if picture is not None]
    for number in watched(range(n_strokes), str):
        sketch = sketches[number % len(sketches)]
        page.show(sketch)
        changed = rng.sample(range(sketch.grid.n_cells), min(sketch.grid.n_cells, rng.randrange(1, 5)))
        cells = [[cell, (sketch.cells[cell] + 1) % (sketch.palette.n_colors + 1)] for cell in changed]
        found.append(page.seconds({"do": "paint", "cells": cells}, about("solutions")))
    yield row("unique, or cells that differ, `puzzles/`", "100 for 95 %", found)


def helpful(page: Page, n_sketches: int) -> Iterator[list[Cell]]:
    """The tenth change that helps, for pictures of 30x30 with several solutions."""
    found, seed = list[float | None](), 0
    while len(found) < n_sketches:
        seed += 1
        brush = Brush(blobs(30, 1, random.Random(seed)), seed)
        before, stroke = brush.sketch, brush.stroke()
        if solve(brush.sketch.puzzle, unique=True).unique is not False:
            continue
        page.show(before)
        seen = 0

        def is_tenth(event: dict[str, Any]) -> bool:
            nonlocal seen
            seen += event.get("about") == "change"
            return seen == 10 or event.get("what") == "fewest"

        found.append(page.seconds(stroke, is_tenth))
    yield row("ten changes that help, 30x30", "2000", found)


def burst(page: Page, pid: int, n_strokes: int, pause: float) -> list[Cell]:
    """Many strokes: megabytes of all processes at the end, and answers about an old state."""
    brush = Brush(blobs(60, 5, random.Random(4)))
    page.show(brush.sketch)
    began = time.perf_counter()
    for _ in range(n_strokes):
        page.send(brush.stroke())
        time.sleep(pause)
    seconds = time.perf_counter() - began
    time.sleep(1)
    state, old = page.events[0][1]["number"], 0
    for _, event in page.events:
        if event["event"] == "answer":
            old += event["number"] != state
        else:
            state = event["number"]
    return [f"{n_strokes:,} strokes, 60x60", round(seconds, 1), round(memory(pid) / 1e6), old, len(children(pid))]


def contents(path: str) -> str:
    """A file of a process; nothing if it has ended."""
    try:
        return Path(path).read_text()
    except OSError:
        return ""


def children(pid: int) -> list[int]:
    found = map(int, contents(f"/proc/{pid}/task/{pid}/children").split())
    return [process for child in found for process in (child, *children(child))]


def memory(pid: int) -> float:
    """Bytes that a process and its children have, each shared page once."""
    total = 0
    for process in (pid, *children(pid)):
        for line in contents(f"/proc/{process}/smaps_rollup").splitlines():
            if line.startswith("Pss:"):
                total += 1024 * int(line.split()[1])
    return total


def main() -> None:
    parser = options_parser(__doc__)
    parser.add_argument("--strokes", type=int, default=10_000, help="strokes of the longest run (default: %(default)s)")
    options = parser.parse_args()
    print(f"{machine()}\n", flush=True)
    n = 3 if options.quick else 100
    with drawing() as (page, pid):
        rows = [*open_cells(page, n), *unique(page, 5 * n), *helpful(page, 1 if options.quick else 20)]
        head = ["answer", "goal ms", "strokes", "median ms", "95 % ms", "longest ms", "none"]
        print(f"{table(head, rows)}\n", flush=True)
        if os.path.exists("/proc/self/smaps_rollup"):
            long = 10 if options.quick else options.strokes
            rows = [burst(page, pid, 5 * n, 0.02), burst(page, pid, long, 0.0)]
            print(table(["run", "seconds", "MB", "old answers", "child processes"], rows))


if __name__ == "__main__":
    main()
