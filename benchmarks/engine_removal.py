"""The portfolio without one of its parts: processor seconds of each puzzle with and without each engine and each rule.

    python benchmarks/engine_removal.py [--minutes N] [--only WORD,...] [--changes WORD,...] [--seed N] [--longest S]
        [--all] [--quick]

Every row is solved with `unique=True` and two processes, by the portfolio as it is and with each change that concerns
its regime: an engine of the first or the second question that takes no part, a regime that is not there (the next one
that fits takes its place), turns that are the usual ones, the first try of another length. The figures are processor
seconds of all processes, so other programs change them less than the clock; turns are still cut by the clock. A change
has three times the seconds of the row, and at least two. A change is marked if it takes more than 1.5 times as long as
the median of its row, or less than two thirds, and differs by 0.3 s; with --all the others are printed,
too. `first` and `second` name the engines that answered the two questions.

Puzzles with names lie in `hard/` and `large/` of the folder that NONOSAT_PUZZLES names, or else of ../shared/puzzles.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import signal
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from select import select
from typing import NamedTuple

from common import Cell, machine, median, table
from families import stripes, wedges
from goals import generated, square, unequal
from puzzle_sets import own, shared

from nonosat.core.errors import NonosatError
from nonosat.core.question import Run
from nonosat.lines.fixpoint import propagated
from nonosat.model.hex_grid import HexGrid
from nonosat.model.puzzle import Puzzle
from nonosat.solving.portfolio import probing_search, schedule
from nonosat.solving.portfolio.search_context import measure_open
from nonosat.solving.solve import solve

#: Of the shared puzzles those that need an engine, and less than 10 seconds.
NAMED = (
    *("knotty", "frans_faase", "dom_12", "dom_14", "rand50-000", "rand50-003", "random2-050", "random2-060"),
    *("random2-070", "random2-080", "random2-099", "stripes-064", "stripes-099", "wedges-032", "wedges-048"),
    *("wedges-064", "huge-2-100x100", "huge-5-150x150", "huge-7-200x200", "huge-8-300x300"),
)


def rows(seed: int, quick: bool) -> Iterator[tuple[str, Callable[[], Puzzle]]]:
    """Names and puzzles; the generated ones with two seeds from `seed` on."""
    if quick:
        yield "wedges 32", partial(wedges, 32)
        return
    found = {entry.name: entry for entry in shared()}
    yield from ((name, found[name].load) for name in NAMED if name in found)
    yield from ((entry.name, entry.load) for entry in own())
    random = {
        "70x70": generated(square(70)),
        "70x70, 40 %": generated(square(70), density=0.4),
        "99x99": generated(square(99)),
        "60x60, 3 colours": generated(square(60), 3),
        "80x80, 2 colours": generated(square(80), 2),
        "40x40, 4 colours, 30 % ?": generated(square(40), 4, 0.3),
        "40x40, 3 colours, all ?": generated(square(40), 3, 1.0),
        "30x30, 2 unequal, all ?": unequal(square(30), (0.4, 0.1)),
        "hex 40": generated(HexGrid(40)),
        "hex 60": generated(HexGrid(60)),
        "120x120": generated(square(120)),
    }
    for number in (seed, seed + 1):
        for name, make in random.items():
            yield f"{name}, {number}", lambda make=make, number=number: make([number])[0]  # type: ignore[misc]
    # Of the seeds from 7001 to 8000 some that the first try leaves open.
    for size, number in (
        (30, 7045),
        (30, 7154),
        (30, 7225),
        (30, 7282),
        (30, 7444),
        (25, 7500),
        (25, 7727),
        (30, 7990),
    ):
        yield f"{size}x{size}, {number}", lambda size=size, number=number: generated(square(size))([number])[0]  # type: ignore[misc]
    yield "stripes 120", partial(stripes, 120)
    yield "wedges 80", partial(wedges, 80)


def _regimes(change: Callable[[schedule.Regime], schedule.Regime]) -> None:
    for name, regime in schedule.REGIMES.items():
        schedule.REGIMES[name] = change(regime)


def _without(question: str, engine: str) -> None:
    def change(regime: schedule.Regime) -> schedule.Regime:
        rest = {name: turns for name, turns in getattr(regime, question).items() if name != engine}
        return regime._replace(**{question: rest})

    _regimes(change)


def _usual_turns(turns: schedule.TurnSeconds) -> None:
    def usual(families: schedule.Families) -> schedule.Families:
        return {name: None if each == turns else each for name, each in families.items()}

    _regimes(lambda regime: regime._replace(first=usual(regime.first), another=usual(regime.another)))


def _first_try(length: str) -> None:
    _regimes(lambda regime: regime._replace(first_try=length))  # type: ignore[arg-type]


def _set(module: object, name: str, value: object) -> None:
    setattr(module, name, value)


def changes(name: str) -> dict[str, Callable[[], None]]:
    """The changes that concern rows of a regime."""
    regime = schedule.REGIMES[name]
    found: dict[str, Callable[[], None]] = {}
    if name != list(schedule.REGIMES)[-1]:
        found[f"regime {name}"] = lambda: schedule.REGIMES.__delitem__(name)
    for engine in regime.first:
        found[f"first: {engine}"] = partial(_without, "first", engine)
    for turns in dict.fromkeys(filter(None, regime.first.values())):
        found[f"turns {turns[0]}, {turns[1]}"] = partial(_usual_turns, turns)
    if regime.alone:
        found["alone"] = lambda: _regimes(
            lambda regime: regime._replace(first={**regime.alone, **regime.first}, alone={})
        )
    if regime.first_try != "none":
        found["first try none"] = partial(_first_try, "none")
        found["MANY_STARTS"] = partial(_set, schedule, "MANY_STARTS", 10**9)
    else:
        found["first try short"] = partial(_first_try, "short")
    if "long blocks" in name:
        found["probing: one attempt"] = partial(_set, probing_search, "ATTEMPTS", probing_search.ATTEMPTS[:1])
    for engine in regime.another:
        found[f"second: {engine}"] = partial(_without, "another", engine)
    return found


class Measured(NamedTuple):
    """One run: processor seconds, the verdict, and the engines that answered the two questions."""

    seconds: float
    verdict: str
    first: str = ""
    second: str = ""


def measure(puzzle: Puzzle, change: Callable[[], None] | None, limit: float) -> Measured:
    """Solve a puzzle in a process of its own, until it has used its limit of processor seconds."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        os.setpgrp()
        log: list[str] = []
        verdict = "-"
        try:
            if change:
                change()
            result = solve(puzzle, unique=True, processes=2, timeout=Run(log=log.append))
            verdict = {True: "unique", False: "several", None: "none"}[result.unique]
        except NonosatError as error:
            verdict = type(error).__name__
        finally:
            os.write(writing, json.dumps([verdict, *_winners(log)]).encode())
            os._exit(0)
    os.close(writing)
    with open(reading, "rb") as pipe:
        while not select([pipe], [], [], 0.1)[0]:
            if (seconds := _used(child)) > limit:
                os.killpg(child, signal.SIGKILL)
                os.wait4(child, 0)
                return Measured(seconds, "-")
        answer = json.loads(pipe.read())
    _, _, used = os.wait4(child, 0)
    return Measured(used.ru_utime + used.ru_stime, *answer)


def _used(group: int) -> float:
    """The processor seconds of a group of processes."""
    ticks = 0
    for path in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = path.read_text().rpartition(")")[2].split()
            if int(fields[2]) == group:
                ticks += sum(map(int, fields[11:15]))
    return ticks / os.sysconf("SC_CLK_TCK")


def _winners(log: list[str]) -> tuple[str, str]:
    first = next(
        (m[1] for line in log if (m := re.match(r"(.*) (?:found a solution|proved that there is no sol)", line))), ""
    )
    again = r"(.*) (?:found a second solution|proved that there is no other)"
    second = next((m[1] for line in log if (m := re.match(again, line))), "")
    return first, second


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--minutes", type=float, default=15.0, help="no further measurement then (default 15)")
    parser.add_argument("--only", default="", help="rows whose names contain one of these words")
    parser.add_argument("--changes", default="", help="changes whose names contain one of these words")
    parser.add_argument("--seed", type=int, default=7001, help="of the first generated puzzles (default 7001)")
    parser.add_argument("--longest", type=float, default=20.0, help="processor seconds of a row (default 20)")
    parser.add_argument("--all", action="store_true", help="also the rows that a change leaves as they are")
    parser.add_argument("--quick", action="store_true", help="one row, to see that it works")
    options = parser.parse_args()
    end = time.monotonic() + 60 * options.minutes
    print(machine() + "\n", flush=True)
    found: dict[str, list[list[Cell]]] = {}
    counts: dict[str, int] = {}
    for name, load in rows(options.seed, options.quick):
        if time.monotonic() > end:
            break
        if not any(word in name for word in options.only.split(",")):
            continue
        puzzle = load()
        state = propagated(puzzle)
        if state is None or not state.n_open:
            continue
        regime = schedule.regime_of(measure_open(state.domains()))
        regime_name = next(key for key, value in schedule.REGIMES.items() if value is regime)
        base = measure(puzzle, None, options.longest)
        print(f"{name}: {regime_name}, {base.seconds:.2f} s, {base.verdict}, {base.first}, {base.second}", flush=True)
        if base.verdict not in ("unique", "several"):
            continue
        # A row that the first try answers runs no engine.
        runs_engines = {base.first, base.second} != {"glucose4", ""}
        measured: dict[str, Measured] = {}
        for change, apply in changes(regime_name).items():
            if time.monotonic() > end or not any(word in change for word in options.changes.split(",")):
                continue
            if not runs_engines and not change.startswith(("first try", "MANY")):
                continue
            if change.startswith("second") and base.first == base.second:
                continue
            measured[change] = measure(puzzle, apply, max(2.0, 3 * base.seconds))
            print("   ", change, *measured[change], flush=True)
        usual = median([run.seconds for run in (base, *measured.values()) if run.verdict == base.verdict])
        for change, run in measured.items():
            is_other = abs(run.seconds - usual) > 0.3 and not 1 / 1.5 < run.seconds / usual < 1.5
            marked = run.verdict != base.verdict or is_other
            counts[change] = counts.get(change, 0) + 1
            if marked or options.all:
                found.setdefault(change, []).append([change, name, usual, *run, "*" if marked else ""])
    head = ["without", "puzzle", "with s", "without s", "verdict", "first", "second", ""]
    print("\n" + table(head, [row for name in counts for row in found.get(name, ())]))
    print("\n" + table(["without", "rows", "changed"], _summary(counts, found)))


def _summary(counts: Mapping[str, int], found: Mapping[str, list[list[Cell]]]) -> list[list[Cell]]:
    return [[name, number, sum(row[-1] == "*" for row in found.get(name, ()))] for name, number in counts.items()]


if __name__ == "__main__":
    main()
