"""Making attempts at puzzles, in this process or in several, with the progress on a terminal."""

from __future__ import annotations

import contextlib
from collections import deque
from collections.abc import Generator
from itertools import count as counted_from

from nonosat.authoring.generation import GeneratedPuzzle, GenerationRequest, attempt, select_new
from nonosat.cli.interrupts import ended_by_signals
from nonosat.cli.status_line import StatusLine
from nonosat.errors import GaveUp
from nonosat.parallel.processes import available_cores
from nonosat.system.deadline import Deadline
from nonosat.system.run import Run

#: The results of attempts in order, None where one failed.
Results = Generator[GeneratedPuzzle | None, None, None]

#: Attempts that are submitted for each worker ahead of the one whose result is waited for.
_AHEAD = 4


def generate_found(
    request: GenerationRequest, n_puzzles: int, jobs: int | None, timeout: float | None
) -> tuple[list[GeneratedPuzzle], GaveUp | None]:
    """Generate puzzles; the same ones for any number of workers.

    Args:
        request: the properties of the puzzles.
        n_puzzles: their number.
        jobs: number of processes; None for one a core.
        timeout: seconds; None for no limit.

    Returns:
        The puzzles, and why there are no more of them, if that is so.
    """
    found: list[GeneratedPuzzle] = []
    line = StatusLine()

    def shown(results: Results) -> Results:
        """The results, with a bar on a terminal that says how many puzzles there are."""
        for number, result in enumerate(results, 1):
            line.draw_bar(len(found), n_puzzles, f"{len(found):,}/{n_puzzles:,}, {number:,} attempts")
            yield result

    try:
        with ended_by_signals(), contextlib.closing(_attempts(request, jobs, Deadline.after(timeout))) as results:
            for puzzle in select_new(shown(results), n_puzzles):
                found.append(puzzle)  # noqa: PERF402 - those found before an error count
    except GaveUp as error:
        return found, error
    finally:
        line.erase()
    return found, None


def _attempts(request: GenerationRequest, jobs: int | None, deadline: Deadline) -> Results:
    """The results of all attempts in order."""
    jobs = jobs or available_cores()
    if jobs == 1 or request.is_by_lines:  # what line solving decides is found sooner than a worker has started
        for number in counted_from():
            yield attempt(request, number, Run(deadline))
    from nonosat.parallel.pool import Call, Pool

    with Pool(jobs) as pool:
        waiting: deque[Call[GeneratedPuzzle | None]] = deque()
        for number in counted_from():
            waiting.append(pool.submit(attempt, request, number, Run(deadline)))
            while len(waiting) >= _AHEAD * jobs and not waiting[0].is_done:
                pool.wait()
            if waiting[0].is_done:
                yield waiting.popleft().result()
