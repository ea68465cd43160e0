"""What the report says of one puzzle: a line of JSON, a sentence, an exit code."""

from __future__ import annotations

import json
from typing import NamedTuple

from nonosat.errors import printable

#: What can come of a puzzle, with the exit code that `nonosat solve` would end with, in the order of the summary.
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


class Record(NamedTuple):
    """What came of one puzzle.

    Attributes:
        name: of the puzzle, which no other one of the batch has; its files begin with it.
        file: where it was read, with `#3` for the third of several.
        hash: of its text, of the options that matter for the answer, and of the version.
        verdict: one of `VERDICTS`.
        format, grid: the name of the format, and the first line of the clue file; None for what cannot be read.
        colors: how many there are beside the background.
        solutions: how many were seen; 2 stands for several.
        line_solvable: whether single lines tell all cells, or that there is no solution.
        variables, clauses: size of the formula that was solved; None where none was needed.
        conflicts: of the solver; None where there was none, or it does not tell.
        seconds: from text to drawing.
        solver: which answered; None where none was needed.
        timeout: the limit of time, in seconds.
        version: of nonosat.
        error: what went wrong, in one line.
        files: what was written, relative to the output folder.
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

    @property
    def exit_code(self) -> int:
        """What `nonosat solve` would end with."""
        return VERDICTS[self.verdict]

    @property
    def sentence(self) -> str:
        """One line that says what came of it; an error in a file begins with its place."""
        if self.verdict == "bad input" and self.error is not None:
            return printable(self.error)
        what = self.error or _SENTENCES.get(self.verdict, self.verdict)
        if self.verdict == "gave up" and self.solutions:
            what = "solved; gave up before it was clear whether the solution is unique"
        return printable(f"{self.name}: {what}")

    def is_answer_to(self, hash: str, timeout: float | None) -> bool:  # noqa: A002
        """Whether to ask the same once more, within a limit of time, would lead to the same.

        What failed may do better another time, and what took too long may do better with more time.
        """
        if self.verdict == "gave up" and (timeout is None or self.timeout is None or timeout > self.timeout):
            return False
        return self.hash == hash and self.verdict != "failed"

    def json(self) -> str:
        """The record on one line, without line end; any name stays within ASCII."""
        return json.dumps(self._asdict())


def read_record(line: bytes | str) -> Record | None:
    """The record on a line, or None for a line that is broken or says something else."""
    try:
        fields = json.loads(line)
        fields["files"] = tuple(fields["files"])
        record = Record(**fields)
    except (ValueError, TypeError, KeyError):
        return None
    is_sound = isinstance(record.name, str) and record.verdict in VERDICTS and all(map(_is_text, record.files))
    return record if is_sound else None


def _is_text(value: object) -> bool:
    return isinstance(value, str)
