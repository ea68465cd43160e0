"""The record of one puzzle in the report of a batch: a line of JSON, a sentence, an exit code."""

from __future__ import annotations

import json
from dataclasses import dataclass

from nonosat.errors import printable

#: The verdicts with the exit code that solving the puzzle alone would have, in the order of the summary.
VERDICTS = {
    "unique": 0,
    "solved": 0,
    "not unique": 1,
    "no solution": 1,
    "gave up": 5,
    "bad input": 3,
    "failed": 4,
}

_SENTENCES = {"unique": "solved, unique", "not unique": "solved, not unique"}


@dataclass(frozen=True, kw_only=True)
class PuzzleRecord:
    """The outcome of one puzzle.

    Attributes:
        name: unique name of the puzzle in the batch; the names of its files begin with it.
        file: name of its file, with `#3` for the third of several puzzles.
        hash: see `puzzle_task.fingerprint`.
        verdict: one of `VERDICTS`.
        version: version of nonosat.
        format: name of the file format; None for a file that cannot be read.
        grid: first line of the clue file; None for a file that cannot be read.
        colors: number of colours beside the background.
        solutions: number of solutions found; 2 stands for two or more.
        line_solvable: line propagation decides all cells, or proves that there is no solution.
        variables: size of the formula that was solved; None if no formula was needed.
        clauses: size of the formula that was solved; None if no formula was needed.
        conflicts: number of conflicts; None if no solver was needed, or it does not report them.
        seconds: time from reading the text to the drawing.
        solver: name of the solver that found the answer; None if no solver was needed.
        timeout: time limit in seconds; None for no limit.
        error: one line; None if the puzzle could be read and solved.
        files: paths of the files written, relative to the output folder.
        rating: see `Rating.record`; None if no rating was asked for, and then the JSON lacks it.
    """

    name: str
    file: str
    hash: str
    verdict: str
    version: str
    format: str | None = None
    grid: str | None = None
    colors: int | None = None
    solutions: int = 0
    line_solvable: bool | None = None
    variables: int | None = None
    clauses: int | None = None
    conflicts: int | None = None
    seconds: float = 0.0
    solver: str | None = None
    timeout: float | None = None
    error: str | None = None
    files: tuple[str, ...] = ()
    rating: dict[str, object] | None = None

    @property
    def exit_code(self) -> int:
        """The exit code that solving the puzzle alone would have."""
        return VERDICTS[self.verdict]

    @property
    def sentence(self) -> str:
        """The outcome in one line; an error in a file begins with its position."""
        if self.verdict == "bad input" and self.error is not None:
            return printable(self.error)
        what = self.error or _SENTENCES.get(self.verdict, self.verdict)
        if self.verdict == "gave up" and self.solutions:
            what = "solved; gave up before it was clear whether the solution is unique"
        return printable(f"{self.name}: {what}")

    def answers(self, hash: str, timeout: float | None) -> bool:  # noqa: A002
        """True if solving a puzzle again would have the same outcome.

        A puzzle that failed may succeed the next time. One that gave up may be solved within a larger time limit.

        Args:
            hash: the hash of the puzzle now, see `puzzle_task.fingerprint`.
            timeout: the time limit now, in seconds; None for no limit.
        """
        if self.verdict == "gave up" and (timeout is None or self.timeout is None or timeout > self.timeout):
            return False
        return self.hash == hash and self.verdict != "failed"

    def json(self) -> str:
        """The record as JSON on one line, without line end, in ASCII."""
        fields = dict(vars(self))
        if self.rating is None:
            del fields["rating"]
        return json.dumps(fields)


def read_record(line: bytes | str) -> PuzzleRecord | None:
    """Read a record from a line of JSON; None if the line is broken or holds something else."""
    try:
        fields = json.loads(line)
        fields["files"] = tuple(fields["files"])
        record = PuzzleRecord(**fields)
    except (ValueError, TypeError, KeyError):
        return None
    is_sound = isinstance(record.name, str) and record.verdict in VERDICTS and all(map(_is_text, record.files))
    return record if is_sound else None


def _is_text(value: object) -> bool:
    return isinstance(value, str)
