"""A batch that runs: from puzzles to their records, through workers that finish in any order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import CancelledError
from dataclasses import replace
from typing import TYPE_CHECKING, Any, NamedTuple

from nonosat.batch.batch_options import BatchOptions
from nonosat.batch.inputs import UnreadablePuzzle
from nonosat.batch.puzzle_task import (
    PuzzleHeader,
    PuzzleTask,
    TaskOutcome,
    failed_outcome,
    fingerprint,
    read_header,
    solve_task,
)
from nonosat.batch.record import PuzzleRecord
from nonosat.batch.store import Store
from nonosat.core.errors import GaveUp, SolverError
from nonosat.parallel.pool import Call, TookTooLong, WorkerDied

if TYPE_CHECKING:
    from nonosat.parallel.dask_pool import Workers

#: Calls given to each worker: one that runs, and one that waits for it, so that the worker never waits.
_CALLS_PER_WORKER = 2


class FinishedPuzzle(NamedTuple):
    """A puzzle that is finished: its position in the input, from 0, and its record, new or that of an earlier run."""

    position: int
    record: PuzzleRecord
    is_new: bool


def run_batch(
    puzzles: Iterable[PuzzleTask | UnreadablePuzzle],
    workers: Workers,
    store: Store,
    options: BatchOptions,
    *,
    fail_fast: bool = False,
) -> Iterator[FinishedPuzzle]:
    """Solve puzzles and save their files and records.

    Puzzles whose record from an earlier run is still right are not solved again.

    Args:
        puzzles: taken one after the other, as workers become free.
        fail_fast: stop at the first puzzle, in the order of the input, whose exit code is not 0; later puzzles that
            are being solved at that time may still be finished.

    Yields:
        The puzzles in the order in which they finish.

    Raises:
        FileError: the disk is full, or the report cannot be written.
        SolverError: the workers take no more tasks.
    """
    return _BatchRun(workers, store, options, fail_fast).run(puzzles)


class _BatchRun:
    """A batch that is running.

    Attributes:
        pending: the submitted tasks, by position.
        ended: outcomes of tasks whose worker was ended, by position; another worker reads their puzzles once more for a
            complete record.
        repeated: positions of the tasks that were submitted twice.
        calls: the positions of the puzzles of the calls that have not ended.
        stop_at: position of the first puzzle at which to stop, with `fail_fast`.
    """

    def __init__(self, workers: Workers, store: Store, options: BatchOptions, fail_fast: bool) -> None:
        self.workers = workers
        self.store, self.options, self.fail_fast = store, options, fail_fast
        self.pending: dict[int, PuzzleTask] = {}
        self.ended: dict[int, TaskOutcome] = {}
        self.repeated: set[int] = set()
        self.calls: dict[Call[Any], int] = {}
        self.stop_at: int | None = None

    def run(self, puzzles: Iterable[PuzzleTask | UnreadablePuzzle]) -> Iterator[FinishedPuzzle]:
        """Submit tasks while there is room, else wait for one to finish."""
        waiting = enumerate(puzzles)
        is_exhausted = False
        while not is_exhausted or self.pending:
            if not is_exhausted and self.stop_at is None and len(self.pending) < _CALLS_PER_WORKER * self.workers.size:
                position, puzzle = next(waiting, (-1, None))
                if puzzle is None:
                    is_exhausted = True
                elif done := self._start(position, puzzle):
                    yield done
            elif self.stop_at is not None and all(position > self.stop_at for position in self.pending):
                return
            else:
                call = self.workers.wait()
                assert call is not None
                position = self.calls.pop(call)
                if outcome := self._receive(position, call):
                    del self.pending[position]
                    yield self._finish(position, outcome)

    def _start(self, position: int, puzzle: PuzzleTask | UnreadablePuzzle) -> FinishedPuzzle | None:
        """Submit the task of a puzzle, or return the puzzle if it is finished without a worker."""
        if isinstance(puzzle, UnreadablePuzzle):
            nothing = PuzzleTask(name=puzzle.name, file=puzzle.file, text=b"")
            return self._finish(position, failed_outcome(nothing, self.options, puzzle.error))
        known = self.store.find(puzzle.name)
        if known is not None and known.is_still_valid(fingerprint(puzzle, self.options), self.options.timeout):
            self._check_stop(position, known)
            return FinishedPuzzle(position, known, is_new=False)
        self.pending[position] = puzzle
        self._submit(position, solve_task, puzzle, self.options)
        return None

    def _submit(self, position: int, function: Callable[..., object], *arguments: object) -> None:
        """Let a worker call a function for the puzzle at a position."""
        self.calls[self.workers.submit(function, *arguments)] = position

    def _receive(self, position: int, call: Call[Any]) -> TaskOutcome | None:
        """The outcome of a puzzle whose call has ended; None if another call has been submitted for it.

        A worker that was ended cannot report the header of its puzzle. A worker reads the puzzle once more, and not
        this process, where that might take as long or as much memory. A task whose result is lost, such as when a
        machine of a cluster is switched off, is submitted a second time.
        """
        if outcome := self.ended.pop(position, None):
            header = PuzzleHeader() if call.error else call.result()
            return outcome._replace(record=header.added_to(outcome.record))
        task = self.pending[position]
        if isinstance(call.error, TookTooLong | WorkerDied):
            self.ended[position] = _outcome(call, task, self.options)
            self._submit(position, read_header, task)
            return None
        if call.error and position not in self.repeated:
            self.repeated.add(position)
            self._submit(position, solve_task, task, self.options)
            return None
        return _outcome(call, task, self.options)

    def _finish(self, position: int, outcome: TaskOutcome) -> FinishedPuzzle:
        record = self.store.save(outcome)
        self._check_stop(position, record)
        return FinishedPuzzle(position, record, is_new=True)

    def _check_stop(self, position: int, record: PuzzleRecord) -> None:
        """Stop at a puzzle if it is the first one to stop at."""
        if self.fail_fast and record.exit:
            self.stop_at = position if self.stop_at is None else min(self.stop_at, position)


def _outcome(call: Call[TaskOutcome], task: PuzzleTask, options: BatchOptions) -> TaskOutcome:
    """The outcome of a task that has ended with a result or an error."""
    try:
        return call.result()
    except TookTooLong as late:
        outcome = failed_outcome(task, options, GaveUp("no answer within the time limit"))
        return outcome._replace(record=replace(outcome.record, seconds=late.seconds))
    except WorkerDied as died:
        return failed_outcome(task, options, SolverError(f"two workers died on it (the last one: {died})"))
    except CancelledError:
        return failed_outcome(task, options, SolverError("its worker was lost"))
    except Exception as error:  # Dask reports a worker that died by errors of its own
        return failed_outcome(task, options, SolverError(f"its worker failed: {type(error).__name__}: {error}"))
