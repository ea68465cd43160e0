"""The work of a worker: solve one puzzle of a batch, from its text to its record and the contents of its files.

It reads and writes no files, so it can run anywhere, and more than once.
"""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import islice
from typing import NamedTuple

from nonosat.batch.batch_options import BatchOptions
from nonosat.batch.record import PuzzleRecord
from nonosat.core.deadline import Deadline
from nonosat.core.errors import GaveUp, InputError, NonosatError, error_line, printable
from nonosat.core.question import Outcome, Run
from nonosat.explaining.rate import rate
from nonosat.formats import Sheet
from nonosat.formats.clues import puzzle_digest
from nonosat.formats.loading import sheets_of, shown_path, suffix_of
from nonosat.formats.text_encoding import text_and_remark
from nonosat.lines.fixpoint import propagate
from nonosat.model.puzzle_shape import shape_digest
from nonosat.solving.formulas import encode
from nonosat.solving.outputs import OutputContents, output_contents
from nonosat.solving.result import Result, with_goal
from nonosat.solving.solve import solve
from nonosat.version import __version__


@dataclass(frozen=True, kw_only=True)
class PuzzleTask:
    """A puzzle to be solved, with a unique name.

    Attributes:
        file: the name of its file in messages; its suffix helps to recognise the format.
        text: the contents of the file; one of several puzzles is rewritten as a file of its own.
        format: name of the format of the text; None to recognise it.
        origin: name of the format of the file if the text is rewritten, else None.
        remarks: those of the sheet that is rewritten.
    """

    name: str
    file: str
    text: bytes
    format: str | None = None
    origin: str | None = None
    remarks: tuple[str, ...] = ()


class PuzzleHeader(NamedTuple):
    """The fields of a `PuzzleRecord` that are known as soon as the puzzle has been read, and those of its answer."""

    remarks: tuple[str, ...] = ()
    format: str | None = None
    digest: str | None = None
    shape_digest: str | None = None
    answer: Mapping[str, object] = {}

    def added_to(self, record: PuzzleRecord) -> PuzzleRecord:
        """The record of the puzzle with these fields."""
        return replace(record, **{**self._asdict(), "answer": {**record.answer, **self.answer}})


class TaskOutcome(NamedTuple):
    """The outcome of a task: a record for the report, and the contents of the files to be written."""

    record: PuzzleRecord
    contents: OutputContents


def fingerprint(task: PuzzleTask, options: BatchOptions) -> str:
    """A hash of the text, the options on which the answer depends, and the version: 32 hexadecimal digits.

    The time limit is not one of these options: an answer remains valid under any limit.
    """
    suffix = suffix_of(task.file)
    parts = json.dumps([__version__, options.answer_values(), task.format, task.origin, suffix])
    return hashlib.blake2b(parts.encode() + b"\0" + task.text, digest_size=16).hexdigest()


def solve_task(task: PuzzleTask, options: BatchOptions) -> TaskOutcome:
    """Solve a puzzle. Errors of all kinds are reported in the record, and none is raised."""
    start, deadline = time.monotonic(), Deadline.after(options.timeout)
    header = PuzzleHeader()
    try:
        sheet, header = _read(task)
        outcome = _solve(sheet, task, options, deadline)
    except Exception as error:
        # The frames of the error hold its local variables, such as a formula that has filled the memory.
        error.__traceback__ = None
        outcome = failed_outcome(task, options, error)
    record = replace(outcome.record, seconds=round(time.monotonic() - start, 4))
    return outcome._replace(record=header.added_to(record))


def read_header(task: PuzzleTask) -> PuzzleHeader:
    """Read a puzzle, but do not solve it, or raise `InputError`."""
    return _read(task)[1]


def failed_outcome(task: PuzzleTask, options: BatchOptions, error: BaseException) -> TaskOutcome:
    """The outcome of a task that ended with an error; files that an earlier run wrote for the puzzle are stale."""
    record = _initial_record(task, options)
    if isinstance(error, NonosatError):
        outcome = Outcome.GAVE_UP.word if isinstance(error, GaveUp) else record.outcome
        record = replace(record, outcome=outcome, exit=error.exit_code)
        message = error_line(error).removeprefix("nonosat: ")
    elif isinstance(error, MemoryError):
        message = "out of memory"
    else:  # a bug of nonosat, which should not end the batch
        message = printable(f"{type(error).__name__}: {error}")
    stale = options.outputs_of(task.name).candidates
    return TaskOutcome(replace(record, error=message), OutputContents({}, stale))


def _initial_record(task: PuzzleTask, options: BatchOptions) -> PuzzleRecord:
    """The record of a puzzle before it is solved."""
    hashed = fingerprint(task, options)
    return PuzzleRecord(name=task.name, file=task.file, hash=hashed, version=__version__, timeout=options.timeout)


def _solve(sheet: Sheet, task: PuzzleTask, options: BatchOptions, deadline: Deadline) -> TaskOutcome:
    puzzle, solving, run = sheet.puzzle, options.solving, Run(deadline)
    outputs = options.outputs_of(task.name)
    formula = None
    if outputs.wants_formula:
        propagate = options.propagated
        formula = encode(puzzle, encoding=solving.encoding, name=task.name, propagate=propagate, timeout=run)
    result = solve(puzzle, **solving._asdict(), formula=formula, timeout=run)
    result = with_goal(result, sheet.goal, unique=solving.unique)
    contents = output_contents(outputs, task.name, result)
    rating = None
    if options.rated:
        n_solutions = 0 if result.picture is None else {True: 1, False: 2, None: None}[result.unique]
        rating = rate(puzzle, solution=result.picture, n_solutions=n_solutions, timeout=Run(deadline))
    record = replace(
        _initial_record(task, options),
        answer=result.record(),
        outcome=result.outcome.word,
        exit=int(result.outcome),
        line_solvable=result.solver is None or (result.state is None and _is_line_solvable(result)),
        conflicts=result.conflicts,
        files=tuple(map(options.relative, contents.files)),
        rating=None if rating is None else rating.record(),
    )
    return TaskOutcome(record, contents)


def _read(task: PuzzleTask) -> tuple[Sheet, PuzzleHeader]:
    text, remark = text_and_remark(task.text, shown_path(task.file))
    sheets = list(islice(sheets_of(text, task.file, task.format), 2))
    if len(sheets) != 1:
        what = "several puzzles" if sheets else "no puzzle"
        raise InputError(f"{what}, expected one", file=task.file)
    sheet = sheets[0]
    if isinstance(sheet, InputError):
        raise sheet
    format_name = task.origin or sheet.format
    remarks = (*task.remarks, *filter(None, [remark]), *sheet.remarks)
    puzzle = sheet.puzzle
    known = {"grid": puzzle.grid.header, "colors": list(puzzle.palette.colors)}
    return sheet, PuzzleHeader(remarks, format_name, puzzle_digest(puzzle), shape_digest(puzzle), known)


def _is_line_solvable(result: Result) -> bool:
    """True if line propagation alone has the answer, though a solver got the puzzle without it."""
    domains = propagate(result.puzzle)
    return domains is None or domains.picture() is not None
