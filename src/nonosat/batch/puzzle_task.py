"""Solving one puzzle of a batch, from its text to its record and the contents of its files: the work of a worker.

It reads and writes no files, so that it can run anywhere, and more than once.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from dataclasses import asdict, dataclass, replace
from itertools import islice
from typing import NamedTuple

from nonosat.batch.record import PuzzleRecord
from nonosat.errors import GaveUp, InputError, NonosatError, error_line, printable
from nonosat.formats import Sheet
from nonosat.formats.loading import format_of, puzzle_text, sheets_of
from nonosat.lines.fixpoint import propagate
from nonosat.results.outputs import OutputContents, Outputs, output_contents
from nonosat.solving.formulas import encode
from nonosat.solving.pipeline import solve
from nonosat.solving.result import Result
from nonosat.system.files import shown_name
from nonosat.version import __version__


@dataclass(frozen=True, kw_only=True)
class PuzzleTask:
    """A puzzle to be solved.

    Attributes:
        name: which no other puzzle of the batch has.
        file: the name of its file in messages; its suffix helps to recognise the format.
        text: the contents of the file; for one of several puzzles, of a file with this puzzle alone.
        format: name of the format of the text; None to recognise it.
        origin: name of the format of the file, if the text has been rewritten.
    """

    name: str
    file: str
    text: bytes
    format: str | None = None
    origin: str | None = None


@dataclass(frozen=True, kw_only=True)
class BatchOptions:
    """The options for every puzzle of a batch.

    Attributes:
        folder: for the files of the puzzles.
        svg: whether to draw the solution.
        sat: whether to write the complete formula.
        sol: whether to write its model.
        gzip_above: gzip formulas of more bytes than this.
        unique: see `pipeline.solve`.
        solver: name of a backend; None for the default.
        solver_cmd: a command that solves, see `backends.find_backend`.
        encoding: see `pipeline.solve`.
        timeout: seconds for each puzzle; None for no limit.
        strategy: see `pipeline.solve`.
        portfolio: see `pipeline.solve`.
    """

    folder: str
    svg: bool = True
    sat: bool = False
    sol: bool = False
    gzip_above: int = sys.maxsize
    unique: bool = False
    solver: str | None = None
    solver_cmd: str | None = None
    encoding: str | None = None
    timeout: float | None = None
    strategy: str = "auto"
    portfolio: int | None = None

    def outputs(self, name: str) -> Outputs:
        """The paths of the files to write for the puzzle of a name."""
        stem = os.path.join(self.folder, name)
        return Outputs(
            sat=f"{stem}.sat" if self.sat else None,
            sol=f"{stem}.sol" if self.sol else None,
            svg=f"{stem}.svg" if self.svg else None,
            gzip_above=self.gzip_above,
        )


class TaskOutcome(NamedTuple):
    """The outcome of a task.

    Attributes:
        record: for the report.
        contents: of the files that are still to be written.
    """

    record: PuzzleRecord
    contents: OutputContents


def fingerprint(task: PuzzleTask, options: BatchOptions) -> str:
    """A hash of everything on which the answer depends: the text, the options, the version.

    The folder, the time limit and the number of processes are left out: they decide where files are written and whether
    there is an answer, but not which.

    Args:
        task: the puzzle.
        options: of the batch.

    Returns:
        32 hexadecimal digits.
    """
    relevant = replace(options, folder="", timeout=None, portfolio=None)
    suffix = os.path.splitext(task.file)[1]
    parts = json.dumps([__version__, list(asdict(relevant).values()), task.format, task.origin, suffix])
    return hashlib.blake2b(parts.encode() + b"\0" + task.text, digest_size=16).hexdigest()


def solve_task(task: PuzzleTask, options: BatchOptions) -> TaskOutcome:
    """Solve a puzzle; raises nothing: whatever goes wrong is reported in the record.

    Args:
        task: the puzzle.
        options: of the batch.
    """
    start = time.monotonic()
    format_name, grid, colors = None, None, None
    try:
        sheet, format_name = _read(task)
        grid, colors = sheet.puzzle.grid.header, sheet.puzzle.n_colors
        outcome = _solve(sheet, task, options, start)
    except Exception as error:
        outcome = failed_outcome(task, options, error)
    if format_name is not None:
        format_name = task.origin or format_name
    seconds = round(time.monotonic() - start, 4)
    record = replace(outcome.record, format=format_name, grid=grid, colors=colors, seconds=seconds)
    return outcome._replace(record=record)


def failed_outcome(task: PuzzleTask, options: BatchOptions, error: BaseException) -> TaskOutcome:
    """The outcome of a task that ended with an error; files that an earlier run wrote for the puzzle are stale.

    Args:
        task: the puzzle.
        options: of the batch.
        error: that ended it.
    """
    verdict = "failed"
    if isinstance(error, NonosatError):
        verdict = "bad input" if isinstance(error, InputError) else "gave up" if isinstance(error, GaveUp) else verdict
        message = error_line(error).removeprefix("nonosat: ")
    elif isinstance(error, MemoryError):
        message = "out of memory"
    else:  # a bug of nonosat, which should not end the batch
        message = printable(f"{type(error).__name__}: {error}")
    record = replace(_initial_record(task, options), verdict=verdict, error=message)
    return TaskOutcome(record, OutputContents({}, options.outputs(task.name).candidates))


def _initial_record(task: PuzzleTask, options: BatchOptions) -> PuzzleRecord:
    """The record of a puzzle before it is solved."""
    return PuzzleRecord(
        name=task.name,
        file=task.file,
        hash=fingerprint(task, options),
        verdict="failed",
        version=__version__,
        timeout=options.timeout,
    )


def _solve(sheet: Sheet, task: PuzzleTask, options: BatchOptions, start: float) -> TaskOutcome:
    """Solve and draw a puzzle; `start` is the reading of `time.monotonic` from which its time counts."""
    puzzle = sheet.puzzle
    outputs = options.outputs(task.name)
    formula = None
    if outputs.wants_formula:
        formula = encode(puzzle, encoding=options.encoding, name=task.name)
    backend = None
    if options.solver is not None or options.solver_cmd is not None:
        from nonosat.backends import find_backend

        backend = find_backend(options.solver, options.solver_cmd)
    result = solve(
        puzzle,
        unique=options.unique,
        solver=backend,
        encoding=options.encoding,
        timeout=None if options.timeout is None else options.timeout - (time.monotonic() - start),
        formula=formula,
        strategy=options.strategy,
        processes=options.portfolio,
    )
    contents = output_contents(outputs, task.name, result)
    solved = result.formula
    record = replace(
        _initial_record(task, options),
        verdict=_verdict(result),
        solutions=sum(picture is not None for picture in (result.picture, result.second)),
        line_solvable=result.solver is None if formula is None else _is_line_solvable(result),
        variables=solved.n_vars if solved else None,
        clauses=solved.n_clauses if solved else None,
        conflicts=result.conflicts,
        solver=result.solver,
        files=tuple(os.path.relpath(path, options.folder) for path in contents.files),
    )
    return TaskOutcome(record, contents)


def _read(task: PuzzleTask) -> tuple[Sheet, str]:
    """The puzzle of a task, and the name of its format."""
    text = puzzle_text(task.text, shown_name(task.file))
    sheets = list(islice(sheets_of(text, task.file, task.format), 2))
    if len(sheets) != 1:
        what = "several puzzles" if sheets else "no puzzle"
        raise InputError(f"{what}, expected one", file=task.file)
    if isinstance(sheets[0], InputError):
        raise sheets[0]
    return sheets[0], format_of(text, task.file, task.format).name


def _verdict(result: Result) -> str:
    """The verdict, one of `VERDICTS`, for a result."""
    if result.picture is None:
        return "no solution"
    if result.gave_up:
        return "gave up"
    return {True: "unique", False: "not unique", None: "solved"}[result.unique]


def _is_line_solvable(result: Result) -> bool:
    """Whether line propagation alone has the answer, where a solver was used for the model of a complete formula."""
    domains = propagate(result.puzzle)
    return domains is None or domains.picture() is not None
