"""The records of a batch, one for each puzzle: as a line of JSON and as a row of CSV."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from nonosat.core.errors import InputError, SolverError, printable
from nonosat.core.files import atomic_writer
from nonosat.core.question import Outcome
from nonosat.core.tables import Cell, write_csv
from nonosat.explaining.rate import RATING_FIELDS, class_words
from nonosat.formats.clue_lists import puzzle
from nonosat.formats.loading import shown_path
from nonosat.solving.result import Result, solved_words

#: The rows of the summary, in order, with their outcome. A verdict is an outcome and what is known beside it (is there
#: a solution, is it unique?), or how there came to be none. See `PuzzleRecord.verdict`.
VERDICTS: dict[str, Outcome | None] = {
    "unique": Outcome.YES,
    "solved": Outcome.YES,
    "not unique": Outcome.NO,
    "no solution": Outcome.NO,
    "gave up": Outcome.GAVE_UP,
    "bad input": None,
    "failed": None,
}

_OUTCOMES = {"failed", *(outcome.word for outcome in Outcome)}

#: The fields of `Result.record` where there is no result, by name.
NO_ANSWER = Result(puzzle([[]], [[]]), None).record() | dict.fromkeys(("grid", "colors", "differs"))


@dataclass(frozen=True, kw_only=True)
class PuzzleRecord:
    """The record of one puzzle: that of its result (`Result.record`), and what the batch adds.

    Attributes:
        name: unique name of the puzzle in the batch; the names of its files begin with it.
        file: name of its file, with `#3` for the third of several puzzles.
        outcome: the word of an `Outcome`, or `failed`.
        hash: see `puzzle_task.fingerprint`.
        version: version of nonosat.
        timeout: time limit in seconds; None for no limit.
        remarks: what is to be said about how the file was read, a sentence each.
        format: name of the file format; None for a file that cannot be read.
        digest: see `puzzle_digest`; None for a puzzle that cannot be read, as is the next one.
        shape_digest: see `puzzle_shape.shape_digest`; equal for puzzles that are turned, mirrored or recoloured.
        answer: see `Result.record`; without a result at most `grid` and `colors` are known.
        conflicts: number of conflicts; None if no solver was needed, or it does not report them.
        line_solvable: line propagation decides all cells, or proves that there is no solution.
        files: paths of the files written, relative to the output folder.
        rating: see `Rating.record`; None if no rating was asked for, and then the JSON lacks it.
        seconds: time from reading the text to the drawing.
        error: one line; None if the puzzle could be read and solved.
        exit: the exit code that solving the puzzle alone would have.
    """

    name: str
    file: str
    outcome: str = "failed"
    hash: str
    version: str
    timeout: float | None = None
    remarks: tuple[str, ...] = ()
    format: str | None = None
    digest: str | None = None
    shape_digest: str | None = None
    answer: dict[str, Any] = field(default_factory=NO_ANSWER.copy)
    conflicts: int | None = None
    line_solvable: bool | None = None
    files: tuple[str, ...] = ()
    rating: dict[str, Any] | None = None
    seconds: float = 0.0
    error: str | None = None
    exit: int = SolverError.exit_code

    @property
    def verdict(self) -> str:
        """The row of the summary in which the puzzle is counted, one of `VERDICTS`."""
        if self.outcome in (Outcome.GAVE_UP.word, "failed"):
            return "bad input" if self.exit == InputError.exit_code else self.outcome
        if self.answer["picture"] is None:
            return "no solution"
        return {True: "unique", False: "not unique", None: "solved"}[self.answer["unique"]]

    @property
    def sentence(self) -> str:
        """The outcome in one line; an error in a file begins with its position."""
        if self.error is not None:
            return printable(self.error if self.verdict == "bad input" else f"{self.name}: {self.error}")
        if self.answer["picture"] is None:
            return printable(f"{self.name}: {self.verdict}")
        gave_up = self.outcome == Outcome.GAVE_UP.word
        return printable(f"{self.name}: {solved_words(self.answer['unique'], gave_up=gave_up)}")

    @property
    def reason(self) -> str:
        """The error without its file and position, and with `N` for each number: the same for similar errors."""
        message = self.error or ""
        for file in (self.file, self.file.rpartition("#")[0]):
            if place := re.match(re.escape(printable(shown_path(file))) + r"(:\d+){0,2}: ", message):
                message = message[place.end() :]
                break
        return re.sub(r"\d+", "N", message)

    @property
    def class_words(self) -> str | None:
        """The class of difficulty as in `Rating.class_words`; None if there is no rating."""
        if self.rating is None:
            return None
        return class_words(*(self.rating[name] for name in ("class", "at_least", "solutions")))

    def is_still_valid(self, hash: str, timeout: float | None) -> bool:  # noqa: A002
        """True if `batch --resume` need not solve the puzzle again, which has this hash now and a `timeout` in seconds.

        A puzzle that failed may succeed the next time. One that gave up may be solved within a larger time limit.
        """
        if self.verdict == "gave up" and (timeout is None or self.timeout is None or timeout > self.timeout):
            return False
        return self.hash == hash and self.verdict != "failed"

    def values(self) -> dict[str, Any]:
        """The values by name, in order, those of the answer among the others."""
        flat: dict[str, Any] = {}
        for name, value in vars(self).items():
            flat |= value if name == "answer" else {name: value}
        return flat

    def json(self) -> str:
        """The record as JSON on one line, without line end, in ASCII."""
        values = self.values()
        if self.rating is None:
            del values["rating"]
        return json.dumps(values)


def read_record(line: bytes | str) -> PuzzleRecord | None:
    """Read a record from a line of JSON; None if the line is broken or holds something else."""
    try:
        values = json.loads(line)
        values |= {"files": tuple(values["files"]), "remarks": tuple(values.get("remarks", ()))}
        answer = {name: values.pop(name, none) for name, none in NO_ANSWER.items()}
        record = PuzzleRecord(**values, answer=answer)
        kinds = (record.format, record.digest, record.shape_digest, record.class_words)
    except (ValueError, TypeError, KeyError):
        return None
    is_sound = isinstance(record.name, str) and record.outcome in _OUTCOMES and isinstance(record.exit, int)
    is_sound = is_sound and all(kind is None or isinstance(kind, str) for kind in kinds)
    return record if is_sound and all(isinstance(path, str) for path in record.files) else None


def write_records(path: str, records: Iterable[PuzzleRecord], *, rated: bool = False) -> None:
    """Write records as CSV with a row of titles, one record a row.

    The values of a list, such as the rows of a picture, are one field, separated by blanks. With `rated`, the fields of
    the rating follow. If the file at `path` cannot be written, an earlier one is left, and `FileError` is raised.
    """
    head = [name for name in PuzzleRecord(name="", file="", hash="", version="").values() if name != "rating"]
    rating_head = RATING_FIELDS if rated else ()

    def row(record: PuzzleRecord) -> list[Cell]:
        values, rating = record.values(), record.rating or {}
        return [*(_csv_cell(values[name]) for name in head), *(_csv_cell(rating.get(name)) for name in rating_head)]

    with atomic_writer(path) as file, io.TextIOWrapper(file, "utf-8", errors="replace", newline="") as text:
        write_csv(text, [*head, *(f"rating_{name}" for name in rating_head)], map(row, records))


def _csv_cell(value: object) -> Cell:
    if isinstance(value, tuple | list):
        return " ".join(item if isinstance(item, str) else ",".join(map(str, item)) for item in value)
    assert value is None or isinstance(value, str | int | float)
    return value
