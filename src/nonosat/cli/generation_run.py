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
from nonosat.system.deadline import Deadline

#: The results of attempts in order, None where one failed.
Results = Generator[GeneratedPuzzle | None, None, None]

#: Attempts that are submitted for each worker ahead of the one whose result is waited for.
_AHEAD = 4


def generate_found(
    request: GenerationRequest, n_puzzles: int, jobs: int, timeout: float | None
) -> tuple[list[GeneratedPuzzle], GaveUp | None]:
    """Generate puzzles; the same ones for any number of workers.

    Args:
        request: what they are to be like.
        n_puzzles: how many.
        jobs: number of processes.
        timeout: seconds; None for no limit.

    Returns:
        The puzzles, and why there are no more of them, if that is so.
    """
    deadline = Deadline.after(timeout)
    found: list[GeneratedPuzzle] = []
    line = StatusLine()
    # What line solving decides is found sooner than a worker has started.
    is_alone = jobs == 1 or request.is_by_lines
    results = _alone(request, deadline) if is_alone else _by_workers(request, jobs, deadline)
    try:
        with ended_by_signals(), contextlib.closing(_shown(results, line, found, n_puzzles)) as shown:
            for puzzle in select_new(shown, n_puzzles):
                found.append(puzzle)  # noqa: PERF402 - those found before an error count
    except GaveUp as error:
        return found, error
    finally:
        line.erase()
    return found, None


def _alone(request: GenerationRequest, deadline: Deadline) -> Results:
    """The results of all attempts, made in this process."""
    for number in counted_from():
        yield attempt(request, number, deadline)


def _by_workers(request: GenerationRequest, jobs: int, deadline: Deadline) -> Results:
    """The results of all attempts in order, made by worker processes."""
    from nonosat.parallel.pool import Call, Pool

    with Pool(jobs) as pool:
        waiting: deque[Call[GeneratedPuzzle | None]] = deque()
        for number in counted_from():
            waiting.append(pool.submit(attempt, request, number, deadline))
            while len(waiting) >= _AHEAD * jobs and not waiting[0].is_done:
                pool.wait()
            if waiting[0].is_done:
                yield waiting.popleft().result()


def _shown(results: Results, line: StatusLine, found: list[GeneratedPuzzle], n_puzzles: int) -> Results:
    """The results, with a bar on a terminal that says how many puzzles there are."""
    with contextlib.closing(results):
        for number, result in enumerate(results, 1):
            line.draw_bar(len(found), n_puzzles, f"{len(found):,}/{n_puzzles:,}, {number:,} attempts")
            yield result
