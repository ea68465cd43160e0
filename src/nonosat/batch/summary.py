"""What came of a batch: a table of verdicts, and all records as CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from dataclasses import dataclass, field

from nonosat.batch.record import VERDICTS, Record
from nonosat.system.files import atomic_writer

_HEAD = ("verdict", "puzzles", "by lines alone")


@dataclass
class Summary:
    """How many puzzles had which verdict.

    Attributes:
        counts: by verdict.
        by_lines: how many of them needed no search.
        exit_code: the largest of all.
    """

    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VERDICTS, 0))
    by_lines: dict[str, int] = field(default_factory=lambda: dict.fromkeys(VERDICTS, 0))
    exit_code: int = 0

    def add(self, record: Record) -> None:
        """Count one more puzzle."""
        self.counts[record.verdict] += 1
        self.by_lines[record.verdict] += record.line_solvable is True
        self.exit_code = max(self.exit_code, record.exit_code)

    def table(self) -> str:
        """A table for a person; no times, so that it is the same for the same puzzles."""
        rows = [(verdict, n, self.by_lines[verdict]) for verdict, n in self.counts.items() if n]
        rows.append(("all", sum(self.counts.values()), sum(self.by_lines.values())))
        cells = [_HEAD, *((name, f"{n:,}", f"{lines:,}") for name, n, lines in rows)]
        widths = [max(len(row[i]) for row in cells) for i in range(len(_HEAD))]
        return "".join(f"{name:<{widths[0]}}  {n:>{widths[1]}}  {lines:>{widths[2]}}\n" for name, n, lines in cells)


def write_csv(path: str, records: Iterable[Record]) -> None:
    """Write records as CSV, with a head; the files of a puzzle are in one field, separated by blanks.

    Raises:
        InputError: the file cannot be written; one of that name is as it was before.
    """
    with atomic_writer(path) as file, io.TextIOWrapper(file, "utf-8", errors="replace", newline="") as text:
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(Record._fields)
        writer.writerows(record._replace(files=" ".join(record.files)) for record in records)  # type: ignore[arg-type]
