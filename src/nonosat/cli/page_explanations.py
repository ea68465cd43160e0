"""The puzzles of `nonosat page --hints`: explained by several processes at once, with a line for each that is not."""

from __future__ import annotations

from dataclasses import replace

from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.option_words import print_error, print_note
from nonosat.cli.status_line import StatusLine
from nonosat.core.errors import GaveUp, NonosatError, NoSolution, SolverError
from nonosat.model.nouns import count
from nonosat.parallel.pool import Call, Pool, TookTooLong, WorkerDied
from nonosat.parallel.processes import available_cores
from nonosat.publishing.page import PagePuzzle
from nonosat.publishing.page_hints import PageHints, page_hints

#: Seconds that a puzzle may last beyond its time limit before its worker is ended.
_GRACE = 1.0


def explained_puzzles(puzzles: list[PagePuzzle], jobs: int | None, seconds: float) -> tuple[list[PagePuzzle], int]:
    """The puzzles that have a solution, with hints if they are explained in time; and the exit code."""
    shown, worst = [], 0
    for puzzle, call in zip(puzzles, _calls(puzzles, jobs, seconds), strict=True):
        try:
            hints = _hints(call) if call else PageHints(puzzle.steps, 0)
        except NonosatError as error:
            print_error(error, puzzle.name)
            worst = max(worst, error.exit_code)
            if not isinstance(error, NoSolution):
                shown.append(puzzle)
            continue
        if hints.n_open:
            print_note(puzzle.name, f"several solutions; {count(hints.n_open, 'cell')} without a hint")
        shown.append(replace(puzzle, steps=hints.steps))
    return shown, worst


def _calls(puzzles: list[PagePuzzle], jobs: int | None, seconds: float) -> list[Call[PageHints] | None]:
    """For each puzzle the call that has explained it, or None if it has steps already."""
    line, call_seconds = StatusLine(), seconds + _GRACE
    size = jobs or available_cores()
    with ended_by_signals(), Pool(size, preload=["nonosat.explaining.explainer"], call_seconds=call_seconds) as pool:
        calls = [None if each.steps else pool.submit(page_hints, each.puzzle, seconds) for each in puzzles]
        n_calls = sum(call is not None for call in calls)
        try:
            for n_done in range(n_calls):
                line.draw_bar(n_done, n_calls, f"{n_done:,}/{n_calls:,} explained")
                pool.wait()
        finally:
            line.erase()
    return calls


def _hints(call: Call[PageHints]) -> PageHints:
    """The hints that a call has found; an error says that there are none."""
    try:
        return call.result()
    except (GaveUp, TookTooLong):
        raise GaveUp("no hints, since it was not explained in time; a longer --timeout may help") from None
    except WorkerDied as died:
        raise SolverError(f"no hints, since two workers died on it (the last one: {died})") from None
