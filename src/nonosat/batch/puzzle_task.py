"""One puzzle of many, from its text to its record and the contents of its files; what a worker does.

It reads nothing and writes nothing, so that it can be done anywhere, and twice.
"""

from __future__ import annotations

import hashlib
import json
import os
import sys
import time
from itertools import islice
from typing import NamedTuple

from nonosat.batch.record import Record
from nonosat.errors import GaveUp, InputError, NonosatError, error_line, printable
from nonosat.formats import Sheet
from nonosat.formats.loading import format_of, sheets_of
from nonosat.lines.fixpoint import propagate
from nonosat.results.outputs import Contents, Outputs, contents_of, paths_of
from nonosat.solving.formulas import encode
from nonosat.solving.pipeline import solve
from nonosat.solving.result import Result
from nonosat.system.files import as_text, shown_name
from nonosat.version import __version__


class PuzzleTask(NamedTuple):
    """A puzzle to be solved.

    Attributes:
        name: which no other puzzle of the batch has.
        file: what messages call its file, which also tells its suffix.
        text: what the file holds, or what it would hold if this puzzle stood there alone.
        format: name of the format to read it in; None to recognise it.
        origin: name of the format it was read in first, if it has been rewritten.
    """

    name: str
    file: str
    text: bytes
    format: str | None = None
    origin: str | None = None


class Wanted(NamedTuple):
    """What is to be done with every puzzle of a batch.

    Attributes:
        folder: for its files.
        svg, sat, sol: which of them.
        pack_above: see `Outputs`.
        unique, solver, encoding, timeout, strategy, portfolio: see `pipeline.solve`.
        solver_cmd: a command that solves, see `backends.find_backend`.
    """

    folder: str
    svg: bool = True
    sat: bool = False
    sol: bool = False
    pack_above: int = sys.maxsize
    unique: bool = False
    solver: str | None = None
    solver_cmd: str | None = None
    encoding: str | None = None
    timeout: float | None = None
    strategy: str = "auto"
    portfolio: int | None = None

    def outputs(self, name: str) -> Outputs:
        """The files of a puzzle."""
        stem = os.path.join(self.folder, name)
        return Outputs(
            f"{stem}.sat" if self.sat else None,
            f"{stem}.sol" if self.sol else None,
            f"{stem}.svg" if self.svg else None,
            self.pack_above,
        )


class Done(NamedTuple):
    """What came of a task, and the files that are still to be written."""

    record: Record
    contents: Contents


def fingerprint(task: PuzzleTask, wanted: Wanted) -> str:
    """A hash of all that the answer depends on: the text, the options, the version.

    Not the limit of time, which decides whether there is an answer but not which, nor where it is found.
    """
    options = wanted._replace(folder="", timeout=None, portfolio=None)
    suffix = os.path.splitext(task.file)[1]
    parts = json.dumps([__version__, options, task.format, task.origin, suffix])
    return hashlib.blake2b(parts.encode() + b"\0" + task.text, digest_size=16).hexdigest()


def work(task: PuzzleTask, wanted: Wanted) -> Done:
    """Solve a puzzle. Whatever goes wrong with it is said in its record."""
    began = time.monotonic()
    try:
        done = _work(task, wanted, began)
    except Exception as error:
        done = failed(task, wanted, error)
    seconds = round(time.monotonic() - began, 4)
    return done._replace(record=done.record._replace(seconds=seconds))


def failed(task: PuzzleTask, wanted: Wanted, error: BaseException) -> Done:
    """What to say of a puzzle that could not be solved; files that an earlier run left for it go."""
    verdict = "failed"
    if isinstance(error, NonosatError):
        verdict = "bad input" if isinstance(error, InputError) else "gave up" if isinstance(error, GaveUp) else verdict
        message = error_line(error).removeprefix("nonosat: ")
    elif isinstance(error, MemoryError):
        message = "out of memory"
    else:  # a mistake of ours, which should not cost the answers to the others
        message = printable(f"{type(error).__name__}: {error}")
    record = _begun(task, wanted)._replace(verdict=verdict, error=message)
    return Done(record, Contents({}, paths_of(wanted.outputs(task.name))))


def _begun(task: PuzzleTask, wanted: Wanted) -> Record:
    """What is known of a puzzle from the start."""
    return Record(task.name, task.file, fingerprint(task, wanted), "failed", __version__, timeout=wanted.timeout)


def _work(task: PuzzleTask, wanted: Wanted, began: float) -> Done:
    sheet, format_name = _read(task)
    puzzle = sheet.puzzle
    outputs = wanted.outputs(task.name)
    formula = None
    if outputs.wants_formula:
        formula = encode(puzzle, encoding=wanted.encoding, name=task.name)
    backend = None
    if wanted.solver is not None or wanted.solver_cmd is not None:
        from nonosat.backends import find_backend

        backend = find_backend(wanted.solver, wanted.solver_cmd)
    result = solve(
        puzzle,
        unique=wanted.unique,
        solver=backend,
        encoding=wanted.encoding,
        timeout=None if wanted.timeout is None else wanted.timeout - (time.monotonic() - began),
        formula=formula,
        strategy=wanted.strategy,
        processes=wanted.portfolio,
    )
    contents = contents_of(outputs, task.name, result)
    size = result.formula
    record = _begun(task, wanted)._replace(
        verdict=_verdict(result),
        format=task.origin or format_name,
        grid=puzzle.grid.header,
        colors=puzzle.n_colors,
        solutions=sum(picture is not None for picture in (result.picture, result.second)),
        line_solvable=result.solver is None if formula is None else _lines_finish(result),
        variables=size.n_vars if size else None,
        clauses=size.n_clauses if size else None,
        conflicts=result.conflicts,
        solver=result.solver,
        files=tuple(os.path.relpath(path, wanted.folder) for path in contents.files),
    )
    return Done(record, contents)


def _read(task: PuzzleTask) -> tuple[Sheet, str]:
    """The puzzle of a task, and the name of its format."""
    text = as_text(task.text, shown_name(task.file))
    sheets = list(islice(sheets_of(text, task.file, task.format), 2))
    if len(sheets) != 1:
        what = "several puzzles" if sheets else "no puzzle"
        raise InputError(f"{what}, expected one", file=task.file)
    if isinstance(sheets[0], InputError):
        raise sheets[0]
    return sheets[0], format_of(text, task.file, task.format).name


def _verdict(result: Result) -> str:
    if result.picture is None:
        return "no solution"
    if result.gave_up:
        return "gave up"
    return {True: "unique", False: "not unique", None: "solved"}[result.unique]


def _lines_finish(result: Result) -> bool:
    """Whether single lines alone tell all, also where a solver was asked for a model of the complete formula."""
    domains = propagate(result.puzzle)
    return domains is None or domains.picture() is not None
