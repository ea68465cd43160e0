"""The way from puzzles to their records, through workers, in whatever order these finish."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from concurrent.futures import CancelledError, Executor, Future
from queue import SimpleQueue

from nonosat.batch.inputs import Unreadable
from nonosat.batch.puzzle_task import Done, PuzzleTask, Wanted, failed, fingerprint, work
from nonosat.batch.record import Record
from nonosat.batch.store import Store
from nonosat.batch.workers import TookTooLong, WorkerDied
from nonosat.errors import GaveUp, SolverError

#: How many puzzles wait beside each that is being worked on, so that no worker waits for us.
_AHEAD = 2


def run(
    puzzles: Iterable[PuzzleTask | Unreadable],
    executor: Executor,
    size: int,
    store: Store,
    wanted: Wanted,
    *,
    fail_fast: bool = False,
) -> Iterator[tuple[int, Record, bool]]:
    """Solve puzzles, and keep what came of them.

    Args:
        puzzles: read one after the other, as there is somebody to work on them.
        executor: does the work.
        size: how many it can do at once.
        store: keeps each record as soon as there is one, and knows those of earlier runs, which are not done again.
        wanted: what to do with each puzzle.
        fail_fast: stop at the first puzzle, in their order, that is not solved as wanted; those behind it may be done.

    Yields:
        the number of a puzzle, its record, and whether it is new; in the order in which they finish.

    Raises:
        InputError: nothing more can be written.
        SolverError: the executor takes no more work.
    """
    waiting = enumerate(puzzles)
    finished: SimpleQueue[tuple[int, Future[Done]]] = SimpleQueue()
    pending: dict[int, PuzzleTask] = {}
    worst: int | None = None  # the first puzzle to stop at
    more = True
    while more or pending:
        while more and worst is None and len(pending) < _AHEAD * size:
            index, puzzle = next(waiting, (-1, None))
            if puzzle is None:
                more = False
                break
            record, is_new = _at_once(puzzle, store, wanted)
            if record is None:
                assert isinstance(puzzle, PuzzleTask)
                pending[index] = puzzle
                _submit(executor, puzzle, wanted, index, finished)
                continue
            yield index, record, is_new
            if fail_fast and record.exit_code:
                worst = index
        if worst is not None and all(index > worst for index in pending):
            return
        if pending:
            index, future = finished.get()
            record = store.keep(_outcome(future, pending.pop(index), wanted))
            yield index, record, True
            if fail_fast and record.exit_code:
                worst = index if worst is None else min(worst, index)


def _at_once(puzzle: PuzzleTask | Unreadable, store: Store, wanted: Wanted) -> tuple[Record | None, bool]:
    """The record of a puzzle that needs no work, and whether it is new."""
    known = store.find(puzzle.name)
    if isinstance(puzzle, Unreadable):
        nothing = PuzzleTask(puzzle.name, puzzle.file, b"")
        return store.keep(failed(nothing, wanted, puzzle.error)), True
    if known is not None and known.is_answer_to(fingerprint(puzzle, wanted), wanted.timeout):
        return known, False
    return None, True


def _submit(
    executor: Executor, task: PuzzleTask, wanted: Wanted, index: int, finished: SimpleQueue[tuple[int, Future[Done]]]
) -> None:
    try:
        future = executor.submit(work, task, wanted)
    except RuntimeError as error:
        raise SolverError(f"the workers take no more work: {error}") from None
    future.add_done_callback(lambda future: finished.put((index, future)))


def _outcome(future: Future[Done], task: PuzzleTask, wanted: Wanted) -> Done:
    """What came of a task, also if that is nothing."""
    try:
        return future.result()
    except TookTooLong as late:
        done = failed(task, wanted, GaveUp("no answer within the time limit"))
        return done._replace(record=done.record._replace(seconds=late.seconds))
    except WorkerDied as died:
        return failed(task, wanted, SolverError(f"two workers died at it, the last {died}"))
    except CancelledError:
        return failed(task, wanted, SolverError("its worker was lost"))
    except Exception as error:  # an executor has its own ways to say that a worker died
        return failed(task, wanted, SolverError(f"its worker failed: {type(error).__name__}: {error}"))
